//! The write side: commands are loaded, decided, sealed and appended to the log.

#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

pub mod account_records;
pub mod audit;
pub mod bundle_import;
mod claims;
pub mod epoch;
pub mod erasure;
pub mod event_writer;
pub mod expired_records;
mod handler;
pub mod links;
mod record_writes;
pub mod second_factor;
pub mod sessions;
pub mod table_tokens;

pub use handler::{
    AccountDetails, CommandError, CommandHandler, CommandMetadata, CommandReceipt, Contact, EtagScope,
    GrandPrixDetails, HistoryProblem, LeagueDetails, LeagueRequest, LedgerCommand, LedgerRequest, LogLookup, Lookup,
    LookupError, PlayerDetails, ReceiptEvent, TextSealer, TieScope, TournamentRequest,
};
