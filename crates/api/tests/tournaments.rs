//! Tournaments over a running service: from the application to closed results.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[path = "tournaments/applications.rs"]
mod applications;
#[path = "tournaments/desk.rs"]
mod desk;
#[path = "tournaments/support.rs"]
mod support;
