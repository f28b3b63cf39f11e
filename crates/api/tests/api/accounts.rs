//! Signing in, accounts and permissions, over a running service.

mod audit;
mod browsers;
mod concurrent_changes;
mod management;
mod signing_in;
mod staff;
mod table_tokens;
