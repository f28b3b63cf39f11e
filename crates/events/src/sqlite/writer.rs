//! The writer thread: takes queued appends, commits them together, and then acknowledges.

use super::{Shared, SqliteOptions, connection, rows, vault_rows};
use crate::append::{Append, AppendError, Idempotency, Receipt};
use crate::append_queue::{Job, Task};
use crate::envelope::{Hash, Position, StreamName, Timestamp, Version, leaf_hash};
use crate::environment::Environment;
use crate::log::{Head, ReadError};
use crate::mutable_store;
use crate::proof::tree::{self, Frontier, STORED_SUBTREE_WIDTH, Subtree, TreeSource};
use crate::sqlite::mutable_rows;
use crate::vault::VaultWrite;
use crate::writer_stage::WriterStage;
use rusqlite::{Connection, ErrorCode, OptionalExtension, params};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

/// One commit takes at most so many events and writes to the mutable store beyond its first append.
const BATCH_EVENTS: usize = 4096;
/// How long it waits for those who shared the last commit.
const BATCH_WINDOW: Duration = Duration::from_micros(150);
/// Versions of streams that are remembered between commits.
const KNOWN_STREAMS: usize = 100_000;
/// How many events at the end of the log are hashed again after a failure.
const REVERIFIED_EVENTS: u64 = 1024;

pub(super) const INSERT: &str =
    "INSERT INTO events (position, leaf, stream, version, recorded_at, header, type, actor, payload)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";

/// Something that needs the writer's connection; it is told if there is none, and tells whether the store failed.
pub(super) type Work = Box<dyn FnOnce(Result<&Connection, String>) -> Result<(), StoreFailed> + Send>;

/// The connection has seen an error of the file.
pub(super) struct StoreFailed;

/// Where the log stands, as a connection sees it.
pub(super) fn head_of(connection: &Connection) -> rusqlite::Result<Head> {
    let head = connection
        .prepare_cached("SELECT position, recorded_at FROM events ORDER BY position DESC LIMIT 1")?
        .query_row([], |row| {
            Ok(Head { position: Position(row.get::<_, i64>(0)? as u64), recorded_at: Timestamp(row.get(1)?) })
        })
        .optional()?;
    Ok(head.unwrap_or_default())
}

/// The tree as a connection sees it.
pub(super) struct Rows<'c>(pub(super) &'c Connection);

impl TreeSource for Rows<'_> {
    fn leaves(&self, after: Position, limit: usize) -> Result<Vec<Hash>, ReadError> {
        hashes(
            self.0,
            // A row beyond a gap is not the next leaf.
            "SELECT leaf FROM events WHERE position > ?1 AND position <= ?1 + ?2 ORDER BY position",
            params![i64::try_from(after.0).unwrap_or(i64::MAX), limit as i64],
        )
    }

    fn subtrees(&self, level: u32, from: u64, limit: usize) -> Result<Vec<Hash>, ReadError> {
        hashes(
            self.0,
            "SELECT root FROM subtrees WHERE level = ?1 AND number >= ?2 AND number < ?2 + ?3 ORDER BY number",
            params![level, i64::try_from(from).unwrap_or(i64::MAX), limit as i64],
        )
    }
}

fn hashes(connection: &Connection, sql: &str, values: &[&dyn rusqlite::ToSql]) -> Result<Vec<Hash>, ReadError> {
    let read = || {
        let mut statement = connection.prepare_cached(sql)?;
        let rows = statement.query_map(values, |row| row.get::<_, Hash>(0))?;
        rows.collect::<rusqlite::Result<Vec<Hash>>>()
    };
    read().map_err(|error| rows::store(&error))
}

/// What the writer knows of the committed log.
struct Known {
    head: Head,
    frontier: Frontier,
    versions: FxHashMap<StreamName, Version>,
    /// Changes when another connection commits.
    data_version: i64,
    /// Whether every complete subtree is sure to be kept.
    is_tree_complete: bool,
}

impl Known {
    fn load(connection: &Connection) -> Result<Self, String> {
        let data_version = data_version(connection).map_err(|error| error.to_string())?;
        let head = head_of(connection).map_err(|error| error.to_string())?;
        let frontier = Frontier::load(&Rows(connection), head.position.0).map_err(|error| error.to_string())?;
        Ok(Self { head, frontier, versions: FxHashMap::default(), data_version, is_tree_complete: false })
    }

    /// Takes up what another process has appended, inside a transaction that excludes other writers.
    fn refresh(&mut self, connection: &Connection) -> Result<(), String> {
        let data_version = data_version(connection).map_err(|error| error.to_string())?;
        if data_version == self.data_version {
            return Ok(());
        }
        let head = head_of(connection).map_err(|error| error.to_string())?;
        if head.position < self.head.position {
            return Err(format!("the log went back from {} to {}", self.head.position, head.position));
        }
        self.frontier = Frontier::load(&Rows(connection), head.position.0).map_err(|error| error.to_string())?;
        self.versions.clear();
        self.head = head;
        self.data_version = data_version;
        Ok(())
    }

    /// Keeps the subtrees that the store lacks at its end, as a copy from elsewhere may; inside a transaction. Those
    /// that the next events complete could not be kept behind a gap.
    fn complete_tree(&mut self, connection: &Connection) -> Result<(), String> {
        if !self.is_tree_complete {
            complete_tree(connection, self.head.position)?;
            self.is_tree_complete = true;
        }
        Ok(())
    }

    fn version(&mut self, connection: &Connection, stream: &StreamName) -> rusqlite::Result<Version> {
        if let Some(version) = self.versions.get(stream) {
            return Ok(*version);
        }
        let version = stream_version(connection, stream.as_str())?;
        if self.versions.len() >= KNOWN_STREAMS {
            self.versions.clear();
        }
        self.versions.insert(stream.clone(), version);
        Ok(version)
    }
}

fn data_version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.prepare_cached("PRAGMA data_version")?.query_row([], |row| row.get(0))
}

/// The version of a stream, as a connection sees it.
pub(super) fn stream_version(connection: &Connection, stream: &str) -> rusqlite::Result<Version> {
    let version: i64 = connection
        .prepare_cached("SELECT coalesce(max(version), 0) FROM events WHERE stream = ?1")?
        .query_row([stream], |row| row.get(0))?;
    Ok(Version(version as u64))
}

enum BatchError {
    /// Another process did not let go of the file in time.
    NotBegun(String),
    /// Nothing of it was recorded.
    Failed(String),
    /// It may or may not have been recorded.
    Unknown(String),
}

pub(super) struct Writer {
    shared: Arc<Shared>,
    options: SqliteOptions,
    environment: Arc<dyn Environment>,
    queue: Receiver<Task<Work>>,
    connection: Option<Connection>,
    known: Known,
    /// How many appends the last commit held.
    last_batch: usize,
}

impl Writer {
    pub(super) fn new(
        shared: Arc<Shared>,
        options: SqliteOptions,
        environment: Arc<dyn Environment>,
        queue: Receiver<Task<Work>>,
    ) -> Result<Self, String> {
        let connection = connection::writer(&shared.path, options.synchronous()).map_err(|error| error.to_string())?;
        connection::empty_wal_if_unread(&connection);
        let known = Known::load(&connection)?;
        Ok(Self { shared, options, environment, queue, connection: Some(connection), known, last_batch: 1 })
    }

    pub(super) fn head(&self) -> Head {
        self.known.head
    }

    /// Runs until it is told to stop or every sender is gone.
    pub(super) fn run(mut self) {
        while let Ok(task) = self.queue.recv() {
            let mut next = Some(task);
            while let Some(task) = next.take() {
                match task {
                    Task::Append(job) => next = self.take_batch(*job),
                    Task::Run(work) => {
                        let ready = self.ready();
                        let done = work(match ready {
                            Ok(()) => self.connection.as_ref().ok_or_else(|| "the store is closed".to_owned()),
                            Err(problem) => Err(problem),
                        });
                        if done.is_err() {
                            self.connection = None;
                        }
                    }
                    // Nothing gets in behind it.
                    Task::Stop => return,
                }
            }
        }
    }

    /// Commits this append together with those that wait behind it; gives back a task of another kind that it came
    /// across.
    fn take_batch(&mut self, first: Job) -> Option<Task<Work>> {
        let mut batch = vec![first];
        let mut events = 0;
        let mut other = None;
        // As many as shared the last commit are on their way back; a commit without them would keep them waiting for
        // its sync.
        let gathering = Instant::now();
        while events < BATCH_EVENTS {
            match self.queue.try_recv() {
                Ok(Task::Append(job)) => {
                    events += job.append.events.len() + job.append.mutable_writes.len() + 1;
                    batch.push(*job);
                }
                Ok(task) => {
                    other = Some(task);
                    break;
                }
                Err(TryRecvError::Empty) if batch.len() < self.last_batch && gathering.elapsed() < BATCH_WINDOW => {
                    thread::yield_now();
                }
                Err(_) => break,
            }
        }
        self.last_batch = batch.len();
        self.commit(batch);
        other
    }

    fn commit(&mut self, batch: Vec<Job>) {
        if let Some(reason) = self.shared.read_only.reason() {
            return answer_all(batch, &AppendError::ReadOnly(reason));
        }
        if let Err(problem) = self.ready() {
            return answer_all(batch, &AppendError::Failed(problem));
        }
        let before = (self.known.head, self.known.frontier.clone());
        let mut outcomes = Vec::with_capacity(batch.len());
        let recorded = self.record(&batch, &mut outcomes);
        let early = self.options.acknowledge_before_commit && recorded.is_ok();
        let (batch, outcomes) = if early {
            acknowledge(batch, outcomes);
            (Vec::new(), Vec::new())
        } else {
            (batch, outcomes)
        };
        let done = recorded.and_then(|()| self.finish());
        match done {
            Ok(()) => {
                self.shared.head_broadcast.advance(self.known.head.position);
                acknowledge(batch, outcomes);
            }
            Err(BatchError::NotBegun(problem)) => answer_all(batch, &AppendError::Failed(problem)),
            Err(error) => {
                (self.known.head, self.known.frontier) = before;
                self.known.versions.clear();
                let error = match error {
                    BatchError::NotBegun(problem) | BatchError::Failed(problem) => AppendError::Failed(problem),
                    BatchError::Unknown(problem) => AppendError::Unknown(problem),
                };
                // The connection has seen an error of the file; what it holds in memory is not to be trusted.
                self.connection = None;
                answer_all(batch, &error);
            }
        }
    }

    /// Makes sure that there is a connection, and after a failure that the file holds what was acknowledged.
    fn ready(&mut self) -> Result<(), String> {
        if self.connection.is_some() {
            return Ok(());
        }
        let connection = connection::writer(&self.shared.path, self.options.synchronous())
            .map_err(|error| format!("the store could not be reopened: {error}"))?;
        // Everything that can be read goes through a fresh write and sync into the database file, and the write-ahead
        // log, in which a failed sync may have left anything, is emptied.
        let busy = connection::empty_wal(&connection)
            .map_err(|error| format!("the store could not be written after a failure: {error}"))?;
        if busy {
            return Err("the store is being read while it recovers from a failure, try again".to_owned());
        }
        let problem = match self.verify(&connection) {
            Ok(known) => {
                self.known = known;
                self.connection = Some(connection);
                self.shared.head_broadcast.advance(self.known.head.position);
                WriterStage::Reopened.report(self.options.on_stage.as_ref());
                return Ok(());
            }
            Err(problem) => format!("after a failure the store does not hold what was acknowledged: {problem}"),
        };
        self.shared.read_only.set(&problem);
        Err(problem)
    }

    /// Checks that the file still holds the tree that was acknowledged, and that the last rows fit their leaves.
    fn verify(&self, connection: &Connection) -> Result<Known, String> {
        let known = Known::load(connection)?;
        let acknowledged = self.known.head.position;
        if known.head.position < acknowledged {
            return Err(format!("it ends at {} and not at {acknowledged}", known.head.position));
        }
        let then = Frontier::load(&Rows(connection), acknowledged.0).map_err(|error| error.to_string())?;
        if then.root() != self.known.frontier.root() {
            return Err(format!("the tree up to {acknowledged} is another"));
        }
        let after = Position(known.head.position.0.saturating_sub(REVERIFIED_EVENTS));
        let mut wrong = None;
        rows::scan(connection, after, known.head.position, &mut |event| {
            if event.expected_leaf() == event.leaf {
                return ControlFlow::Continue(());
            }
            wrong = Some(event.position);
            ControlFlow::Break(())
        })
        .map_err(|error| error.to_string())?;
        match wrong {
            Some(position) => Err(format!("row and leaf disagree at position {position}")),
            None => Ok(known),
        }
    }

    /// Begins a transaction and writes every append of the batch that may be written.
    fn record(&mut self, batch: &[Job], outcomes: &mut Vec<Result<Receipt, AppendError>>) -> Result<(), BatchError> {
        let Self { connection: Some(connection), known, environment, .. } = self else {
            return Err(BatchError::Failed("the store is not open".to_owned()));
        };
        let failed = |error: rusqlite::Error| BatchError::Failed(error.to_string());
        let begun = connection.prepare_cached("BEGIN IMMEDIATE").and_then(|mut begin| begin.execute([]));
        begun.map_err(|error| match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy) => BatchError::NotBegun(error.to_string()),
            _ => failed(error),
        })?;
        known.refresh(connection).and_then(|()| known.complete_tree(connection)).map_err(BatchError::Failed)?;
        let now = environment.now().max(known.head.recorded_at);
        let mut completed = Vec::new();
        for job in batch {
            let outcome = match admit(connection, known, &job.append) {
                Ok(Admission::New) => Ok(insert(connection, known, job, now, &mut completed).map_err(failed)?),
                Ok(Admission::Known(receipt)) => Ok(receipt),
                Err(refused) => Err(refused),
            };
            outcomes.push(outcome);
        }
        keep_subtrees(connection, &completed).map_err(failed)
    }

    /// Commits; from here on a failure leaves the outcome open, unless it is certain that the commit was not written.
    fn finish(&mut self) -> Result<(), BatchError> {
        let Some(connection) = &self.connection else {
            return Err(BatchError::Failed("the store is not open".to_owned()));
        };
        WriterStage::Committing.report(self.options.on_stage.as_ref());
        let committed = connection.prepare_cached("COMMIT").and_then(|mut commit| commit.execute([]));
        WriterStage::Committed.report(self.options.on_stage.as_ref());
        match committed {
            Ok(_) => Ok(()),
            Err(error) if is_before_commit_frame(&error) => Err(BatchError::Failed(error.to_string())),
            Err(error) => Err(BatchError::Unknown(error.to_string())),
        }
    }
}

/// The frame that commits is the last that is written, so a write that failed was that one or came before it.
fn is_before_commit_frame(error: &rusqlite::Error) -> bool {
    let extended = error.sqlite_error().map(|error| error.extended_code);
    error.sqlite_error_code() == Some(ErrorCode::DiskFull) || extended == Some(rusqlite::ffi::SQLITE_IOERR_WRITE)
}

fn acknowledge(batch: Vec<Job>, outcomes: Vec<Result<Receipt, AppendError>>) {
    for (job, outcome) in batch.into_iter().zip(outcomes) {
        job.answer(outcome);
    }
}

fn answer_all(batch: Vec<Job>, error: &AppendError) {
    for job in batch {
        job.answer(Err(error.clone()));
    }
}

/// What an append is, as far as idempotency goes.
enum Admission {
    New,
    Known(Receipt),
}

/// Decides whether an append may be written; writes nothing.
fn admit(connection: &Connection, known: &mut Known, append: &Append) -> Result<Admission, AppendError> {
    let failed = |error: rusqlite::Error| AppendError::Failed(error.to_string());
    if let Some(idempotency) = &append.idempotency {
        let earlier = connection
            .prepare_cached("SELECT request, after, count, recorded_at FROM idempotency WHERE key = ?1")
            .and_then(|mut statement| {
                let row = |row: &rusqlite::Row<'_>| {
                    let receipt = Receipt {
                        after: Position(row.get::<_, i64>(1)? as u64),
                        count: row.get::<_, i64>(2)? as u64,
                        recorded_at: Timestamp(row.get(3)?),
                        replayed: true,
                    };
                    Ok((row.get::<_, Hash>(0)?, receipt))
                };
                statement.query_row([idempotency.key], row).optional()
            })
            .map_err(failed)?;
        match earlier {
            Some((request, receipt)) if request == idempotency.request => return Ok(Admission::Known(receipt)),
            Some(_) => return Err(AppendError::IdempotencyMismatch),
            None => {}
        }
    }
    for (stream, expected) in &append.expected {
        let found = known.version(connection, stream).map_err(failed)?;
        if !expected.allows(found) {
            return Err(AppendError::Conflict { stream: stream.clone(), expected: *expected, found });
        }
    }
    append.vault.iter().try_for_each(|write| vault_rows::check(connection, write))?;
    append.mutable_writes.iter().try_for_each(|write| mutable_rows::check(connection, write))?;
    Ok(Admission::New)
}

/// Writes an append that was admitted.
fn insert(
    connection: &Connection,
    known: &mut Known,
    job: &Job,
    now: Timestamp,
    completed: &mut Vec<Subtree>,
) -> rusqlite::Result<Receipt> {
    let after = known.head.position;
    if !job.append.events.is_empty() {
        known.head.recorded_at = now;
    }
    let mut statement = connection.prepare_cached(INSERT)?;
    for (event, content) in job.append.events.iter().zip(&job.contents) {
        let position = known.head.position.next();
        let version = Version(known.version(connection, &event.stream)?.0 + 1);
        let leaf = leaf_hash(position, version, now, content);
        statement.execute(params![
            position.0 as i64,
            leaf,
            event.stream.as_str(),
            version.0 as i64,
            now.0,
            event.header().to_bytes(),
            event.event_type.as_str(),
            event.actor.as_str(),
            event.payload,
        ])?;
        known.head.position = position;
        if let Some(known) = known.versions.get_mut(&event.stream) {
            *known = version;
        }
        known.frontier.push(leaf, completed);
    }
    job.append.vault.iter().try_for_each(|write: &VaultWrite| vault_rows::write(connection, write))?;
    mutable_store::in_order(&job.append.mutable_writes).try_for_each(|write| mutable_rows::write(connection, write))?;
    let receipt = Receipt { after, count: job.append.events.len() as u64, recorded_at: now, replayed: false };
    if let Some(idempotency) = &job.append.idempotency {
        keep_request(connection, idempotency, &receipt)?;
    }
    Ok(receipt)
}

/// Remembers what a request has come to.
pub(super) fn keep_request(
    connection: &Connection,
    idempotency: &Idempotency,
    receipt: &Receipt,
) -> rusqlite::Result<()> {
    let Receipt { after, count, recorded_at, .. } = receipt;
    connection
        .prepare_cached(
            "INSERT INTO idempotency (key, request, after, count, recorded_at) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![idempotency.key, idempotency.request, after.0 as i64, *count as i64, recorded_at.0])?;
    Ok(())
}

/// Computes and keeps the complete subtrees up to a position that are not kept yet.
fn complete_tree(connection: &Connection, head: Position) -> Result<(), String> {
    for level in 1.. {
        let leaves = STORED_SUBTREE_WIDTH.checked_pow(level).filter(|leaves| *leaves <= head.0);
        let Some(complete) = leaves.map(|leaves| head.0 / leaves) else { break };
        let kept = connection
            .prepare_cached("SELECT coalesce(max(number), -1) + 1 FROM subtrees WHERE level = ?1")
            .and_then(|mut kept| kept.query_row([level], |row| row.get::<_, i64>(0)))
            .map_err(|error| error.to_string())?;
        for index in kept as u64..complete {
            let roots = tree::kept(&Rows(connection), level, index, 1).map_err(|error| error.to_string())?;
            let keep = |root| keep_subtree(connection, level, index, root);
            roots.iter().try_for_each(keep).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

fn keep_subtrees(connection: &Connection, completed: &[Subtree]) -> rusqlite::Result<()> {
    completed.iter().try_for_each(|subtree| keep_subtree(connection, subtree.level, subtree.index, &subtree.root))
}

/// Keeps the root of a complete subtree.
pub(super) fn keep_subtree(connection: &Connection, level: u32, index: u64, root: &Hash) -> rusqlite::Result<()> {
    connection.prepare_cached("INSERT INTO subtrees (level, number, root) VALUES (?1, ?2, ?3)")?.execute(params![
        level,
        index as i64,
        root
    ])?;
    Ok(())
}
