//! Copies the rows of another store into an empty database, with the address of its owner.

use super::connection::{Address, OpenError, check_server, text};
use super::rows::Id;
use super::schema;
use crate::copy::{self, CopyError, Target};
use crate::envelope::{EventId, Hash, RecordedRef};
use crate::log::{IdempotencyRecord, Log, StoredCheckpoint};
use crate::mutable_store::MutableRecord;
use crate::vault::SealedSubject;
use postgres::{Statement, Transaction};

/// Why a database was not restored; it is as it was.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    #[error("the database cannot be used")]
    Open(#[from] OpenError),
    #[error("the database holds {0} events: restore into a new database")]
    NotEmpty(i64),
    #[error("the backup could not be copied")]
    Copy(#[from] CopyError),
}

/// Copies everything in one transaction.
pub(super) fn restore(
    address: &Address,
    from: &dyn Log,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), RestoreError> {
    let mut client = address.connect().map_err(OpenError::from)?;
    check_server(&mut client, true)?;
    schema::check(&mut client)?;
    let failed = |error: postgres::Error| RestoreError::Copy(CopyError::Write(text(&error)));
    client.batch_execute("SET statement_timeout = 0; SET lock_timeout = 0").map_err(failed)?;
    let mut transaction = client.transaction().map_err(failed)?;
    transaction.batch_execute("LOCK TABLE kostka.log IN EXCLUSIVE MODE").map_err(failed)?;
    let events: i64 = transaction
        .query_one("SELECT count(*) FROM (SELECT FROM kostka.events LIMIT 1000) e", &[])
        .and_then(|row| row.try_get(0))
        .map_err(failed)?;
    if events > 0 {
        return Err(RestoreError::NotEmpty(events));
    }
    // The trigger on events allows a transaction with this setting; only the owner can write without the functions.
    transaction.batch_execute("SET LOCAL kostka.appending = 'yes'").map_err(failed)?;
    let event = transaction.prepare(INSERT).map_err(failed)?;
    copy::copy(from, &mut Rows { transaction: &mut transaction, event }, progress)?;
    transaction.commit().map_err(failed)
}

const INSERT: &str = "INSERT INTO kostka.events (position, version, recorded_at, occurred_at, schema_version, event_id,
    correlation, causation, stream, type, actor, nonce, leaf, payload)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";

struct Rows<'t, 'c> {
    transaction: &'t mut Transaction<'c>,
    event: Statement,
}

impl Rows<'_, '_> {
    fn run(&mut self, sql: &str, values: &[super::rows::Value<'_>]) -> Result<(), CopyError> {
        self.transaction.execute(sql, values).map_err(|error| CopyError::Write(text(&error)))?;
        Ok(())
    }
}

impl Target for Rows<'_, '_> {
    fn log_id(&mut self, id: EventId) -> Result<(), CopyError> {
        self.run("UPDATE kostka.log SET log_id = $1", &[&Id(id)])
    }

    fn event(&mut self, event: &RecordedRef<'_>) -> Result<(), CopyError> {
        let values: [super::rows::Value<'_>; 14] = [
            &(event.position.0 as i64),
            &(event.version.0 as i64),
            &event.recorded_at.0,
            &event.occurred_at.0,
            &i64::from(event.schema_version),
            &Id(event.event_id),
            &event.correlation.map(Id),
            &event.causation.map(Id),
            &event.stream,
            &event.event_type,
            &event.actor,
            &event.nonce.as_slice(),
            &event.leaf.as_slice(),
            &event.payload,
        ];
        self.transaction.execute(&self.event, &values).map_err(|error| CopyError::Write(text(&error)))?;
        Ok(())
    }

    fn subtree(&mut self, level: u32, index: u64, root: &Hash) -> Result<(), CopyError> {
        let sql = "INSERT INTO kostka.subtrees (level, index, root) VALUES ($1, $2, $3)";
        self.run(sql, &[&(level as i32), &(index as i64), &root.as_slice()])
    }

    fn checkpoint(&mut self, checkpoint: &StoredCheckpoint) -> Result<(), CopyError> {
        let sql = "INSERT INTO kostka.checkpoints (size, note) VALUES ($1, $2)";
        self.run(sql, &[&(checkpoint.size as i64), &checkpoint.note])
    }

    fn begin_again(&mut self) -> Result<(), CopyError> {
        // A backup does not change while it is read, so there is nothing to forget.
        Ok(())
    }

    fn request(&mut self, request: &IdempotencyRecord) -> Result<(), CopyError> {
        let IdempotencyRecord { idempotency, receipt } = request;
        let sql =
            "INSERT INTO kostka.idempotency (key, request, after, count, recorded_at) VALUES ($1, $2, $3, $4, $5)";
        let values: [super::rows::Value<'_>; 5] = [
            &idempotency.key.as_slice(),
            &idempotency.request.as_slice(),
            &(receipt.after.0 as i64),
            &(receipt.count as i64),
            &receipt.recorded_at.0,
        ];
        self.run(sql, &values)
    }

    fn subject(&mut self, subject: &SealedSubject) -> Result<(), CopyError> {
        let SealedSubject { subject, wrapped_key, records, .. } = subject;
        let sql = "INSERT INTO kostka.vault_subjects (subject, wrapped_key) VALUES ($1, $2) RETURNING number";
        let row = self.transaction.query_one(sql, &[&subject.as_str(), wrapped_key]);
        let number: i64 = row.and_then(|row| row.try_get(0)).map_err(|error| CopyError::Write(text(&error)))?;
        for record in records {
            let sql = "INSERT INTO kostka.vault_records (number, name, sealed) VALUES ($1, $2, $3)";
            self.run(sql, &[&number, &record.name, &record.sealed])?;
        }
        Ok(())
    }

    fn mutable_record(&mut self, record: &MutableRecord) -> Result<(), CopyError> {
        let MutableRecord { record_kind, key, owner, value, expires_at, revision } = record;
        let sql = "INSERT INTO kostka.cabinet (drawer, key, owner, value, expires_at, revision)
                   VALUES ($1, $2, $3, $4, $5, $6)";
        let expires_at = expires_at.map(|at| at.0);
        self.run(sql, &[&record_kind.name(), key, &owner.as_str(), value, &expires_at, &(*revision as i64)])
    }
}
