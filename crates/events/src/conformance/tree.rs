//! The laws of what proofs stand on: leaves, roots of subtrees, kept checkpoints and the identity of the store.

use super::Backend;
use super::sample::{Sample, all_events, stream, wait_until};
use crate::append::Append;
use crate::envelope::{Hash, NewEvent, Position, StreamName};
use crate::log::{EPOCHS_STREAM, Identity, Log, StoredCheckpoint};
use crate::proof::epochs::LOSS_ACCEPTED;
use sha2::{Digest, Sha256};

/// The roots of all complete subtrees of 256^`level` leaves, taken as RFC 6962 writes it and nothing remembered.
pub(super) fn subtree_roots(leaves: &[Hash], level: u32) -> Vec<Hash> {
    let width = 256_usize.checked_pow(level).unwrap_or(usize::MAX);
    leaves.chunks_exact(width).map(root_of_complete).collect()
}

fn root_of_complete(leaves: &[Hash]) -> Hash {
    let mut nodes = leaves.to_vec();
    while nodes.len() > 1 {
        nodes = nodes.chunks_exact(2).map(|pair| node_hash(&pair[0], &pair[1])).collect();
    }
    nodes[0]
}

fn node_hash(left: &Hash, right: &Hash) -> Hash {
    Sha256::new().chain_update([1]).chain_update(left).chain_update(right).finalize().into()
}

pub(super) fn every_leaf_stands_for_its_row(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    for count in [1, 3, 2] {
        log.append(Append::of(sample.events(&stream("leaf"), count))).wait().unwrap();
        backend.environment().advance(1_000_001);
    }
    let rows = all_events(&*log);
    assert_eq!(rows.len(), 6);
    let leaves: Vec<Hash> = rows.iter().map(|row| row.as_ref().expected_leaf()).collect();
    for (row, leaf) in rows.iter().zip(&leaves) {
        assert_eq!(row.leaf, *leaf, "the leaf at position {}", row.position);
    }
    assert_eq!(log.leaves(Position::START, 100).unwrap(), leaves);
    assert_eq!(log.leaves(Position(2), 3).unwrap(), leaves[2..5]);
    assert_eq!(log.leaves(Position(6), 3).unwrap(), [] as [Hash; 0]);
    assert_eq!(log.leaves(Position(u64::MAX), 3).unwrap(), [] as [Hash; 0]);
    assert_eq!(log.leaves(Position::START, 0).unwrap(), [] as [Hash; 0]);
}

pub(super) fn roots_of_complete_subtrees_are_kept_from_the_256th_event_on(backend: &dyn Backend) {
    let [log, other] = [backend.open(), backend.open()];
    let sample = Sample::new(backend);
    let grow = |log: &dyn Log, count| {
        log.append(Append::of(sample.events(&stream("grove"), count))).wait().unwrap();
    };
    grow(&*log, 250);
    grow(&*other, 5);
    assert_eq!(log.subtrees(1, 0, 10).unwrap(), [] as [Hash; 0], "no subtree is complete");
    grow(&*log, 1);
    assert_roots(backend, &*log, 1, 1);
    grow(&*other, 300);
    log.close();
    let log = backend.open();
    grow(&*log, 212);
    assert_roots(backend, &*log, 1, 3);
    assert_roots(backend, &*other, 1, 3);
    let roots = log.subtrees(1, 0, 10).unwrap();
    assert_eq!(log.subtrees(1, 1, 1).unwrap(), roots[1..2]);
    assert_eq!(log.subtrees(1, 2, 10).unwrap(), roots[2..]);
    for (level, from) in [(1, 3), (1, u64::MAX), (2, 0), (4, 0), (8, 0), (u32::MAX, 0)] {
        assert_eq!(log.subtrees(level, from, 10).unwrap(), [] as [Hash; 0], "level {level} from {from}");
    }
}

pub(super) fn roots_of_complete_subtrees_are_kept_beyond_65536_events(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let forest = stream("forest");
    for count in [10_000, 10_000, 10_000, 10_000, 10_000, 10_000, 5_535] {
        log.append(Append::of(sample.events(&forest, count))).wait().unwrap();
    }
    assert_roots(backend, &*log, 1, 255);
    assert_eq!(log.subtrees(2, 0, 10).unwrap(), [] as [Hash; 0], "one event is missing");
    log.close();
    let log = backend.open();
    log.append(Append::of(sample.events(&forest, 300))).wait().unwrap();
    assert_roots(backend, &*log, 1, 257);
    assert_roots(backend, &*log, 2, 1);
}

/// Inner nodes may come a little after the events, so they are waited for.
fn assert_roots(backend: &dyn Backend, log: &dyn Log, level: u32, count: usize) {
    let stored = || log.subtrees(level, 0, 1000).unwrap();
    wait_until(backend, "roots of subtrees", || stored().len() >= count);
    let mut leaves = Vec::new();
    loop {
        let page = log.leaves(Position(leaves.len() as u64), 10_000).unwrap();
        if page.is_empty() {
            break;
        }
        leaves.extend(page);
    }
    let expected = subtree_roots(&leaves, level);
    assert_eq!(expected.len(), count);
    assert!(stored() == expected, "the stored roots of level {level} are not those of the leaves");
}

pub(super) fn checkpoints_are_kept_in_order_and_the_first_of_a_size_stays(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    assert_eq!(log.last_checkpoint().unwrap(), None);
    assert_eq!(log.checkpoints(0, 10).unwrap(), []);
    log.append(Append::of(sample.events(&stream("signed"), 20))).wait().unwrap();

    let kept: Vec<StoredCheckpoint> = [1, 4, 5, 20]
        .map(|size| StoredCheckpoint { size, note: format!("kostka.example\n{size}\nąę\n\n— x\n") })
        .into();
    for checkpoint in &kept {
        log.store_checkpoint(checkpoint).unwrap();
        assert_eq!(log.last_checkpoint().unwrap().as_ref(), Some(checkpoint));
    }
    log.store_checkpoint(&StoredCheckpoint { size: 4, note: "another note".to_owned() }).unwrap();
    log.store_checkpoint(&kept[3]).unwrap();

    let check = |log: &dyn Log| {
        assert_eq!(log.checkpoints(0, 10).unwrap(), kept);
        assert_eq!(log.checkpoints(0, 2).unwrap(), kept[..2]);
        assert_eq!(log.checkpoints(4, 1).unwrap(), kept[2..3]);
        assert_eq!(log.checkpoints(3, 10).unwrap(), kept[1..]);
        assert_eq!(log.checkpoints(20, 10).unwrap(), []);
        assert_eq!(log.checkpoints(u64::MAX, 10).unwrap(), []);
        assert_eq!(log.last_checkpoint().unwrap().as_ref(), kept.last());
    };
    check(&*log);
    log.close();
    check(&*backend.open());
}

pub(super) fn the_identity_outlives_reopening(backend: &dyn Backend) {
    let log = backend.open();
    let identity = log.identity().unwrap();
    assert_eq!(identity.epoch, 1);
    assert_eq!(backend.open().identity().unwrap(), identity, "a second log on the same store");
    log.append(Append::of(Sample::new(backend).events(&stream("same"), 1))).wait().unwrap();
    log.close();
    assert_eq!(backend.open().identity().unwrap(), identity);
}

pub(super) fn every_accepted_loss_opens_an_epoch(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let log_id = log.identity().unwrap().log_id;
    let epochs = StreamName::parse(EPOCHS_STREAM).unwrap();
    for epoch in 2..=4 {
        let payload = format!(r#"{{"lost_from":5,"lost_until":9,"lost_root":"00","epoch":{epoch},"reason":"00"}}"#);
        let loss = NewEvent { event_type: LOSS_ACCEPTED.into(), ..sample.event_with(&epochs, payload.into_bytes()) };
        let elsewhere = NewEvent { stream: StreamName::parse("log/others").unwrap(), ..loss.clone() };
        log.append(Append::of(vec![loss])).wait().unwrap();
        log.append(Append::of(vec![elsewhere])).wait().unwrap();
        assert_eq!(log.identity().unwrap(), Identity { log_id, epoch });
        assert_eq!(backend.open().identity().unwrap(), Identity { log_id, epoch });
    }
}
