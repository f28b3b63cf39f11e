//! A log in which something happens just before an append, so that tests meet what else happens once in a blue moon.

use events::append::{Append, Pending};
use events::envelope::{Hash, Position, Recorded, StreamName, Timestamp, Version};
use events::log::{EventVisitor, Head, IdempotencyRecord, Identity, Log, Mode, ReadError, StoredCheckpoint};
use events::mutable_store::{MutableRecord, RecordKind};
use events::vault::SealedSubject;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;

type When = Box<dyn Fn(&Append) -> bool + Send>;
/// What happens before it.
type Interruption = Box<dyn FnOnce(&dyn Log) + Send>;

/// The log of a service under test.
pub(super) struct InterruptedLog {
    inner: Arc<dyn Log>,
    next: Mutex<Option<(When, Interruption)>>,
}

impl InterruptedLog {
    pub(super) fn new(inner: Arc<dyn Log>) -> Self {
        Self { inner, next: Mutex::new(None) }
    }

    pub(super) fn interrupt(&self, when: When, interruption: Interruption) {
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) = Some((when, interruption));
    }

    fn due(&self, append: &Append) -> Option<Interruption> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        next.take_if(|(when, _)| when(append)).map(|(_, interruption)| interruption)
    }
}

impl Log for InterruptedLog {
    fn append(&self, append: Append) -> Pending {
        if let Some(interruption) = self.due(&append) {
            // It waits for what it writes, which a thread that answers requests must not.
            std::thread::scope(|scope| scope.spawn(|| interruption(&*self.inner)).join())
                .expect("the interruption ends");
        }
        self.inner.append(append)
    }

    fn head(&self) -> Result<Head, ReadError> {
        self.inner.head()
    }

    fn position_at(&self, time: Timestamp) -> Result<Position, ReadError> {
        self.inner.position_at(time)
    }

    fn scan(&self, after: Position, until: Position, visit: &mut EventVisitor<'_>) -> Result<(), ReadError> {
        self.inner.scan(after, until, visit)
    }

    fn read_stream(&self, stream: &StreamName, after: Version, limit: usize) -> Result<Vec<Recorded>, ReadError> {
        self.inner.read_stream(stream, after, limit)
    }

    fn stream_version(&self, stream: &StreamName) -> Result<Version, ReadError> {
        self.inner.stream_version(stream)
    }

    fn watch(&self) -> watch::Receiver<Position> {
        self.inner.watch()
    }

    fn leaves(&self, after: Position, limit: usize) -> Result<Vec<Hash>, ReadError> {
        self.inner.leaves(after, limit)
    }

    fn subtrees(&self, level: u32, from: u64, limit: usize) -> Result<Vec<Hash>, ReadError> {
        self.inner.subtrees(level, from, limit)
    }

    fn sealed(&self, subject: &StreamName) -> Result<Option<SealedSubject>, ReadError> {
        self.inner.sealed(subject)
    }

    fn sealed_subjects_after(&self, after: i64, limit: usize) -> Result<Vec<SealedSubject>, ReadError> {
        self.inner.sealed_subjects_after(after, limit)
    }

    fn idempotency_records_after(
        &self,
        after: Option<Hash>,
        limit: usize,
    ) -> Result<Vec<IdempotencyRecord>, ReadError> {
        self.inner.idempotency_records_after(after, limit)
    }

    fn idempotency_record(&self, key: &Hash) -> Result<Option<IdempotencyRecord>, ReadError> {
        self.inner.idempotency_record(key)
    }

    fn mutable_record(&self, record_kind: RecordKind, key: &[u8]) -> Result<Option<MutableRecord>, ReadError> {
        self.inner.mutable_record(record_kind, key)
    }

    fn mutable_records_of_owner(
        &self,
        record_kind: RecordKind,
        owner: &str,
        limit: usize,
    ) -> Result<Vec<MutableRecord>, ReadError> {
        self.inner.mutable_records_of_owner(record_kind, owner, limit)
    }

    fn mutable_records_after(
        &self,
        record_kind: RecordKind,
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<MutableRecord>, ReadError> {
        self.inner.mutable_records_after(record_kind, after, limit)
    }

    fn store_checkpoint(&self, checkpoint: &StoredCheckpoint) -> Result<(), ReadError> {
        self.inner.store_checkpoint(checkpoint)
    }

    fn checkpoints(&self, after_size: u64, limit: usize) -> Result<Vec<StoredCheckpoint>, ReadError> {
        self.inner.checkpoints(after_size, limit)
    }

    fn last_checkpoint(&self) -> Result<Option<StoredCheckpoint>, ReadError> {
        self.inner.last_checkpoint()
    }

    fn identity(&self) -> Result<Identity, ReadError> {
        self.inner.identity()
    }

    fn mode(&self) -> Mode {
        self.inner.mode()
    }

    fn set_read_only(&self, reason: &str) {
        self.inner.set_read_only(reason);
    }

    fn purge_erased(&self) -> Result<bool, ReadError> {
        self.inner.purge_erased()
    }

    fn close(&self) {
        self.inner.close();
    }
}
