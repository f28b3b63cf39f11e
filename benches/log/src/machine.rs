//! The clock and the randomness of this machine, as the service gives them to its log.

use events::envelope::Timestamp;
use events::environment::Environment;
use std::time::{SystemTime, UNIX_EPOCH};

pub(crate) struct Machine;

impl Environment for Machine {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock that is set");
        Timestamp(since.as_micros() as i64)
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the randomness of the system");
    }
}
