//! Rows of sealed subjects in PostgreSQL.

use super::connection::Address;
use super::readers::read_error;
use super::rows::get;
use crate::envelope::StreamName;
use crate::log::ReadError;
use crate::vault::{SealedRecord, SealedSubject};
use postgres::Row;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

pub(super) const OF_SUBJECT: &str = "
    SELECT s.number, s.subject, s.wrapped_key, r.name, r.sealed
    FROM kostka.vault_subjects s LEFT JOIN kostka.vault_records r ON r.number = s.number
    WHERE s.subject = $1 ORDER BY r.name";

pub(super) const IN_ORDER: &str = "
    SELECT s.number, s.subject, s.wrapped_key, r.name, r.sealed
    FROM (SELECT * FROM kostka.vault_subjects WHERE number > $1 ORDER BY number LIMIT $2) s
    LEFT JOIN kostka.vault_records r ON r.number = s.number
    ORDER BY s.number, r.name";

/// Whether we may rewrite the tables of the vault and of the mutable store.
pub(super) const OWNED: &str = "
    SELECT bool_and(pg_has_role(c.relowner, 'USAGE')) FROM pg_class c
    WHERE c.oid IN
        ('kostka.vault_subjects'::regclass, 'kostka.vault_records'::regclass, 'kostka.cabinet'::regclass)";

/// Rows of subjects, one for each record, into subjects.
pub(super) fn subjects(rows: &[Row]) -> Result<Vec<SealedSubject>, ReadError> {
    let mut subjects: Vec<SealedSubject> = Vec::new();
    for row in rows {
        let number: i64 = get(row, 0)?;
        if subjects.last().is_none_or(|last| last.number != number) {
            let subject = StreamName::parse(get(row, 1)?)
                .map_err(|problem| ReadError::Store(format!("vault subject {number}: {problem}")))?;
            subjects.push(SealedSubject { number, subject, wrapped_key: get(row, 2)?, records: Vec::new() });
        }
        if let (Some(last), Some(name)) = (subjects.last_mut(), get::<Option<String>>(row, 3)?) {
            last.records.push(SealedRecord { name, sealed: get(row, 4)? });
        }
    }
    Ok(subjects)
}

/// Rewrites the tables of the vault and of the mutable store without erased rows; true when no erased row of the vault
/// is left.
pub(super) fn rewrite(address: &Address) -> Result<bool, ReadError> {
    let dead_rows = Arc::new(AtomicU64::new(0));
    let noticed = Arc::clone(&dead_rows);
    let address = address.with_notices(move |notice| {
        // In every language the details begin with the number of dead rows that are still visible to a transaction.
        let dead = notice.detail().and_then(|detail| detail.split(' ').next()?.parse().ok());
        noticed.fetch_add(dead.unwrap_or(0), Ordering::Relaxed);
    });
    let mut client = address.connect().map_err(|error| read_error(&error))?;
    // The mutable store changes all the time; rows that remain here are removed by a later purge.
    let mutable_store = ["SET statement_timeout = 0", "VACUUM (FULL) kostka.cabinet"];
    mutable_store.iter().try_for_each(|sql| client.batch_execute(sql)).map_err(|error| read_error(&error))?;
    // A reading that was under way is over soon; one that goes on for long is not waited for.
    for pause in [0, 50, 200, 1000].map(Duration::from_millis) {
        std::thread::sleep(pause);
        dead_rows.store(0, Ordering::Relaxed);
        let statements = [
            "SET statement_timeout = 0",
            "VACUUM (FULL, VERBOSE) kostka.vault_records",
            "VACUUM (FULL, VERBOSE) kostka.vault_subjects",
        ];
        statements.iter().try_for_each(|sql| client.batch_execute(sql)).map_err(|error| read_error(&error))?;
        if dead_rows.load(Ordering::Relaxed) == 0 {
            return Ok(true);
        }
    }
    Ok(false)
}
