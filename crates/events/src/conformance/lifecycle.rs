//! The laws of overload, closing and refusing: every append is answered, and the answer is true.

use super::Backend;
use super::sample::{Sample, all_events, assert_gapless, block_on, expect_refusal, stream, wait_until};
use crate::append::{Append, AppendError, MAX_EVENTS};
use crate::envelope::{EventId, Position, StreamName, Timestamp, Version};
use crate::follow::{FollowOutcome, Follower};
use crate::log::{Log, Mode, ReadError, StoredCheckpoint};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// Checks that exactly these events are in the log, in any order.
fn assert_exactly(log: &dyn Log, mut acknowledged: Vec<EventId>) {
    let rows = all_events(log);
    assert_gapless(&rows);
    let mut recorded: Vec<EventId> = rows.iter().map(|row| row.event.event_id).collect();
    recorded.sort_unstable();
    acknowledged.sort_unstable();
    assert_eq!(recorded.len(), acknowledged.len());
    assert!(recorded == acknowledged, "other events than those acknowledged are in the log");
}

pub(super) fn too_many_waiting_appends_are_refused_and_the_others_recorded(backend: &dyn Backend) {
    const MOST: usize = 100_000;
    const ENOUGH_REFUSED: usize = 20;
    let log = backend.open();
    let sample = Sample::new(backend);
    let flood = stream("flood");
    // Keeps the writer busy while the queue fills. Most of the flood is empty, because a caller makes that faster than
    // any writer can write it.
    let long = Append::of(sample.events(&flood, MAX_EVENTS));
    let mut acknowledged: Vec<EventId> = long.events.iter().map(|event| event.event_id).collect();
    let mut waiting = vec![(Vec::new(), log.append(long))];
    let mut overloaded = 0;
    for number in 0..MOST {
        let append = if number % 8 == 0 { sample.append(&flood) } else { Append::default() };
        let ids: Vec<EventId> = append.events.iter().map(|event| event.event_id).collect();
        let mut pending = log.append(append);
        // A refusal is there at once; looking for it keeps the flood as short as it can be.
        match Pin::new(&mut pending).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Pending => waiting.push((ids, pending)),
            Poll::Ready(Ok(_)) => acknowledged.extend(ids),
            Poll::Ready(Err(AppendError::Overloaded)) => overloaded += ids.len(),
            Poll::Ready(Err(error)) => panic!("{error}"),
        }
        if overloaded >= ENOUGH_REFUSED || !backend.has_queue() && number == 1000 {
            break;
        }
    }
    assert_eq!(overloaded > 0, backend.has_queue(), "{} wait", waiting.len());
    for (ids, pending) in waiting {
        pending.wait().expect("what was not refused at once is written");
        acknowledged.extend(ids);
    }
    assert!(acknowledged.len() > MAX_EVENTS + 10, "a queue takes some");
    assert_exactly(&*log, acknowledged);
    log.append(sample.append(&flood)).wait().expect("when the queue is empty the log goes on");
}

pub(super) fn closing_writes_what_waits_and_takes_nothing_more(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let hall = stream("hall");
    let waiting: Vec<_> = (0..200)
        .map(|_| {
            let append = sample.append(&hall);
            (append.events[0].event_id, log.append(append))
        })
        .collect();
    log.close();
    let late = log.append(sample.append(&hall)).wait();
    assert_eq!(late, Err(AppendError::Closed));
    log.close();
    assert_eq!(log.append(Append::default()).wait(), Err(AppendError::Closed));
    let acknowledged: Vec<EventId> = waiting
        .into_iter()
        .map(|(id, pending)| {
            pending.wait().expect("what was taken before the close is written");
            id
        })
        .collect();
    drop(log);
    let log = backend.open();
    assert_exactly(&*log, acknowledged);
    log.append(sample.append(&hall)).wait().expect("a reopened log goes on");
}

pub(super) fn a_closed_log_is_not_read(backend: &dyn Backend) {
    let log = backend.open();
    let hall = stream("hall");
    log.append(Sample::new(backend).append(&hall)).wait().unwrap();
    let watch = log.watch();
    assert!(watch.has_changed().is_ok(), "an open log may have news");
    log.close();
    assert_eq!(log.head(), Err(ReadError::Closed));
    assert_eq!(log.read(Position::START, 10), Err(ReadError::Closed));
    assert_eq!(log.stream_version(&hall), Err(ReadError::Closed));
    assert_eq!(log.position_at(Timestamp(0)), Err(ReadError::Closed));
    assert_eq!(log.identity(), Err(ReadError::Closed));
    assert_eq!(log.sealed(&hall), Err(ReadError::Closed));
    let checkpoint = StoredCheckpoint { size: 1, note: "note".to_owned() };
    assert_eq!(log.store_checkpoint(&checkpoint), Err(ReadError::Closed));
    assert_eq!(log.purge_erased(), Err(ReadError::Closed));
    for watch in [watch, log.watch()] {
        assert!(watch.has_changed().is_err(), "a closed log has no news");
        assert_eq!(*watch.borrow(), Position(1));
    }
    assert_eq!(all_events(&*backend.open()).len(), 1);
}

pub(super) fn closing_ends_a_follower_on_a_thread(backend: &dyn Backend) {
    let log = backend.open();
    let mut follower = Follower::new(Arc::clone(&log), Position::START);
    assert_eq!(follower.page(10), Ok(FollowOutcome::NothingYet));
    assert_eq!(follower.next_page(10, Duration::ZERO), Ok(FollowOutcome::NothingYet));
    log.append(Sample::new(backend).append(&stream("hall"))).wait().unwrap();
    std::thread::scope(|scope| {
        let (begun, waits) = std::sync::mpsc::channel();
        let ended = scope.spawn(move || {
            let first = follower.next_page(10, backend.timeout()).unwrap();
            assert!(matches!(first, FollowOutcome::Events(events) if events.len() == 1));
            begun.send(()).unwrap();
            (follower.next_page(10, backend.timeout()), follower.page(10), follower.next_page(10, backend.timeout()))
        });
        waits.recv().unwrap();
        log.close();
        assert_eq!(
            ended.join().unwrap(),
            (Ok(FollowOutcome::Closed), Ok(FollowOutcome::Closed), Ok(FollowOutcome::Closed))
        );
    });
    assert_eq!(Follower::new(log, Position::START).next_page(10, backend.timeout()), Ok(FollowOutcome::Closed));
}

pub(super) fn closing_ends_a_follower_that_is_awaited(backend: &dyn Backend) {
    let log = backend.open();
    let mut follower = Follower::new(Arc::clone(&log), Position::START);
    log.append(Sample::new(backend).append(&stream("hall"))).wait().unwrap();
    block_on(backend, follower.ready());
    assert!(matches!(follower.page(10), Ok(FollowOutcome::Events(events)) if events.len() == 1));
    {
        let mut waiting = std::pin::pin!(follower.ready());
        assert_eq!(waiting.as_mut().poll(&mut Context::from_waker(Waker::noop())), Poll::Pending);
        std::thread::scope(|scope| {
            scope.spawn(|| log.close());
            block_on(backend, waiting);
        });
    }
    assert_eq!(follower.page(10), Ok(FollowOutcome::Closed));
    block_on(backend, follower.ready());
    assert_eq!(follower.page(10), Ok(FollowOutcome::Closed));
}

pub(super) fn closing_while_others_write_loses_no_acknowledged_event(backend: &dyn Backend) {
    let sample = Sample::new(backend);
    let mut acknowledged = Vec::new();
    for _ in 0..10 {
        let log = backend.open();
        let enough = Position(log.head().unwrap().position.0 + 30);
        acknowledged.extend(std::thread::scope(|scope| {
            let writers: Vec<_> = (0..4)
                .map(|writer| {
                    let log = &log;
                    scope.spawn(move || write_until_closed(&**log, sample, &stream(&format!("writer {writer}"))))
                })
                .collect();
            wait_until(backend, "some events", || log.head().unwrap().position >= enough);
            log.close();
            writers.into_iter().flat_map(|thread| thread.join().unwrap()).collect::<Vec<EventId>>()
        }));
    }
    assert_exactly(&*backend.open(), acknowledged);
}

/// Has a few appends under way all the time, so that some meet the close; gives the events that were acknowledged.
fn write_until_closed(log: &dyn Log, sample: Sample<'_>, name: &StreamName) -> Vec<EventId> {
    let mut acknowledged = Vec::new();
    let mut closed = false;
    while !closed {
        let waiting: Vec<_> = (0..5)
            .map(|_| {
                let append = sample.append(name);
                (append.events[0].event_id, log.append(append))
            })
            .collect();
        for (id, pending) in waiting {
            match pending.wait() {
                Ok(_) => acknowledged.push(id),
                Err(AppendError::Closed) => closed = true,
                Err(error) => panic!("{error}"),
            }
        }
    }
    acknowledged
}

pub(super) fn appends_that_meet_a_read_only_log_are_written_or_refused(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let hall = stream("hall");
    let hand_over = || {
        let append = sample.append(&hall);
        (append.events[0].event_id, log.append(append))
    };
    let before: Vec<_> = (0..200).map(|_| hand_over()).collect();
    log.set_read_only("as a test");
    let after: Vec<_> = (0..50).map(|_| hand_over()).collect();
    let refusal = Err(AppendError::ReadOnly("as a test".to_owned()));
    let mut acknowledged = Vec::new();
    for (id, pending) in before {
        match pending.wait() {
            Ok(_) => acknowledged.push(id),
            refused => assert_eq!(refused, refusal),
        }
    }
    for (_, pending) in after {
        assert_eq!(pending.wait(), refusal);
    }
    assert_exactly(&*log, acknowledged);
}

pub(super) fn a_read_only_log_says_why_and_is_still_read(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let hall = stream("hall");
    log.append(Append::of(sample.events(&hall, 3))).wait().unwrap();
    assert_eq!(log.mode(), Mode::Writable);
    let reason = "the store is behind its last checkpoint (ż)";
    log.set_read_only(reason);
    assert_eq!(log.mode(), Mode::ReadOnly(reason.to_owned()));
    assert_eq!(expect_refusal(&*log, sample.append(&hall)), AppendError::ReadOnly(reason.to_owned()));
    assert_eq!(all_events(&*log).len(), 3);
    assert_eq!(log.stream_version(&hall).unwrap(), Version(3));
    assert_eq!(log.read_stream(&hall, Version(1), 10).unwrap().len(), 2);
    assert_eq!(log.leaves(Position::START, 10).unwrap().len(), 3);
    log.close();
}
