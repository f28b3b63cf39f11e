//! The proofs of a real log: checkpoints that are kept, exports that are checked, and every kind of tampering noticed.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[path = "log_proof/exports.rs"]
mod exports;
#[path = "log_proof/independent.rs"]
mod independent;
#[path = "log_proof/keeping.rs"]
mod keeping;
#[path = "log_proof/losses.rs"]
mod losses;
#[path = "log_proof/store.rs"]
mod store;
#[path = "log_proof/tampering.rs"]
mod tampering;
