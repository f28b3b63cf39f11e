//! The clock and the randomness of this machine.

use events::envelope::Timestamp;
use events::environment::Environment;
use std::time::{SystemTime, UNIX_EPOCH};

pub(crate) struct World;

impl Environment for World {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        // Keys made without randomness would be worse than none.
        getrandom::fill(bytes).expect("the system gives randomness");
    }
}
