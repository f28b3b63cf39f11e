//! The tree against published roots, against the recursive definition, and against itself taken up from stored parts.

use super::*;
use crate::proof::samples::{KNOWN_ROOTS, SampleTree, known_leaves, leaf, naive_root};
use proptest::prelude::*;

#[test]
fn the_empty_tree_has_the_hash_of_nothing() {
    let known = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_eq!(hex::encode(Frontier::new().root()), known);
    assert!(Frontier::new().is_empty());
}

#[test]
fn the_published_eight_leaves_have_the_published_roots() {
    let mut frontier = Frontier::new();
    for (leaf, known) in known_leaves().into_iter().zip(KNOWN_ROOTS) {
        frontier.push(leaf, &mut Vec::new());
        assert_eq!(hex::encode(frontier.root()), known, "of {} leaves", frontier.len());
    }
    assert_eq!(frontier.len(), 8);
}

#[test]
fn a_subtree_is_reported_when_its_last_leaf_comes() {
    let mut frontier = Frontier::new();
    let mut completed = Vec::new();
    let leaves: Vec<Hash> = (0..65_536 + 300).map(leaf).collect();
    for (pushed, leaf) in leaves.iter().enumerate() {
        let before = completed.len();
        frontier.push(*leaf, &mut completed);
        let levels: Vec<(u32, u64)> = completed[before..].iter().map(|found| (found.level, found.index)).collect();
        let size = pushed as u64 + 1;
        let expected: Vec<(u32, u64)> = (1..=2)
            .filter(|level| size.is_multiple_of(STORED_SUBTREE_WIDTH.pow(*level)))
            .map(|level| (level, size / STORED_SUBTREE_WIDTH.pow(level) - 1))
            .collect();
        assert_eq!(levels, expected, "at {size} leaves");
    }
    assert_eq!(completed[0].root, naive_root(&leaves[..256]));
    let large = completed.iter().find(|found| found.level == 2).unwrap();
    assert_eq!(large.root, naive_root(&leaves[..65_536]));
}

#[test]
fn a_tree_taken_up_from_stored_parts_is_the_tree_that_was_grown() {
    let kept = SampleTree::of(65_536 * 2 + 256 * 3 + 77);
    let mut grown = Frontier::new();
    let sizes = [0, 1, 2, 255, 256, 257, 511, 512, 65_535, 65_536, 65_537, 65_792, 131_072, kept.leaves.len() as u64];
    for size in 0..=kept.leaves.len() as u64 {
        if sizes.contains(&size) {
            assert_eq!(Frontier::load(&kept, size).unwrap(), grown, "of {size} leaves");
        }
        if let Some(leaf) = kept.leaves.get(size as usize) {
            grown.push(*leaf, &mut Vec::new());
        }
    }
}

#[test]
fn taking_a_tree_up_reads_few_hashes() {
    let kept = SampleTree::of(65_536 * 3 - 1);
    root_at(&kept, 65_536 * 3 - 1).unwrap();
    assert!(kept.read.get() <= 3 * 256, "{} hashes", kept.read.get());
}

#[test]
fn a_tree_larger_than_its_source_is_refused() {
    let kept = SampleTree::of(300);
    assert_eq!(root_at(&kept, 301), Err(TreeError::NoLeaf(Position(301))));
    assert_eq!(root_at(&kept, u64::MAX), Err(TreeError::NoLeaf(Position(301))));
}

#[test]
fn parts_of_another_number_are_refused() {
    let parts = vec![[7; 32]; 2];
    assert!(Frontier::from_parts(3, parts.clone()).is_ok());
    assert_eq!(Frontier::from_parts(4, parts), Err(TreeError::Parts { size: 4, parts: 2 }));
}

proptest! {
    #[test]
    fn the_root_is_the_one_that_the_definition_gives(size in 0_u64..700) {
        let leaves: Vec<Hash> = (0..size).map(leaf).collect();
        let mut frontier = Frontier::new();
        for leaf in &leaves {
            frontier.push(*leaf, &mut Vec::new());
        }
        prop_assert_eq!(frontier.root(), naive_root(&leaves));
    }

    #[test]
    fn subtrees_that_lag_behind_change_nothing(size in 0_u64..140_000, lag in 0_usize..12, higher_lag in 0_usize..3) {
        let kept = SampleTree::shared();
        let whole = Frontier::load(kept.as_ref(), size).unwrap();
        let lagging = kept.lagging([lag, higher_lag]);
        prop_assert_eq!(&Frontier::load(&lagging, size).unwrap(), &whole);
        let parts = Frontier::from_parts(size, whole.parts().to_vec()).unwrap();
        prop_assert_eq!(parts, whole);
    }
}
