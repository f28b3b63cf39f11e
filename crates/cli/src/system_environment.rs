//! The clock and the randomness of this machine.

use events::envelope::Timestamp;
use events::environment::Environment;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub(crate) struct SystemEnvironment;

impl Environment for SystemEnvironment {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        // Keys made without randomness would be worse than none.
        getrandom::fill(bytes).expect("the system gives randomness");
    }
}

/// The same some days ago; the demo plays its season in it before the service starts.
pub(crate) struct BackdatedEnvironment(AtomicU32);

impl BackdatedEnvironment {
    pub(crate) fn days_ago(days: u32) -> Self {
        Self(AtomicU32::new(days))
    }

    /// Lets it be so many days ago.
    pub(crate) fn set_days_ago(&self, days_ago: u32) {
        self.0.store(days_ago, Ordering::SeqCst);
    }
}

impl Environment for BackdatedEnvironment {
    fn now(&self) -> Timestamp {
        let ago = Duration::from_hours(24) * self.0.load(Ordering::SeqCst);
        Timestamp(SystemEnvironment.now().0 - i64::try_from(ago.as_micros()).unwrap_or_default())
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        SystemEnvironment.fill_random(bytes);
    }
}
