//! The one thread that writes: it takes what waits, commits it together, and only then acknowledges.

use super::batch::{NoAnswer, Outcomes, Statements};
use super::connection::{LOG_ID, OpenError, check_server, text};
use super::readers::is_fatal;
use super::rows::{self, Id, bounded};
use super::{PostgresOptions, Shared, schema};
use crate::append::{Acknowledge, Append, AppendError, Receipt};
use crate::envelope::{EventId, Hash, Position, Timestamp};
use crate::environment::Environment;
use crate::sqlite::Stage;
use postgres::Client;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

/// One commit takes at most so many events beyond its first append.
const BATCH_EVENTS: usize = 4096;
/// One commit takes at most so many bytes beyond its first append.
const BATCH_BYTES: usize = 16 << 20;
/// How long appends wait for a server that has gone before they fail.
const PATIENCE: Duration = Duration::from_secs(15);
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// An append that waits, with the hashes of its events' contents, which its caller has computed.
pub(super) struct Job {
    pub(super) append: Append,
    pub(super) contents: Vec<Hash>,
    pub(super) bytes: usize,
    pub(super) acknowledge: Acknowledge,
}

/// What the writer is asked to do.
pub(super) enum Task {
    Append(Box<Job>),
    Stop,
}

/// A connection that can append.
struct Session {
    client: Client,
    statements: Statements,
}

pub(super) struct Writer {
    shared: Arc<Shared>,
    options: PostgresOptions,
    environment: Arc<dyn Environment>,
    queue: Receiver<Task>,
    session: Option<Session>,
    log_id: EventId,
    /// The server did not come back in time; appends fail at once until it does.
    is_given_up: bool,
}

impl Writer {
    /// Connects, checks that the store can be used, and learns where it stands.
    pub(super) fn open(
        shared: Arc<Shared>,
        options: PostgresOptions,
        environment: Arc<dyn Environment>,
        queue: Receiver<Task>,
    ) -> Result<Self, OpenError> {
        let mut client = shared.address.connect()?;
        check_server(&mut client, options.accept_lossy_server)?;
        schema::check(&mut client)?;
        let (log_id, head) = standing(&mut client)?;
        let statements = Statements::prepare(&mut client)?;
        shared.advance(head);
        let session = Some(Session { client, statements });
        Ok(Self { shared, options, environment, queue, session, log_id, is_given_up: false })
    }

    /// Works until it is told to stop or nobody is left who could ask for anything.
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
                Task::Stop => return self.stop(),
            }
        }
    }

    /// Appends that were handed in while the log was closing are not left without an answer.
    fn stop(&mut self) {
        while let Ok(task) = self.queue.try_recv() {
            if let Task::Append(job) = task {
                self.shared.waiting_bytes.fetch_sub(job.bytes, Ordering::Relaxed);
                let _ = job.acknowledge.send(Err(AppendError::Closed));
            }
        }
    }

    /// Writes an append and what else waits; gives back the first task that does not belong to the batch.
    fn take_batch(&mut self, first: Job) -> Option<Task> {
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
                    events += job.append.events.len().max(1);
                    bytes += job.bytes;
                    batch.push(*job);
                }
                Ok(Task::Stop) => {
                    next = Some(Task::Stop);
                    break;
                }
                Err(_) => break,
            }
        }
        let waited: usize = batch.iter().map(|job| job.bytes).sum();
        self.shared.waiting_bytes.fetch_sub(waited, Ordering::Relaxed);
        self.write(batch);
        next
    }

    fn write(&mut self, batch: Vec<Job>) {
        if let Err(problem) = self.ready() {
            return answer_all(batch, &AppendError::Failed(problem));
        }
        let Some(session) = &mut self.session else { return };
        let clock = self.environment.now();
        self.options.at(Stage::Committing);
        let answer = session.statements.run(&mut session.client, clock, &batch);
        self.options.at(Stage::Committed);
        let problem = match answer {
            Ok(outcomes) => return self.acknowledge(batch, outcomes),
            Err(NoAnswer::Nonsense) => "the server gave no sensible answer".to_owned(),
            Err(NoAnswer::Server(error)) => match error.as_db_error() {
                Some(refused) if !is_fatal(refused) => return self.refused(batch, refused),
                _ => text(&error),
            },
        };
        self.session = None;
        let outcomes = self.look_up(&batch, &problem);
        self.acknowledge(batch, outcomes);
    }

    /// The server rolled everything back. If one append of several is to blame, the others go through without it.
    fn refused(&mut self, batch: Vec<Job>, refused: &postgres::error::DbError) {
        let code = refused.code().code();
        // The classes of errors about data, constraints and limits; others would only come again.
        let is_about_data = ["22", "23", "54"].iter().any(|class| code.starts_with(class));
        if is_about_data && batch.len() > 1 {
            return batch.into_iter().for_each(|job| self.write(vec![job]));
        }
        let error = match code {
            "25006" => AppendError::ReadOnly(format!("the server is read-only: {}", refused.message())),
            "55P03" => AppendError::Failed("another writer has held the log for too long".to_owned()),
            _ => AppendError::Failed(format!("{} ({code})", refused.message())),
        };
        answer_all(batch, &error);
    }

    fn acknowledge(&self, batch: Vec<Job>, outcomes: Outcomes) {
        let recorded = outcomes.iter().flatten().filter(|receipt| receipt.count > 0);
        if let Some(last) = recorded.map(|receipt| receipt.last()).max() {
            self.shared.advance(last);
        }
        for (job, outcome) in batch.into_iter().zip(outcomes) {
            // Whoever has stopped waiting still has the events in the log.
            let _ = job.acknowledge.send(outcome);
        }
    }

    /// Makes sure that there is a connection to the store that we know.
    fn ready(&mut self) -> Result<(), String> {
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
                    self.options.at(Stage::Reopened);
                    return Ok(());
                }
                Err(problem) => problem,
            };
            if self.is_given_up || self.shared.is_closing() || begun.elapsed() >= PATIENCE {
                self.is_given_up = true;
                return Err(problem);
            }
            thread::sleep(pause);
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    fn connect(&self) -> Result<Session, String> {
        let mut client = self.shared.address.connect().map_err(|error| text(&error))?;
        check_server(&mut client, self.options.accept_lossy_server).map_err(|error| error.to_string())?;
        schema::check(&mut client).map_err(|error| error.to_string())?;
        let (log_id, head) = standing(&mut client).map_err(|error| error.to_string())?;
        let acknowledged = *self.shared.head.borrow();
        if log_id != self.log_id || head < acknowledged {
            let problem = format!(
                "after a reconnection the store ends at {head} and does not hold what was acknowledged up to {acknowledged}"
            );
            self.shared.set_read_only(&problem);
            return Err(problem);
        }
        let statements = Statements::prepare(&mut client).map_err(|error| text(&error))?;
        Ok(Session { client, statements })
    }

    /// The connection was lost while the batch was being recorded: what stands in the log was recorded, and of the rest
    /// nothing is known, because the server may still be at it.
    fn look_up(&mut self, batch: &[Job], problem: &str) -> Outcomes {
        let after = *self.shared.head.borrow();
        let first_ids: Vec<Id> =
            batch.iter().filter_map(|job| job.append.events.first()).map(|it| Id(it.event_id)).collect();
        let found = match self.ready() {
            Ok(()) => self.find(after, &first_ids).unwrap_or_default(),
            Err(_) => FxHashMap::default(),
        };
        let unknown = || AppendError::Unknown(problem.to_owned());
        let outcome = |job: &Job| {
            let events = &job.append.events;
            let (position, recorded_at) =
                events.first().and_then(|event| found.get(&event.event_id)).ok_or_else(unknown)?;
            let after = Position(position.0 - 1);
            Ok(Receipt { after, count: events.len() as u64, recorded_at: *recorded_at, replayed: false })
        };
        batch.iter().map(outcome).collect()
    }

    /// Where these events stand, as far as they stand after a position.
    fn find(&mut self, after: Position, ids: &[Id]) -> Option<FxHashMap<EventId, (Position, Timestamp)>> {
        const SQL: &str = "SELECT event_id, position, recorded_at FROM kostka.events
                           WHERE position > $1 AND event_id = ANY($2)";
        let client = &mut self.session.as_mut()?.client;
        let rows = client.query(SQL, &[&bounded(after.0), &ids]).ok()?;
        let found = rows.iter().map(|row| {
            let place = (Position(row.try_get::<_, i64>(1).ok()? as u64), Timestamp(row.try_get(2).ok()?));
            Some((row.try_get::<_, Id>(0).ok()?.0, place))
        });
        found.collect()
    }
}

/// What the store is called and where it ends.
fn standing(client: &mut Client) -> Result<(EventId, Position), postgres::Error> {
    let log_id: Id = client.query_one(LOG_ID, &[])?.try_get(0)?;
    let head = match client.query_opt(rows::HEAD, &[])? {
        Some(row) => Position(row.try_get::<_, i64>(0)? as u64),
        None => Position::START,
    };
    Ok((log_id.0, head))
}

fn answer_all(batch: Vec<Job>, error: &AppendError) {
    for job in batch {
        let _ = job.acknowledge.send(Err(error.clone()));
    }
}
