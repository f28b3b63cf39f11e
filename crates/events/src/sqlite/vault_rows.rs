//! Rows of sealed subjects in SQLite.

use super::rows::store;
use crate::append::AppendError;
use crate::envelope::StreamName;
use crate::log::ReadError;
use crate::vault::{SealedRecord, SealedSubject, VaultWrite};
use rusqlite::{Connection, OptionalExtension, params};

fn failed(error: &rusqlite::Error) -> AppendError {
    AppendError::Failed(error.to_string())
}

/// The number and wrapped key of a live subject.
fn live(connection: &Connection, subject: &StreamName) -> rusqlite::Result<Option<(i64, Vec<u8>)>> {
    connection
        .prepare_cached("SELECT number, wrapped_key FROM vault_subjects WHERE subject = ?1 AND live = 1")?
        .query_row([subject.as_str()], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()
}

/// Whether a write fits what is there.
pub(super) fn check(connection: &Connection, write: &VaultWrite) -> Result<(), AppendError> {
    let subject = write.subject();
    let found = live(connection, subject).map_err(|error| failed(&error))?;
    let fits = match (write, &found) {
        (VaultWrite::Create { .. }, found) => found.is_none(),
        (VaultWrite::Replace { wrapped_key, .. }, Some((_, found))) => wrapped_key == found,
        (VaultWrite::Replace { .. }, None) => false,
        (VaultWrite::Erase { .. }, _) => true,
    };
    if fits { Ok(()) } else { Err(AppendError::VaultConflict { subject: subject.clone() }) }
}

/// Makes a write that was checked.
pub(super) fn write(connection: &Connection, write: &VaultWrite) -> rusqlite::Result<()> {
    match write {
        VaultWrite::Create { subject, wrapped_key, records } => {
            connection
                .prepare_cached("INSERT INTO vault_subjects (subject, live, wrapped_key) VALUES (?1, 1, ?2)")?
                .execute(params![subject.as_str(), wrapped_key])?;
            insert(connection, connection.last_insert_rowid(), records)
        }
        VaultWrite::Replace { subject, records, .. } => {
            let Some((number, _)) = live(connection, subject)? else { return Ok(()) };
            for record in records {
                connection
                    .prepare_cached(
                        "UPDATE vault_records SET live = 0, sealed = zeroblob(length(sealed))
                         WHERE number = ?1 AND name = ?2 AND live = 1",
                    )?
                    .execute(params![number, record.name])?;
            }
            insert(connection, number, records)
        }
        VaultWrite::Erase { subject } => {
            let Some((number, _)) = live(connection, subject)? else { return Ok(()) };
            connection
                .prepare_cached(
                    "UPDATE vault_records SET live = 0, sealed = zeroblob(length(sealed)) WHERE number = ?1 AND live = 1",
                )?
                .execute([number])?;
            connection
                .prepare_cached(
                    "UPDATE vault_subjects SET live = 0, wrapped_key = zeroblob(length(wrapped_key)) WHERE number = ?1",
                )?
                .execute([number])?;
            Ok(())
        }
    }
}

fn insert(connection: &Connection, number: i64, records: &[SealedRecord]) -> rusqlite::Result<()> {
    for record in records {
        connection
            .prepare_cached("INSERT INTO vault_records (number, live, name, sealed) VALUES (?1, 1, ?2, ?3)")?
            .execute(params![number, record.name, record.sealed])?;
    }
    Ok(())
}

pub(super) fn sealed(connection: &Connection, subject: &StreamName) -> Result<Option<SealedSubject>, ReadError> {
    let read = || {
        // One view of the store: an erasure in between would leave a key without its records.
        let _view = connection.unchecked_transaction()?;
        let Some((number, wrapped_key)) = live(connection, subject)? else { return Ok(None) };
        let records = records(connection, number)?;
        Ok(Some(SealedSubject { number, subject: subject.clone(), wrapped_key, records }))
    };
    read().map_err(|error| store(&error))
}

pub(super) fn sealed_subjects_after(
    connection: &Connection,
    after: i64,
    limit: usize,
) -> Result<Vec<SealedSubject>, ReadError> {
    // One view of the store, as above.
    let _view = connection.unchecked_transaction().map_err(|error| store(&error))?;
    let read = || {
        let mut statement = connection.prepare_cached(
            "SELECT number, subject, wrapped_key FROM vault_subjects WHERE number > ?1 AND live = 1
             ORDER BY number LIMIT ?2",
        )?;
        let rows = statement.query_map(params![after, limit as i64], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, Vec<u8>>(2)?))
        })?;
        rows.collect::<rusqlite::Result<Vec<_>>>()
    };
    let subjects = read().map_err(|error| store(&error))?;
    let with_records = subjects.into_iter().map(|(number, subject, wrapped_key)| {
        let subject = StreamName::parse(&subject)
            .map_err(|problem| ReadError::Store(format!("vault subject {number}: {problem}")))?;
        let records = records(connection, number).map_err(|error| store(&error))?;
        Ok(SealedSubject { number, subject, wrapped_key, records })
    });
    with_records.collect()
}

fn records(connection: &Connection, number: i64) -> rusqlite::Result<Vec<SealedRecord>> {
    let mut statement = connection
        .prepare_cached("SELECT name, sealed FROM vault_records WHERE number = ?1 AND live = 1 ORDER BY name")?;
    let rows = statement.query_map([number], |row| Ok(SealedRecord { name: row.get(0)?, sealed: row.get(1)? }))?;
    rows.collect()
}
