//! What lets an outsider check the log: a Merkle tree over the events, proofs from it, and signed checkpoints of it.

pub mod tree;

#[cfg(test)]
mod samples;
