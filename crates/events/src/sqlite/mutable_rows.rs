//! Rows of the mutable store in SQLite.

use super::rows::store;
use crate::append::AppendError;
use crate::log::ReadError;
use crate::mutable_store::{MutableRecord, MutableWrite, RecordKind};
use rusqlite::{Connection, OptionalExtension, Params, Row, params};
use smol_str::SmolStr;

/// Slots are this many bytes large, or twice, or three times …, so that those that are free fit others.
const ROOM_BYTES: usize = 64;

/// The columns in the order that [`record`] expects.
macro_rules! records {
    ($which:literal) => {
        concat!(
            "SELECT key, owner, substr(value, 1, length), expires_at, revision
             FROM cabinet JOIN cabinet_values USING (slot) WHERE drawer = ?1 AND ",
            $which
        )
    };
}

/// The slot and the revision of a record.
fn find(connection: &Connection, record_kind: RecordKind, key: &[u8]) -> rusqlite::Result<Option<(i64, u64)>> {
    connection
        .prepare_cached("SELECT slot, revision FROM cabinet WHERE drawer = ?1 AND key = ?2")?
        .query_row(params![record_kind.name(), key], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))
        .optional()
}

/// Whether a write fits what is there.
pub(super) fn check(connection: &Connection, write: &MutableWrite) -> Result<(), AppendError> {
    let record_kind = write.record_kind();
    let found = write.key().map(|key| find(connection, record_kind, key)).transpose();
    let found = found.map_err(|error| AppendError::Failed(error.to_string()))?.flatten();
    let fits = write.fits(found.map(|(_, revision)| revision));
    if fits { Ok(()) } else { Err(AppendError::RecordConflict { record_kind }) }
}

/// Makes a write that was checked.
pub(super) fn write(connection: &Connection, write: &MutableWrite) -> rusqlite::Result<()> {
    match write {
        MutableWrite::Put { record_kind, key, owner, value, expires_at }
        | MutableWrite::PutNew { record_kind, key, owner, value, expires_at }
        | MutableWrite::Replace { record_kind, key, owner, value, expires_at, .. } => {
            let found = remove(connection, *record_kind, key)?;
            let replaced = if let MutableWrite::Replace { revision, .. } = write { Some(*revision) } else { found };
            let record = MutableRecord {
                record_kind: *record_kind,
                key: key.clone(),
                owner: owner.clone(),
                value: value.clone(),
                expires_at: *expires_at,
                revision: replaced.unwrap_or(0) + 1,
            };
            insert(connection, &record)
        }
        MutableWrite::Remove { record_kind, key } | MutableWrite::RemoveIfThere { record_kind, key } => {
            remove(connection, *record_kind, key).map(drop)
        }
        MutableWrite::RemoveOwned { record_kind, owner } => remove_all(
            connection,
            "SELECT slot FROM cabinet WHERE drawer = ?1 AND owner = ?2",
            params![record_kind.name(), owner.as_str()],
        ),
        MutableWrite::RemoveExpired { record_kind, before } => remove_all(
            connection,
            "SELECT slot FROM cabinet WHERE drawer = ?1 AND expires_at < ?2
             AND (drawer <> 'audit' OR expires_at < CAST(unixepoch('now', 'subsec') * 1000000 AS INTEGER))",
            params![record_kind.name(), before.0],
        ),
    }
}

/// Puts a record where there is none with its key.
pub(super) fn insert(connection: &Connection, record: &MutableRecord) -> rusqlite::Result<()> {
    let MutableRecord { record_kind, key, owner, value, expires_at, revision } = record;
    connection
        .prepare_cached(
            "INSERT INTO cabinet (slot, drawer, key, owner, length, expires_at, revision)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![
            fill_slot(connection, value)?,
            record_kind.name(),
            key,
            owner.as_str(),
            value.len() as i64,
            expires_at.map(|at| at.0),
            *revision as i64,
        ])?;
    Ok(())
}

/// Writes a value into a slot that is free, or into a new one behind the others.
fn fill_slot(connection: &Connection, value: &[u8]) -> rusqlite::Result<i64> {
    let room = value.len().next_multiple_of(ROOM_BYTES).max(ROOM_BYTES);
    let mut padded = value.to_vec();
    padded.resize(room, 0);
    let free: Option<i64> = connection
        .prepare_cached("SELECT slot FROM cabinet_values WHERE room = ?1 AND live = 0 LIMIT 1")?
        .query_row([room as i64], |row| row.get(0))
        .optional()?;
    if let Some(slot) = free {
        connection
            .prepare_cached("UPDATE cabinet_values SET live = 1, value = ?2 WHERE slot = ?1")?
            .execute(params![slot, padded])?;
        return Ok(slot);
    }
    connection
        .prepare_cached("INSERT INTO cabinet_values (live, room, value) VALUES (1, ?1, ?2)")?
        .execute(params![room as i64, padded])?;
    Ok(connection.last_insert_rowid())
}

/// Takes a record away if it is there; gives its revision.
fn remove(connection: &Connection, record_kind: RecordKind, key: &[u8]) -> rusqlite::Result<Option<u64>> {
    let Some((slot, revision)) = find(connection, record_kind, key)? else { return Ok(None) };
    remove_slot(connection, slot)?;
    Ok(Some(revision))
}

fn remove_all(connection: &Connection, slots: &'static str, values: impl Params) -> rusqlite::Result<()> {
    let slots = connection
        .prepare_cached(slots)?
        .query_map(values, |row| row.get::<_, i64>(0))?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    slots.into_iter().try_for_each(|slot| remove_slot(connection, slot))
}

fn remove_slot(connection: &Connection, slot: i64) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM cabinet WHERE slot = ?1")?.execute([slot])?;
    connection
        .prepare_cached("UPDATE cabinet_values SET live = 0, value = zeroblob(room) WHERE slot = ?1")?
        .execute([slot])?;
    Ok(())
}

/// Takes away what backups do not carry.
pub(super) fn remove_short_lived(connection: &Connection) -> rusqlite::Result<()> {
    let short_lived = RecordKind::ALL.into_iter().filter(|record_kind| !record_kind.is_backed_up());
    short_lived.into_iter().try_for_each(|record_kind| {
        remove_all(connection, "SELECT slot FROM cabinet WHERE drawer = ?1", [record_kind.name()])
    })
}

/// Takes away every record that may be removed at any time.
pub(super) fn remove_all_but_audit(connection: &Connection) -> rusqlite::Result<()> {
    remove_all(connection, "SELECT slot FROM cabinet WHERE drawer <> 'audit'", [])
}

fn record(record_kind: RecordKind, row: &Row<'_>) -> rusqlite::Result<MutableRecord> {
    Ok(MutableRecord {
        record_kind,
        key: row.get(0)?,
        owner: SmolStr::from(row.get_ref(1)?.as_str()?),
        value: row.get(2)?,
        expires_at: row.get::<_, Option<i64>>(3)?.map(crate::envelope::Timestamp),
        revision: row.get::<_, i64>(4)? as u64,
    })
}

fn read(
    connection: &Connection,
    sql: &'static str,
    record_kind: RecordKind,
    values: impl Params,
) -> Result<Vec<MutableRecord>, ReadError> {
    let read = || {
        let mut statement = connection.prepare_cached(sql)?;
        let rows = statement.query_map(values, |row| record(record_kind, row))?;
        rows.collect::<rusqlite::Result<Vec<_>>>()
    };
    read().map_err(|error| store(&error))
}

pub(super) fn one(
    connection: &Connection,
    record_kind: RecordKind,
    key: &[u8],
) -> Result<Option<MutableRecord>, ReadError> {
    Ok(read(connection, records!("key = ?2"), record_kind, params![record_kind.name(), key])?.pop())
}

pub(super) fn owned(
    connection: &Connection,
    record_kind: RecordKind,
    owner: &str,
    limit: usize,
) -> Result<Vec<MutableRecord>, ReadError> {
    let sql = records!("owner = ?2 ORDER BY key LIMIT ?3");
    read(connection, sql, record_kind, params![record_kind.name(), owner, limit as i64])
}

pub(super) fn after(
    connection: &Connection,
    record_kind: RecordKind,
    after: Option<&[u8]>,
    limit: usize,
) -> Result<Vec<MutableRecord>, ReadError> {
    let sql = records!("key > ?2 ORDER BY key LIMIT ?3");
    // Every key is longer than no bytes, and so comes after them.
    read(connection, sql, record_kind, params![record_kind.name(), after.unwrap_or(&[]), limit as i64])
}
