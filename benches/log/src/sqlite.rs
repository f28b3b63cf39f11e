//! The log in SQLite, opened as the service opens it.

use crate::append::append_of;
use crate::machine::Machine;
use crate::rows::Row;
use events::log::Log;
use events::sqlite::{SqliteLog, SqliteOptions};
use harness::slices::Failure;
use std::path::Path;
use std::sync::Arc;

/// Events in one append while a store is filled.
const FILL: usize = 1000;

/// A new store, or the one that is there.
pub(crate) fn open(file: &Path) -> Result<Box<dyn Log>, Failure> {
    Ok(Box::new(SqliteLog::open_or_create(file, Arc::new(Machine), SqliteOptions::default())?))
}

/// Appends all rows.
pub(crate) fn fill(log: &dyn Log, rows: impl Iterator<Item = Row>) -> Result<(), Failure> {
    let mut rows = rows.peekable();
    while rows.peek().is_some() {
        log.append(append_of(rows.by_ref().take(FILL).collect())).wait()?;
    }
    Ok(())
}
