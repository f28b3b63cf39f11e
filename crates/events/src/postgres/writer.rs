//! The writer thread: takes queued appends, commits them together, and then acknowledges.

use super::batch::{BatchError, HeadCache, Outcomes, Statements};
use super::connection::{OpenError, check_server, text};
use super::readers::is_fatal;
use super::rows::{Id, bounded};
use super::{PostgresOptions, Shared, schema};
use crate::append::{Append, AppendError, Receipt};
use crate::append_queue::{Job, Task};
use crate::envelope::{EventId, Hash, Position, Timestamp};
use crate::environment::Environment;
use crate::postgres::acknowledged::{LastEvent, UnusableServer};
use crate::writer_stage::WriterStage;
use postgres::Client;
use rustc_hash::{FxHashMap, FxHashSet};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

/// One commit takes at most so many events and writes to the mutable store beyond its first append.
const BATCH_EVENTS: usize = 4096;
/// One commit takes at most so many bytes beyond its first append.
const BATCH_BYTES: usize = 16 << 20;
/// How long appends wait for a server that has gone before they fail.
const RECONNECT_TIMEOUT: Duration = Duration::from_secs(15);
/// How often to look for what became of a batch, when that too is interrupted.
const MAX_LOOKUPS: usize = 5;
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// A connection that can append.
struct Session {
    client: Client,
    statements: Statements,
    backend: Backend,
}

/// The process of the server that serves a connection.
struct Backend {
    pid: i32,
    started: String,
}

impl Session {
    fn new(mut client: Client) -> Result<Self, postgres::Error> {
        let row = client
            .query_one("SELECT pid, backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()", &[])?;
        let backend = Backend { pid: row.try_get(0)?, started: row.try_get(1)? };
        Ok(Self { statements: Statements::prepare(&mut client)?, client, backend })
    }

    /// Makes sure that a process of the server that served us before has ended; false if it has not.
    fn end(&mut self, backend: &Backend) -> Result<bool, postgres::Error> {
        const SQL: &str = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
                           WHERE pid = $1 AND backend_start::text = $2";
        let ended = self.client.query_opt(SQL, &[&backend.pid, &backend.started])?;
        ended.map_or(Ok(true), |row| row.try_get(0))
    }

    /// Where these events stand, as far as they stand after a position.
    fn find(&mut self, after: Position, ids: &[Id]) -> Result<Found, postgres::Error> {
        const SQL: &str = "SELECT event_id, position, recorded_at FROM kostka.events
                           WHERE position > $1 AND event_id = ANY($2)";
        let rows = self.client.query(SQL, &[&bounded(after.0), &ids])?;
        let places = rows.iter().map(|row| {
            let place = (Position(row.try_get::<_, i64>(1)? as u64), Timestamp(row.try_get(2)?));
            Ok((row.try_get::<_, Id>(0)?.0, place))
        });
        places.collect()
    }
}

/// A batch whose connection was lost before its outcome was known.
struct Interrupted {
    /// Where the log stood before it was sent.
    before: Position,
    backend: Backend,
    problem: String,
    /// Whether it was tried before.
    is_retry: bool,
}

type Found = FxHashMap<EventId, (Position, Timestamp)>;

pub(super) struct Writer {
    shared: Arc<Shared>,
    options: PostgresOptions,
    environment: Arc<dyn Environment>,
    queue: Receiver<Task<Infallible>>,
    session: Option<Session>,
    known: HeadCache,
    /// The server did not come back in time; appends fail at once until it does.
    is_given_up: bool,
}

impl Writer {
    /// Connects, checks that the store can be used, and learns where it stands.
    pub(super) fn open(
        shared: Arc<Shared>,
        options: PostgresOptions,
        environment: Arc<dyn Environment>,
        queue: Receiver<Task<Infallible>>,
    ) -> Result<Self, OpenError> {
        let mut client = shared.address.connect()?;
        check_server(&mut client, options.accept_lossy_server)?;
        schema::check(&mut client)?;
        shared.begin(&mut client)?;
        let session = Some(Session::new(client)?);
        Ok(Self { shared, options, environment, queue, session, known: HeadCache::default(), is_given_up: false })
    }

    /// Runs until it is told to stop or every sender is gone.
    pub(super) fn run(mut self) {
        let mut next = None;
        loop {
            let task = match next.take() {
                Some(task) => task,
                None => match self.queue.recv() {
                    Ok(task) => task,
                    Err(_) => return,
                },
            };
            match task {
                Task::Append(job) => next = self.take_batch(*job),
                // Nothing gets in behind it.
                Task::Stop => return,
            }
        }
    }

    /// Writes an append and what else waits; gives back the first task that does not belong to the batch.
    fn take_batch(&mut self, first: Job) -> Option<Task<Infallible>> {
        let (mut events, mut bytes) = (0, 0);
        let mut keys: FxHashSet<Hash> = first.append.idempotency.iter().map(|it| it.key).collect();
        let mut batch = vec![first];
        let mut next = None;
        while events < BATCH_EVENTS && bytes < BATCH_BYTES {
            match self.queue.try_recv() {
                // The second of two with the same key must see what the first has left behind.
                Ok(Task::Append(job)) if job.append.idempotency.is_some_and(|it| !keys.insert(it.key)) => {
                    next = Some(Task::Append(job));
                    break;
                }
                Ok(Task::Append(job)) => {
                    events += (job.append.events.len() + job.append.mutable_writes.len()).max(1);
                    bytes += job.bytes();
                    batch.push(*job);
                }
                Ok(Task::Stop) => {
                    next = Some(Task::Stop);
                    break;
                }
                Err(_) => break,
            }
        }
        self.write(batch, false);
        next
    }

    /// Writes a batch in one commit; one that was interrupted is tried once more.
    fn write(&mut self, batch: Vec<Job>, is_retry: bool) {
        // The log can become read-only while a connection is waited for.
        if let Some(refusal) = self.read_only().or_else(|| self.ready().err()).or_else(|| self.read_only()) {
            return answer_all(batch, &refusal);
        }
        let Some(session) = &mut self.session else { return };
        let clock = self.environment.now();
        // Whatever of this batch is recorded will stand after what is known of the log at this moment.
        let before = self.shared.head_broadcast.head();
        WriterStage::Committing.report(self.options.on_stage.as_ref());
        self.known.compare(before);
        let answer = session.statements.run(&mut session.client, clock, &batch, &mut self.known);
        WriterStage::Committed.report(self.options.on_stage.as_ref());
        let problem = match answer {
            Ok(outcomes) => return self.acknowledge(batch, outcomes),
            Err(BatchError::UnexpectedAnswer) => "the server gave no sensible answer".to_owned(),
            Err(BatchError::Server(error)) => match error.as_db_error() {
                // Another writer has taken the place that we thought was next.
                Some(refused) if refused.code().code() == "23505" && self.known.forget() => {
                    return self.write(batch, is_retry);
                }
                Some(refused) if !is_fatal(refused) => return self.refused(batch, refused, is_retry),
                _ => text(&error),
            },
        };
        self.known.forget();
        if let Some(lost) = self.session.take() {
            let interrupted = Interrupted { before, backend: lost.backend, problem, is_retry };
            self.recover(batch, &interrupted);
        }
    }

    /// The server rolled everything back. If one append of several is to blame, the others go through without it.
    fn refused(&mut self, batch: Vec<Job>, refused: &postgres::error::DbError, is_retry: bool) {
        let code = refused.code().code();
        // The classes of errors about data, constraints and limits; others would only come again.
        let is_about_data = ["22", "23", "54"].iter().any(|class| code.starts_with(class));
        if is_about_data && batch.len() > 1 {
            return batch.into_iter().for_each(|job| self.write(vec![job], is_retry));
        }
        let error = match code {
            "25006" => AppendError::ReadOnly(format!("the server is read-only: {}", refused.message())),
            "55P03" => AppendError::Failed("another writer has held the log for too long".to_owned()),
            _ => AppendError::Failed(format!("{} ({code})", refused.message())),
        };
        answer_all(batch, &error);
    }

    /// Why nothing is to be written, if so.
    fn read_only(&self) -> Option<AppendError> {
        self.shared.read_only.reason().map(AppendError::ReadOnly)
    }

    fn acknowledge(&self, batch: Vec<Job>, outcomes: Outcomes) {
        let ends = batch.iter().zip(&outcomes).filter_map(|(job, outcome)| {
            // What an earlier request has recorded was told then.
            let receipt = outcome.as_ref().ok().filter(|receipt| !receipt.replayed)?;
            Some(LastEvent { position: receipt.last(), event_id: job.append.events.last()?.event_id })
        });
        if let Some(end) = ends.max_by_key(|end| end.position) {
            self.shared.tell(end);
        }
        for (job, outcome) in batch.into_iter().zip(outcomes) {
            // If the caller has stopped waiting, the events stay in the log all the same.
            job.answer(outcome);
        }
    }

    /// Makes sure that there is a connection to the store that we know.
    fn ready(&mut self) -> Result<(), AppendError> {
        if self.session.is_some() {
            return Ok(());
        }
        let begun = Instant::now();
        let mut pause = FIRST_PAUSE;
        loop {
            let problem = match self.connect() {
                Ok(session) => {
                    self.session = Some(session);
                    self.is_given_up = false;
                    WriterStage::Reopened.report(self.options.on_stage.as_ref());
                    return Ok(());
                }
                Err(UnusableServer::Failed(problem)) => problem,
                Err(UnusableServer::OtherHistory(problem)) => return Err(AppendError::ReadOnly(problem)),
            };
            if self.is_given_up || self.shared.is_closing() || begun.elapsed() >= RECONNECT_TIMEOUT {
                self.is_given_up = true;
                return Err(AppendError::Failed(problem));
            }
            thread::sleep(pause);
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    fn connect(&self) -> Result<Session, UnusableServer> {
        let failed = |error: OpenError| UnusableServer::Failed(error.to_string());
        let mut client = self.shared.address.connect()?;
        check_server(&mut client, self.options.accept_lossy_server).map_err(failed)?;
        schema::check(&mut client).map_err(failed)?;
        self.shared.compare(&mut client)?;
        Ok(Session::new(client)?)
    }

    /// The connection was lost while the batch was being recorded. When the server is surely done with it, what stands
    /// in the log was recorded, and the rest was not and is tried again.
    fn recover(&mut self, batch: Vec<Job>, interrupted: &Interrupted) {
        let Ok((found, is_over)) = self.look_up(&batch, interrupted) else {
            return answer_all(batch, &AppendError::Unknown(interrupted.problem.clone()));
        };
        let place = |job: &Job| found.get(&job.append.events.first()?.event_id).copied();
        let (recorded, open): (Vec<Job>, Vec<Job>) = batch.into_iter().partition(|job| place(job).is_some());
        let receipts = recorded.iter().filter_map(|job| {
            let (position, recorded_at) = place(job)?;
            let count = job.append.events.len() as u64;
            Some(Ok(Receipt { after: Position(position.0 - 1), count, recorded_at, replayed: false }))
        });
        let receipts = receipts.collect();
        self.acknowledge(recorded, receipts);
        let problem = interrupted.problem.clone();
        // Without a key nothing tells whether a write to the mutable store alone was made, and it must not be made
        // twice.
        let (untold, open): (Vec<Job>, Vec<Job>) = open.into_iter().partition(|job| is_unacknowledged(&job.append));
        answer_all(untold, &AppendError::Unknown(problem.clone()));
        match (open.is_empty(), is_over, interrupted.is_retry) {
            (true, _, _) => {}
            (false, true, false) => self.write(open, true),
            (false, true, true) => answer_all(open, &AppendError::Failed(problem)),
            (false, false, _) => answer_all(open, &AppendError::Unknown(problem)),
        }
    }

    /// Where the first events of a batch stand, and whether those that stand nowhere never will.
    fn look_up(&mut self, batch: &[Job], interrupted: &Interrupted) -> Result<(Found, bool), String> {
        let first_events = batch.iter().filter_map(|job| job.append.events.first());
        let ids: Vec<Id> = first_events.map(|event| Id(event.event_id)).collect();
        let mut problem = String::new();
        for _ in 0..MAX_LOOKUPS {
            self.ready().map_err(|error| error.to_string())?;
            let Some(session) = &mut self.session else { break };
            let looked = session.end(&interrupted.backend).and_then(|is_over| {
                // Only what is looked for after the end is surely not there.
                Ok((session.find(interrupted.before, &ids)?, is_over))
            });
            match looked {
                Ok(found) => return Ok(found),
                Err(error) => problem = text(&error),
            }
            self.session = None;
        }
        Err(problem)
    }
}

/// Whether an append leaves nothing behind by which it could be known again.
fn is_unacknowledged(append: &Append) -> bool {
    append.events.is_empty() && append.idempotency.is_none() && !append.mutable_writes.is_empty()
}

fn answer_all(batch: Vec<Job>, error: &AppendError) {
    for job in batch {
        job.answer(Err(error.clone()));
    }
}
