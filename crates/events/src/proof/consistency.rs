//! Proofs that one tree extends another: nothing under the older root was changed, removed or put in another order.

use crate::envelope::Hash;
use crate::proof::inclusion::largest_power_below;
use crate::proof::tree::{Frontier, TreeError, TreeSource, empty_root, node_hash};

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidConsistency {
    #[error("a tree of {new} leaves does not extend one of {old}")]
    OutOfRange { old: u64, new: u64 },
    #[error("the proof has {0} hashes, which is not the number that these sizes need")]
    Length(usize),
    #[error("the proof leads to another root of the older tree")]
    OldRoot,
    #[error("the proof leads to another root of the newer tree")]
    NewRoot,
}

/// The proof that the tree of the first `new` leaves extends that of the first `old`.
pub fn prove<S: TreeSource + ?Sized>(source: &S, old: u64, new: u64) -> Result<Vec<Hash>, TreeError> {
    if old > new {
        return Err(TreeError::OutOfRange { asked: old, size: new });
    }
    if old == 0 || old == new {
        return Ok(Vec::new());
    }
    let mut proof = Vec::new();
    let (mut start, mut len) = (0, new);
    while old - start < len {
        let left = largest_power_below(len);
        if old - start <= left {
            proof.push(Frontier::load_range(source, start + left, len - left)?.root());
            len = left;
        } else {
            proof.push(Frontier::load_range(source, start, left)?.root());
            start += left;
            len -= left;
        }
    }
    // The verifier has the older root already; it is left out when it is a node of the newer tree.
    if start > 0 {
        proof.push(Frontier::load_range(source, start, len)?.root());
    }
    proof.reverse();
    Ok(proof)
}

/// Checks a proof of consistency as section 2.1.4.2 of RFC 9162 says; every tree extends the empty one.
pub fn verify(old: u64, new: u64, old_root: &Hash, new_root: &Hash, proof: &[Hash]) -> Result<(), InvalidConsistency> {
    if old > new {
        return Err(InvalidConsistency::OutOfRange { old, new });
    }
    if old == 0 || old == new {
        return verify_trivial(old, new, old_root, new_root, proof);
    }
    let whole_node = old.is_power_of_two();
    let (first, rest) = match proof {
        rest if whole_node => (old_root, rest),
        [first, rest @ ..] => (first, rest),
        [] => return Err(InvalidConsistency::Length(0)),
    };
    let shift = (old - 1).trailing_ones();
    let (mut node, mut last) = ((old - 1) >> shift, (new - 1) >> shift);
    let (mut old_hash, mut new_hash) = (*first, *first);
    for beside in rest {
        if last == 0 {
            return Err(InvalidConsistency::Length(proof.len()));
        }
        if node & 1 == 1 || node == last {
            old_hash = node_hash(beside, &old_hash);
            new_hash = node_hash(beside, &new_hash);
            let unchanged = node.trailing_zeros();
            node >>= unchanged;
            last >>= unchanged;
        } else {
            new_hash = node_hash(&new_hash, beside);
        }
        node >>= 1;
        last >>= 1;
    }
    match (last, old_hash == *old_root, new_hash == *new_root) {
        (0, true, true) => Ok(()),
        (0, false, _) => Err(InvalidConsistency::OldRoot),
        (0, true, false) => Err(InvalidConsistency::NewRoot),
        _ => Err(InvalidConsistency::Length(proof.len())),
    }
}

fn verify_trivial(
    old: u64,
    new: u64,
    old_root: &Hash,
    new_root: &Hash,
    proof: &[Hash],
) -> Result<(), InvalidConsistency> {
    if !proof.is_empty() {
        return Err(InvalidConsistency::Length(proof.len()));
    }
    if old == 0 && *old_root != empty_root() {
        return Err(InvalidConsistency::OldRoot);
    }
    if old == new && old_root != new_root {
        return Err(InvalidConsistency::NewRoot);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
