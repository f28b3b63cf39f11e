//! Proofs for outsiders: a Merkle tree over the events, proofs from it, and signed checkpoints of it.

pub mod checkpoint;
pub mod checkpoint_file;
pub mod checkpoint_status;
pub mod checkpointer;
pub mod consistency;
pub mod epochs;
pub mod inclusion;
pub mod note;
pub mod tree;

#[cfg(test)]
mod samples;
