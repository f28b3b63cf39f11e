//! A mutex with a bounded queue: one holder, one waiter, and all others are refused at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One who works and one who waits.
const MAX_SLOTS: usize = 2;

#[derive(Default)]
pub(super) struct BoundedMutex {
    taken: AtomicUsize,
    working: Mutex<()>,
}

pub(super) struct BoundedMutexGuard<'a> {
    // Dropped in this order: a place is not free before the next one works.
    _working: MutexGuard<'a, ()>,
    _place: Slot<'a>,
}

struct Slot<'a>(&'a AtomicUsize);

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

impl BoundedMutex {
    /// Waits for the mutex; none if there is a waiter already.
    pub(super) fn take(&self) -> Option<BoundedMutexGuard<'_>> {
        let reserve_slot = self.reserve_slot()?;
        let working = self.working.lock().unwrap_or_else(PoisonError::into_inner);
        Some(BoundedMutexGuard { _working: working, _place: reserve_slot })
    }

    fn reserve_slot(&self) -> Option<Slot<'_>> {
        let free = |taken: usize| (taken < MAX_SLOTS).then_some(taken + 1);
        self.taken.fetch_update(Ordering::AcqRel, Ordering::Acquire, free).ok()?;
        Some(Slot(&self.taken))
    }

    #[cfg(test)]
    pub(super) fn taken(&self) -> usize {
        self.taken.load(Ordering::Acquire)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn one_works_one_waits_and_everybody_else_is_sent_away_at_once() {
        let bounded_mutex = BoundedMutex::default();
        thread::scope(|scope| {
            let working = bounded_mutex.take().unwrap();
            let waiting = scope.spawn(|| drop(bounded_mutex.take().unwrap()));
            while bounded_mutex.taken() < MAX_SLOTS {
                thread::yield_now();
            }
            for _ in 0..600 {
                assert!(bounded_mutex.take().is_none());
            }
            drop(working);
            waiting.join().unwrap();
        });
        assert_eq!(bounded_mutex.taken(), 0);
        assert!(bounded_mutex.take().is_some());
    }
}
