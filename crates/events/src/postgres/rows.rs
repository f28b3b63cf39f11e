//! Rows of events in PostgreSQL.

use super::readers::{Reader, Readers};
use crate::envelope::{EventId, Hash, Position, RecordedRef, Timestamp, Version};
use crate::log::{EventVisitor, Head, ReadError};
use postgres::Row;
use postgres::fallible_iterator::FallibleIterator;
use postgres::types::private::BytesMut;
use postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use std::error::Error;
use std::ops::ControlFlow;

/// A value that is sent with a statement.
pub(super) type Value<'v> = &'v (dyn ToSql + Sync);

/// Events in the first page of a scan, and in the largest.
const FIRST_PAGE: usize = 128;
const LARGEST_PAGE: usize = 4096;
/// A page ends when its payloads have so many bytes.
const PAGE_BYTES: usize = 8 << 20;

/// The columns in the order that [`recorded`] expects.
macro_rules! columns {
    () => {
        "position, leaf, stream, version, recorded_at, occurred_at, event_id, type, schema_version, actor, correlation, \
         causation, nonce, payload"
    };
}

pub(super) const HEAD: &str =
    "SELECT position, recorded_at, event_id FROM kostka.events ORDER BY position DESC LIMIT 1";
/// Halves the positions between 0 and the head until one is left. The time of recording needs no index for it.
pub(super) const POSITION_AT: &str = "
    WITH RECURSIVE search (low, high) AS (
        SELECT 0::bigint, coalesce(max(position), 0) FROM kostka.events
        UNION ALL
        SELECT CASE WHEN middle.recorded_at <= $1 THEN middle.position ELSE low END,
               CASE WHEN middle.recorded_at <= $1 THEN high ELSE middle.position - 1 END
        FROM search JOIN kostka.events AS middle ON middle.position = (low + high + 1) / 2 WHERE low < high
    )
    SELECT low FROM search WHERE low = high";
pub(super) const STREAM_VERSION: &str =
    "SELECT version FROM kostka.events WHERE stream = $1 ORDER BY version DESC LIMIT 1";
// Bounded, so that a row at a position far away is a gap and not the next leaf.
pub(super) const LEAVES: &str =
    "SELECT leaf FROM kostka.events WHERE position > $1 AND position <= $2 ORDER BY position";
pub(super) const SUBTREES: &str =
    "SELECT root FROM kostka.subtrees WHERE level = $1 AND index >= $2 AND index < $3 ORDER BY index";
pub(super) const OF_STREAM: &str =
    concat!("SELECT ", columns!(), " FROM kostka.events WHERE stream = $1 AND version > $2 ORDER BY version LIMIT $3");
const IN_ORDER: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM kostka.events WHERE position > $1 AND position <= $2 ORDER BY position LIMIT $3"
);
const PAYLOAD: usize = 13;

/// An id as the server keeps it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Id(pub(super) EventId);

impl ToSql for Id {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        out.extend_from_slice(&self.0.0);
        Ok(IsNull::No)
    }

    fn accepts(ty: &Type) -> bool {
        *ty == Type::UUID
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Id {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(EventId(raw.try_into()?)))
    }

    fn accepts(ty: &Type) -> bool {
        *ty == Type::UUID
    }
}

/// Bytes of a fixed length.
struct Fixed<const N: usize>([u8; N]);

impl<'a, const N: usize> FromSql<'a> for Fixed<N> {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self(raw.try_into()?))
    }

    fn accepts(ty: &Type) -> bool {
        *ty == Type::BYTEA
    }
}

/// A number as the server counts; what is beyond it is behind every row.
pub(super) fn bounded(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The number that so many places end with, computed here because the server refuses a sum that is too large.
pub(super) fn end(from: u64, limit: usize) -> i64 {
    bounded(from.saturating_add(limit as u64))
}

pub(super) fn get<'r, T: FromSql<'r>>(row: &'r Row, column: usize) -> Result<T, ReadError> {
    row.try_get(column).map_err(|error| super::readers::read_error(&error))
}

pub(super) fn head(row: &Row) -> Result<Head, ReadError> {
    Ok(Head { position: Position(get::<i64>(row, 0)? as u64), recorded_at: Timestamp(get(row, 1)?) })
}

pub(super) fn hash(row: &Row) -> Result<Hash, ReadError> {
    get::<Fixed<32>>(row, 0).map(|hash| hash.0)
}

/// Reads one row; an error names what no log would have written.
pub(super) fn recorded(row: &Row) -> Result<RecordedRef<'_>, ReadError> {
    let position = Position(get::<i64>(row, 0)? as u64);
    let corrupt = |problem: String| ReadError::Corrupt { position, problem };
    let schema_version = u32::try_from(get::<i64>(row, 8)?)
        .map_err(|_| corrupt("the version of its schema is out of range".to_owned()))?;
    read(row, position, schema_version).map_err(|error| corrupt(super::connection::text(&error)))
}

fn read(row: &Row, position: Position, schema_version: u32) -> Result<RecordedRef<'_>, postgres::Error> {
    Ok(RecordedRef {
        position,
        leaf: row.try_get::<_, Fixed<32>>(1)?.0,
        stream: row.try_get(2)?,
        version: Version(row.try_get::<_, i64>(3)? as u64),
        recorded_at: Timestamp(row.try_get(4)?),
        occurred_at: Timestamp(row.try_get(5)?),
        event_id: row.try_get::<_, Id>(6)?.0,
        event_type: row.try_get(7)?,
        schema_version,
        actor: row.try_get(9)?,
        correlation: row.try_get::<_, Option<Id>>(10)?.map(|id| id.0),
        causation: row.try_get::<_, Option<Id>>(11)?.map(|id| id.0),
        nonce: row.try_get::<_, Fixed<16>>(12)?.0,
        payload: row.try_get(PAYLOAD)?,
    })
}

/// Rows after a position, in order.
struct Page {
    rows: Vec<Row>,
    /// Whether it ended before its limit because its payloads are large.
    is_cut: bool,
}

fn page(reader: &mut Reader, after: i64, until: i64, limit: usize) -> Result<Page, postgres::Error> {
    let statement = reader.prepare(IN_ORDER)?;
    let values: [Value<'_>; 3] = [&after, &until, &(limit as i64)];
    let mut found = reader.client.query_raw(&statement, values)?;
    let mut rows = Vec::new();
    let mut bytes = 0;
    while let Some(row) = found.next()? {
        bytes += row.try_get::<_, &[u8]>(PAYLOAD).map_or(0, <[u8]>::len);
        rows.push(row);
        if bytes >= PAGE_BYTES {
            return Ok(Page { rows, is_cut: true });
        }
    }
    Ok(Page { rows, is_cut: false })
}

/// Visits the events after one position up to and including another. No connection is held while events are visited.
pub(super) fn scan(
    readers: &Readers,
    after: Position,
    until: Position,
    visit: &mut EventVisitor<'_>,
) -> Result<(), ReadError> {
    let until = bounded(until.0);
    let mut last = bounded(after.0);
    let mut limit = FIRST_PAGE;
    while last < until {
        let page = readers.with(|reader| page(reader, last, until, limit))?;
        for row in &page.rows {
            let event = recorded(row)?;
            last = bounded(event.position.0);
            if visit(&event) == ControlFlow::Break(()) {
                return Ok(());
            }
        }
        match page.is_cut {
            true => limit = page.rows.len().max(1),
            false if page.rows.len() < limit => return Ok(()),
            false => limit = (limit * 2).min(LARGEST_PAGE),
        }
    }
    Ok(())
}
