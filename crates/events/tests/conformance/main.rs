//! Runs the conformance suite on every log of this crate.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod processes;
mod the_log_in_memory;
mod the_log_in_postgres;
mod the_log_in_sqlite;
