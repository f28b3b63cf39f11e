//! Copies of the file of a store, made while others write, sealed and checked.

use super::SqliteLog;
use super::connection::{self, OpenError};
use crate::sqlite::mutable_rows;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// How long to wait for another process that may close the file soon.
const SHORT_BUSY_TIMEOUT: Duration = Duration::from_secs(1);

impl SqliteLog {
    /// Copies the store as it stands at one moment into a new file, without freed space, so nothing erased comes along,
    /// and without credentials that expire.
    pub fn copy(from: &Path, to: &Path) -> Result<(), OpenError> {
        connection::check(from)?;
        let name = to.to_str().ok_or_else(|| OpenError::NotUtf8(to.to_owned()))?;
        connection::private(to);
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(from, flags)?;
        connection.execute("VACUUM INTO ?1", [name])?;
        leave_short_lived_behind(to)
    }

    /// Makes one plain file of a store that is not in use, which can be read where nothing can be written.
    pub fn seal(path: &Path) -> Result<(), OpenError> {
        connection::check(path)?;
        let connection = connection::writer(path, "FULL")?;
        connection.busy_timeout(SHORT_BUSY_TIMEOUT)?;
        // SQLite leaves the mode as it is while another process has the file open.
        let mode = connection.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get::<_, String>(0));
        match mode {
            Ok(mode) if mode == "delete" => Ok(()),
            Ok(_) => Err(OpenError::InUse),
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => Err(OpenError::InUse),
            Err(error) => Err(error.into()),
        }
    }

    /// What is wrong with the file, its schema included; nothing if it is sound.
    pub fn integrity(path: &Path) -> Result<Vec<FileProblem>, OpenError> {
        let connection = connection::reader(path)?;
        let mut problems = changed_schema(&schema(&connection)?, &schema(&connection::in_memory()?)?);
        let mut statement = connection.prepare("PRAGMA integrity_check(20)")?;
        let lines = statement.query_map([], |row| row.get::<_, String>(0))?.collect::<rusqlite::Result<Vec<_>>>()?;
        problems.extend(lines.into_iter().filter(|line| line != "ok").map(FileProblem::Sqlite));
        Ok(problems)
    }
}

/// Removes from a new copy, which no other process knows yet, the records that backups do not carry.
fn leave_short_lived_behind(copy: &Path) -> Result<(), OpenError> {
    let connection = Connection::open_with_flags(copy, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.pragma_update(None, "secure_delete", true)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "trusted_schema", false)?;
    // In memory: a journal in a file would leave removed records on the disk.
    connection.pragma_update(None, "journal_mode", "MEMORY")?;
    let transaction = connection.unchecked_transaction()?;
    mutable_rows::remove_short_lived(&transaction)?;
    transaction.commit()?;
    Ok(())
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileProblem {
    /// A table, an index or a trigger is gone.
    Missing(String),
    /// A table, an index or a trigger is not what the migrations make.
    Changed(String),
    /// The migrations make no such table, index or trigger.
    Foreign(String),
    Sqlite(String),
}

/// Tables, indexes and triggers by name, each with its definition.
type Schema = BTreeMap<String, String>;

/// What a store is made of, but for what SQLite and the migrations keep for themselves.
fn schema(connection: &Connection) -> rusqlite::Result<Schema> {
    let mut statement = connection.prepare(
        "SELECT name, type || ' ' || tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema
         WHERE name NOT GLOB 'sqlite_*' AND name <> 'refinery_schema_history'",
    )?;
    let rows = statement.query_map([], |row| {
        let definition: String = row.get(1)?;
        Ok((row.get(0)?, definition.split_whitespace().collect::<Vec<_>>().join(" ")))
    })?;
    rows.collect()
}

fn changed_schema(found: &Schema, expected: &Schema) -> Vec<FileProblem> {
    let kept = expected.iter().filter_map(|(name, definition)| match found.get(name) {
        None => Some(FileProblem::Missing(name.clone())),
        Some(found) if found != definition => Some(FileProblem::Changed(name.clone())),
        Some(_) => None,
    });
    let foreign = found.keys().filter(|name| !expected.contains_key(*name));
    kept.chain(foreign.map(|name| FileProblem::Foreign(name.clone()))).collect()
}

/// The version of SQLite that this program was built with.
pub fn library_version() -> &'static str {
    rusqlite::version()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::envelope::Timestamp;
    use crate::environment::Environment;

    struct FixedEnvironment;

    impl Environment for FixedEnvironment {
        fn now(&self) -> Timestamp {
            Timestamp(0)
        }

        fn fill_random(&self, bytes: &mut [u8]) {
            bytes.fill(7);
        }
    }

    #[test]
    fn a_store_whose_guards_were_changed_is_not_sound() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kostka.db");
        SqliteLog::migrate(&path, &FixedEnvironment).unwrap();
        assert_eq!(SqliteLog::integrity(&path).unwrap(), []);
        let connection = Connection::open(&path).unwrap();
        connection
            .execute_batch(
                "DROP TRIGGER events_are_not_updated;
                 DROP TRIGGER events_are_not_deleted;
                 CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events WHEN false BEGIN SELECT 1; END;
                 CREATE TABLE notes (text TEXT);",
            )
            .unwrap();
        assert_eq!(
            SqliteLog::integrity(&path).unwrap(),
            [
                FileProblem::Changed("events_are_not_deleted".to_owned()),
                FileProblem::Missing("events_are_not_updated".to_owned()),
                FileProblem::Foreign("notes".to_owned()),
            ]
        );
    }
}
