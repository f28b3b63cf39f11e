//! A log in which something happens just before an append, so that tests meet what else happens once in a blue moon.

use events::log::Log;
use events::log::forward::*;
use std::sync::{Arc, Mutex, PoisonError};

type When = Box<dyn Fn(&Append) -> bool + Send>;
/// What happens before it.
type Interruption = Box<dyn FnOnce(&dyn Log) + Send>;

/// The log of a service under test.
pub(super) struct InterruptedLog {
    inner: Arc<dyn Log>,
    next: Mutex<Option<(When, Interruption)>>,
}

impl InterruptedLog {
    pub(super) fn new(inner: Arc<dyn Log>) -> Self {
        Self { inner, next: Mutex::new(None) }
    }

    pub(super) fn interrupt(&self, when: When, interruption: Interruption) {
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) = Some((when, interruption));
    }

    fn due(&self, append: &Append) -> Option<Interruption> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        next.take_if(|(when, _)| when(append)).map(|(_, interruption)| interruption)
    }
}

impl Log for InterruptedLog {
    events::forward_to_log! {
        inner:
        head, position_at, scan, read_stream, stream_version, watch, leaves, subtrees, sealed,
        sealed_subjects_after, idempotency_records_after, idempotency_record, mutable_record,
        mutable_records_of_owner, mutable_records_after, store_checkpoint, checkpoints, last_checkpoint, identity,
        mode, set_read_only, purge_erased, close
    }

    fn append(&self, append: Append) -> Pending {
        if let Some(interruption) = self.due(&append) {
            // It waits for what it writes, which a thread that answers requests must not.
            std::thread::scope(|scope| scope.spawn(|| interruption(&*self.inner)).join())
                .expect("the interruption ends");
        }
        self.inner.append(append)
    }
}
