//! The laws of reading: what was written comes back, in order, in pages of any size.

use super::Backend;
use super::sample::{Sample, all_events, all_subjects, stream};
use crate::append::Append;
use crate::envelope::{
    Actor, EventId, MAX_ACTOR_BYTES, MAX_STREAM_ID_BYTES, NewEvent, Position, Recorded, StreamKind, StreamName,
    Timestamp, Version,
};
use crate::environment::Environment;
use crate::log::{Head, Log, MAX_PAGE, Mode};
use std::ops::ControlFlow;

pub(super) fn a_new_log_is_empty(backend: &dyn Backend) {
    let log = backend.open();
    assert_eq!(log.head().unwrap(), Head::default());
    assert_eq!(all_events(&*log), []);
    assert_eq!(log.read(Position::START, 10).unwrap(), []);
    assert_eq!(log.read_stream(&stream("none"), Version(0), 10).unwrap(), []);
    assert_eq!(log.stream_version(&stream("none")).unwrap(), Version(0));
    assert_eq!(*log.watch().borrow(), Position::START);
    assert!(log.leaves(Position::START, 10).unwrap().is_empty());
    assert!(log.subtrees(1, 0, 10).unwrap().is_empty());
    assert_eq!(log.sealed(&stream("none")).unwrap(), None);
    assert_eq!(all_subjects(&*log), []);
    assert_eq!(log.last_checkpoint().unwrap(), None);
    assert_eq!(log.mode(), Mode::Writable);
}

pub(super) fn every_field_comes_back_as_it_was_written(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let mut events: Vec<NewEvent> =
        StreamKind::ALL.iter().map(|kind| sample.event(&StreamName::new(*kind, "42").unwrap())).collect();
    let largest_id = EventId([0xff; 16]);
    let odd = stream("odd");
    events.push(NewEvent { correlation: Some(largest_id), ..sample.event(&odd) });
    events.push(NewEvent { causation: Some(EventId::new(backend.environment())), ..sample.event(&odd) });
    events.push(NewEvent {
        event_type: "player.żółw_🂡".into(),
        schema_version: u32::MAX,
        occurred_at: Timestamp(i64::MAX),
        actor: Actor::parse(&"a:Z-0_9./".repeat(30)[..MAX_ACTOR_BYTES]).unwrap(),
        correlation: Some(EventId([1; 16])),
        causation: Some(largest_id),
        nonce: [0xff; 16],
        ..sample.event(&odd)
    });
    events.push(NewEvent {
        event_type: "x".into(),
        schema_version: 0,
        occurred_at: Timestamp(i64::MIN),
        nonce: [0; 16],
        ..sample.event(&odd)
    });
    events.push(NewEvent { occurred_at: Timestamp(-1), ..sample.event(&odd) });
    let (first, others) = events.split_at(3);
    log.append(Append::of(first.to_vec())).wait().unwrap();
    log.append(Append::of(others.to_vec())).wait().unwrap();

    let check = |log: &dyn Log| {
        let rows = all_events(log);
        assert_eq!(rows.iter().map(|row| row.event.clone()).collect::<Vec<_>>(), events);
        let odd_rows: Vec<Recorded> = rows.into_iter().filter(|row| row.event.stream == odd).collect();
        assert_eq!(log.read_stream(&odd, Version(0), 100).unwrap(), odd_rows);
    };
    check(&*log);
    log.close();
    check(&*backend.open());
}

pub(super) fn payloads_of_any_bytes_and_size_come_back(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let all_bytes: Vec<u8> = (0..=255).collect();
    let payloads =
        [Vec::new(), vec![0], b"null".to_vec(), all_bytes.clone(), all_bytes.repeat(4096), vec![b' '; 65_536]];
    let bytes = stream("bytes");
    for payload in &payloads {
        log.append(Append::of(vec![sample.event_with(&bytes, payload.clone())])).wait().unwrap();
    }
    let read = |rows: Vec<Recorded>| rows.into_iter().map(|row| row.event.payload).collect::<Vec<_>>();
    assert!(read(all_events(&*log)) == payloads);
    assert!(read(log.read_stream(&bytes, Version(0), 100).unwrap()) == payloads);
}

pub(super) fn streams_with_alike_names_are_different_streams(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let longest = "ż".repeat(MAX_STREAM_ID_BYTES / 2);
    let ids = [
        "a",
        "A",
        "a ",
        " a",
        "a/",
        "a/a",
        "ą",
        "a\u{328}",
        "ﬁ",
        "fi",
        "ß",
        "ss",
        "İ",
        "i",
        "ı",
        "%",
        "_",
        "'",
        "\"",
        "\\",
        "a\u{200d}b",
        "a\u{200b}b",
        "\u{202e}a",
        "\u{feff}a",
        "\n",
        "\t",
        "👨\u{200d}👩",
        "\u{10ffff}",
        "\u{1}",
        "0",
        "00",
        "NULL",
        "'; DROP TABLE events; --",
        &longest,
        &longest[2..],
    ];
    let mut streams: Vec<StreamName> = ids.iter().map(|id| stream(id)).collect();
    streams.push(StreamName::new(StreamKind::League, "a").unwrap());
    for (count, name) in streams.iter().enumerate() {
        let append =
            Append::of(sample.events(name, 1 + count % 3)).expecting(name.clone(), crate::append::Expected::NoStream);
        log.append(append).wait().unwrap_or_else(|error| panic!("{name:?} is a stream of its own: {error}"));
    }
    for (count, name) in streams.iter().enumerate() {
        assert_eq!(log.stream_version(name).unwrap(), Version(1 + count as u64 % 3), "{name:?}");
        let rows = log.read_stream(name, Version(0), 10).unwrap();
        assert_eq!(rows.len(), 1 + count % 3, "{name:?}");
        assert!(rows.iter().all(|row| row.event.stream == *name), "{name:?}");
    }
}

/// Some streams with events in turns.
fn seven_and_forty(backend: &dyn Backend, log: &dyn Log) -> Vec<Recorded> {
    let sample = Sample::new(backend);
    for number in 0..47 {
        log.append(sample.append(&stream(["one", "two", "three"][number % 3]))).wait().unwrap();
        backend.environment().advance(10);
    }
    let rows = all_events(log);
    assert_eq!(rows.len(), 47);
    rows
}

pub(super) fn every_page_size_gives_the_same_sequence(backend: &dyn Backend) {
    let log = backend.open();
    let rows = seven_and_forty(backend, &*log);
    for size in [1, 2, 3, 10, 46, 47, 48, MAX_PAGE, usize::MAX] {
        let mut paged: Vec<Recorded> = Vec::new();
        loop {
            let after = paged.last().map_or(Position::START, |row| row.position);
            let page = log.read(after, size).unwrap();
            assert!(page.len() <= size);
            if page.is_empty() {
                break;
            }
            paged.extend(page);
        }
        assert_eq!(paged, rows, "pages of {size}");
    }
    assert_eq!(log.read(Position::START, 0).unwrap(), []);
    for after in [47, 48, 1000, i64::MAX as u64, u64::MAX] {
        assert_eq!(log.read(Position(after), 10).unwrap(), [], "after {after}");
    }
}

pub(super) fn a_scan_stops_where_it_is_told_to(backend: &dyn Backend) {
    let log = backend.open();
    let rows = seven_and_forty(backend, &*log);
    let scan = |after, until, most: usize| {
        let mut seen = Vec::new();
        log.scan(Position(after), Position(until), &mut |row| {
            seen.push(row.to_recorded().unwrap());
            if seen.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .unwrap();
        seen
    };
    assert_eq!(scan(0, 47, usize::MAX), rows);
    assert_eq!(scan(0, u64::MAX, usize::MAX), rows);
    assert_eq!(scan(0, i64::MAX as u64, usize::MAX), rows);
    assert_eq!(scan(10, 20, usize::MAX), rows[10..20]);
    assert_eq!(scan(46, 1000, usize::MAX), rows[46..]);
    assert_eq!(scan(20, 20, usize::MAX), []);
    assert_eq!(scan(20, 10, usize::MAX), []);
    assert_eq!(scan(47, u64::MAX, usize::MAX), []);
    assert_eq!(scan(u64::MAX, u64::MAX, usize::MAX), []);
    assert_eq!(scan(5, u64::MAX, 1), rows[5..6], "a visitor that has seen enough is shown nothing more");
    assert_eq!(scan(5, u64::MAX, 7), rows[5..12]);
}

pub(super) fn a_stream_is_read_in_its_own_order_and_in_pages(backend: &dyn Backend) {
    let log = backend.open();
    let rows = seven_and_forty(backend, &*log);
    let two = stream("two");
    let expected: Vec<Recorded> = rows.into_iter().filter(|row| row.event.stream == two).collect();
    assert_eq!(expected.len(), 16);
    assert_eq!(log.stream_version(&two).unwrap(), Version(16));
    for size in [1, 5, 15, 16, 17, usize::MAX] {
        let mut paged: Vec<Recorded> = Vec::new();
        loop {
            let page = log.read_stream(&two, Version(paged.len() as u64), size).unwrap();
            assert!(page.len() <= size);
            if page.is_empty() {
                break;
            }
            paged.extend(page);
        }
        assert_eq!(paged, expected, "pages of {size}");
    }
    assert_eq!(log.read_stream(&two, Version(0), 0).unwrap(), []);
    for after in [16, 17, i64::MAX as u64, u64::MAX] {
        assert_eq!(log.read_stream(&two, Version(after), 10).unwrap(), [], "after {after}");
    }
}

pub(super) fn what_is_acknowledged_can_be_read_at_once(backend: &dyn Backend) {
    let writer = backend.open();
    let reader = backend.open();
    let sample = Sample::new(backend);
    let fresh = stream("fresh");
    for number in 1..=50 {
        let receipt = writer.append(sample.append(&fresh)).wait().unwrap();
        for log in [&writer, &reader] {
            assert_eq!(log.head().unwrap(), Head { position: receipt.last(), recorded_at: receipt.recorded_at });
            assert_eq!(log.stream_version(&fresh).unwrap(), Version(number));
            assert_eq!(log.read(receipt.after, 10).unwrap().len(), 1);
        }
    }
}

pub(super) fn the_position_at_a_moment_is_that_of_the_last_event_recorded_by_then(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let environment = backend.environment();
    let start = environment.now();
    assert_eq!(log.position_at(Timestamp(i64::MAX)).unwrap(), Position::START, "of a log without events");
    // Several events at one moment, moments without an event, and a clock that goes back.
    let mut recorded: Vec<Timestamp> = Vec::new();
    for (moves, count) in [(0, 1), (10, 3), (0, 2), (50, 1), (-30, 2), (7, 4), (100, 1), (1, 1)] {
        environment.advance(moves);
        let receipt = log.append(Append::of(sample.events(&stream("hall"), count))).wait().unwrap();
        recorded.extend(std::iter::repeat_n(receipt.recorded_at, count));
        let last = *recorded.last().unwrap();
        for moment in (start.0 - 2..=last.0 + 2).chain([i64::MIN, i64::MAX, 0, -1]).map(Timestamp) {
            let expected = recorded.iter().filter(|at| **at <= moment).count() as u64;
            assert_eq!(log.position_at(moment).unwrap(), Position(expected), "at {moment:?} of {recorded:?}");
        }
    }
}
