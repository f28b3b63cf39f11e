//! cqrs-es with sqlite-es: its own schema, write-ahead log, and a sync in every commit, which is not its default.

use crate::rows::{Event, Row};
use cqrs_es::event_sink::EventSink;
use cqrs_es::persist::{PersistedEventRepository, PersistedEventStore, QueryReplay, SerializedEvent};
use cqrs_es::{Aggregate, EventEnvelope, EventStore, Query};
use serde::{Deserialize, Serialize};
use sqlite_es::SqliteEventRepository;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Pool, Sqlite};
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

/// The table as the documentation of sqlite-es has it.
const SCHEMA: &str = "
CREATE TABLE events (
  aggregate_type text                          NOT NULL,
  aggregate_id   text                          NOT NULL,
  sequence       integer CHECK (sequence >= 0) NOT NULL,
  event_type     text                          NOT NULL,
  event_version  text                          NOT NULL,
  payload        text                          NOT NULL,
  metadata       text                          NOT NULL,
  PRIMARY KEY (aggregate_type, aggregate_id, sequence)
) STRICT;";

/// How many events are inserted at once while the store is filled.
const FILL: usize = 1000;

/// Streams that are loaded in turns: as many as the benchmark loads from the log.
const HOT_STREAMS: usize = 32;

/// Holds no state: what is measured is the store.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Subject;

impl Aggregate for Subject {
    const TYPE: &'static str = "subject";
    type Command = ();
    type Event = Event;
    type Error = std::fmt::Error;
    type Services = ();

    async fn handle(&mut self, (): (), (): &(), _: &EventSink<Self>) -> Result<(), std::fmt::Error> {
        Ok(())
    }

    fn apply(&mut self, _: Event) {}
}

/// A store with rows to load, and another to append to.
pub(crate) struct Store {
    rows: Vec<SerializedEvent>,
    streams: Vec<String>,
    append_to: SqliteEventRepository,
    load_from: PersistedEventStore<SqliteEventRepository, Subject>,
    pool: Pool<Sqlite>,
    next_row: usize,
    next_stream: usize,
    lap: usize,
}

impl Store {
    pub(crate) async fn fill(folder: &Path, rows: Vec<Row>) -> Result<Self, Box<dyn Error>> {
        let streams =
            rows.iter().filter(|row| row.version == 1).map(|row| row.stream.clone()).take(HOT_STREAMS).collect();
        let rows = rows.into_iter().map(serialized).collect::<Result<Vec<_>, _>>()?;
        let pool_of_rows = pool(&folder.join("peer-load.db")).await?;
        let load_from = SqliteEventRepository::new(pool_of_rows.clone());
        for rows in rows.chunks(FILL) {
            load_from.persist::<Subject>(rows, None).await?;
        }
        Ok(Self {
            rows,
            streams,
            append_to: SqliteEventRepository::new(pool(&folder.join("peer-append.db")).await?),
            load_from: PersistedEventStore::new_event_store(load_from),
            pool: pool_of_rows,
            next_row: 0,
            next_stream: 0,
            lap: 0,
        })
    }

    /// Appends so many events at a time; making them ready stays out of the time.
    pub(crate) async fn append(&mut self, count: usize, length: Duration) -> Result<(u64, Duration), Box<dyn Error>> {
        let begun = Instant::now();
        let mut measured = Duration::ZERO;
        let mut appended = 0;
        while begun.elapsed() < length {
            let events = self.next_events(count);
            let begun = Instant::now();
            self.append_to.persist::<Subject>(&events, None).await?;
            measured += begun.elapsed();
            appended += count as u64;
        }
        Ok((appended, measured))
    }

    /// The next rows; when all have been used, they come again as the rows of other streams.
    fn next_events(&mut self, count: usize) -> Vec<SerializedEvent> {
        let mut events = Vec::with_capacity(count);
        for _ in 0..count {
            let mut event = self.rows[self.next_row].clone();
            if self.lap > 0 {
                event.aggregate_id = format!("{}-{}", event.aggregate_id, self.lap);
            }
            events.push(event);
            self.next_row += 1;
            if self.next_row == self.rows.len() {
                self.next_row = 0;
                self.lap += 1;
            }
        }
        events
    }

    /// Loads one stream after the other into typed events.
    pub(crate) async fn load(&mut self, length: Duration) -> Result<(u64, Duration), Box<dyn Error>> {
        let begun = Instant::now();
        let mut loaded = 0;
        while begun.elapsed() < length {
            let events = self.load_from.load_events(&self.streams[self.next_stream]).await?;
            loaded += std::hint::black_box(events).len() as u64;
            self.next_stream = (self.next_stream + 1) % self.streams.len();
        }
        Ok((loaded, begun.elapsed()))
    }

    /// Replays all events, whole passes only.
    pub(crate) async fn replay(&mut self, length: Duration) -> Result<(u64, Duration), Box<dyn Error>> {
        let replay = QueryReplay::<_, _, Subject>::new(SqliteEventRepository::new(self.pool.clone()), Reader);
        let begun = Instant::now();
        let mut replayed = 0;
        while begun.elapsed() < length {
            replay.replay_all().await?;
            replayed += self.rows.len() as u64;
        }
        Ok((replayed, begun.elapsed()))
    }
}

/// Takes in what is replayed and keeps nothing of it.
struct Reader;

#[async_trait::async_trait]
impl Query<Subject> for Reader {
    async fn dispatch(&self, _: &str, events: &[EventEnvelope<Subject>]) {
        std::hint::black_box(events);
    }
}

/// What sqlite-es is handed by cqrs-es.
fn serialized(row: Row) -> Result<SerializedEvent, serde_json::Error> {
    let event: Event = row.event()?;
    Ok(SerializedEvent::new(
        row.stream,
        row.version,
        Subject::TYPE.to_owned(),
        row.event_type,
        row.schema_version.to_string(),
        serde_json::to_value(&event)?,
        row.metadata,
    ))
}

async fn pool(file: &Path) -> Result<Pool<Sqlite>, sqlx::Error> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true);
    let pool = SqlitePoolOptions::new().max_connections(10).connect_with(options).await?;
    sqlx::raw_sql(SCHEMA).execute(&pool).await?;
    Ok(pool)
}

/// The SQLite that is built in here.
pub(crate) async fn sqlite_version() -> Result<String, sqlx::Error> {
    let pool = SqlitePoolOptions::new().connect("sqlite::memory:").await?;
    sqlx::query_scalar("SELECT sqlite_version()").fetch_one(&pool).await
}
