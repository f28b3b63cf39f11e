//! The clock and the randomness that a log is given; it has none of its own.

use crate::envelope::Timestamp;

/// What the outside world gives to a log.
pub trait Environment: Send + Sync {
    /// The time.
    fn now(&self) -> Timestamp;

    /// Fills the bytes with randomness fit for keys.
    fn fill_random(&self, bytes: &mut [u8]);
}
