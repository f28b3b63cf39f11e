//! The laws of several logs on one store, as several processes have them.

use super::Backend;
use super::sample::{Sample, all_events, assert_gapless, expect_refusal, idempotency, stream, wait_until};
use crate::append::{AppendError, Expected, Receipt};
use crate::envelope::{EventId, Position, Version};
use crate::follow::{FollowOutcome, Follower};
use crate::log::Log;
use std::sync::Arc;

pub(super) fn two_logs_on_one_store_write_by_turns(backend: &dyn Backend) {
    let logs = [backend.open(), backend.open()];
    let sample = Sample::new(backend);
    let hall = stream("hall");
    for number in 0..40 {
        let expected = Expected::Exact(Version(number));
        let [writer, other] = if number % 3 == 0 { [&logs[0], &logs[1]] } else { [&logs[1], &logs[0]] };
        let append = sample.append(&hall).expecting(hall.clone(), expected);
        let receipt = writer.append(append).wait().unwrap();
        assert_eq!(receipt.after, Position(number));
        assert_eq!(
            expect_refusal(&**other, sample.append(&hall).expecting(hall.clone(), expected)),
            AppendError::Conflict { stream: hall.clone(), expected, found: Version(number + 1) }
        );
    }
    assert_gapless(&all_events(&*logs[0]));
    assert_eq!(all_events(&*logs[0]), all_events(&*logs[1]));
    logs[0].close();
    logs[1].append(sample.append(&hall)).wait().expect("the other log goes on");
    assert_eq!(backend.open().head().unwrap().position, Position(41));
}

pub(super) fn a_log_notices_what_another_one_has_written(backend: &dyn Backend) {
    let [writer, reader] = [backend.open(), backend.open()];
    let sample = Sample::new(backend);
    let mut watch = reader.watch();
    let mut follower = Follower::new(Arc::clone(&reader), Position::START);
    for number in 1..=5 {
        let append = sample.append(&stream("hall"));
        let id = append.events[0].event_id;
        writer.append(append).wait().unwrap();
        wait_until(backend, "the other log to notice", || *watch.borrow() >= Position(number));
        assert_eq!(*watch.borrow_and_update(), Position(number));
        let FollowOutcome::Events(page) = follower.next_page(10, backend.timeout()).unwrap() else {
            panic!("there is an event")
        };
        assert_eq!(page.iter().map(|row| row.event.event_id).collect::<Vec<EventId>>(), [id]);
    }
    let late = backend.open().watch();
    assert_eq!(*late.borrow(), Position(5), "a log knows where it stands when it is opened");
}

pub(super) fn two_logs_that_write_at_once_never_lose_an_update(backend: &dyn Backend) {
    const EACH: u64 = 60;
    let logs = [backend.open(), backend.open()];
    let sample = Sample::new(backend);
    let names = [stream("north"), stream("south")];
    let receipts: Vec<Receipt> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|number| {
                let (log, names) = (&logs[number % 2], &names);
                scope.spawn(move || {
                    (0..EACH)
                        .map(|turn| decide_until_recorded(&**log, sample, &names[turn as usize % 2]))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let rows = all_events(&*logs[0]);
    assert_gapless(&rows);
    assert_eq!(rows.len() as u64, 4 * EACH);
    for name in &names {
        assert_eq!(logs[1].stream_version(name).unwrap(), Version(2 * EACH));
    }
    let mut positions: Vec<u64> = receipts.iter().map(|receipt| receipt.last().0).collect();
    positions.sort_unstable();
    assert_eq!(positions, (1..=4 * EACH).collect::<Vec<_>>());
}

/// Loads, decides and appends as a command does, and retries on a conflict.
fn decide_until_recorded(log: &dyn Log, sample: Sample<'_>, name: &crate::envelope::StreamName) -> Receipt {
    loop {
        let version = log.stream_version(name).unwrap();
        let expected = Expected::Exact(version);
        match log.append(sample.append(name).expecting(name.clone(), expected)).wait() {
            Ok(receipt) => {
                let written = log.read_stream(name, version, 1).unwrap();
                assert_eq!(written[0].position, receipt.last(), "the version that was expected to be next");
                return receipt;
            }
            Err(AppendError::Conflict { stream, expected: asked, found }) => {
                assert_eq!((&stream, asked), (name, expected));
                assert!(found > version, "a conflict with {found:?} though {version:?} was expected");
            }
            Err(error) => panic!("{error}"),
        }
    }
}

pub(super) fn a_key_used_through_one_log_is_known_to_the_other(backend: &dyn Backend) {
    let logs = [backend.open(), backend.open()];
    let sample = Sample::new(backend);
    let request = |asked| {
        let mut append = sample.append(&stream("hall"));
        append.idempotency = idempotency(1, asked);
        append
    };
    logs[1].append(sample.append(&stream("other"))).wait().unwrap();
    let first = logs[0].append(request(1)).wait().unwrap();
    assert_eq!(logs[1].append(request(1)).wait(), Ok(Receipt { replayed: true, ..first }));
    assert_eq!(expect_refusal(&*logs[1], request(2)), AppendError::IdempotencyMismatch);
    assert_eq!(all_events(&*logs[0]).len(), 2);
}
