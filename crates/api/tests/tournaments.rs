//! Tournaments over a running service: from the application to closed results.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[path = "tournaments/applications.rs"]
mod applications;
#[path = "tournaments/desk.rs"]
mod desk;
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
#[path = "tournaments/support.rs"]
mod support;
