//! Rows of the mutable store in PostgreSQL.

use super::rows::get;
use crate::envelope::Timestamp;
use crate::log::ReadError;
use crate::mutable_store::{MutableRecord, RecordKind};
use postgres::Row;
use smol_str::SmolStr;

/// The columns in the order that [`record`] expects.
macro_rules! records {
    ($which:literal) => {
        concat!("SELECT key, owner, value, expires_at, revision FROM kostka.cabinet WHERE drawer = $1 AND ", $which)
    };
}

pub(super) const ONE: &str = records!("key = $2");
pub(super) const OWNED: &str = records!("owner = $2 ORDER BY key LIMIT $3");
pub(super) const AFTER: &str = records!("key > $2 ORDER BY key LIMIT $3");

pub(super) fn record(record_kind: RecordKind, row: &Row) -> Result<MutableRecord, ReadError> {
    Ok(MutableRecord {
        record_kind,
        key: get(row, 0)?,
        owner: SmolStr::new(get::<&str>(row, 1)?),
        value: get(row, 2)?,
        expires_at: get::<Option<i64>>(row, 3)?.map(Timestamp),
        revision: get::<i64>(row, 4)? as u64,
    })
}
