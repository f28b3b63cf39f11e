//! The bounded queue between callers that append and the writer thread.

use crate::append::{Acknowledge, Append, AppendError, Pending};
use crate::envelope::{Hash, NewEvent};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, PoisonError, RwLock};

/// Appends that may wait for the writer.
const QUEUE_CAPACITY: usize = 4096;
/// Bytes that may wait for the writer.
const MAX_WAITING_BYTES: usize = 256 << 20;
/// What an event or a write to the mutable store takes in memory beside its bytes, roughly.
const EVENT_OVERHEAD_BYTES: usize = 512;

/// An append that waits, with the hashes of its events' contents, which its caller has computed.
pub(crate) struct Job {
    pub(crate) append: Append,
    pub(crate) contents: Vec<Hash>,
    pub(crate) acknowledge: Acknowledge,
    /// Held for as long as the append takes up memory.
    reserved: ByteReservation,
}

impl Job {
    /// The bytes that it takes in memory, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.reserved.bytes
    }

    /// Sends the outcome to the caller. If the caller has stopped waiting, the events stay in the log all the same.
    pub(crate) fn answer(self, outcome: Result<crate::append::Receipt, AppendError>) {
        let _ = self.acknowledge.send(outcome);
    }
}

/// Bytes that count as waiting until this is dropped.
struct ByteReservation {
    bytes: usize,
    waiting: Arc<AtomicUsize>,
}

impl ByteReservation {
    /// One append always fits, however large; together they stay below the limit.
    fn new(bytes: usize, waiting: &Arc<AtomicUsize>) -> Option<Self> {
        let before = waiting.fetch_add(bytes, Ordering::Relaxed);
        // From here on the bytes are given back whatever happens.
        let reserved = Self { bytes, waiting: Arc::clone(waiting) };
        (before == 0 || before + bytes <= MAX_WAITING_BYTES).then_some(reserved)
    }
}

impl Drop for ByteReservation {
    fn drop(&mut self) {
        self.waiting.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// What a writer is asked to do; `W` is work of another kind than appending.
pub(crate) enum Task<W> {
    Append(Box<Job>),
    Run(W),
    Stop,
}

/// Why a log takes no events, if it takes none.
#[derive(Default)]
pub(crate) struct ReadOnly(RwLock<Option<String>>);

impl ReadOnly {
    pub(crate) fn reason(&self) -> Option<String> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set(&self, reason: &str) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Some(reason.to_owned());
    }
}

/// The way to a writer.
pub(crate) struct AppendQueue<W> {
    queue: SyncSender<Task<W>>,
    waiting: Arc<AtomicUsize>,
    /// Held for reading while a task is put into the queue, so that nothing gets in behind the last one.
    closed: RwLock<bool>,
}

impl<W> AppendQueue<W> {
    pub(crate) fn new() -> (Self, Receiver<Task<W>>) {
        let (queue, tasks) = sync_channel(QUEUE_CAPACITY);
        (Self { queue, waiting: Arc::default(), closed: RwLock::new(false) }, tasks)
    }

    /// Hands an append to the writer; never waits.
    pub(crate) fn append(&self, append: Append, read_only: &ReadOnly) -> Pending {
        if let Some(reason) = read_only.reason() {
            return Pending::refused(AppendError::ReadOnly(reason));
        }
        if let Err(invalid) = append.check() {
            return Pending::refused(AppendError::Invalid(invalid));
        }
        let bytes = append.bytes() + (append.events.len() + append.mutable_writes.len()) * EVENT_OVERHEAD_BYTES;
        let Some(reserved) = ByteReservation::new(bytes, &self.waiting) else {
            return Pending::refused(AppendError::Overloaded);
        };
        let contents: Vec<Hash> = append.events.iter().map(NewEvent::content_hash).collect();
        let (acknowledge, pending) = Pending::new();
        let job = Job { append, contents, acknowledge, reserved };
        let closed = self.closed.read().unwrap_or_else(PoisonError::into_inner);
        if *closed {
            return Pending::refused(AppendError::Closed);
        }
        match self.queue.try_send(Task::Append(Box::new(job))) {
            Ok(()) => pending,
            Err(TrySendError::Full(_)) => Pending::refused(AppendError::Overloaded),
            Err(TrySendError::Disconnected(_)) => Pending::refused(AppendError::Closed),
        }
    }

    /// Hands other work to the writer, and waits for room; false if there is no writer any more.
    pub(crate) fn run(&self, work: W) -> bool {
        let closed = self.closed.read().unwrap_or_else(PoisonError::into_inner);
        !*closed && self.queue.send(Task::Run(work)).is_ok()
    }

    /// Takes nothing more, and tells the writer to stop behind what waits; false if that was done before.
    pub(crate) fn close(&self) -> bool {
        let mut closed = self.closed.write().unwrap_or_else(PoisonError::into_inner);
        if std::mem::replace(&mut *closed, true) {
            return false;
        }
        // A writer that has ended needs no telling.
        let _ = self.queue.send(Task::Stop);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::append::MAX_PAYLOAD_BYTES;
    use crate::conformance::TestEnvironment;
    use crate::conformance::sample::{Sample, stream};

    fn large(environment: &TestEnvironment) -> Append {
        let event = Sample::of(environment).event_with(&stream("large"), vec![b' '; MAX_PAYLOAD_BYTES]);
        Append::of(vec![event.clone(), event.clone(), event])
    }

    #[test]
    fn what_waits_is_bounded_in_bytes_and_counts_until_it_is_answered() {
        let environment = TestEnvironment::new(1);
        let (append_queue, tasks) = AppendQueue::<()>::new();
        let read_only = ReadOnly::default();
        let mut pending: Vec<Pending> = (0..5).map(|_| append_queue.append(large(&environment), &read_only)).collect();
        assert_eq!(append_queue.append(large(&environment), &read_only).wait(), Err(AppendError::Overloaded));
        let Ok(Task::Append(first)) = tasks.recv() else { panic!("an append was put in") };
        assert!(first.bytes() > 3 * MAX_PAYLOAD_BYTES);
        first.answer(Err(AppendError::Closed));
        assert_eq!(pending.remove(0).wait(), Err(AppendError::Closed));
        pending.push(append_queue.append(large(&environment), &read_only));
        assert_eq!(tasks.try_iter().count(), 5);
    }

    #[test]
    fn nothing_gets_in_behind_the_end() {
        let environment = TestEnvironment::new(1);
        let (append_queue, tasks) = AppendQueue::<()>::new();
        assert!(append_queue.close() && !append_queue.close());
        let event = Sample::of(&environment).event(&stream("late"));
        let late = append_queue.append(Append::of(vec![event]), &ReadOnly::default());
        assert_eq!(late.wait(), Err(AppendError::Closed));
        assert!(!append_queue.run(()));
        assert!(matches!(tasks.try_iter().collect::<Vec<_>>()[..], [Task::Stop]));
    }
}
