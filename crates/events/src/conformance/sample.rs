//! Sample events and checks that the conformance tests share.

use super::{Backend, TestEnvironment};
use crate::append::{Append, AppendError, Idempotency};
use crate::envelope::{Actor, EventId, NewEvent, Position, Recorded, StreamKind, StreamName};
use crate::environment::Environment;
use crate::log::Log;
use crate::mutable_store::{MutableRecord, RecordKind};
use crate::vault::SealedSubject;
use std::future::Future;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;
use std::time::{Duration, Instant};

/// Makes events with fresh ids.
#[derive(Clone, Copy)]
pub struct Sample<'a>(&'a TestEnvironment);

impl<'a> Sample<'a> {
    /// Events with the clock and the randomness of this backend.
    pub fn new(backend: &'a dyn Backend) -> Self {
        Self(backend.environment())
    }

    /// Events with this clock and randomness.
    pub fn of(environment: &'a TestEnvironment) -> Self {
        Self(environment)
    }

    pub fn event(self, stream: &StreamName) -> NewEvent {
        self.event_with(stream, br#"{"tiles":106}"#.to_vec())
    }

    pub fn event_with(self, stream: &StreamName, payload: Vec<u8>) -> NewEvent {
        let mut nonce = [0; 16];
        self.0.fill_random(&mut nonce);
        NewEvent {
            event_id: EventId::new(self.0),
            stream: stream.clone(),
            event_type: "tournament.recorded".into(),
            schema_version: 1,
            occurred_at: self.0.now(),
            actor: Actor::import(),
            correlation: None,
            causation: None,
            nonce,
            payload,
        }
    }

    pub fn events(self, stream: &StreamName, count: usize) -> Vec<NewEvent> {
        (0..count).map(|_| self.event(stream)).collect()
    }

    pub fn append(self, stream: &StreamName) -> Append {
        Append::of(vec![self.event(stream)])
    }
}

/// The stream of the tournament with this id.
pub fn stream(id: &str) -> StreamName {
    StreamName::new(StreamKind::Tournament, id).unwrap()
}

/// The key with this number for the request with that number.
pub fn idempotency(key: u8, request: u8) -> Option<Idempotency> {
    Some(Idempotency { key: [key; 32], request: [request; 32] })
}

pub fn all_events(log: &dyn Log) -> Vec<Recorded> {
    let mut rows = Vec::new();
    log.scan(Position::START, Position(u64::MAX), &mut |row| {
        rows.push(row.to_recorded().unwrap());
        ControlFlow::Continue(())
    })
    .unwrap();
    rows
}

/// All subjects of the vault of a log.
pub fn all_subjects(log: &dyn Log) -> Vec<SealedSubject> {
    log.sealed_subjects_after(i64::MIN, 1000).unwrap()
}

/// All records of the mutable store of a log, by kind and key.
pub fn all_records(log: &dyn Log) -> Vec<MutableRecord> {
    RecordKind::ALL
        .into_iter()
        .flat_map(|record_kind| log.mutable_records_after(record_kind, None, usize::MAX).unwrap())
        .collect()
}

/// Asserts that an append is refused and changes nothing, and returns the error.
#[track_caller]
pub fn expect_refusal(log: &dyn Log, append: Append) -> AppendError {
    let contents = || (log.head().unwrap(), all_events(log), all_subjects(log), all_records(log));
    let before = contents();
    let error = log.append(append).wait().expect_err("an append that is refused");
    let after = contents();
    assert!(before == after, "the refused append left something behind; before: {before:?}, after: {after:?}");
    error
}

/// Checks that the rows stand at 1, 2, 3, … and each in its stream at the next version.
#[track_caller]
pub fn assert_gapless(rows: &[Recorded]) {
    let mut versions = std::collections::BTreeMap::new();
    for (row, position) in rows.iter().zip(1..) {
        assert_eq!(row.position, Position(position));
        let version = versions.entry(&row.event.stream).or_insert(0);
        *version += 1;
        assert_eq!(row.version.0, *version, "the version of {} at position {position}", row.event.stream);
    }
}

/// Blocks until the condition holds.
#[track_caller]
pub fn wait_until(backend: &dyn Backend, what: &str, condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < backend.timeout(), "waited too long for {what}");
        std::thread::park_timeout(Duration::from_millis(1));
    }
}

/// Runs a future on this thread, as far as it needs nothing but to be woken.
#[track_caller]
pub fn block_on<F: Future>(backend: &dyn Backend, future: F) -> F::Output {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut future = std::pin::pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return output;
        }
        let start = Instant::now();
        std::thread::park_timeout(backend.timeout());
        assert!(start.elapsed() < backend.timeout(), "waited too long to be woken");
    }
}
