//! Read models folded from the log, and the acts that need them.

pub mod account_records;
pub mod audit;
mod claims;
pub mod epoch;
pub mod erasure;
pub mod links;
pub mod names;
pub mod office;
pub mod projector;
pub mod record_book;
pub mod replay;
pub mod scribe;
pub mod season_bundle;
pub mod season_lists;
pub mod sentence;
pub mod vault_check;
pub mod views;
