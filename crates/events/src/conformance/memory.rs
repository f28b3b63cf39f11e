//! The model of a log: everything in memory under one lock, simple enough to be checked by reading.

use super::{Backend, TestEnvironment, tree};
use crate::append::{Append, AppendError, Idempotency, Pending, Receipt};
use crate::envelope::{EventId, Hash, Position, Recorded, RecordedRef, StreamName, Timestamp, Version, leaf_hash};
use crate::environment::Environment;
use crate::follow::HeadBroadcast;
use crate::log::{EventVisitor, Head, IdempotencyRecord, Identity, Log, MAX_PAGE, Mode, ReadError, StoredCheckpoint};
use crate::mutable_store::{self, MutableRecord, MutableWrite, RecordKind};
use crate::proof::epochs::epoch_of;
use crate::vault::{SealedRecord, SealedSubject, VaultWrite};
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, Weak};
use tokio::sync::watch;

/// What several logs share as if it were a file.
pub struct MemoryStore {
    environment: Arc<dyn Environment>,
    kept: Mutex<StoredData>,
}

/// A log over a [`MemoryStore`].
pub struct MemoryLog {
    store: Arc<MemoryStore>,
    state: Mutex<State>,
    head_broadcast: Arc<HeadBroadcast>,
}

#[derive(Clone)]
enum State {
    Writable,
    ReadOnly(String),
    Closed,
}

impl MemoryStore {
    /// An empty store.
    pub fn new(environment: Arc<dyn Environment>) -> Arc<Self> {
        let log_id = EventId::new(&*environment);
        let kept = Mutex::new(StoredData::new(log_id));
        Arc::new(Self { environment, kept })
    }

    /// Another log over this store.
    pub fn open(self: &Arc<Self>) -> MemoryLog {
        let head_broadcast = Arc::new(HeadBroadcast::new());
        let mut kept = self.kept.lock().unwrap();
        head_broadcast.advance(kept.head().position);
        kept.head_broadcast.retain(|head_broadcast| head_broadcast.strong_count() > 0);
        kept.head_broadcast.push(Arc::downgrade(&head_broadcast));
        MemoryLog { store: Arc::clone(self), state: Mutex::new(State::Writable), head_broadcast }
    }
}

/// A [`MemoryStore`] as a store under test.
pub struct MemoryBackend {
    environment: Arc<TestEnvironment>,
    store: Arc<MemoryStore>,
}

impl MemoryBackend {
    /// An empty store.
    pub fn new(environment: Arc<TestEnvironment>) -> Self {
        Self { store: MemoryStore::new(environment.clone()), environment }
    }
}

impl Backend for MemoryBackend {
    fn open(&self) -> Arc<dyn Log> {
        Arc::new(self.store.open())
    }

    fn environment(&self) -> &TestEnvironment {
        &self.environment
    }

    fn has_queue(&self) -> bool {
        false
    }
}

struct StoredData {
    log_id: EventId,
    rows: Vec<Recorded>,
    /// Where in `rows` the events of a stream are.
    streams: BTreeMap<StreamName, Vec<usize>>,
    requests: HashMap<Hash, (Hash, Receipt)>,
    vault: Vec<SealedSubject>,
    last_number: i64,
    mutable_store: BTreeMap<(RecordKind, Vec<u8>), MutableRecord>,
    checkpoints: BTreeMap<u64, String>,
    /// Who is told of the head.
    head_broadcast: Vec<Weak<HeadBroadcast>>,
}

impl StoredData {
    fn new(log_id: EventId) -> Self {
        Self {
            log_id,
            rows: Vec::new(),
            streams: BTreeMap::new(),
            requests: HashMap::new(),
            vault: Vec::new(),
            last_number: 0,
            mutable_store: BTreeMap::new(),
            checkpoints: BTreeMap::new(),
            head_broadcast: Vec::new(),
        }
    }

    fn head(&self) -> Head {
        self.rows.last().map_or_else(Head::default, |row| Head { position: row.position, recorded_at: row.recorded_at })
    }

    fn version(&self, stream: &StreamName) -> Version {
        Version(self.streams.get(stream).map_or(0, |rows| rows.len() as u64))
    }

    fn subject(&self, subject: &StreamName) -> Option<&SealedSubject> {
        self.vault.iter().find(|sealed| sealed.subject == *subject)
    }

    fn leaves(&self) -> Vec<Hash> {
        self.rows.iter().map(|row| row.leaf).collect()
    }

    fn record(&mut self, append: Append, now: Timestamp) -> Result<Receipt, AppendError> {
        if let Some(answer) = append.idempotency.and_then(|idempotency| self.answered(idempotency)) {
            return answer;
        }
        for (stream, expected) in append.expected {
            let found = self.version(&stream);
            if !expected.allows(found) {
                return Err(AppendError::Conflict { stream, expected, found });
            }
        }
        if let Some(write) = append.vault.iter().find(|write| !self.vault_allows(write)) {
            return Err(AppendError::VaultConflict { subject: write.subject().clone() });
        }
        let found = |write: &MutableWrite| self.mutable_store.get(&(write.record_kind(), write.key()?.to_vec()));
        if let Some(write) =
            append.mutable_writes.iter().find(|write| !write.fits(found(write).map(|found| found.revision)))
        {
            return Err(AppendError::RecordConflict { record_kind: write.record_kind() });
        }

        let head = self.head();
        let recorded_at = now.max(head.recorded_at);
        let receipt = Receipt { after: head.position, count: append.events.len() as u64, recorded_at, replayed: false };
        for event in append.events {
            let position = self.head().position.next();
            let version = Version(self.version(&event.stream).0 + 1);
            let leaf = leaf_hash(position, version, recorded_at, &event.content_hash());
            self.streams.entry(event.stream.clone()).or_default().push(self.rows.len());
            self.rows.push(Recorded { position, version, recorded_at, event, leaf });
        }
        for write in append.vault {
            self.write_vault(write);
        }
        for write in mutable_store::in_order(&append.mutable_writes) {
            self.write_mutable_records(write.clone(), now);
        }
        if let Some(Idempotency { key, request }) = append.idempotency {
            self.requests.insert(key, (request, receipt));
        }
        Ok(receipt)
    }

    fn answered(&self, idempotency: Idempotency) -> Option<Result<Receipt, AppendError>> {
        let (request, receipt) = self.requests.get(&idempotency.key)?;
        Some(if *request == idempotency.request {
            Ok(Receipt { replayed: true, ..*receipt })
        } else {
            Err(AppendError::IdempotencyMismatch)
        })
    }

    fn vault_allows(&self, write: &VaultWrite) -> bool {
        match write {
            VaultWrite::Create { subject, .. } => self.subject(subject).is_none(),
            VaultWrite::Replace { subject, wrapped_key, .. } => {
                self.subject(subject).is_some_and(|sealed| sealed.wrapped_key == *wrapped_key)
            }
            VaultWrite::Erase { .. } => true,
        }
    }

    fn write_vault(&mut self, write: VaultWrite) {
        match write {
            VaultWrite::Create { subject, wrapped_key, records } => {
                self.last_number += 1;
                let records = in_place(Vec::new(), records);
                self.vault.push(SealedSubject { number: self.last_number, subject, wrapped_key, records });
            }
            VaultWrite::Replace { subject, records, .. } => {
                for sealed in self.vault.iter_mut().filter(|sealed| sealed.subject == subject) {
                    sealed.records = in_place(std::mem::take(&mut sealed.records), records.clone());
                }
            }
            VaultWrite::Erase { subject } => self.vault.retain(|sealed| sealed.subject != subject),
        }
    }

    fn write_mutable_records(&mut self, write: MutableWrite, now: Timestamp) {
        let replaced = if let MutableWrite::Replace { revision, .. } = &write { Some(*revision) } else { None };
        match write {
            MutableWrite::Put { record_kind, key, owner, value, expires_at }
            | MutableWrite::PutNew { record_kind, key, owner, value, expires_at }
            | MutableWrite::Replace { record_kind, key, owner, value, expires_at, .. } => {
                let place = (record_kind, key.clone());
                let replaced = replaced.or_else(|| Some(self.mutable_store.get(&place)?.revision));
                let revision = replaced.unwrap_or(0) + 1;
                self.mutable_store
                    .insert(place, MutableRecord { record_kind, key, owner, value, expires_at, revision });
            }
            MutableWrite::Remove { record_kind, key } | MutableWrite::RemoveIfThere { record_kind, key } => {
                self.mutable_store.remove(&(record_kind, key));
            }
            MutableWrite::RemoveOwned { record_kind, owner } => {
                self.mutable_store.retain(|_, record| record.record_kind != record_kind || record.owner != owner);
            }
            MutableWrite::RemoveExpired { record_kind, before } => {
                let before = if record_kind == RecordKind::Audit { before.min(now) } else { before };
                self.mutable_store.retain(|_, record| {
                    record.record_kind != record_kind || record.expires_at.is_none_or(|expires_at| expires_at >= before)
                });
            }
        }
    }
}

/// The records with the newer ones in place of those of the same names, ordered by name.
fn in_place(old: Vec<SealedRecord>, new: Vec<SealedRecord>) -> Vec<SealedRecord> {
    let by_name: BTreeMap<String, Vec<u8>> =
        old.into_iter().chain(new).map(|record| (record.name, record.sealed)).collect();
    by_name.into_iter().map(|(name, sealed)| SealedRecord { name, sealed }).collect()
}

fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

impl MemoryLog {
    fn kept<T>(&self, look: impl FnOnce(&mut StoredData) -> T) -> Result<T, ReadError> {
        if matches!(*self.state.lock().unwrap(), State::Closed) {
            return Err(ReadError::Closed);
        }
        Ok(look(&mut self.store.kept.lock().unwrap()))
    }

    fn record(&self, append: Append) -> Result<Receipt, AppendError> {
        let state = self.state.lock().unwrap();
        match &*state {
            State::Writable => {}
            State::ReadOnly(reason) => return Err(AppendError::ReadOnly(reason.clone())),
            State::Closed => return Err(AppendError::Closed),
        }
        append.check().map_err(AppendError::Invalid)?;
        let mut kept = self.store.kept.lock().unwrap();
        let receipt = kept.record(append, self.store.environment.now())?;
        let head = kept.head().position;
        kept.head_broadcast.iter().filter_map(Weak::upgrade).for_each(|head_broadcast| head_broadcast.advance(head));
        Ok(receipt)
    }

    fn page(&self, after: Position, until: Position) -> Result<Vec<Recorded>, ReadError> {
        self.kept(|kept| {
            let from = index(after.0).min(kept.rows.len());
            let to = index(until.0).min(kept.rows.len()).min(from.saturating_add(1000)).max(from);
            kept.rows[from..to].to_vec()
        })
    }
}

impl Log for MemoryLog {
    fn append(&self, append: Append) -> Pending {
        let (acknowledge, pending) = Pending::new();
        // The receiver is in our hands.
        let _ = acknowledge.send(self.record(append));
        pending
    }

    fn head(&self) -> Result<Head, ReadError> {
        self.kept(|kept| kept.head())
    }

    fn position_at(&self, time: Timestamp) -> Result<Position, ReadError> {
        self.kept(|kept| Position(kept.rows.iter().filter(|row| row.recorded_at <= time).count() as u64))
    }

    fn scan(&self, mut after: Position, until: Position, visit: &mut EventVisitor<'_>) -> Result<(), ReadError> {
        loop {
            let page = self.page(after, until)?;
            let Some(last) = page.last() else { return Ok(()) };
            after = last.position;
            for row in &page {
                let seen: RecordedRef<'_> = row.as_ref();
                if visit(&seen) == ControlFlow::Break(()) {
                    return Ok(());
                }
            }
        }
    }

    fn read_stream(&self, stream: &StreamName, after: Version, limit: usize) -> Result<Vec<Recorded>, ReadError> {
        self.kept(|kept| {
            let rows = kept.streams.get(stream).map_or(&[][..], Vec::as_slice);
            rows.iter().skip(index(after.0)).take(limit.min(MAX_PAGE)).map(|row| kept.rows[*row].clone()).collect()
        })
    }

    fn stream_version(&self, stream: &StreamName) -> Result<Version, ReadError> {
        self.kept(|kept| kept.version(stream))
    }

    fn watch(&self) -> watch::Receiver<Position> {
        self.head_broadcast.subscribe()
    }

    fn leaves(&self, after: Position, limit: usize) -> Result<Vec<Hash>, ReadError> {
        self.kept(|kept| kept.rows.iter().skip(index(after.0)).take(limit).map(|row| row.leaf).collect())
    }

    fn subtrees(&self, level: u32, from: u64, limit: usize) -> Result<Vec<Hash>, ReadError> {
        let leaves = self.kept(|kept| kept.leaves())?;
        Ok(tree::subtree_roots(&leaves, level).into_iter().skip(index(from)).take(limit).collect())
    }

    fn sealed(&self, subject: &StreamName) -> Result<Option<SealedSubject>, ReadError> {
        self.kept(|kept| kept.subject(subject).cloned())
    }

    fn sealed_subjects_after(&self, after: i64, limit: usize) -> Result<Vec<SealedSubject>, ReadError> {
        self.kept(|kept| kept.vault.iter().filter(|sealed| sealed.number > after).take(limit).cloned().collect())
    }

    fn store_checkpoint(&self, checkpoint: &StoredCheckpoint) -> Result<(), ReadError> {
        self.kept(|kept| {
            kept.checkpoints.entry(checkpoint.size).or_insert_with(|| checkpoint.note.clone());
        })
    }

    fn checkpoints(&self, after_size: u64, limit: usize) -> Result<Vec<StoredCheckpoint>, ReadError> {
        let larger = |(size, note): (&u64, &String)| StoredCheckpoint { size: *size, note: note.clone() };
        self.kept(|kept| {
            kept.checkpoints.iter().filter(|(size, _)| **size > after_size).take(limit).map(larger).collect()
        })
    }

    fn idempotency_records_after(
        &self,
        after: Option<Hash>,
        limit: usize,
    ) -> Result<Vec<IdempotencyRecord>, ReadError> {
        self.kept(|kept| {
            let mut requests: Vec<IdempotencyRecord> = kept
                .requests
                .iter()
                .filter(|(key, _)| after.is_none_or(|after| **key > after))
                .map(|(key, (request, receipt))| IdempotencyRecord {
                    idempotency: Idempotency { key: *key, request: *request },
                    receipt: Receipt { replayed: true, ..*receipt },
                })
                .collect();
            requests.sort_by_key(|request| request.idempotency.key);
            requests.truncate(limit);
            requests
        })
    }

    fn idempotency_record(&self, key: &Hash) -> Result<Option<IdempotencyRecord>, ReadError> {
        self.kept(|kept| {
            let (request, receipt) = kept.requests.get(key)?;
            let idempotency = Idempotency { key: *key, request: *request };
            Some(IdempotencyRecord { idempotency, receipt: Receipt { replayed: true, ..*receipt } })
        })
    }

    fn mutable_record(&self, record_kind: RecordKind, key: &[u8]) -> Result<Option<MutableRecord>, ReadError> {
        self.kept(|kept| kept.mutable_store.get(&(record_kind, key.to_vec())).cloned())
    }

    fn mutable_records_of_owner(
        &self,
        record_kind: RecordKind,
        owner: &str,
        limit: usize,
    ) -> Result<Vec<MutableRecord>, ReadError> {
        self.kept(|kept| {
            let owned =
                kept.mutable_store.values().filter(|record| record.record_kind == record_kind && record.owner == owner);
            owned.take(limit.min(MAX_PAGE)).cloned().collect()
        })
    }

    fn mutable_records_after(
        &self,
        record_kind: RecordKind,
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<MutableRecord>, ReadError> {
        self.kept(|kept| {
            let records = kept.mutable_store.values().filter(|record| record.record_kind == record_kind);
            let behind = records.filter(|record| after.is_none_or(|after| &*record.key > after));
            behind.take(limit.min(MAX_PAGE)).cloned().collect()
        })
    }

    fn last_checkpoint(&self) -> Result<Option<StoredCheckpoint>, ReadError> {
        let last = |(size, note): (&u64, &String)| StoredCheckpoint { size: *size, note: note.clone() };
        self.kept(|kept| kept.checkpoints.last_key_value().map(last))
    }

    fn identity(&self) -> Result<Identity, ReadError> {
        Ok(Identity { log_id: self.kept(|kept| kept.log_id)?, epoch: epoch_of(self)? })
    }

    fn mode(&self) -> Mode {
        match self.state.lock().unwrap().clone() {
            State::Writable => Mode::Writable,
            State::ReadOnly(reason) => Mode::ReadOnly(reason),
            State::Closed => Mode::ReadOnly("the log is closed".to_owned()),
        }
    }

    fn set_read_only(&self, reason: &str) {
        let mut state = self.state.lock().unwrap();
        if !matches!(*state, State::Closed) {
            *state = State::ReadOnly(reason.to_owned());
        }
    }

    fn purge_erased(&self) -> Result<bool, ReadError> {
        self.kept(|_| true)
    }

    fn close(&self) {
        *self.state.lock().unwrap() = State::Closed;
        self.head_broadcast.close();
    }
}
