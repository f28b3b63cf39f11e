//! Tournaments over HTTP, as those who run them and those at the tables see them.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

#[path = "tournament_play/hall.rs"]
mod hall;
#[path = "tournament_play/officiating.rs"]
mod officiating;
#[path = "tournament_play/races.rs"]
mod races;
#[path = "tournament_play/results.rs"]
mod results;
#[path = "tournament_play/sheets.rs"]
mod sheets;
#[path = "tournament_play/tokens.rs"]
mod tokens;
