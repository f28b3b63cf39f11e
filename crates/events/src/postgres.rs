//! The log in PostgreSQL: one writer thread, connections for reading, and notifications of other nodes.

mod acknowledged;
mod batch;
mod connection;
mod mutable_rows;
mod readers;
mod redacted_address;
mod restore;
mod rows;
mod schema;
mod subtrees;
mod vault_rows;
mod watcher;
mod writer;

pub use connection::OpenError;
pub use redacted_address::RedactedAddress;
pub use restore::RestoreError;

use crate::append::{Append, Idempotency, Pending, Receipt};
use crate::append_queue::{AppendQueue, ReadOnly};
use crate::envelope::{Hash, Position, Recorded, StreamName, Timestamp, Version};
use crate::environment::Environment;
use crate::follow::HeadBroadcast;
use crate::log::{EventVisitor, Head, IdempotencyRecord, Identity, Log, MAX_PAGE, Mode, ReadError, StoredCheckpoint};
use crate::mutable_store::{MutableRecord, RecordKind};
use crate::proof::epochs::epoch_of;
use crate::vault::SealedSubject;
use crate::writer_stage::OnWriterStage;
use acknowledged::Acknowledged;
use connection::Address;
use postgres::Row;
use readers::{Readers, outside_runtime};
use rows::Id;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use tokio::sync::watch;
use watcher::Watcher;
use writer::Writer;

#[derive(Clone, Default)]
pub struct PostgresOptions {
    /// Accepts a server that acknowledges before anything is on the disk, for tests with throwaway stores.
    #[doc(hidden)]
    pub accept_lossy_server: bool,
    /// Told of every stage of the writer.
    #[doc(hidden)]
    pub on_stage: Option<OnWriterStage>,
}

/// What the log, its writer and its watcher share.
struct Shared {
    address: Address,
    head_broadcast: HeadBroadcast,
    acknowledged: Acknowledged,
    read_only: ReadOnly,
    closing: AtomicBool,
}

impl Shared {
    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Acquire)
    }
}

/// The threads that end with the log.
struct Threads {
    writer: JoinHandle<()>,
    watcher: Watcher,
}

/// The log in a PostgreSQL database.
pub struct PostgresLog {
    shared: Arc<Shared>,
    readers: Readers,
    append_queue: AppendQueue<Infallible>,
    threads: Mutex<Option<Threads>>,
}

impl PostgresLog {
    /// Opens the store at this address, `postgres://…`, which must be up to date.
    ///
    /// Connections are not encrypted by this program: an address that asks for TLS is refused, and a server elsewhere
    /// is reached through a tunnel or a proxy on the same machine.
    pub fn open(address: &str, environment: Arc<dyn Environment>, options: PostgresOptions) -> Result<Self, OpenError> {
        let address = Address::parse(address)?;
        outside_runtime(move || {
            let shared = Arc::new(Shared {
                address: address.clone(),
                head_broadcast: HeadBroadcast::new(),
                acknowledged: Acknowledged::default(),
                read_only: ReadOnly::default(),
                closing: AtomicBool::new(false),
            });
            let (append_queue, tasks) = AppendQueue::new();
            let writer = Writer::open(Arc::clone(&shared), options, environment, tasks)?;
            let watcher = Watcher::start(Arc::clone(&shared));
            let writer = thread::spawn(move || writer.run());
            let threads = Mutex::new(Some(Threads { writer, watcher }));
            Ok(Self { shared, readers: Readers::new(address), append_queue, threads })
        })
    }

    /// Creates or migrates the schema of a store, and returns the versions before and after.
    ///
    /// The address is that of the owner. Another role that the service runs as is given what it needs and no more: it
    /// reads, and it appends through the functions.
    pub fn migrate(owner_address: &str, app_role: Option<&str>) -> Result<(u32, u32), OpenError> {
        let address = Address::parse(owner_address)?;
        outside_runtime(move || schema::migrate(&address, app_role))
    }

    /// Copies a backup into a database that holds no events yet; the address is that of the owner.
    pub fn restore(
        owner_address: &str,
        from: &dyn Log,
        progress: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<(), RestoreError> {
        let address = Address::parse(owner_address)?;
        outside_runtime(move || restore::restore(&address, from, progress))
    }

    fn query_one<T: Send>(
        &self,
        sql: &'static str,
        values: &[rows::Value<'_>],
        read: impl Fn(&Row) -> Result<T, ReadError> + Send,
    ) -> Result<Option<T>, ReadError> {
        Ok(self.query_all(sql, values, read)?.pop())
    }

    fn query_all<T: Send>(
        &self,
        sql: &'static str,
        values: &[rows::Value<'_>],
        read: impl Fn(&Row) -> Result<T, ReadError> + Send,
    ) -> Result<Vec<T>, ReadError> {
        let rows = self.readers.query(sql, values)?;
        rows.iter().map(read).collect()
    }
}

impl Log for PostgresLog {
    fn append(&self, append: Append) -> Pending {
        self.append_queue.append(append, &self.shared.read_only)
    }

    fn head(&self) -> Result<Head, ReadError> {
        Ok(self.query_one(rows::HEAD, &[], rows::head)?.unwrap_or_default())
    }

    fn position_at(&self, time: Timestamp) -> Result<Position, ReadError> {
        let found = self.query_one(rows::POSITION_AT, &[&time.0], |row| rows::get::<i64>(row, 0))?;
        found
            .map(|position| Position(position as u64))
            .ok_or_else(|| ReadError::Store("an event is missing".to_owned()))
    }

    fn scan(&self, after: Position, until: Position, visit: &mut EventVisitor<'_>) -> Result<(), ReadError> {
        rows::scan(&self.readers, after, until, visit)
    }

    fn read_stream(&self, stream: &StreamName, after: Version, limit: usize) -> Result<Vec<Recorded>, ReadError> {
        let (after, limit) = (rows::bounded(after.0), limit.min(MAX_PAGE) as i64);
        self.query_all(rows::OF_STREAM, &[&stream.as_str(), &after, &limit], |row| rows::recorded(row)?.to_recorded())
    }

    fn stream_version(&self, stream: &StreamName) -> Result<Version, ReadError> {
        self.version_of(stream.as_str())
    }

    fn watch(&self) -> watch::Receiver<Position> {
        self.shared.head_broadcast.subscribe()
    }

    fn leaves(&self, after: Position, limit: usize) -> Result<Vec<Hash>, ReadError> {
        let values: [rows::Value<'_>; 2] = [&rows::bounded(after.0), &rows::end(after.0, limit)];
        self.query_all(rows::LEAVES, &values, rows::hash)
    }

    fn subtrees(&self, level: u32, from: u64, limit: usize) -> Result<Vec<Hash>, ReadError> {
        let values: [rows::Value<'_>; 3] = [&(level as i32), &rows::bounded(from), &rows::end(from, limit)];
        self.query_all(rows::SUBTREES, &values, rows::hash)
    }

    fn sealed(&self, subject: &StreamName) -> Result<Option<SealedSubject>, ReadError> {
        let rows = self.readers.query(vault_rows::OF_SUBJECT, &[&subject.as_str()])?;
        Ok(vault_rows::subjects(&rows)?.pop())
    }

    fn sealed_subjects_after(&self, after: i64, limit: usize) -> Result<Vec<SealedSubject>, ReadError> {
        let rows = self.readers.query(vault_rows::IN_ORDER, &[&after, &(limit.min(MAX_PAGE) as i64)])?;
        vault_rows::subjects(&rows)
    }

    fn store_checkpoint(&self, checkpoint: &StoredCheckpoint) -> Result<(), ReadError> {
        let values: [rows::Value<'_>; 2] = [&rows::bounded(checkpoint.size), &checkpoint.note];
        self.readers.query("SELECT kostka.keep_checkpoint($1, $2)", &values).map(drop)
    }

    fn idempotency_records_after(
        &self,
        after: Option<Hash>,
        limit: usize,
    ) -> Result<Vec<IdempotencyRecord>, ReadError> {
        // The empty key comes before every other.
        let after = after.map_or_else(Vec::new, |key| key.to_vec());
        let sql = "SELECT key, request, after, count, recorded_at FROM kostka.idempotency WHERE key > $1
                   ORDER BY key LIMIT $2";
        self.query_all(sql, &[&after, &(limit.min(MAX_PAGE) as i64)], idempotency_record)
    }

    fn idempotency_record(&self, key: &Hash) -> Result<Option<IdempotencyRecord>, ReadError> {
        let sql = "SELECT key, request, after, count, recorded_at FROM kostka.idempotency WHERE key = $1";
        self.query_one(sql, &[&key.as_slice()], idempotency_record)
    }

    fn mutable_record(&self, record_kind: RecordKind, key: &[u8]) -> Result<Option<MutableRecord>, ReadError> {
        self.query_one(mutable_rows::ONE, &[&record_kind.name(), &key], |row| mutable_rows::record(record_kind, row))
    }

    fn mutable_records_of_owner(
        &self,
        record_kind: RecordKind,
        owner: &str,
        limit: usize,
    ) -> Result<Vec<MutableRecord>, ReadError> {
        if owner.contains('\0') {
            // No owner is so called, and the server takes no such text.
            return Ok(Vec::new());
        }
        let values: [rows::Value<'_>; 3] = [&record_kind.name(), &owner, &(limit.min(MAX_PAGE) as i64)];
        self.query_all(mutable_rows::OWNED, &values, |row| mutable_rows::record(record_kind, row))
    }

    fn mutable_records_after(
        &self,
        record_kind: RecordKind,
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<MutableRecord>, ReadError> {
        // The empty key comes before every other.
        let after = after.unwrap_or(&[]);
        let values: [rows::Value<'_>; 3] = [&record_kind.name(), &after, &(limit.min(MAX_PAGE) as i64)];
        self.query_all(mutable_rows::AFTER, &values, |row| mutable_rows::record(record_kind, row))
    }

    fn checkpoints(&self, after_size: u64, limit: usize) -> Result<Vec<StoredCheckpoint>, ReadError> {
        let values: [rows::Value<'_>; 2] = [&rows::bounded(after_size), &(limit.min(MAX_PAGE) as i64)];
        let sql = "SELECT size, note FROM kostka.checkpoints WHERE size > $1 ORDER BY size LIMIT $2";
        self.query_all(sql, &values, checkpoint)
    }

    fn last_checkpoint(&self) -> Result<Option<StoredCheckpoint>, ReadError> {
        self.query_one("SELECT size, note FROM kostka.checkpoints ORDER BY size DESC LIMIT 1", &[], checkpoint)
    }

    fn identity(&self) -> Result<Identity, ReadError> {
        let log_id = self.query_one(connection::LOG_ID, &[], |row| rows::get::<Id>(row, 0))?;
        let log_id = log_id.ok_or_else(|| ReadError::Store("the store has no id".to_owned()))?.0;
        Ok(Identity { log_id, epoch: epoch_of(self)? })
    }

    fn mode(&self) -> Mode {
        self.shared.read_only.reason().map_or(Mode::Writable, Mode::ReadOnly)
    }

    fn set_read_only(&self, reason: &str) {
        self.shared.read_only.set(reason);
    }

    /// Rewrites the tables of the vault and of the mutable store, which only their owner may do. The server removes the
    /// rest from its own journal with its next checkpoints.
    fn purge_erased(&self) -> Result<bool, ReadError> {
        let owned = self.query_one(vault_rows::OWNED, &[], |row| rows::get::<bool>(row, 0))?;
        if owned != Some(true) {
            return Ok(false);
        }
        outside_runtime(|| vault_rows::rewrite(&self.shared.address))
    }

    fn close(&self) {
        self.shared.closing.store(true, Ordering::Release);
        let threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(threads) = threads {
            self.readers.close();
            self.append_queue.close();
            let _ = threads.writer.join();
            threads.watcher.join();
            self.shared.head_broadcast.close();
        }
    }
}

impl PostgresLog {
    fn version_of(&self, stream: &str) -> Result<Version, ReadError> {
        let version = self.query_one(rows::STREAM_VERSION, &[&stream], |row| rows::get::<i64>(row, 0))?;
        Ok(Version(version.unwrap_or(0) as u64))
    }
}

impl Drop for PostgresLog {
    fn drop(&mut self) {
        self.close();
    }
}

fn checkpoint(row: &Row) -> Result<StoredCheckpoint, ReadError> {
    Ok(StoredCheckpoint { size: rows::get::<i64>(row, 0)? as u64, note: rows::get(row, 1)? })
}

fn idempotency_record(row: &Row) -> Result<IdempotencyRecord, ReadError> {
    let hash = |column| -> Result<Hash, ReadError> {
        let bytes: &[u8] = rows::get(row, column)?;
        bytes.try_into().map_err(|_| ReadError::Store("a key has a wrong length".to_owned()))
    };
    let receipt = Receipt {
        after: Position(rows::get::<i64>(row, 2)? as u64),
        count: rows::get::<i64>(row, 3)? as u64,
        recorded_at: Timestamp(rows::get(row, 4)?),
        replayed: true,
    };
    Ok(IdempotencyRecord { idempotency: Idempotency { key: hash(0)?, request: hash(1)? }, receipt })
}
