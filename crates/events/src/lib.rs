//! The one place where facts are kept: stored events, the log, its proofs, and the person vault.

pub mod append;
pub mod envelope;
pub mod environment;
pub mod log;
pub mod stored;
pub mod vault;
