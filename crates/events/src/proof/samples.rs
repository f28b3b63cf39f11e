//! Trees for tests: the published eight leaves, and a synthetic source that counts what is read of it.

use crate::envelope::{Hash, Position};
use crate::log::ReadError;
use crate::proof::tree::{Frontier, TreeSource, empty_root, node_hash};
use sha2::{Digest, Sha256};
use std::cell::Cell;
use std::rc::Rc;

/// The roots of the first 1 to 8 of the leaves that implementations of RFC 6962 are tested with.
pub(crate) const KNOWN_ROOTS: [&str; 8] = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

/// The hashes of those leaves.
pub(crate) fn known_leaves() -> Vec<Hash> {
    let entries = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
    let hashed = |entry| Sha256::digest([vec![0], hex::decode(entry).unwrap()].concat()).into();
    entries.into_iter().map(hashed).collect()
}

/// Reads a hash from its digits.
pub(crate) fn hash(digits: &str) -> Hash {
    hex::decode(digits).unwrap().try_into().unwrap()
}

/// The leaf with this index of a synthetic tree.
pub(crate) fn leaf(index: u64) -> Hash {
    Sha256::digest([&[0], index.to_be_bytes().as_slice()].concat()).into()
}

/// The root as section 2.1 of RFC 6962 defines it.
pub(crate) fn naive_root(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => empty_root(),
        [only] => *only,
        _ => {
            let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
            node_hash(&naive_root(left), &naive_root(right))
        }
    }
}

/// What a store would keep of a synthetic tree.
#[derive(Clone)]
pub(crate) struct SampleTree {
    pub(crate) leaves: Rc<Vec<Hash>>,
    levels: Rc<[Vec<Hash>; 2]>,
    lag: [usize; 2],
    /// How many hashes were read.
    pub(crate) read: Cell<usize>,
}

impl SampleTree {
    pub(crate) fn of(size: u64) -> Self {
        Self::from_leaves((0..size).map(leaf).collect())
    }

    pub(crate) fn from_leaves(leaves: Vec<Hash>) -> Self {
        let (mut frontier, mut completed) = (Frontier::new(), Vec::new());
        for leaf in &leaves {
            frontier.push(*leaf, &mut completed);
        }
        let level = |level| completed.iter().filter(|found| found.level == level).map(|found| found.root).collect();
        let levels = Rc::new([level(1), level(2)]);
        Self { leaves: Rc::new(leaves), levels, lag: [0, 0], read: Cell::new(0) }
    }

    /// A tree of 140,000 leaves that is made once for each thread.
    pub(crate) fn shared() -> Rc<Self> {
        thread_local!(static SHARED: Rc<SampleTree> = Rc::new(SampleTree::of(140_000)));
        SHARED.with(Rc::clone)
    }

    /// The same tree, with so many subtrees of each level not kept yet.
    pub(crate) fn lagging(&self, lag: [usize; 2]) -> Self {
        Self { lag, read: Cell::new(0), ..self.clone() }
    }

    fn page(&self, of: &[Hash], from: u64, limit: usize) -> Vec<Hash> {
        let page: Vec<Hash> = of.iter().skip(from as usize).take(limit).copied().collect();
        self.read.set(self.read.get() + page.len());
        page
    }
}

impl TreeSource for SampleTree {
    fn leaves(&self, after: Position, limit: usize) -> Result<Vec<Hash>, ReadError> {
        Ok(self.page(&self.leaves, after.0, limit))
    }

    fn subtrees(&self, level: u32, from: u64, limit: usize) -> Result<Vec<Hash>, ReadError> {
        let index = level as usize - 1;
        Ok(self
            .levels
            .get(index)
            .map_or_else(Vec::new, |kept| self.page(&kept[..kept.len().saturating_sub(self.lag[index])], from, limit)))
    }
}
