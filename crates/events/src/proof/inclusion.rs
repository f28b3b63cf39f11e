//! Proofs that an event is in the log: the sibling hashes on the path from its leaf to the root.

use crate::envelope::Hash;
use crate::proof::tree::{Frontier, TreeError, TreeSource, node_hash};

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidInclusion {
    #[error("a tree of {size} leaves has no leaf {index}")]
    OutOfRange {
        /// The index of the leaf, from 0.
        index: u64,
        size: u64,
    },
    #[error("the proof has {0} hashes, which is not the length of the way to the root")]
    Length(usize),
    #[error("the proof leads to another root")]
    Root,
}

/// The proof that the leaf with this index, from 0, is in the tree of the first `size` leaves.
pub fn prove<S: TreeSource + ?Sized>(source: &S, index: u64, size: u64) -> Result<Vec<Hash>, TreeError> {
    if index >= size {
        return Err(TreeError::OutOfRange { asked: index, size });
    }
    let mut path = Vec::new();
    let (mut start, mut len) = (0, size);
    while len > 1 {
        let left = largest_power_below(len);
        if index - start < left {
            path.push(Frontier::load_range(source, start + left, len - left)?.root());
            len = left;
        } else {
            path.push(Frontier::load_range(source, start, left)?.root());
            start += left;
            len -= left;
        }
    }
    path.reverse();
    Ok(path)
}

/// Checks a proof of inclusion as section 2.1.3.2 of RFC 9162 says.
pub fn verify(index: u64, size: u64, leaf: &Hash, proof: &[Hash], root: &Hash) -> Result<(), InvalidInclusion> {
    if index >= size {
        return Err(InvalidInclusion::OutOfRange { index, size });
    }
    let (mut node, mut last) = (index, size - 1);
    let mut hash = *leaf;
    for beside in proof {
        if last == 0 {
            return Err(InvalidInclusion::Length(proof.len()));
        }
        if node & 1 == 1 || node == last {
            hash = node_hash(beside, &hash);
            // A node without a right neighbour goes up unchanged until it has a left one. It is not 0 here: it is odd,
            // or the last of several.
            let unchanged = node.trailing_zeros();
            node >>= unchanged;
            last >>= unchanged;
        } else {
            hash = node_hash(&hash, beside);
        }
        node >>= 1;
        last >>= 1;
    }
    match (last, hash == *root) {
        (0, true) => Ok(()),
        (0, false) => Err(InvalidInclusion::Root),
        _ => Err(InvalidInclusion::Length(proof.len())),
    }
}

/// The largest power of two below a number of at least 2: where RFC 6962 divides a tree.
pub(super) fn largest_power_below(len: u64) -> u64 {
    1 << (len - 1).ilog2()
}

#[cfg(test)]
mod tests;
