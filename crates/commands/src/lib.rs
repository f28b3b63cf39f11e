//! The write side: commands are loaded, decided, sealed and appended to the log.

#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

pub mod accounts;
pub mod audit;
pub mod bundle_import;
mod claims;
pub mod epoch;
pub mod erasure;
pub mod event_writer;
pub mod expired_records;
mod handler;
mod record_writes;

pub use handler::{
    AccountDetails, CommandError, CommandHandler, CommandMetadata, CommandReceipt, Contact, EtagScope,
    GrandPrixDetails, HistoryProblem, LeagueDetails, LeagueRequest, LedgerContext, LogLookup, Lookup, LookupError,
    NO_WINNER_CONTACT, PlayerDetails, ReceiptEvent, TextSealer, TieScope, TournamentRequest, WinnerContactRemovals,
    winner_contact_until,
};
