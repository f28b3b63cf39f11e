//! What lets an outsider check the log: a Merkle tree over the events, proofs from it, and signed checkpoints of it.

pub mod checkpoint;
pub mod consistency;
pub mod epochs;
pub mod inclusion;
pub mod keeper;
pub mod note;
pub mod outside;
pub mod standing;
pub mod tree;

#[cfg(test)]
mod samples;
