//! Proofs of inclusion against published ones; a spoiled one never passes.

use super::*;
use crate::proof::samples::{KNOWN_ROOTS, SampleTree, hash, known_leaves, leaf};
use crate::proof::tree::root_at;
use proptest::prelude::*;

#[test]
fn the_published_eight_leaves_have_the_published_proofs() {
    let left = "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d";
    let second = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7";
    let third_and_fourth = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e";
    let right_half = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4";
    let fifth = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b";
    let last_two = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0";
    let first_two = KNOWN_ROOTS[1];
    let left_half = KNOWN_ROOTS[3];
    let published: [(u64, u64, &[&str]); 5] = [
        (0, 1, &[]),
        (0, 8, &[second, third_and_fourth, right_half]),
        (5, 8, &[fifth, last_two, left_half]),
        (2, 3, &[first_two]),
        (1, 5, &[left, third_and_fourth, fifth]),
    ];
    let source = SampleTree::from_leaves(known_leaves());
    for (index, size, proof) in published {
        let proof: Vec<Hash> = proof.iter().map(|digits| hash(digits)).collect();
        assert_eq!(prove(&source, index, size).unwrap(), proof, "of {index} in {size}");
        let root = hash(KNOWN_ROOTS[size as usize - 1]);
        assert_eq!(verify(index, size, &known_leaves()[index as usize], &proof, &root), Ok(()));
    }
}

#[test]
fn a_leaf_outside_the_tree_has_no_proof() {
    let source = SampleTree::of(3);
    assert_eq!(prove(&source, 3, 3), Err(TreeError::OutOfRange { asked: 3, size: 3 }));
    assert_eq!(verify(3, 3, &leaf(3), &[], &leaf(3)), Err(InvalidInclusion::OutOfRange { index: 3, size: 3 }));
}

#[test]
fn a_proof_reads_few_hashes() {
    let source = SampleTree::of(130_000);
    prove(&source, 70_000, 129_999).unwrap();
    assert!(source.read.get() <= 6 * 256, "{} hashes", source.read.get());
}

proptest! {
    #[test]
    fn every_proof_holds_and_no_spoiled_one_does(
        (size, index) in (1_u64..140_000).prop_flat_map(|size| (Just(size), 0..size)),
        at in any::<prop::sample::Index>(),
        bit in 0_usize..256,
    ) {
        let source = SampleTree::shared();
        let root = root_at(source.as_ref(), size).unwrap();
        let proof = prove(source.as_ref(), index, size).unwrap();
        let own = leaf(index);
        prop_assert_eq!(verify(index, size, &own, &proof, &root), Ok(()));

        let flip = |hash: &Hash| {
            let mut flipped = *hash;
            flipped[bit / 8] ^= 1 << (bit % 8);
            flipped
        };
        prop_assert_eq!(verify(index, size, &flip(&own), &proof, &root), Err(InvalidInclusion::Root));
        prop_assert_eq!(verify(index, size, &own, &proof, &flip(&root)), Err(InvalidInclusion::Root));
        let longer = [proof.as_slice(), &[own]].concat();
        prop_assert_eq!(verify(index, size, &own, &longer, &root), Err(InvalidInclusion::Length(longer.len())));
        if !proof.is_empty() {
            let mut spoiled = proof.clone();
            let at = at.index(proof.len());
            spoiled[at] = flip(&spoiled[at]);
            prop_assert_eq!(verify(index, size, &own, &spoiled, &root), Err(InvalidInclusion::Root));
            let shorter = &proof[1..];
            prop_assert_eq!(verify(index, size, &own, shorter, &root), Err(InvalidInclusion::Length(shorter.len())));
            prop_assert!(verify((index + 1) % size, size, &own, &proof, &root).is_err());
        }
    }
}
