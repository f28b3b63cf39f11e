//! Tournaments that run here, as everybody sees them.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[path = "../../../tests/support/event_stream.rs"]
mod event_stream;
#[path = "tournaments/hall.rs"]
mod hall;
#[path = "tournaments/hidden.rs"]
mod hidden;
#[path = "tournaments/live.rs"]
mod live;
#[path = "tournaments/seen.rs"]
mod seen;
