//! Arithmetic with timestamps.

use events::envelope::Timestamp;
use std::time::Duration;

pub(crate) fn unix_seconds(time: Timestamp) -> u64 {
    u64::try_from(time.0.div_euclid(1_000_000)).unwrap_or_default()
}

/// The time from `from` until `until`; zero if `until` is not later.
pub(crate) fn elapsed(from: Timestamp, until: Timestamp) -> Duration {
    Duration::from_micros(u64::try_from(until.0.saturating_sub(from.0)).unwrap_or_default())
}
