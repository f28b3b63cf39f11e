//! The interface of an event log, independent of its backend.

#[doc(hidden)]
pub mod forward;

use crate::append::{Append, Idempotency, Pending, Receipt};
use crate::envelope::{EventId, Hash, Position, Recorded, RecordedRef, StreamName, Timestamp, Version};
use crate::mutable_store::{MutableRecord, RecordKind};
use crate::vault::SealedSubject;
use std::ops::ControlFlow;
use tokio::sync::watch;

/// The most events that one page holds.
pub const MAX_PAGE: usize = 10_000;

/// Where a log stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Head {
    /// The position of the last event.
    pub position: Position,
    pub recorded_at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    #[error("the store could not be read: {0}")]
    Store(String),
    #[error("the log is closed")]
    Closed,
    #[error("the event at position {position} cannot be read: {problem}")]
    Corrupt { position: Position, problem: String },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mode {
    Writable,
    /// It does not, and why.
    ReadOnly(String),
}

/// The stream of accepted losses: each of its events opens a new epoch.
pub const EPOCHS_STREAM: &str = "log/epochs";

/// What identifies a store for as long as it lives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// A random id.
    pub log_id: EventId,
    /// 1, or the epoch that the last event of [`EPOCHS_STREAM`] began.
    pub epoch: u32,
}

/// A checkpoint as it is kept: how many events it covers, and the signed note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCheckpoint {
    /// The number of events under it.
    pub size: u64,
    pub note: String,
}

/// What is kept of a request, so that a retry has the same answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdempotencyRecord {
    /// The keyed hashes of its key and of itself.
    pub idempotency: Idempotency,
    pub receipt: Receipt,
}

/// A visitor of events in order; it may stop the reading.
pub type EventVisitor<'v> = dyn FnMut(&RecordedRef<'_>) -> ControlFlow<()> + 'v;

/// A durable sequence of events, with the Merkle tree over it, and the vault and the mutable store beside it.
///
/// Appends are acknowledged only when they are durable. Positions have no gaps and are given in the order of commits,
/// so a reader that continues from the last position it has seen misses nothing and sees nothing twice.
pub trait Log: Send + Sync {
    /// Hands an append to the writer; never blocks. What cannot be taken is refused at once.
    fn append(&self, append: Append) -> Pending;

    fn head(&self) -> Result<Head, ReadError>;

    /// The last position whose event was recorded at this time or before it; [`Position::START`] if there is none. The
    /// time of recording never goes back, so everything up to there was recorded by then, and nothing behind it.
    fn position_at(&self, time: Timestamp) -> Result<Position, ReadError>;

    /// Visits every event after one position up to and including another, in order, in pages that hold nothing up.
    fn scan(&self, after: Position, until: Position, visit: &mut EventVisitor<'_>) -> Result<(), ReadError>;

    /// At most `limit` (and at most [`MAX_PAGE`]) events of a stream after a version, in order.
    fn read_stream(&self, stream: &StreamName, after: Version, limit: usize) -> Result<Vec<Recorded>, ReadError>;

    /// The version of a stream, 0 if it has no event.
    fn stream_version(&self, stream: &StreamName) -> Result<Version, ReadError>;

    /// The head as it moves; also when another process moves it. Ends when the log is closed.
    fn watch(&self) -> watch::Receiver<Position>;

    /// Stored leaf hashes of the events after `after`, at most `limit`.
    fn leaves(&self, after: Position, limit: usize) -> Result<Vec<Hash>, ReadError>;

    /// Stored roots of complete subtrees of 256^`level` leaves, from the one with this index, at most `limit`.
    fn subtrees(&self, level: u32, from: u64, limit: usize) -> Result<Vec<Hash>, ReadError>;

    /// The sealed records of one subject of the vault.
    fn sealed(&self, subject: &StreamName) -> Result<Option<SealedSubject>, ReadError>;

    /// Sealed subjects in the order in which they came into the vault, after a number, at most `limit`.
    fn sealed_subjects_after(&self, after: i64, limit: usize) -> Result<Vec<SealedSubject>, ReadError>;

    /// Kept requests in the order of their keys, after a key, at most `limit`.
    fn idempotency_records_after(&self, after: Option<Hash>, limit: usize)
    -> Result<Vec<IdempotencyRecord>, ReadError>;

    /// What is kept of the request with this key.
    fn idempotency_record(&self, key: &Hash) -> Result<Option<IdempotencyRecord>, ReadError>;

    /// A record of the mutable store, also one that has expired.
    fn mutable_record(&self, record_kind: RecordKind, key: &[u8]) -> Result<Option<MutableRecord>, ReadError>;

    /// Records of an owner in the order of their keys, at most `limit` (and at most [`MAX_PAGE`]).
    fn mutable_records_of_owner(
        &self,
        record_kind: RecordKind,
        owner: &str,
        limit: usize,
    ) -> Result<Vec<MutableRecord>, ReadError>;

    /// Records of a kind in the order of their keys, after a key, at most `limit` (and at most [`MAX_PAGE`]).
    fn mutable_records_after(
        &self,
        record_kind: RecordKind,
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<MutableRecord>, ReadError>;

    /// Keeps a signed checkpoint; one of the same size replaces nothing.
    fn store_checkpoint(&self, checkpoint: &StoredCheckpoint) -> Result<(), ReadError>;

    /// Kept checkpoints of more than so many events, smallest first, at most `limit`.
    fn checkpoints(&self, after_size: u64, limit: usize) -> Result<Vec<StoredCheckpoint>, ReadError>;

    fn last_checkpoint(&self) -> Result<Option<StoredCheckpoint>, ReadError>;

    fn identity(&self) -> Result<Identity, ReadError>;

    fn mode(&self) -> Mode;

    /// Makes the log refuse appends from here on, and say why.
    fn set_read_only(&self, reason: &str);

    /// Removes what erasures left behind in the files of the store; true when nothing is left.
    fn purge_erased(&self) -> Result<bool, ReadError>;

    /// Takes no more appends, writes those that wait, and releases the store: followers are notified, and reads fail
    /// with [`ReadError::Closed`]. A second call does nothing.
    fn close(&self);
}

impl dyn Log {
    /// At most `limit` (and at most [`MAX_PAGE`]) events after a position.
    pub fn read(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, ReadError> {
        let limit = limit.min(MAX_PAGE);
        let mut page = Vec::new();
        let mut problem = None;
        let until = Position(after.0.saturating_add(limit as u64));
        self.scan(after, until, &mut |event| match event.to_recorded() {
            Ok(event) => {
                page.push(event);
                ControlFlow::Continue(())
            }
            Err(error) => {
                problem = Some(error);
                ControlFlow::Break(())
            }
        })?;
        problem.map_or(Ok(page), Err)
    }
}
