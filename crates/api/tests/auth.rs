//! Signing in, accounts and permissions, over a running service.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[path = "auth/accounts.rs"]
mod accounts;
#[path = "auth/audit.rs"]
mod audit;
#[path = "auth/browsers.rs"]
mod browsers;
#[path = "auth/meanwhile.rs"]
mod meanwhile;
#[path = "auth/signing_in.rs"]
mod signing_in;
#[path = "auth/staff.rs"]
mod staff;
#[path = "auth/table_tokens.rs"]
mod table_tokens;
