//! Laws of reading during writes: no event is skipped or repeated, and all readers see the same order.

use super::Backend;
use super::sample::{Sample, all_events, assert_gapless, block_on, stream};
use crate::append::{Append, AppendError, Receipt};
use crate::envelope::{EventId, NewEvent, Position, Recorded};
use crate::follow::{FollowOutcome, Follower};
use crate::log::Log;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub(super) fn a_slow_reader_sees_every_event_once(backend: &dyn Backend) {
    const APPENDS: usize = 400;
    let log = backend.open();
    let sample = Sample::new(backend);
    let done = AtomicBool::new(false);
    let seen = std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..APPENDS {
                log.append(sample.append(&stream("busy"))).wait().unwrap();
            }
            done.store(true, Ordering::SeqCst);
        });
        let mut seen: Vec<Recorded> = Vec::new();
        loop {
            // Looked at before the page: what was done by then is in the page, if the page is the last one.
            let last = done.load(Ordering::SeqCst);
            let after = seen.last().map_or(Position::START, |row| row.position);
            let page = log.read(after, 7).unwrap();
            if page.is_empty() && last {
                return seen;
            }
            seen.extend(page);
            std::thread::yield_now();
        }
    });
    assert_eq!(seen.len(), APPENDS);
    assert_gapless(&seen);
    assert_eq!(seen, all_events(&*log));
}

pub(super) fn a_scan_holds_no_writer_up(backend: &dyn Backend) {
    let [reader, writer] = [backend.open(), backend.open()];
    let sample = Sample::new(backend);
    reader.append(Append::of(sample.events(&stream("hall"), 5))).wait().unwrap();
    let mut visited = 0;
    reader
        .scan(Position::START, Position(5), &mut |_| {
            visited += 1;
            for log in [&reader, &writer] {
                log.append(sample.append(&stream("meanwhile"))).wait().expect("a write in the middle of a scan");
                assert_eq!(log.head().unwrap().position, log.read(Position(5), 100).unwrap().last().unwrap().position);
            }
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(visited, 5);
    assert_eq!(all_events(&*reader).len(), 15);
}

const WRITERS: usize = 16;
const APPENDS_EACH: usize = 625;

/// What one writer was told: each receipt with the events under it.
type Receipts = Vec<(Receipt, Vec<EventId>)>;

pub(super) fn sixteen_writers_race_and_followers_miss_and_repeat_nothing(backend: &dyn Backend) {
    let logs = [backend.open(), backend.open()];
    let sample = Sample::new(backend);
    let total: usize = (0..WRITERS * APPENDS_EACH).map(events_in_append).sum();
    let (told, followed) = std::thread::scope(|scope| {
        // One that takes what there is, one with small pages, and the same at the log of another process.
        let mut followers: Vec<_> = [(0, 1000), (0, 3), (1, 1000), (1, 17)]
            .map(|(log, page)| {
                let follower = Follower::new(Arc::clone(&logs[log]), Position::START);
                scope.spawn(move || follow(follower, page, total, backend.timeout()))
            })
            .into();
        let awaiting = Follower::new(Arc::clone(&logs[0]), Position::START);
        followers.push(scope.spawn(move || block_on(backend, follow_awaiting(awaiting, total))));
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                let log = &logs[writer % 2];
                scope.spawn(move || write(&**log, sample, writer))
            })
            .collect();
        let told: Vec<Receipts> = writers.into_iter().map(|thread| thread.join().unwrap()).collect();
        let followed: Vec<Vec<SeenEvent>> = followers.into_iter().map(|thread| thread.join().unwrap()).collect();
        (told, followed)
    });

    let rows = all_events(&*logs[0]);
    assert_eq!(rows.len(), total);
    assert_gapless(&rows);
    for (receipt, ids) in told.into_iter().flatten() {
        let under = &rows[receipt.after.0 as usize..receipt.last().0 as usize];
        assert!(under.iter().map(|row| row.event.event_id).eq(ids), "what stands under {receipt:?}");
    }
    let expected: Vec<SeenEvent> = rows.iter().map(seen).collect();
    for (number, followed) in followed.iter().enumerate() {
        assert!(*followed == expected, "follower {number} saw another sequence");
    }
}

type SeenEvent = (Position, EventId);

fn seen(row: &Recorded) -> SeenEvent {
    (row.position, row.event.event_id)
}

fn events_in_append(number: usize) -> usize {
    if number.is_multiple_of(8) { 3 } else { 1 }
}

fn follow(mut follower: Follower, page: usize, total: usize, timeout: Duration) -> Vec<SeenEvent> {
    let mut all: Vec<SeenEvent> = Vec::new();
    while all.len() < total {
        let FollowOutcome::Events(page) = follower.next_page(page, timeout).unwrap() else {
            panic!("waited too long after {} of {total} events", all.len());
        };
        for row in &page {
            assert_eq!(row.position.0, all.len() as u64 + 1, "skipped or repeated");
            all.push(seen(row));
        }
    }
    all
}

/// As a task of an asynchronous runtime does.
async fn follow_awaiting(mut follower: Follower, total: usize) -> Vec<SeenEvent> {
    let mut all: Vec<SeenEvent> = Vec::new();
    while all.len() < total {
        follower.ready().await;
        let FollowOutcome::Events(page) = follower.page(100).unwrap() else { panic!("it was said that there is more") };
        all.extend(page.iter().map(seen));
    }
    all
}

/// Several appends are under way at once, so that there is something to write together.
fn write(log: &dyn Log, sample: Sample<'_>, writer: usize) -> Receipts {
    let mut told = Vec::new();
    let mut under_way = std::collections::VecDeque::new();
    for number in 0..APPENDS_EACH {
        let count = events_in_append(writer * APPENDS_EACH + number);
        let events: Vec<NewEvent> =
            (0..count).map(|event| sample.event(&stream(&format!("{}", (writer + number + event) % 50)))).collect();
        let ids: Vec<EventId> = events.iter().map(|event| event.event_id).collect();
        under_way.push_back((log.append(Append::of(events)), ids));
        if under_way.len() == 4 {
            let (pending, ids) = under_way.pop_front().unwrap();
            told.push((settled(pending.wait()), ids));
        }
    }
    told.extend(under_way.into_iter().map(|(pending, ids)| (settled(pending.wait()), ids)));
    told
}

fn settled(outcome: Result<Receipt, AppendError>) -> Receipt {
    outcome.unwrap_or_else(|error| panic!("64 appends at a time are not too many: {error}"))
}
