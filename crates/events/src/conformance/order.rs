//! The laws of order: positions without gaps, times that do not go back.

use super::Backend;
use super::sample::{Sample, all_events, assert_gapless, block_on, stream};
use crate::append::{Append, Receipt};
use crate::envelope::{EventId, Position, Recorded, Timestamp, Version};
use crate::environment::Environment;
use crate::log::MAX_PAGE;

pub(super) fn positions_have_no_gaps_and_follow_the_acknowledgements(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let mut receipts = Vec::new();
    let mut ids = Vec::new();
    for count in [1, 5, 1, 100, 2, 0, 3] {
        backend.environment().advance(7);
        let mut events = sample.events(&stream("a"), count);
        for event in events.iter_mut().skip(1).step_by(2) {
            event.stream = stream("b");
        }
        ids.extend(events.iter().map(|event| event.event_id));
        let receipt = log.append(Append::of(events)).wait().unwrap();
        assert_eq!((receipt.count, receipt.replayed), (count as u64, false));
        receipts.push(receipt);
    }
    assert_receipts_follow(&receipts);
    let rows = all_events(&*log);
    assert_gapless(&rows);
    assert_eq!(rows.iter().map(|row| row.event.event_id).collect::<Vec<EventId>>(), ids);
    for receipt in receipts {
        let of_it = |row: &&Recorded| row.position > receipt.after && row.position <= receipt.last();
        assert_eq!(
            rows.iter().filter(of_it).filter(|row| row.recorded_at == receipt.recorded_at).count() as u64,
            receipt.count
        );
    }
}

fn assert_receipts_follow(receipts: &[Receipt]) {
    let mut head = Position::START;
    for receipt in receipts {
        assert_eq!(receipt.after, head);
        head = receipt.last();
    }
}

pub(super) fn appends_handed_over_by_one_thread_are_recorded_in_that_order(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let mut ids = Vec::new();
    let mut waiting = Vec::new();
    for number in 0..500 {
        let events = sample.events(&stream("queue"), 1 + number % 3);
        ids.extend(events.iter().map(|event| event.event_id));
        waiting.push(log.append(Append::of(events)));
    }
    let receipts: Vec<Receipt> = waiting.into_iter().map(|pending| block_on(backend, pending).unwrap()).collect();
    assert_receipts_follow(&receipts);
    let rows = all_events(&*log);
    assert_gapless(&rows);
    assert_eq!(rows.iter().map(|row| row.event.event_id).collect::<Vec<EventId>>(), ids);
}

pub(super) fn the_time_of_recording_never_goes_back(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let noon = backend.environment().now().0;
    let mut recorded = Vec::new();
    for now in [noon, noon + 10, noon - 3_600_000_000, noon + 5, noon + 10, noon + 11] {
        backend.environment().set_now(Timestamp(now));
        let receipt = log.append(sample.append(&stream("clock"))).wait().unwrap();
        assert_eq!(log.head().unwrap().recorded_at, receipt.recorded_at);
        recorded.push(receipt.recorded_at.0 - noon);
    }
    assert_eq!(recorded, [0, 10, 10, 10, 10, 11]);

    log.close();
    backend.environment().set_now(Timestamp(noon));
    let log = backend.open();
    let after_reopening = log.append(sample.append(&stream("clock"))).wait().unwrap().recorded_at;
    let by_another = backend.open().append(sample.append(&stream("clock"))).wait().unwrap().recorded_at;
    recorded.extend([after_reopening.0 - noon, by_another.0 - noon]);
    assert_eq!(recorded[6..], [11, 11]);
    let read: Vec<i64> = all_events(&*log).iter().map(|row| row.recorded_at.0 - noon).collect();
    assert_eq!(read, recorded);
}

pub(super) fn ten_thousand_events_go_into_one_append(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    log.append(sample.append(&stream("one"))).wait().unwrap();
    let mut events = sample.events(&stream("many"), 10_000);
    for event in events.iter_mut().step_by(100) {
        event.stream = stream("few");
    }
    let ids: Vec<EventId> = events.iter().map(|event| event.event_id).collect();
    let receipt = log.append(Append::of(events)).wait().unwrap();
    assert_eq!((receipt.after, receipt.count), (Position(1), 10_000));
    assert_eq!(log.stream_version(&stream("few")).unwrap(), Version(100));
    assert_eq!(log.stream_version(&stream("many")).unwrap(), Version(9_900));
    let rows = all_events(&*log);
    assert_gapless(&rows);
    assert!(rows[1..].iter().map(|row| row.event.event_id).eq(ids));
    assert!(rows[1..].iter().all(|row| row.recorded_at == receipt.recorded_at));

    log.append(Append::of(sample.events(&stream("many"), 200))).wait().unwrap();
    assert_eq!(log.read(Position::START, usize::MAX).unwrap().len(), MAX_PAGE, "a page has a limit");
    assert_eq!(log.read_stream(&stream("many"), Version(0), usize::MAX).unwrap().len(), MAX_PAGE, "a page has a limit");
}
