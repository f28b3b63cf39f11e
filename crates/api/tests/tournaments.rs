//! Tournaments over HTTP, as those who run them and those at the tables see them.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

#[path = "tournaments/hall.rs"]
mod hall;
#[path = "tournaments/officiating.rs"]
mod officiating;
#[path = "tournaments/races.rs"]
mod races;
#[path = "tournaments/results.rs"]
mod results;
#[path = "tournaments/sheets.rs"]
mod sheets;
#[path = "tournaments/tokens.rs"]
mod tokens;
