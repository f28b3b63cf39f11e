//! Turns at work that takes long: one works, one more may wait, and whoever else comes is sent away at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One who works and one who waits.
const PLACES: usize = 2;

/// Who works, and who waits.
#[derive(Default)]
pub(super) struct Turns {
    taken: AtomicUsize,
    working: Mutex<()>,
}

/// The turn of somebody who works, until it is dropped.
pub(super) struct Turn<'a> {
    // Dropped in this order: a place is not free before the next one works.
    _working: MutexGuard<'a, ()>,
    _place: Place<'a>,
}

struct Place<'a>(&'a AtomicUsize);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Turns {
    /// Waits for a turn; none if somebody waits already.
    pub(super) fn take(&self) -> Option<Turn<'_>> {
        let place = self.place()?;
        let working = self.working.lock().unwrap_or_else(PoisonError::into_inner);
        Some(Turn { _working: working, _place: place })
    }

    fn place(&self) -> Option<Place<'_>> {
        let free = |taken: usize| (taken < PLACES).then_some(taken + 1);
        self.taken.fetch_update(Ordering::AcqRel, Ordering::Acquire, free).ok()?;
        Some(Place(&self.taken))
    }

    /// How many work or wait.
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
        let turns = Turns::default();
        thread::scope(|scope| {
            let working = turns.take().unwrap();
            let waiting = scope.spawn(|| drop(turns.take().unwrap()));
            while turns.taken() < PLACES {
                thread::yield_now();
            }
            for _ in 0..600 {
                assert!(turns.take().is_none());
            }
            drop(working);
            waiting.join().unwrap();
        });
        assert_eq!(turns.taken(), 0);
        assert!(turns.take().is_some());
    }
}
