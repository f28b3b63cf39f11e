//! Read models folded from the log.

pub mod names;
pub mod record_book;
pub mod season_bundle;
