//! Opens connections to the file of a store: its settings, its schema, and what is refused.

use crate::envelope::EventId;
use crate::environment::Environment;
use rusqlite::{Connection, ErrorCode, OpenFlags, params};
use std::path::{Path, PathBuf};
use std::time::Duration;

mod embedded {
    refinery::embed_migrations!("../../migrations/sqlite");
}

/// Older versions can lose a commit when two connections reset the write-ahead log at the same time.
const OLDEST_SQLITE: i32 = 3_051_003;
const OLDEST_SQLITE_TEXT: &str = "3.51.3";

/// Marks a file as a store of Kostka: `KSTK`.
const APPLICATION_ID: i32 = 0x4b53_544b;

/// Pages that gather in the write-ahead log before a commit has to move them into the file. The watcher moves them long
/// before, beside the writer; this limit is for when it cannot keep up.
const LONGEST_WAL_PAGES: i64 = 16_384;

/// How long to wait for another process before giving up.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("there is no store at {0}")]
    Missing(PathBuf),
    #[error("{0} is not a store of Kostka")]
    NotAStore(PathBuf),
    #[error("SQLite {found} is too old: at least {OLDEST_SQLITE_TEXT} is needed")]
    SqliteTooOld {
        /// The version that this program was built with.
        found: &'static str,
    },
    #[error("the store has schema version {found} and this program needs {needed}: run `kostka migrate`")]
    NeedsMigration { found: u32, needed: u32 },
    #[error("the store has schema version {found}, newer than this program's {known}")]
    TooNew { found: u32, known: u32 },
    /// Another process has the store open, so it cannot be replaced.
    #[error("another process uses the store: stop it first")]
    InUse,
    /// A migration failed; the store is as it was.
    #[error("the store could not be migrated")]
    Migration(#[source] refinery::Error),
    #[error("the store could not be opened")]
    Sqlite(#[from] rusqlite::Error),
    /// SQLite takes names of new files as text only.
    #[error("a copy cannot be written to {0}: the name is not UTF-8")]
    NotUtf8(PathBuf),
    #[error("the store cannot be used: {0}")]
    Damaged(String),
}

impl OpenError {
    /// Whether SQLite could not make or write the files that it needs.
    pub fn is_not_writable(&self) -> bool {
        matches!(self.code(), Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen))
    }

    /// Whether SQLite cannot make sense of the file.
    pub fn is_corrupt(&self) -> bool {
        self.code() == Some(ErrorCode::DatabaseCorrupt)
    }

    fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Sqlite(error) => error.sqlite_error_code(),
            _ => None,
        }
    }
}

pub(super) fn check_library(version_number: i32, version: &'static str) -> Result<(), OpenError> {
    if version_number < OLDEST_SQLITE { Err(OpenError::SqliteTooOld { found: version }) } else { Ok(()) }
}

/// The version of the newest migration.
pub(super) fn newest_schema() -> u32 {
    let runner = embedded::migrations::runner();
    runner.get_migrations().iter().map(refinery::Migration::version).max().unwrap_or(0) as u32
}

/// The version of the schema of a store; 0 if it has none.
pub(super) fn schema_of(connection: &Connection) -> rusqlite::Result<u32> {
    let known: bool = connection.query_row(
        "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'refinery_schema_history')",
        [],
        |row| row.get(0),
    )?;
    if !known {
        return Ok(0);
    }
    connection.query_row("SELECT coalesce(max(version), 0) FROM refinery_schema_history", [], |row| row.get(0))
}

/// Makes a new store, or brings an existing one up to date; gives the schema versions before and after.
pub(super) fn migrate(path: &Path, environment: &dyn Environment) -> Result<(u32, u32), OpenError> {
    migrate_to(path, environment, newest_schema())
}

/// The same up to a version of the schema.
pub(super) fn migrate_to(path: &Path, environment: &dyn Environment, version: u32) -> Result<(u32, u32), OpenError> {
    check_library(rusqlite::version_number(), rusqlite::version())?;
    private(path);
    let mut connection = Connection::open(path).map_err(|error| not_a_store(path, error))?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(|error| not_a_store(path, error))?;
    if tables > 0 && application_id(&connection)? != APPLICATION_ID {
        return Err(OpenError::NotAStore(path.to_owned()));
    }
    let before = schema_of(&connection)?;
    let newest = newest_schema();
    if before > newest {
        return Err(OpenError::TooNew { found: before, known: newest });
    }
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    // All migrations in one transaction: the store is at one version or at the other.
    let target = refinery::Target::Version(version as i32);
    let runner = embedded::migrations::runner().set_grouped(true).set_target(target);
    runner.run(&mut connection).map_err(OpenError::Migration)?;
    connection.execute(
        "INSERT INTO log (id, log_id) VALUES (1, ?1) ON CONFLICT DO NOTHING",
        params![EventId::new(environment).0],
    )?;
    let after = schema_of(&connection)?;
    Ok((before, after))
}

/// A store without events in memory, to compare the schema of others with.
pub(super) fn in_memory() -> Result<Connection, OpenError> {
    let mut connection = Connection::open_in_memory()?;
    embedded::migrations::runner().run(&mut connection).map_err(OpenError::Migration)?;
    Ok(connection)
}

/// Whether there is no store, or its creation was interrupted.
pub(super) fn is_unfinished(path: &Path) -> Result<bool, OpenError> {
    if path.metadata().map_or(true, |file| file.len() == 0) {
        return Ok(true);
    }
    // The journal of an interrupted transaction can be rolled back only with write access.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(|error| not_a_store(path, error))?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(|error| not_a_store(path, error))?;
    if tables == 0 {
        return Ok(true);
    }
    if application_id(&connection)? != APPLICATION_ID {
        return Ok(false);
    }
    Ok(schema_of(&connection)? == 0
        || !connection.query_row("SELECT EXISTS (SELECT 1 FROM log)", [], |row| row.get(0))?)
}

/// A new file is for its owner alone; SQLite gives its other files the same permissions.
pub(super) fn private(path: &Path) {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // What cannot be made here cannot be opened either, and opening says why.
    let _ = options.open(path);
}

fn application_id(connection: &Connection) -> rusqlite::Result<i32> {
    connection.pragma_query_value(None, "application_id", |row| row.get(0))
}

fn not_a_store(path: &Path, error: rusqlite::Error) -> OpenError {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::NotADatabase) => OpenError::NotAStore(path.to_owned()),
        _ => OpenError::Sqlite(error),
    }
}

/// Checks that the file is a store that this program can use.
pub(super) fn check(path: &Path) -> Result<(), OpenError> {
    check_library(rusqlite::version_number(), rusqlite::version())?;
    if !path.exists() {
        return Err(OpenError::Missing(path.to_owned()));
    }
    let connection = reader(path).map_err(|error| not_a_store(path, error))?;
    let id = application_id(&connection).map_err(|error| not_a_store(path, error))?;
    if id != APPLICATION_ID {
        return Err(OpenError::NotAStore(path.to_owned()));
    }
    let (found, needed) = (schema_of(&connection)?, newest_schema());
    match found {
        _ if found < needed => Err(OpenError::NeedsMigration { found, needed }),
        _ if found > needed => Err(OpenError::TooNew { found, known: needed }),
        _ => Ok(()),
    }
}

pub(super) fn writer(path: &Path, synchronous: &str) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", synchronous)?;
    connection.pragma_update(None, "secure_delete", true)?;
    connection.pragma_update(None, "wal_autocheckpoint", LONGEST_WAL_PAGES)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// Moves everything from the write-ahead log into the file and empties it; true if another connection prevents it.
pub(super) fn empty_wal(connection: &Connection) -> rusqlite::Result<bool> {
    // Another connection that moves frames makes SQLite give up at once, however long it may wait for readers.
    for _ in 0..20 {
        let busy: bool = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
        if !busy {
            return Ok(false);
        }
        std::thread::park_timeout(Duration::from_millis(50));
    }
    Ok(true)
}

/// The same if there is no reader: after a crash the write-ahead log may hold records that were erased since.
pub(super) fn empty_wal_if_unread(connection: &Connection) {
    // Whatever stands in the way is no reason not to open; the next opening tries again.
    let _ = connection.busy_timeout(Duration::ZERO);
    let _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    let _ = connection.busy_timeout(BUSY_TIMEOUT);
}

/// A connection that cannot write.
pub(super) fn reader(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "query_only", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_older_than_3_51_3_is_refused() {
        assert!(matches!(check_library(3_051_002, "3.51.2"), Err(OpenError::SqliteTooOld { found: "3.51.2" })));
        assert!(check_library(3_051_003, "3.51.3").is_ok());
        assert!(check_library(rusqlite::version_number(), rusqlite::version()).is_ok());
    }
}
