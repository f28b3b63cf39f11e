//! Rows of events in SQLite.

use crate::envelope::{Header, Position, RecordedRef, Timestamp, Version};
use crate::log::{EventVisitor, ReadError};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::ops::ControlFlow;

/// Rows read in one statement, so that a long reading holds no old page of the write-ahead log for long.
const PAGE: u64 = 8192;

/// The columns in the order that [`recorded`] expects.
macro_rules! columns {
    () => {
        "position, leaf, stream, version, recorded_at, header, type, actor, payload"
    };
}

pub(super) const OF_STREAM: &str =
    concat!("SELECT ", columns!(), " FROM events WHERE stream = ?1 AND version > ?2 ORDER BY version LIMIT ?3");

const IN_ORDER: &str =
    concat!("SELECT ", columns!(), " FROM events WHERE position > ?1 AND position <= ?2 ORDER BY position LIMIT ?3");

/// Halves the positions between 0 and the head until one is left. The time of recording needs no index for it.
const POSITION_AT: &str = "
    WITH RECURSIVE search (low, high) AS (
        SELECT 0, coalesce(max(position), 0) FROM events
        UNION ALL
        SELECT iif(middle.recorded_at <= ?1, middle.position, low), iif(middle.recorded_at <= ?1, high, middle.position - 1)
        FROM search JOIN events AS middle ON middle.position = (low + high + 1) / 2 WHERE low < high
    )
    SELECT low FROM search WHERE low = high";

pub(super) fn store(error: &rusqlite::Error) -> ReadError {
    ReadError::Store(error.to_string())
}

/// Reads one row; an error names what no log would have written.
pub(super) fn recorded<'r>(row: &'r Row<'_>) -> Result<RecordedRef<'r>, ReadError> {
    let position = Position(integer(row, 0, Position::START)? as u64);
    let header = Header::from_bytes(&array(row, 5, position)?);
    Ok(RecordedRef {
        position,
        leaf: array(row, 1, position)?,
        stream: text(row, 2, position)?,
        version: Version(integer(row, 3, position)? as u64),
        recorded_at: Timestamp(integer(row, 4, position)?),
        event_id: header.event_id,
        event_type: text(row, 6, position)?,
        schema_version: header.schema_version,
        occurred_at: header.occurred_at,
        actor: text(row, 7, position)?,
        correlation: header.correlation,
        causation: header.causation,
        nonce: header.nonce,
        payload: match value(row, 8) {
            ValueRef::Blob(bytes) => bytes,
            _ => return Err(corrupt(position, "the payload is not made of bytes")),
        },
    })
}

fn corrupt(position: Position, problem: &str) -> ReadError {
    ReadError::Corrupt { position, problem: problem.to_owned() }
}

/// The statements name all columns, so there is always one of this number.
fn value<'r>(row: &'r Row<'_>, column: usize) -> ValueRef<'r> {
    row.get_ref_unwrap(column)
}

fn integer(row: &Row<'_>, column: usize, position: Position) -> Result<i64, ReadError> {
    match value(row, column) {
        ValueRef::Integer(number) => Ok(number),
        _ => Err(corrupt(position, "a number is missing")),
    }
}

fn text<'r>(row: &'r Row<'_>, column: usize, position: Position) -> Result<&'r str, ReadError> {
    match value(row, column) {
        ValueRef::Text(bytes) => std::str::from_utf8(bytes).map_err(|_| corrupt(position, "a text is not UTF-8")),
        _ => Err(corrupt(position, "a text is missing")),
    }
}

fn array<const N: usize>(row: &Row<'_>, column: usize, position: Position) -> Result<[u8; N], ReadError> {
    match value(row, column) {
        ValueRef::Blob(bytes) => bytes.try_into().map_err(|_| corrupt(position, "a hash or id has a wrong length")),
        _ => Err(corrupt(position, "a hash or id is missing")),
    }
}

/// The last position whose event was recorded at this time or before it.
pub(super) fn position_at(connection: &Connection, time: Timestamp) -> Result<Position, ReadError> {
    let read = || connection.prepare_cached(POSITION_AT)?.query_row([time.0], |row| row.get::<_, i64>(0)).optional();
    let found = read().map_err(|error| store(&error))?;
    found.map(|position| Position(position as u64)).ok_or_else(|| ReadError::Store("an event is missing".to_owned()))
}

/// Visits the events after one position up to and including another.
pub(super) fn scan(
    connection: &Connection,
    after: Position,
    until: Position,
    visit: &mut EventVisitor<'_>,
) -> Result<(), ReadError> {
    let mut statement = connection.prepare_cached(IN_ORDER).map_err(|error| store(&error))?;
    let until = i64::try_from(until.0).unwrap_or(i64::MAX);
    let mut last = i64::try_from(after.0).unwrap_or(i64::MAX);
    loop {
        let mut rows = statement.query(params![last, until, PAGE as i64]).map_err(|error| store(&error))?;
        let mut seen = 0;
        while let Some(row) = rows.next().map_err(|error| store(&error))? {
            let event = recorded(row)?;
            last = event.position.0 as i64;
            seen += 1;
            if visit(&event) == ControlFlow::Break(()) {
                return Ok(());
            }
        }
        if seen < PAGE {
            return Ok(());
        }
    }
}
