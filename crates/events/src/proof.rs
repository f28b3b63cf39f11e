//! What lets an outsider check the log: a Merkle tree over the events, proofs from it, and signed checkpoints of it.

pub mod checkpoint;
pub mod consistency;
pub mod inclusion;
pub mod note;
pub mod tree;

#[cfg(test)]
mod samples;
