//! The log in a SQLite file: one writer thread, connections for reading, and a watcher of other processes.

mod backup;
mod connection;
mod file_copy;
mod mutable_rows;
mod readers;
mod rows;
mod vault_rows;
mod watcher;
mod writer;

pub use backup::{FileProblem, library_version};
pub use connection::OpenError;
pub(crate) use file_copy::FileCopy;

use crate::append::{Append, Idempotency, Pending, Receipt};
use crate::append_queue::{AppendQueue, ReadOnly};
use crate::envelope::{EventId, Hash, Position, Recorded, StreamName, Timestamp, Version};
use crate::environment::Environment;
use crate::follow::HeadBroadcast;
use crate::log::{EventVisitor, Head, IdempotencyRecord, Identity, Log, MAX_PAGE, Mode, ReadError, StoredCheckpoint};
use crate::mutable_store::{MutableRecord, RecordKind};
use crate::proof::epochs::epoch_of;
use crate::proof::tree::TreeSource;
use crate::vault::SealedSubject;
use crate::writer_stage::OnWriterStage;
use readers::Readers;
use rows::store;
use rusqlite::{Connection, OptionalExtension, params};
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use tokio::sync::watch;
use watcher::Watcher;
use writer::{Rows, StoreFailed, Work, Writer};

/// Room for as many events is made before a stream is read.
const USUAL_STREAM: usize = 64;

#[derive(Clone, Default)]
pub struct SqliteOptions {
    /// Told of every stage of the writer.
    #[doc(hidden)]
    pub on_stage: Option<OnWriterStage>,
    /// Commits without waiting for the disk, so that a test can show that this loses events.
    #[doc(hidden)]
    pub synchronous_normal: bool,
    /// Commits without syncing to the disk, for tests with thousands of throwaway stores.
    #[doc(hidden)]
    pub synchronous_off: bool,
    /// Acknowledges too early, so that a test can show that it would be noticed.
    #[doc(hidden)]
    pub acknowledge_before_commit: bool,
}

impl SqliteOptions {
    fn synchronous(&self) -> &'static str {
        match (self.synchronous_off, self.synchronous_normal) {
            (true, _) => "OFF",
            (false, true) => "NORMAL",
            (false, false) => "FULL",
        }
    }
}

/// What the log, its writer and its watcher share.
struct Shared {
    path: PathBuf,
    head_broadcast: HeadBroadcast,
    read_only: ReadOnly,
}

/// The threads that end with the log.
struct Threads {
    writer: JoinHandle<()>,
    watcher: Watcher,
}

/// The log in a SQLite file.
pub struct SqliteLog {
    shared: Arc<Shared>,
    readers: Readers,
    append_queue: AppendQueue<Work>,
    threads: Mutex<Option<Threads>>,
}

impl SqliteLog {
    /// Opens the store in this file, which must exist and be up to date.
    pub fn open(path: &Path, environment: Arc<dyn Environment>, options: SqliteOptions) -> Result<Self, OpenError> {
        connection::check(path)?;
        // A path of its own: the working folder may change, the store may not.
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let shared = Arc::new(Shared {
            path: path.clone(),
            head_broadcast: HeadBroadcast::new(),
            read_only: ReadOnly::default(),
        });
        let (append_queue, tasks) = AppendQueue::new();
        let synchronous = options.synchronous();
        let writer = Writer::new(Arc::clone(&shared), options, environment, tasks).map_err(OpenError::Damaged)?;
        shared.head_broadcast.advance(writer.head().position);
        let watcher = Watcher::start(Arc::clone(&shared), synchronous)?;
        let writer = thread::spawn(move || writer.run());
        Ok(Self {
            shared,
            readers: Readers::new(path),
            append_queue,
            threads: Mutex::new(Some(Threads { writer, watcher })),
        })
    }

    /// Opens the store in this file, and makes it first if there is none.
    pub fn open_or_create(
        path: &Path,
        environment: Arc<dyn Environment>,
        options: SqliteOptions,
    ) -> Result<Self, OpenError> {
        if connection::is_unfinished(path)? {
            connection::migrate(path, environment.as_ref())?;
        }
        Self::open(path, environment, options)
    }

    /// Brings the schema of a store up to date, or makes the store; gives the versions before and after.
    pub fn migrate(path: &Path, environment: &dyn Environment) -> Result<(u32, u32), OpenError> {
        connection::migrate(path, environment)
    }

    fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, ReadError> {
        self.readers.with(|connection| read(connection).map_err(|error| store(&error)))
    }

    /// Does something on the writer's connection, between commits.
    fn on_writer<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ReadError> {
        let (sender, receiver) = channel();
        let work: Work = Box::new(move |connection: Result<&Connection, String>| {
            let done = connection.map(work);
            // After a failed sync only a connection that has verified the file may acknowledge anything.
            let outcome = if matches!(done, Ok(Err(_))) { Err(StoreFailed) } else { Ok(()) };
            let answer = done.map_err(ReadError::Store).and_then(|done| done.map_err(|error| store(&error)));
            let _ = sender.send(answer);
            outcome
        });
        if !self.append_queue.run(work) {
            return Err(ReadError::Closed);
        }
        receiver.recv().map_err(|_| ReadError::Closed)?
    }
}

impl Log for SqliteLog {
    fn append(&self, append: Append) -> Pending {
        self.append_queue.append(append, &self.shared.read_only)
    }

    fn head(&self) -> Result<Head, ReadError> {
        self.read(writer::head_of)
    }

    fn position_at(&self, time: Timestamp) -> Result<Position, ReadError> {
        self.readers.with(|connection| rows::position_at(connection, time))
    }

    fn scan(&self, after: Position, until: Position, visit: &mut EventVisitor<'_>) -> Result<(), ReadError> {
        self.readers.with(|connection| rows::scan(connection, after, until, visit))
    }

    fn read_stream(&self, stream: &StreamName, after: Version, limit: usize) -> Result<Vec<Recorded>, ReadError> {
        self.readers.with(|connection| {
            let mut statement = connection.prepare_cached(rows::OF_STREAM).map_err(|error| store(&error))?;
            let after = i64::try_from(after.0).unwrap_or(i64::MAX);
            let mut rows = statement
                .query(params![stream.as_str(), after, limit.min(MAX_PAGE) as i64])
                .map_err(|error| store(&error))?;
            let mut page = Vec::with_capacity(limit.min(USUAL_STREAM));
            while let Some(row) = rows.next().map_err(|error| store(&error))? {
                page.push(rows::recorded(row)?.recorded_of(stream.clone())?);
            }
            Ok(page)
        })
    }

    fn stream_version(&self, stream: &StreamName) -> Result<Version, ReadError> {
        self.read(|connection| writer::stream_version(connection, stream.as_str()))
    }

    fn watch(&self) -> watch::Receiver<Position> {
        self.shared.head_broadcast.subscribe()
    }

    fn leaves(&self, after: Position, limit: usize) -> Result<Vec<Hash>, ReadError> {
        self.readers.with(|connection| Rows(connection).leaves(after, limit))
    }

    fn subtrees(&self, level: u32, from: u64, limit: usize) -> Result<Vec<Hash>, ReadError> {
        self.readers.with(|connection| Rows(connection).subtrees(level, from, limit))
    }

    fn sealed(&self, subject: &StreamName) -> Result<Option<SealedSubject>, ReadError> {
        self.readers.with(|connection| vault_rows::sealed(connection, subject))
    }

    fn sealed_subjects_after(&self, after: i64, limit: usize) -> Result<Vec<SealedSubject>, ReadError> {
        self.readers.with(|connection| vault_rows::sealed_subjects_after(connection, after, limit.min(MAX_PAGE)))
    }

    fn idempotency_records_after(
        &self,
        after: Option<Hash>,
        limit: usize,
    ) -> Result<Vec<IdempotencyRecord>, ReadError> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT key, request, after, count, recorded_at FROM idempotency WHERE key > ?1 ORDER BY key LIMIT ?2",
            )?;
            // Every key is longer than no bytes, and so comes after them.
            let after = after.map_or_else(Vec::new, |key| key.to_vec());
            let rows = statement.query_map(params![after, limit.min(MAX_PAGE) as i64], idempotency_record)?;
            rows.collect()
        })
    }

    fn idempotency_record(&self, key: &Hash) -> Result<Option<IdempotencyRecord>, ReadError> {
        self.read(|connection| {
            connection
                .prepare_cached("SELECT key, request, after, count, recorded_at FROM idempotency WHERE key = ?1")?
                .query_row([key], idempotency_record)
                .optional()
        })
    }

    fn mutable_record(&self, record_kind: RecordKind, key: &[u8]) -> Result<Option<MutableRecord>, ReadError> {
        self.readers.with(|connection| mutable_rows::one(connection, record_kind, key))
    }

    fn mutable_records_of_owner(
        &self,
        record_kind: RecordKind,
        owner: &str,
        limit: usize,
    ) -> Result<Vec<MutableRecord>, ReadError> {
        self.readers.with(|connection| mutable_rows::owned(connection, record_kind, owner, limit.min(MAX_PAGE)))
    }

    fn mutable_records_after(
        &self,
        record_kind: RecordKind,
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<MutableRecord>, ReadError> {
        self.readers.with(|connection| mutable_rows::after(connection, record_kind, after, limit.min(MAX_PAGE)))
    }

    fn store_checkpoint(&self, checkpoint: &StoredCheckpoint) -> Result<(), ReadError> {
        let StoredCheckpoint { size, note } = checkpoint.clone();
        self.on_writer(move |connection| {
            let last: Option<i64> = connection.query_row("SELECT max(size) FROM checkpoints", [], |row| row.get(0))?;
            if last.is_none_or(|last| last < size as i64) {
                connection
                    .execute("INSERT INTO checkpoints (size, note) VALUES (?1, ?2)", params![size as i64, note])?;
            }
            Ok(())
        })
    }

    fn checkpoints(&self, after_size: u64, limit: usize) -> Result<Vec<StoredCheckpoint>, ReadError> {
        self.read(|connection| {
            let mut statement = connection
                .prepare_cached("SELECT size, note FROM checkpoints WHERE size > ?1 ORDER BY size LIMIT ?2")?;
            let after = i64::try_from(after_size).unwrap_or(i64::MAX);
            let rows = statement.query_map(params![after, limit.min(MAX_PAGE) as i64], checkpoint)?;
            rows.collect()
        })
    }

    fn last_checkpoint(&self) -> Result<Option<StoredCheckpoint>, ReadError> {
        self.read(|connection| {
            connection
                .prepare_cached("SELECT size, note FROM checkpoints ORDER BY size DESC LIMIT 1")?
                .query_row([], checkpoint)
                .optional()
        })
    }

    fn identity(&self) -> Result<Identity, ReadError> {
        let log_id = self.read(|connection| connection.query_row("SELECT log_id FROM log", [], |row| row.get(0)))?;
        Ok(Identity { log_id: EventId(log_id), epoch: epoch_of(self)? })
    }

    fn mode(&self) -> Mode {
        self.shared.read_only.reason().map_or(Mode::Writable, Mode::ReadOnly)
    }

    fn set_read_only(&self, reason: &str) {
        self.shared.read_only.set(reason);
    }

    fn purge_erased(&self) -> Result<bool, ReadError> {
        // An idle connection may still hold an old end of the write-ahead log.
        self.readers.clear();
        Ok(!self.on_writer(connection::empty_wal)?)
    }

    fn close(&self) {
        let threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(threads) = threads {
            threads.watcher.stop();
            // The last connection to go moves the write-ahead log into the file, and only the writer's can.
            self.readers.close();
            self.append_queue.close();
            let _ = threads.writer.join();
            self.shared.head_broadcast.close();
        }
    }
}

impl Drop for SqliteLog {
    fn drop(&mut self) {
        self.close();
    }
}

fn idempotency_record(row: &rusqlite::Row<'_>) -> rusqlite::Result<IdempotencyRecord> {
    let receipt = Receipt {
        after: Position(row.get::<_, i64>(2)? as u64),
        count: row.get::<_, i64>(3)? as u64,
        recorded_at: Timestamp(row.get(4)?),
        replayed: true,
    };
    Ok(IdempotencyRecord { idempotency: Idempotency { key: row.get(0)?, request: row.get(1)? }, receipt })
}

fn checkpoint(row: &rusqlite::Row<'_>) -> rusqlite::Result<StoredCheckpoint> {
    Ok(StoredCheckpoint { size: row.get::<_, i64>(0)? as u64, note: row.get(1)? })
}

#[cfg(test)]
mod tests;
