//! Expired records of the mutable store.

use crate::record_writes::append;
use events::append::Pending;
use events::envelope::Timestamp;
use events::log::Log;
use events::mutable_store::{MutableWrite, RecordKind};

/// Removes the records of every kind that expired before this moment.
pub fn remove(log: &dyn Log, before: Timestamp) -> Pending {
    append(log, RecordKind::ALL.map(|record_kind| MutableWrite::RemoveExpired { record_kind, before }).to_vec())
}
