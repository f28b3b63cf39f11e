//! A clock that stands where a test puts it, and randomness that a seed repeats.

use crate::envelope::Timestamp;
use crate::environment::Environment;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// Noon of 7 November 2026 in UTC.
const FIRST_MOMENT: i64 = 1_794_052_800_000_000;

/// The outside world of a test.
#[derive(Debug)]
pub struct TestEnvironment {
    now: AtomicI64,
    randomness: AtomicU64,
}

impl TestEnvironment {
    /// A world whose randomness is that of the seed.
    pub fn new(seed: u64) -> Arc<Self> {
        Arc::new(Self { now: AtomicI64::new(FIRST_MOMENT), randomness: AtomicU64::new(seed) })
    }

    /// Puts the clock to a moment, also to an earlier one.
    pub fn set_now(&self, now: Timestamp) {
        self.now.store(now.0, Ordering::SeqCst);
    }

    /// Moves the clock by so many microseconds, also back.
    pub fn advance(&self, microseconds: i64) {
        self.now.fetch_add(microseconds, Ordering::SeqCst);
    }
}

impl Environment for TestEnvironment {
    fn now(&self) -> Timestamp {
        Timestamp(self.now.load(Ordering::SeqCst))
    }

    /// Fit for tests only: the next numbers of SplitMix64.
    fn fill_random(&self, bytes: &mut [u8]) {
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        for chunk in bytes.chunks_mut(8) {
            let mut mixed = self.randomness.fetch_add(STEP, Ordering::SeqCst).wrapping_add(STEP);
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^= mixed >> 31;
            chunk.copy_from_slice(&mixed.to_le_bytes()[..chunk.len()]);
        }
    }
}
