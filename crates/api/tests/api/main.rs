//! Tests of the HTTP API over a running service, in one binary; the modules follow the folders of `crates/api/src`.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod accounts;
mod authorization_matrix;
mod competitions;
#[path = "../../../../tests/support/event_stream.rs"]
mod event_stream;
mod http;
mod log;
mod players;
mod public_fields;
mod public_reads;
mod publication;
mod qualifications;
mod seasons;
mod support;
mod tournaments;
