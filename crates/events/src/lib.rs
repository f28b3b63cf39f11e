//! The one place where facts are kept: stored events, the log, its proofs, and the person vault.

pub mod append;
#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
pub mod copy;
pub mod envelope;
pub mod environment;
pub mod export;
pub mod follow;
pub mod log;
pub mod postgres;
pub mod proof;
pub mod sqlite;
pub mod stored;
pub mod vault;
pub mod verify;
