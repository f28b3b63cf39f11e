//! A copy of the store, taken while others go on writing.

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
}
