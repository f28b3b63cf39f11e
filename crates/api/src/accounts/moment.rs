//! Reckoning with times of the clock that the service is given.

use events::envelope::Timestamp;
use std::time::Duration;

/// Whole seconds since 1970.
pub(crate) fn seconds(time: Timestamp) -> u64 {
    u64::try_from(time.0.div_euclid(1_000_000)).unwrap_or_default()
}

/// How long it is from one time to a later one; nothing if it is not later.
pub(crate) fn between(from: Timestamp, until: Timestamp) -> Duration {
    Duration::from_micros(u64::try_from(until.0.saturating_sub(from.0)).unwrap_or_default())
}
