//! The one place where facts are kept: stored events, the log, its proofs, the person vault, and the cabinet.

pub mod append;
pub mod cabinet;
#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
pub mod copy;
pub mod envelope;
pub mod environment;
pub mod export;
pub mod follow;
mod intake;
pub mod log;
pub mod postgres;
pub mod proof;
pub mod sqlite;
#[doc(hidden)]
pub mod stage;
pub mod stored;
pub mod vault;
pub mod verify;
