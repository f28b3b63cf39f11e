//! The laws of optimistic concurrency: expected versions of streams, and conflicts.

use super::Backend;
use super::sample::{Sample, all_events, assert_gapless, expect_refusal, idempotency, stream};
use crate::append::{Append, AppendError, Expected, Pending, Receipt};
use crate::envelope::{StreamName, Version};
use std::sync::Barrier;

fn conflict(stream: &StreamName, expected: Expected, found: u64) -> AppendError {
    AppendError::Conflict { stream: stream.clone(), expected, found: Version(found) }
}

pub(super) fn a_stream_that_is_not_as_expected_is_a_conflict(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let hall = stream("hall");
    let expecting = |expected| sample.append(&hall).expecting(hall.clone(), expected);

    for expected in [Expected::Exact(Version(1)), Expected::Exact(Version(u64::MAX))] {
        assert_eq!(expect_refusal(&*log, expecting(expected)), conflict(&hall, expected, 0));
    }
    log.append(expecting(Expected::NoStream)).wait().unwrap();
    log.append(expecting(Expected::Exact(Version(1)))).wait().unwrap();
    for expected in
        [Expected::NoStream, Expected::Exact(Version(0)), Expected::Exact(Version(1)), Expected::Exact(Version(3))]
    {
        assert_eq!(expect_refusal(&*log, expecting(expected)), conflict(&hall, expected, 2));
    }
    log.append(expecting(Expected::Exact(Version(2)))).wait().unwrap();
    assert_eq!(log.stream_version(&hall).unwrap(), Version(3));

    let empty = stream("empty");
    let zero = sample.append(&empty).expecting(empty.clone(), Expected::Exact(Version(0)));
    log.append(zero).wait().expect("version 0 is a stream without events");
    assert_gapless(&all_events(&*log));
}

pub(super) fn one_wrong_expectation_of_several_records_nothing(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let [hall, final_table, list] = [stream("hall"), stream("final"), stream("list")];
    log.append(Append::of(sample.events(&final_table, 2))).wait().unwrap();

    let three = |of_final: Expected, of_list: Expected| {
        let events = [&hall, &final_table, &list].map(|name| sample.event(name)).to_vec();
        Append::of(events)
            .expecting(hall.clone(), Expected::NoStream)
            .expecting(final_table.clone(), of_final)
            .expecting(list.clone(), of_list)
    };
    let right = Expected::Exact(Version(2));
    let low = Expected::Exact(Version(1));
    let high = Expected::Exact(Version(7));
    assert_eq!(expect_refusal(&*log, three(low, Expected::NoStream)), conflict(&final_table, low, 2));
    assert_eq!(expect_refusal(&*log, three(right, high)), conflict(&list, high, 0));
    assert_eq!(expect_refusal(&*log, three(low, high)), conflict(&final_table, low, 2), "the first one is named");
    let receipt = log.append(three(right, Expected::NoStream)).wait().unwrap();
    assert_eq!(receipt.count, 3);
    assert_gapless(&all_events(&*log));
}

pub(super) fn a_stream_that_gets_no_event_can_be_expected(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let [season, hall] = [stream("season"), stream("hall")];
    let closed = Expected::Exact(Version(1));
    let depending = || sample.append(&hall).expecting(season.clone(), closed);
    assert_eq!(expect_refusal(&*log, depending()), conflict(&season, closed, 0));
    log.append(sample.append(&season)).wait().unwrap();
    log.append(depending()).wait().unwrap();
    log.append(depending()).wait().expect("the append has not changed what it expects");
    log.append(sample.append(&season)).wait().unwrap();
    assert_eq!(expect_refusal(&*log, depending()), conflict(&season, closed, 2));
    assert_eq!(log.stream_version(&hall).unwrap(), Version(2));
}

pub(super) fn expectations_are_of_the_stream_before_the_append(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let hall = stream("hall");
    let four = Append::of(sample.events(&hall, 4)).expecting(hall.clone(), Expected::NoStream);
    log.append(four).wait().unwrap();
    let five = Append::of(sample.events(&hall, 5)).expecting(hall.clone(), Expected::Exact(Version(4)));
    log.append(five).wait().unwrap();
    let versions: Vec<u64> = log.read_stream(&hall, Version(0), 100).unwrap().iter().map(|row| row.version.0).collect();
    assert_eq!(versions, (1..=9).collect::<Vec<_>>());
}

pub(super) fn any_version_always_goes_through(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let hall = stream("hall");
    for _ in 0..3 {
        log.append(sample.append(&hall).expecting(hall.clone(), Expected::Any)).wait().unwrap();
        log.append(sample.append(&hall)).wait().unwrap();
    }
    assert_eq!(log.stream_version(&hall).unwrap(), Version(6));
    assert_eq!(log.stream_version(&stream("unnamed")).unwrap(), Version(0));
}

/// Handed over without waiting, so that a log that writes several appends in one commit has them in one.
pub(super) fn a_refused_append_takes_nobody_with_it(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let hall = stream("hall");
    log.append(sample.append(&hall)).wait().unwrap();
    // A commit may begin with refused appends too, wherever it begins.
    let is_refused = |number: u64| number < 30 || number.is_multiple_of(3);
    let recorded_before = |number| 1 + (0..number).filter(|earlier| !is_refused(*earlier)).count() as u64;
    let appends: Vec<Append> = (0..120)
        .map(|number| {
            let expected = match number % 2 {
                _ if is_refused(number) => Expected::NoStream,
                0 => Expected::Exact(Version(recorded_before(number))),
                _ => Expected::Any,
            };
            let append = sample.append(&hall).expecting(hall.clone(), expected);
            Append { idempotency: idempotency(number as u8, 0), ..append }
        })
        .collect();
    let waiting: Vec<Pending> = appends.iter().map(|append| log.append(append.clone())).collect();
    let outcomes: Vec<_> = waiting.into_iter().map(Pending::wait).collect();
    let mut recorded = vec![all_events(&*log)[0].event.event_id];
    for ((outcome, append), number) in outcomes.iter().zip(&appends).zip(0_u64..) {
        if is_refused(number) {
            let found = recorded_before(number);
            assert_eq!(*outcome, Err(conflict(&hall, Expected::NoStream, found)), "append {number}");
        } else {
            assert!(outcome.is_ok(), "append {number}: {outcome:?}");
            recorded.push(append.events[0].event_id);
        }
    }
    for (append, outcome) in appends.into_iter().zip(outcomes) {
        match outcome {
            Ok(receipt) => {
                let retry = log.append(append).wait();
                assert_eq!(retry, Ok(Receipt { replayed: true, ..receipt }), "each key stands for its own append");
            }
            Err(_) => {
                assert_eq!(expect_refusal(&*log, append), conflict(&hall, Expected::NoStream, recorded_before(120)));
            }
        }
    }
    let rows = all_events(&*log);
    assert_gapless(&rows);
    assert_eq!(rows.iter().map(|row| row.event.event_id).collect::<Vec<_>>(), recorded);
}

pub(super) fn appends_that_expect_the_same_version_at_once_have_one_winner(backend: &dyn Backend) {
    let logs = [backend.open(), backend.open()];
    let sample = Sample::new(backend);
    let hall = stream("hall");
    for round in 0..20_u64 {
        let start = Barrier::new(8);
        let outcomes: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8)
                .map(|number| {
                    let (log, hall, start) = (&logs[number % 2], &hall, &start);
                    scope.spawn(move || {
                        let append = sample.append(hall).expecting(hall.clone(), Expected::Exact(Version(round)));
                        start.wait();
                        log.append(append).wait()
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let (won, lost): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(Result::is_ok);
        assert_eq!(won.len(), 1, "round {round}: {won:?}");
        for outcome in lost {
            assert_eq!(outcome, Err(conflict(&hall, Expected::Exact(Version(round)), round + 1)));
        }
    }
    assert_eq!(all_events(&*logs[0]).len(), 20);
}
