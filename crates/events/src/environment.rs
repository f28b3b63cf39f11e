//! The clock and the randomness that are given to a log.

use crate::envelope::Timestamp;

/// What the outside world gives to a log.
pub trait Environment: Send + Sync {
    fn now(&self) -> Timestamp;

    /// Fills the bytes with randomness fit for keys.
    fn fill_random(&self, bytes: &mut [u8]);
}
