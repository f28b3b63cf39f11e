//! Storage of facts: stored events, the log, its proofs, the person vault, and the mutable store.

pub mod append;
mod append_queue;
#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
pub mod copy;
pub mod envelope;
pub mod environment;
pub mod export;
pub mod follow;
pub mod log;
pub mod mutable_store;
pub mod postgres;
pub mod proof;
pub mod sqlite;
pub mod stored;
pub mod vault;
pub mod verify;
#[doc(hidden)]
pub mod writer_stage;
