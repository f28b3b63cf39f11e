//! The Merkle tree of RFC 6962 over the leaves of the log, grown leaf by leaf or loaded from stored subtrees.

use crate::envelope::{Hash, Position};
use crate::log::{Log, ReadError};
use sha2::{Digest, Sha256};

/// How many levels of the tree lie between one kept level and the next: a kept subtree of level `k` has 256^`k` leaves.
pub const STORED_LEVEL_HEIGHT: u32 = 8;
/// How many subtrees of one kept level make one of the next.
pub const STORED_SUBTREE_WIDTH: u64 = 1 << STORED_LEVEL_HEIGHT;

/// The root of a tree without leaves.
pub fn empty_root() -> Hash {
    Sha256::digest([]).into()
}

/// The hash of an inner node.
pub fn node_hash(left: &Hash, right: &Hash) -> Hash {
    let mut node = [0_u8; 65];
    node[0] = 1;
    node[1..33].copy_from_slice(left);
    node[33..].copy_from_slice(right);
    Sha256::digest(node).into()
}

/// A complete subtree of 256^`level` leaves, which a store keeps so that proofs need not read every leaf.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subtree {
    /// 1 for 256 leaves, 2 for 65,536, and so on.
    pub level: u32,
    /// How many subtrees of this level stand before it.
    pub index: u64,
    /// The hash of its top node.
    pub root: Hash,
}

/// What a store keeps of the tree, with the meaning of the methods of [`Log`] of the same names.
pub trait TreeSource {
    /// Leaf hashes of the events after `after`, at most `limit`.
    fn leaves(&self, after: Position, limit: usize) -> Result<Vec<Hash>, ReadError>;

    /// Roots of complete subtrees of 256^`level` leaves, from the one with this index, at most `limit`; may lag behind
    /// the leaves.
    fn subtrees(&self, level: u32, from: u64, limit: usize) -> Result<Vec<Hash>, ReadError>;
}

impl<L: Log + ?Sized> TreeSource for L {
    fn leaves(&self, after: Position, limit: usize) -> Result<Vec<Hash>, ReadError> {
        Log::leaves(self, after, limit)
    }

    fn subtrees(&self, level: u32, from: u64, limit: usize) -> Result<Vec<Hash>, ReadError> {
        Log::subtrees(self, level, from, limit)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    #[error("the tree could not be read")]
    Read(#[source] ReadError),
    #[error("the tree has no leaf at position {0}")]
    NoLeaf(Position),
    #[error("a tree of {size} leaves has not {parts} complete parts")]
    Parts { size: u64, parts: usize },
    /// A proof about a leaf that is not under the tree, or from a larger tree to a smaller one.
    #[error("there is no such proof: {asked} is not within {size}")]
    OutOfRange {
        /// The index of the leaf, or the size of the older tree.
        asked: u64,
        size: u64,
    },
}

/// The right edge of a growing tree: the roots of the complete subtrees that make it up, the largest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Frontier {
    len: u64,
    /// One for each bit that is set in `len`.
    roots: Vec<Hash>,
}

impl Frontier {
    pub fn new() -> Self {
        Self { len: 0, roots: Vec::with_capacity(64) }
    }

    /// Of a tree of so many leaves, from the roots of its complete subtrees, the largest first.
    pub fn from_parts(len: u64, roots: Vec<Hash>) -> Result<Self, TreeError> {
        if roots.len() == len.count_ones() as usize {
            Ok(Self { len, roots })
        } else {
            Err(TreeError::Parts { size: len, parts: roots.len() })
        }
    }

    /// Of the first `size` leaves of a source; reads about 256 hashes for each kept level.
    pub fn load<S: TreeSource + ?Sized>(source: &S, size: u64) -> Result<Self, TreeError> {
        Self::load_range(source, 0, size)
    }

    /// Of `len` leaves from `start`, as if they were a tree of their own. `start` must be a multiple of the largest
    /// power of two that is not above `len`, as it is for every node of a tree.
    pub(crate) fn load_range<S: TreeSource + ?Sized>(source: &S, start: u64, len: u64) -> Result<Self, TreeError> {
        let mut roots = Vec::with_capacity(64);
        let mut at = start;
        for height in (0..u64::BITS).rev().filter(|height| len >> height & 1 == 1) {
            roots.push(complete_root(source, at, height)?);
            at += 1 << height;
        }
        Ok(Self { len, roots })
    }

    /// Adds a leaf, and reports the subtrees to keep that it completes. Costs one node hash for each leaf on average.
    pub fn push(&mut self, leaf: Hash, completed: &mut Vec<Subtree>) {
        let mut hash = leaf;
        for height in 1..=self.len.trailing_ones() {
            let Some(left) = self.roots.pop() else { break };
            hash = node_hash(&left, &hash);
            if height % STORED_LEVEL_HEIGHT == 0 {
                let level = height / STORED_LEVEL_HEIGHT;
                completed.push(Subtree { level, index: self.len >> height, root: hash });
            }
        }
        self.roots.push(hash);
        self.len += 1;
    }

    pub fn len(&self) -> u64 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The roots of the complete subtrees, the largest first.
    pub fn parts(&self) -> &[Hash] {
        &self.roots
    }

    pub fn root(&self) -> Hash {
        let from_the_smallest = self.roots.iter().rev().copied();
        from_the_smallest.reduce(|right, left| node_hash(&left, &right)).unwrap_or_else(empty_root)
    }
}

/// The root of the tree over the first `size` leaves of a source.
pub fn root_at<S: TreeSource + ?Sized>(source: &S, size: u64) -> Result<Hash, TreeError> {
    Ok(Frontier::load(source, size)?.root())
}

/// The root of the complete subtree of 2^`height` leaves that begins at leaf `start`.
fn complete_root<S: TreeSource + ?Sized>(source: &S, start: u64, height: u32) -> Result<Hash, TreeError> {
    let level = height / STORED_LEVEL_HEIGHT;
    let from = start >> (level * STORED_LEVEL_HEIGHT);
    let mut hashes = kept(source, level, from, 1 << (height % STORED_LEVEL_HEIGHT))?;
    while hashes.len() > 1 {
        hashes = hashes.chunks_exact(2).map(|pair| node_hash(&pair[0], &pair[1])).collect();
    }
    hashes.pop().ok_or(TreeError::NoLeaf(Position(start + 1)))
}

/// Exactly `count` hashes of a kept level; what the source has not yet kept is computed from the level below.
pub(crate) fn kept<S: TreeSource + ?Sized>(
    source: &S,
    level: u32,
    from: u64,
    count: u64,
) -> Result<Vec<Hash>, TreeError> {
    let mut hashes = Vec::with_capacity(count as usize);
    while (hashes.len() as u64) < count {
        let at = from + hashes.len() as u64;
        let limit = (from + count - at) as usize;
        let page = match level {
            0 => source.leaves(Position(at), limit),
            _ => source.subtrees(level, at, limit),
        };
        let page = page.map_err(TreeError::Read)?;
        match (page.is_empty(), level) {
            (false, _) => hashes.extend(page.into_iter().take(limit)),
            (true, 0) => return Err(TreeError::NoLeaf(Position(at + 1))),
            (true, _) => {
                let height = level * STORED_LEVEL_HEIGHT;
                hashes.push(subtree_from_below(source, level, at << height)?);
            }
        }
    }
    Ok(hashes)
}

fn subtree_from_below<S: TreeSource + ?Sized>(source: &S, level: u32, start: u64) -> Result<Hash, TreeError> {
    let below = level - 1;
    let mut part = Frontier::new();
    let mut completed = Vec::new();
    for hash in kept(source, below, start >> (below * STORED_LEVEL_HEIGHT), STORED_SUBTREE_WIDTH)? {
        part.push(hash, &mut completed);
    }
    Ok(part.root())
}

#[cfg(test)]
mod tests;
