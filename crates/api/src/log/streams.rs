//! Live streams of events (server-sent events): every position once and in order, to as many watchers as the limits
//! allow.
//!
//! Events are encoded once and kept in a ring that all watchers share; a watcher that is further behind reads the log
//! in small pages. The id of an event is its position, so a watcher that comes back with the last id it saw goes on
//! exactly after it, also after the service was started again.

mod authority;
mod follow;
mod frame;
mod in_tournament;
mod ring;
mod start;
mod stream_slots;
mod watcher;

pub(crate) use authority::StreamAuthorization;
pub(crate) use follow::follow;
pub(crate) use frame::is_public_in;
pub(crate) use start::{LastEventId, open, resume_position};
pub(crate) use stream_slots::{StreamSlot, StreamSlots};
pub(crate) use watcher::StreamView;

use crate::http::settings::Limits;
use events::proof::checkpoint::{Signer, parse_origin};
use ring::Ring;
use tokio::sync::Semaphore;

/// Readers of older events at the same time; the others wait, and those who read what is new are not held up.
const OLDER_PAGES_AT_ONCE: usize = 4;

pub(crate) struct Live {
    ring: Ring,
    pub(crate) stream_slots: StreamSlots,
    /// Held while older events are read.
    pub(crate) older: Semaphore,
    /// What events say they come from.
    pub(crate) source: String,
}

impl Live {
    pub(crate) fn new(limits: &Limits, signer: &Signer) -> Self {
        Self {
            ring: Ring::default(),
            stream_slots: StreamSlots::new(limits),
            older: Semaphore::new(OLDER_PAGES_AT_ONCE),
            source: source(signer),
        }
    }
}

/// The log as a URI; it stays the same in every epoch.
fn source(signer: &Signer) -> String {
    let name = signer.verifier_key().name();
    parse_origin(name).map_or_else(|| name.to_owned(), |identity| format!("urn:uuid:{}", identity.log_id))
}
