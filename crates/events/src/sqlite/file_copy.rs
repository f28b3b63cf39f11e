//! A new file that takes the rows of another store.

use super::connection::{self, OpenError};
use super::{vault_rows, writer};
use crate::copy::{CopyError, Target};
use crate::envelope::{EventId, Hash, RecordedRef};
use crate::environment::Environment;
use crate::log::{IdempotencyRecord, StoredCheckpoint};
use crate::mutable_store::MutableRecord;
use crate::sqlite::mutable_rows;
use crate::vault::{SealedSubject, VaultWrite};
use rusqlite::{Connection, params};
use std::path::Path;

/// Rows in one transaction.
const ROWS: u32 = 20_000;

/// A file under construction.
pub(crate) struct FileCopy {
    connection: Connection,
    rows: u32,
}

fn written<T>(outcome: rusqlite::Result<T>) -> Result<T, CopyError> {
    outcome.map_err(|error| CopyError::Write(error.to_string()))
}

impl FileCopy {
    /// A new store without events.
    pub(crate) fn create(path: &Path, environment: &dyn Environment) -> Result<Self, OpenError> {
        connection::migrate(path, environment)?;
        let connection = connection::writer(path, "FULL")?;
        connection.execute_batch("BEGIN")?;
        Ok(Self { connection, rows: 0 })
    }

    /// Makes sure that everything is on the disk.
    pub(crate) fn finish(self) -> Result<(), CopyError> {
        written(self.connection.execute_batch("COMMIT"))?;
        written(self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())))
    }

    fn count_row(&mut self) -> Result<(), CopyError> {
        self.rows += 1;
        if self.rows == ROWS {
            self.rows = 0;
            written(self.connection.execute_batch("COMMIT; BEGIN"))?;
        }
        Ok(())
    }
}

impl Target for FileCopy {
    fn log_id(&mut self, id: EventId) -> Result<(), CopyError> {
        written(self.connection.execute("UPDATE log SET log_id = ?1", [id.0]))?;
        Ok(())
    }

    fn event(&mut self, event: &RecordedRef<'_>) -> Result<(), CopyError> {
        let mut statement = written(self.connection.prepare_cached(writer::INSERT))?;
        written(statement.execute(params![
            event.position.0 as i64,
            event.leaf,
            event.stream,
            event.version.0 as i64,
            event.recorded_at.0,
            event.header().to_bytes(),
            event.event_type,
            event.actor,
            event.payload,
        ]))?;
        drop(statement);
        self.count_row()
    }

    fn subtree(&mut self, level: u32, index: u64, root: &Hash) -> Result<(), CopyError> {
        written(writer::keep_subtree(&self.connection, level, index, root))?;
        self.count_row()
    }

    fn checkpoint(&mut self, checkpoint: &StoredCheckpoint) -> Result<(), CopyError> {
        let values = params![checkpoint.size as i64, checkpoint.note];
        written(self.connection.execute("INSERT INTO checkpoints (size, note) VALUES (?1, ?2)", values))?;
        self.count_row()
    }

    fn begin_again(&mut self) -> Result<(), CopyError> {
        // Keys are removed only here, in a file that no other process knows yet.
        written(self.connection.execute_batch(
            "DROP TRIGGER idempotency_keys_are_not_deleted;
             DELETE FROM idempotency; DELETE FROM vault_records; DELETE FROM vault_subjects;
             CREATE TRIGGER idempotency_keys_are_not_deleted BEFORE DELETE ON idempotency
             BEGIN
                 SELECT raise(ABORT, 'idempotency keys are never deleted');
             END;",
        ))?;
        written(mutable_rows::remove_all_but_audit(&self.connection))
    }

    fn request(&mut self, request: &IdempotencyRecord) -> Result<(), CopyError> {
        written(writer::keep_request(&self.connection, &request.idempotency, &request.receipt))?;
        self.count_row()
    }

    fn subject(&mut self, subject: &SealedSubject) -> Result<(), CopyError> {
        let SealedSubject { subject, wrapped_key, records, .. } = subject.clone();
        written(vault_rows::write(&self.connection, &VaultWrite::Create { subject, wrapped_key, records }))?;
        self.count_row()
    }

    fn mutable_record(&mut self, record: &MutableRecord) -> Result<(), CopyError> {
        written(mutable_rows::insert(&self.connection, record))?;
        self.count_row()
    }
}
