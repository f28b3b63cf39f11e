//! One append: events for one or several streams with expected versions, its receipt, and its errors.

use crate::envelope::{Hash, NewEvent, Position, StreamName, Timestamp, Version};
use crate::mutable_store::{
    self, MAX_KEY_BYTES, MAX_MUTABLE_WRITES, MAX_OWNER_BYTES, MAX_VALUE_BYTES, MutableWrite, RecordKind,
};
use crate::vault::VaultWrite;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::oneshot;

/// The most events in one append.
pub const MAX_EVENTS: usize = 10_000;
/// The largest payload of an event in bytes.
pub const MAX_PAYLOAD_BYTES: usize = 16 << 20;
/// The largest sum of payloads, vault records and mutable store records in one append, in bytes.
pub const MAX_APPEND_BYTES: usize = 64 << 20;
/// The most streams whose version may be expected in one append.
pub const MAX_EXPECTATIONS: usize = 10_000;

/// What a stream must look like for an append to go through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    Any,
    NoStream,
    /// It has exactly this many events.
    Exact(Version),
}

impl Expected {
    pub fn allows(self, found: Version) -> bool {
        match self {
            Self::Any => true,
            Self::NoStream => found == Version(0),
            Self::Exact(version) => found == version,
        }
    }
}

/// The key under which a request has its effect once, and what was asked under it.
///
/// Both are keyed hashes (see [`crate::vault::MasterKey::idempotency`]), because they are kept for as long as the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Idempotency {
    /// The keyed hash of whose key it is and of the key.
    pub key: Hash,
    /// The keyed hash of the request.
    pub request: Hash,
}

/// Events that are recorded together or not at all, with what is written beside them.
#[derive(Debug, Clone, Default)]
pub struct Append {
    /// What is expected of streams; a stream that is not named may look like anything.
    pub expected: Vec<(StreamName, Expected)>,
    pub events: Vec<NewEvent>,
    /// What is written to the vault in the same transaction; only together with events.
    pub vault: Vec<VaultWrite>,
    /// What is written to the mutable store in the same transaction; also without events.
    pub mutable_writes: Vec<MutableWrite>,
    /// Makes a retry harmless.
    pub idempotency: Option<Idempotency>,
}

/// What an append has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Receipt {
    /// The position before the first event.
    pub after: Position,
    /// How many events were recorded, at the positions that follow.
    pub count: u64,
    pub recorded_at: Timestamp,
    /// Whether they were recorded by an earlier request with the same idempotency key.
    pub replayed: bool,
}

impl Receipt {
    /// The position of the last event, or where the log stood if there was none.
    pub fn last(self) -> Position {
        Position(self.after.0 + self.count)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// A stream is not as expected; nothing was recorded.
    #[error("the stream {stream} has version {}, which was not expected", found.0)]
    Conflict { stream: StreamName, expected: Expected, found: Version },
    /// The vault has a key for this subject already, or none though it should; nothing was recorded.
    #[error("the vault record of {subject} has changed meanwhile")]
    VaultConflict { subject: StreamName },
    /// A record of the mutable store is not as expected; nothing was recorded.
    #[error("a record of the kind {record_kind} has changed meanwhile")]
    RecordConflict { record_kind: RecordKind },
    /// The same idempotency key came with another request; nothing was recorded.
    #[error("the idempotency key was used for another request")]
    IdempotencyMismatch,
    /// It can never be recorded as it is.
    #[error("the append is not valid")]
    Invalid(#[source] InvalidAppend),
    /// Too much is waiting; nothing was recorded, and a later try may go through.
    #[error("the log has too much to write, try again later")]
    Overloaded,
    /// The log takes no events; nothing was recorded.
    #[error("the log is read-only: {0}")]
    ReadOnly(String),
    /// The log is shutting down; nothing was recorded.
    #[error("the log is closed")]
    Closed,
    /// The store refused; nothing was recorded.
    #[error("the store failed, nothing was recorded: {0}")]
    Failed(String),
    /// It was or was not recorded; a retry with the same idempotency key tells.
    #[error("the store failed while recording, the outcome is not known: {0}")]
    Unknown(String),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidAppend {
    #[error("at most {MAX_EVENTS} events go into one append, not {0}")]
    TooManyEvents(usize),
    #[error("at most {MAX_EXPECTATIONS} streams can be expected, not {0}")]
    TooManyExpectations(usize),
    #[error("an event has at most {MAX_PAYLOAD_BYTES} bytes, not {0}")]
    PayloadTooLarge(usize),
    #[error("an append has at most {MAX_APPEND_BYTES} bytes, not {0}")]
    TooLarge(usize),
    #[error("the stream {0} is expected twice")]
    ExpectedTwice(StreamName),
    /// The vault changes only together with the log.
    #[error("vault records are written only together with events")]
    VaultWithoutEvents,
    /// One write for each subject of the vault, so that their order does not matter.
    #[error("the vault record of {0} is written twice")]
    VaultTwice(StreamName),
    #[error("at most {MAX_MUTABLE_WRITES} writes to the mutable store go into one append, not {0}")]
    TooManyMutableWrites(usize),
    #[error("a key of the mutable store has 1 to {MAX_KEY_BYTES} bytes, not {0}")]
    RecordKey(usize),
    #[error(
        "an owner in the mutable store has at most {MAX_OWNER_BYTES} bytes and none of them zero; this one has {0}"
    )]
    RecordOwner(usize),
    #[error("a record of the mutable store has at most {MAX_VALUE_BYTES} bytes, not {0}")]
    RecordValueTooLarge(usize),
    /// One write for each record of the mutable store, so that their order does not matter.
    #[error("a record of the kind {0} is written twice")]
    RecordTwice(RecordKind),
    /// The audit takes new records, and gives back only what has expired.
    #[error("the audit is only added to, until what is in it expires")]
    AuditIsAddedTo,
}

impl Append {
    /// An append of events without expectations.
    pub fn of(events: Vec<NewEvent>) -> Self {
        Self { events, ..Self::default() }
    }

    #[must_use]
    pub fn expecting(mut self, stream: StreamName, expected: Expected) -> Self {
        self.expected.push((stream, expected));
        self
    }

    /// The bytes that it takes in a queue and in the store, roughly.
    pub fn bytes(&self) -> usize {
        let events: usize = self.events.iter().map(|event| event.payload.len()).sum();
        let vault: usize = self.vault.iter().map(VaultWrite::bytes).sum();
        let mutable_writes: usize = self.mutable_writes.iter().map(MutableWrite::bytes).sum();
        events + vault + mutable_writes
    }

    /// Checks the limits; every log does so before it takes an append.
    pub fn check(&self) -> Result<(), InvalidAppend> {
        if self.events.len() > MAX_EVENTS {
            return Err(InvalidAppend::TooManyEvents(self.events.len()));
        }
        if self.expected.len() > MAX_EXPECTATIONS {
            return Err(InvalidAppend::TooManyExpectations(self.expected.len()));
        }
        if let Some(large) = self.events.iter().map(|event| event.payload.len()).find(|len| *len > MAX_PAYLOAD_BYTES) {
            return Err(InvalidAppend::PayloadTooLarge(large));
        }
        let bytes = self.bytes();
        if bytes > MAX_APPEND_BYTES {
            return Err(InvalidAppend::TooLarge(bytes));
        }
        if self.events.is_empty() && !self.vault.is_empty() {
            return Err(InvalidAppend::VaultWithoutEvents);
        }
        if let Some(stream) = first_double(self.expected.iter().map(|(stream, _)| stream)) {
            return Err(InvalidAppend::ExpectedTwice(stream.clone()));
        }
        if let Some(subject) = first_double(self.vault.iter().map(VaultWrite::subject)) {
            return Err(InvalidAppend::VaultTwice(subject.clone()));
        }
        mutable_store::check(&self.mutable_writes)
    }
}

fn first_double<'a>(streams: impl Iterator<Item = &'a StreamName>) -> Option<&'a StreamName> {
    let mut sorted: Vec<&StreamName> = streams.collect();
    if sorted.len() < 2 {
        return None;
    }
    sorted.sort_unstable();
    sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

/// An append under way: wait for it on a thread with [`Pending::wait`], or await it.
#[derive(Debug)]
pub struct Pending(oneshot::Receiver<Result<Receipt, AppendError>>);

/// Where the outcome of an append is put.
pub(crate) type Acknowledge = oneshot::Sender<Result<Receipt, AppendError>>;

impl Pending {
    pub(crate) fn new() -> (Acknowledge, Self) {
        let (sender, receiver) = oneshot::channel();
        (sender, Self(receiver))
    }

    /// An append that is over before it began.
    pub(crate) fn refused(error: AppendError) -> Self {
        let (sender, pending) = Self::new();
        // The receiver is in our hands.
        let _ = sender.send(Err(error));
        pending
    }

    /// Blocks this thread until the append is durable or refused; not for use inside an asynchronous runtime.
    pub fn wait(self) -> Result<Receipt, AppendError> {
        self.0.blocking_recv().unwrap_or_else(|_| Err(gone()))
    }
}

impl Future for Pending {
    type Output = Result<Receipt, AppendError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0).poll(context).map(|outcome| outcome.unwrap_or_else(|_| Err(gone())))
    }
}

/// A writer that ended without an answer may have ended after the commit.
fn gone() -> AppendError {
    AppendError::Unknown("the writer ended".to_owned())
}
