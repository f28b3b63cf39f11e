//! The person vault: personal fields and free texts, each subject under a key of its own.

mod seal;

pub use seal::{SealedRecord, SealedSubject, VaultWrite};
