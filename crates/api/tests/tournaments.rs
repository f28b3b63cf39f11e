//! Tournaments over a running service: from the application to closed results.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[path = "tournaments/applications.rs"]
mod applications;
#[path = "tournaments/desk.rs"]
mod desk;
#[path = "tournaments/hall.rs"]
mod hall;
#[path = "tournaments/officiating.rs"]
mod officiating;
#[path = "support/mod.rs"]
mod people;
#[path = "tournaments/races.rs"]
mod races;
#[path = "tournaments/results.rs"]
mod results;
#[path = "tournaments/sheets.rs"]
mod sheets;
#[path = "tournaments/support.rs"]
mod support;
#[path = "tournaments/tokens.rs"]
mod tokens;
