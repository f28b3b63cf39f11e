//! The file of a store as a whole: copied while others go on writing, settled, and looked over.

use super::SqliteLog;
use super::connection::{self, OpenError};
use rusqlite::{Connection, OpenFlags};
use std::path::Path;

impl SqliteLog {
    /// Copies the store as it stands at one moment into a new file; freed space is left behind, so nothing erased comes along.
    pub fn copy(from: &Path, to: &Path) -> Result<(), OpenError> {
        connection::check(from)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(from, flags)?;
        connection.execute("VACUUM INTO ?1", [to.to_string_lossy()])?;
        Ok(())
    }

    /// Moves everything from the write-ahead log into the file of a store that nobody uses.
    pub fn settle(path: &Path) -> Result<(), OpenError> {
        connection::check(path)?;
        let connection = connection::writer(path, "FULL")?;
        let busy: i64 = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
        if busy == 0 { Ok(()) } else { Err(OpenError::Damaged("another process uses the store".to_owned())) }
    }

    /// What SQLite finds wrong with the file; nothing if it is sound.
    pub fn integrity(path: &Path) -> Result<Vec<String>, OpenError> {
        let connection = connection::reader(path)?;
        let mut statement = connection.prepare("PRAGMA integrity_check(20)")?;
        let lines = statement.query_map([], |row| row.get::<_, String>(0))?.collect::<rusqlite::Result<Vec<_>>>()?;
        Ok(lines.into_iter().filter(|line| line != "ok").collect())
    }
}

/// The version of SQLite that this program was built with.
pub fn library_version() -> &'static str {
    rusqlite::version()
}
