//! Appends to the mutable store alone, without events.

use events::append::{Append, Idempotency, Pending};
use events::log::Log;
use events::mutable_store::MutableWrite;

/// Makes these writes together or not at all.
pub(crate) fn append(log: &dyn Log, mutable_writes: Vec<MutableWrite>) -> Pending {
    append_once(log, mutable_writes, None)
}

/// Like [`append`]; a retry with the same idempotency key writes nothing.
pub(crate) fn append_once(
    log: &dyn Log,
    mutable_writes: Vec<MutableWrite>,
    idempotency: Option<Idempotency>,
) -> Pending {
    log.append(Append { mutable_writes, idempotency, ..Append::default() })
}
