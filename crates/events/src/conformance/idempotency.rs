//! The laws of idempotency: a request has its effect once, and a retry gets the same answer for ever.

use super::Backend;
use super::sample::{Sample, all_events, expect_refusal, idempotency, stream};
use crate::append::{Append, AppendError, Expected, Receipt};
use crate::envelope::{Position, StreamName, Version};
use crate::log::IdempotencyRecord;
use std::sync::Barrier;

/// A request as a client sends it again: the same key and request, but events made anew.
fn request(sample: Sample<'_>, name: &StreamName, key: u8, request: u8) -> Append {
    let mut append = Append::of(sample.events(name, 2)).expecting(name.clone(), Expected::NoStream);
    append.idempotency = idempotency(key, request);
    append
}

fn replayed(receipt: Receipt) -> Receipt {
    Receipt { replayed: true, ..receipt }
}

pub(super) fn a_retry_gets_the_first_receipt_and_records_nothing(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let hall = stream("hall");
    log.append(sample.append(&stream("before"))).wait().unwrap();
    let first = log.append(request(sample, &hall, 1, 1)).wait().unwrap();
    assert!(!first.replayed);
    assert_eq!((first.after, first.count), (Position(1), 2));
    log.append(sample.append(&hall)).wait().unwrap();
    backend.environment().advance(60_000_000);
    for _ in 0..3 {
        let retry = log.append(request(sample, &hall, 1, 1)).wait();
        assert_eq!(retry, Ok(replayed(first)), "though the stream has moved and the clock too");
    }
    assert_eq!(all_events(&*log).len(), 4);
    let other = log.append(request(sample, &stream("other"), 2, 1)).wait().unwrap();
    assert!(!other.replayed, "another key is another request");
}

pub(super) fn a_retry_after_reopening_gets_the_first_receipt(backend: &dyn Backend) {
    let sample = Sample::new(backend);
    let hall = stream("hall");
    let log = backend.open();
    let first = log.append(request(sample, &hall, 1, 1)).wait().unwrap();
    log.append(sample.append(&hall)).wait().unwrap();
    log.close();
    drop(log);
    let log = backend.open();
    assert_eq!(log.append(request(sample, &hall, 1, 1)).wait(), Ok(replayed(first)));
    assert_eq!(expect_refusal(&*log, request(sample, &hall, 1, 2)), AppendError::IdempotencyMismatch);
    assert_eq!(all_events(&*log).len(), 3);
}

pub(super) fn fifty_retries_at_once_have_one_effect(backend: &dyn Backend) {
    let logs = [backend.open(), backend.open()];
    let sample = Sample::new(backend);
    let hall = stream("hall");
    let start = Barrier::new(50);
    let receipts: Vec<Receipt> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..50)
            .map(|number| {
                let (log, hall, start) = (&logs[number % 2], &hall, &start);
                scope.spawn(move || {
                    let append = request(sample, hall, 7, 7);
                    start.wait();
                    log.append(append).wait().unwrap()
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(receipts.iter().filter(|receipt| !receipt.replayed).count(), 1);
    for receipt in &receipts {
        assert_eq!(replayed(*receipt), replayed(receipts[0]));
    }
    assert_eq!(all_events(&*logs[0]).len(), 2);
}

/// Handed over without waiting, so that both tries may be in one commit.
pub(super) fn a_retry_right_behind_the_first_try_is_a_retry(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let hall = stream("hall");
    let waiting: Vec<_> =
        [(1, 1), (1, 1), (1, 2), (1, 1)].map(|(key, asked)| log.append(request(sample, &hall, key, asked))).into();
    let outcomes: Vec<_> = waiting.into_iter().map(crate::append::Pending::wait).collect();
    let first = outcomes[0].clone().unwrap();
    assert_eq!(outcomes, [Ok(first), Ok(replayed(first)), Err(AppendError::IdempotencyMismatch), Ok(replayed(first))]);
    assert_eq!(all_events(&*log).len(), 2);
}

pub(super) fn another_request_under_a_used_key_is_refused(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let hall = stream("hall");
    let first = log.append(request(sample, &hall, 1, 1)).wait().unwrap();
    assert_eq!(expect_refusal(&*log, request(sample, &stream("other"), 1, 2)), AppendError::IdempotencyMismatch);
    assert_eq!(
        expect_refusal(&*log, request(sample, &hall, 1, 2)),
        AppendError::IdempotencyMismatch,
        "the key is looked at before the streams"
    );
    let empty = Append { idempotency: idempotency(1, 2), ..Append::default() };
    assert_eq!(expect_refusal(&*log, empty), AppendError::IdempotencyMismatch);
    assert_eq!(log.append(request(sample, &hall, 1, 1)).wait(), Ok(replayed(first)), "the first request keeps its key");
}

pub(super) fn a_refused_append_does_not_use_up_its_key(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let hall = stream("hall");
    log.append(sample.append(&hall)).wait().unwrap();
    assert!(matches!(expect_refusal(&*log, request(sample, &hall, 1, 1)), AppendError::Conflict { .. }));
    let mut decided_again = request(sample, &hall, 1, 1);
    decided_again.expected[0].1 = Expected::Exact(Version(1));
    let receipt = log.append(decided_again).wait().unwrap();
    assert!(!receipt.replayed);

    assert!(matches!(expect_refusal(&*log, request(sample, &hall, 2, 1)), AppendError::Conflict { .. }));
    let another = log.append(request(sample, &stream("other"), 2, 2)).wait().unwrap();
    assert!(!another.replayed, "a key that had no effect is free for any request");
    assert_eq!(all_events(&*log).len(), 5);
}

pub(super) fn an_empty_append_stands_at_the_head_and_checks_what_it_expects(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let hall = stream("hall");
    let at_start = log.append(Append::default()).wait().unwrap();
    assert_eq!((at_start.after, at_start.count, at_start.replayed), (Position::START, 0, false));
    log.append(Append::of(sample.events(&hall, 3))).wait().unwrap();
    let expecting = |expected| Append::default().expecting(hall.clone(), expected);
    let receipt = log.append(expecting(Expected::Exact(Version(3)))).wait().unwrap();
    assert_eq!((receipt.after, receipt.count, receipt.last()), (Position(3), 0, Position(3)));
    let wrong = Expected::Exact(Version(2));
    assert_eq!(
        expect_refusal(&*log, expecting(wrong)),
        AppendError::Conflict { stream: hall.clone(), expected: wrong, found: Version(3) }
    );
    assert_eq!(all_events(&*log).len(), 3);
    assert_eq!(log.append(sample.append(&hall)).wait().unwrap().after, Position(3), "it took no position");
}

pub(super) fn an_empty_append_remembers_its_key(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let hall = stream("hall");
    let empty = |request| Append { idempotency: idempotency(1, request), ..Append::default() };
    log.append(sample.append(&hall)).wait().unwrap();
    let first = log.append(empty(1)).wait().unwrap();
    assert_eq!((first.after, first.count, first.replayed), (Position(1), 0, false));
    log.append(sample.append(&hall)).wait().unwrap();
    assert_eq!(log.append(empty(1)).wait(), Ok(replayed(first)));
    assert_eq!(expect_refusal(&*log, empty(2)), AppendError::IdempotencyMismatch);
    log.close();
    let log = backend.open();
    assert_eq!(log.append(empty(1)).wait(), Ok(replayed(first)));
    assert_eq!(all_events(&*log).len(), 2);
}

pub(super) fn kept_requests_are_listed_in_the_order_of_their_keys(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    assert_eq!(log.idempotency_records_after(None, 10).unwrap(), []);
    let mut expected = Vec::new();
    for key in [7, 0, 255, 9, 128] {
        backend.environment().advance(1);
        let append = request(sample, &stream(&format!("hall {key}")), key, key ^ 1);
        let idempotency = append.idempotency.unwrap();
        let receipt = replayed(log.append(append).wait().unwrap());
        expected.push(IdempotencyRecord { idempotency, receipt });
    }
    log.append(sample.append(&stream("without a key"))).wait().unwrap();
    assert!(matches!(expect_refusal(&*log, request(sample, &stream("hall 7"), 8, 8)), AppendError::Conflict { .. }));
    let empty = Append { idempotency: idempotency(200, 1), ..Append::default() };
    let receipt = replayed(log.append(empty).wait().unwrap());
    expected.push(IdempotencyRecord { idempotency: idempotency(200, 1).unwrap(), receipt });
    expected.sort_unstable_by_key(|kept| kept.idempotency.key);

    log.close();
    let log = backend.open();
    assert_eq!(log.idempotency_records_after(None, usize::MAX).unwrap(), expected);
    assert_eq!(log.idempotency_records_after(None, 0).unwrap(), []);
    for size in [1, 2, 5, 6] {
        let mut paged: Vec<IdempotencyRecord> = Vec::new();
        loop {
            let page = log.idempotency_records_after(paged.last().map(|kept| kept.idempotency.key), size).unwrap();
            assert!(page.len() <= size);
            if page.is_empty() {
                break;
            }
            paged.extend(page);
        }
        assert_eq!(paged, expected, "pages of {size}");
    }
}
