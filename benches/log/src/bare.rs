//! SQLite as one would use it by hand: the same columns and the same values in one table, and nothing else.
//!
//! No tree, no guards, no check of versions; the hash of the leaf comes ready. Write-ahead log, a sync in every commit.

use crate::rows::Row;
use events::envelope::Hash;
use harness::slices::{Failure, Work};
use rusqlite::{Connection, params};
use std::path::Path;
use std::time::{Duration, Instant};

const SCHEMA: &str = "
CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    leaf BLOB NOT NULL,
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL,
    header BLOB NOT NULL,
    type TEXT NOT NULL,
    actor TEXT NOT NULL,
    payload BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX events_of_stream ON events (stream, version);";

const INSERT: &str = "INSERT INTO events VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";

/// A table of events that somebody writes to by hand.
pub(crate) struct Bare {
    connection: Connection,
    last: i64,
}

impl Bare {
    pub(crate) fn create(file: &Path) -> Result<Self, Failure> {
        let connection = Connection::open(file)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.execute_batch(SCHEMA)?;
        Ok(Self { connection, last: 0 })
    }

    /// One commit for each row: the statement is its own transaction.
    pub(crate) fn append_one(&mut self, row: &Row) -> Result<(), Failure> {
        insert(&self.connection, self.last + 1, row)?;
        self.last += 1;
        Ok(())
    }

    /// One commit for all rows.
    pub(crate) fn append_all(&mut self, rows: &[Row]) -> Result<(), Failure> {
        let transaction = self.connection.transaction()?;
        for row in rows {
            self.last += 1;
            insert(&transaction, self.last, row)?;
        }
        transaction.commit()?;
        Ok(())
    }
}

fn insert(connection: &Connection, position: i64, row: &Row) -> rusqlite::Result<usize> {
    const LEAF: Hash = [0x5a; 32];
    let event = &row.event;
    connection.prepare_cached(INSERT)?.execute(params![
        position,
        LEAF,
        event.stream.as_str(),
        row.version.0 as i64,
        event.occurred_at.0,
        row.header,
        event.event_type.as_str(),
        event.actor.as_str(),
        event.payload,
    ])
}

/// Works on one batch after another; only the part that takes the batch counts.
pub(crate) fn sliced<B>(
    length: Duration,
    count: u64,
    mut prepare: impl FnMut() -> B,
    mut work: impl FnMut(B) -> Result<(), Failure>,
) -> Result<Work, Failure> {
    let begun = Instant::now();
    let mut measured = Duration::ZERO;
    let mut operations = 0;
    while begun.elapsed() < length {
        let batch = prepare();
        let begun = Instant::now();
        work(batch)?;
        measured += begun.elapsed();
        operations += count;
    }
    Ok(Work::new(operations, measured))
}
