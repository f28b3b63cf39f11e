//! The file of a store as a whole: copied while others go on writing, settled, and looked over.

use super::SqliteLog;
use super::connection::{self, OpenError};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::path::Path;
use std::time::Duration;

/// How long to wait for somebody who may only be passing by.
const SHORT: Duration = Duration::from_secs(1);

impl SqliteLog {
    /// Copies the store as it stands at one moment into a new file; freed space is left behind, so nothing erased comes along.
    pub fn copy(from: &Path, to: &Path) -> Result<(), OpenError> {
        connection::check(from)?;
        let name = to.to_str().ok_or_else(|| OpenError::NotUtf8(to.to_owned()))?;
        connection::private(to);
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(from, flags)?;
        connection.execute("VACUUM INTO ?1", [name])?;
        Ok(())
    }

    /// Makes one plain file of a store that nobody uses, which can be read where nothing can be written.
    pub fn seal(path: &Path) -> Result<(), OpenError> {
        connection::check(path)?;
        let connection = connection::writer(path, "FULL")?;
        connection.busy_timeout(SHORT)?;
        // SQLite leaves the mode as it is while somebody else has the file open.
        let mode = connection.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get::<_, String>(0));
        match mode {
            Ok(mode) if mode == "delete" => Ok(()),
            Ok(_) => Err(OpenError::InUse),
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => Err(OpenError::InUse),
            Err(error) => Err(error.into()),
        }
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
