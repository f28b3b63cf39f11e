//! Proofs of consistency against published ones; a spoiled one never passes.

use super::*;
use crate::proof::samples::{KNOWN_ROOTS, SampleTree, hash, known_leaves};
use crate::proof::tree::root_at;
use proptest::prelude::*;

#[test]
fn the_published_eight_leaves_have_the_published_proofs() {
    let second = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7";
    let third_and_fourth = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e";
    let right_half = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4";
    let fifth = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b";
    let fifth_and_sixth = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a";
    let last_two = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0";
    let published: [(u64, u64, &[&str]); 4] = [
        (1, 1, &[]),
        (1, 8, &[second, third_and_fourth, right_half]),
        (6, 8, &[fifth_and_sixth, last_two, KNOWN_ROOTS[3]]),
        (2, 5, &[third_and_fourth, fifth]),
    ];
    let source = SampleTree::from_leaves(known_leaves());
    for (old, new, proof) in published {
        let proof: Vec<Hash> = proof.iter().map(|digits| hash(digits)).collect();
        assert_eq!(prove(&source, old, new).unwrap(), proof, "from {old} to {new}");
        let roots = [old, new].map(|size| hash(KNOWN_ROOTS[size as usize - 1]));
        assert_eq!(verify(old, new, &roots[0], &roots[1], &proof), Ok(()));
    }
}

#[test]
fn every_tree_extends_the_empty_one_and_itself() {
    let source = SampleTree::of(5);
    let root = root_at(&source, 5).unwrap();
    assert_eq!(prove(&source, 0, 5), Ok(Vec::new()));
    assert_eq!(verify(0, 5, &empty_root(), &root, &[]), Ok(()));
    assert_eq!(verify(0, 5, &root, &root, &[]), Err(InvalidConsistency::OldRoot));
    assert_eq!(prove(&source, 5, 5), Ok(Vec::new()));
    assert_eq!(verify(5, 5, &root, &root, &[]), Ok(()));
    assert_eq!(verify(5, 5, &root, &empty_root(), &[]), Err(InvalidConsistency::NewRoot));
    assert_eq!(verify(5, 5, &root, &root, &[root]), Err(InvalidConsistency::Length(1)));
}

#[test]
fn a_smaller_tree_extends_no_larger_one() {
    let source = SampleTree::of(3);
    assert_eq!(prove(&source, 3, 2), Err(TreeError::OutOfRange { asked: 3, size: 2 }));
    let root = empty_root();
    assert_eq!(verify(3, 2, &root, &root, &[]), Err(InvalidConsistency::OutOfRange { old: 3, new: 2 }));
    assert_eq!(verify(3, 5, &root, &root, &[]), Err(InvalidConsistency::Length(0)));
}

proptest! {
    #[test]
    fn every_proof_holds_and_no_spoiled_one_does(
        (old, new) in (2_u64..140_000).prop_flat_map(|new| (1..new, Just(new))),
        at in any::<prop::sample::Index>(),
        bit in 0_usize..256,
    ) {
        let source = SampleTree::shared();
        let [old_root, new_root] = [old, new].map(|size| root_at(source.as_ref(), size).unwrap());
        let proof = prove(source.as_ref(), old, new).unwrap();
        prop_assert_eq!(verify(old, new, &old_root, &new_root, &proof), Ok(()));

        let flip = |hash: &Hash| {
            let mut flipped = *hash;
            flipped[bit / 8] ^= 1 << (bit % 8);
            flipped
        };
        prop_assert!(verify(old, new, &flip(&old_root), &new_root, &proof).is_err());
        prop_assert!(verify(old, new, &old_root, &flip(&new_root), &proof).is_err());
        let mut spoiled = proof.clone();
        let at = at.index(proof.len());
        spoiled[at] = flip(&spoiled[at]);
        prop_assert!(verify(old, new, &old_root, &new_root, &spoiled).is_err());
        prop_assert!(verify(old, new, &old_root, &new_root, &proof[1..]).is_err());
        let longer = [proof.as_slice(), &[old_root]].concat();
        prop_assert!(verify(old, new, &old_root, &new_root, &longer).is_err());
        // A wrong size of the older tree may ask for the same hashes in the same order, but never with the same root.
        if old > 1 {
            let other = root_at(source.as_ref(), old - 1).unwrap();
            prop_assert!(verify(old, new, &other, &new_root, &proof).is_err());
        }
    }
}
