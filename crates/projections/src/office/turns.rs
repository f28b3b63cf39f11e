//! One act on a name or a tournament at a time, while those on others go on: their commits can be made together.

use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::sync::{Condvar, Mutex, PoisonError};

/// The most that wait for one thing: each holds a thread, and those of others shall go on.
pub(super) const MOST_WAITING: usize = 64;

/// What somebody is at, and how many wait for it.
#[derive(Default)]
pub(super) struct UnderWay {
    what: Mutex<FxHashMap<SmolStr, Queue>>,
    given_back: Condvar,
}

/// Those who want one thing.
#[derive(Default)]
struct Queue {
    taken: bool,
    waiting: usize,
}

/// The right to act on something; whoever else wants it waits until this is dropped.
pub(super) struct Turn<'a> {
    under_way: &'a UnderWay,
    what: SmolStr,
}

/// So many wait already that nobody else is let in.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooMany;

impl UnderWay {
    /// Waits until nobody is at it; refuses if too many wait already.
    pub(super) fn turn(&self, what: SmolStr) -> Result<Turn<'_>, TooMany> {
        let mut all = self.what.lock().unwrap_or_else(PoisonError::into_inner);
        let queue = all.entry(what.clone()).or_default();
        if queue.taken && queue.waiting >= MOST_WAITING {
            return Err(TooMany);
        }
        queue.waiting += 1;
        let is_taken = |all: &mut FxHashMap<SmolStr, Queue>| all.get(&what).is_some_and(|queue| queue.taken);
        let mut all = self.given_back.wait_while(all, is_taken).unwrap_or_else(PoisonError::into_inner);
        let queue = all.entry(what.clone()).or_default();
        (queue.taken, queue.waiting) = (true, queue.waiting.saturating_sub(1));
        Ok(Turn { under_way: self, what })
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut all = self.under_way.what.lock().unwrap_or_else(PoisonError::into_inner);
        match all.get_mut(&self.what) {
            Some(queue) if queue.waiting > 0 => queue.taken = false,
            _ => {
                all.remove(&self.what);
            }
        }
        drop(all);
        self.under_way.given_back.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    fn waiting(under_way: &UnderWay, what: &str) -> usize {
        under_way.what.lock().unwrap().get(what).map_or(0, |queue| queue.waiting)
    }

    #[test]
    fn only_so_many_wait_for_one_thing_and_nobody_for_another() {
        let under_way = UnderWay::default();
        let first = under_way.turn("one".into()).ok().unwrap();
        thread::scope(|scope| {
            let waiters: Vec<_> =
                (0..MOST_WAITING).map(|_| scope.spawn(|| under_way.turn("one".into()).is_ok())).collect();
            while waiting(&under_way, "one") < MOST_WAITING {
                thread::yield_now();
            }
            assert_eq!(under_way.turn("one".into()).err(), Some(TooMany));
            assert!(under_way.turn("another".into()).is_ok());
            drop(first);
            assert!(waiters.into_iter().all(|waiter| waiter.join().unwrap()));
        });
        assert!(under_way.turn("one".into()).is_ok());
        assert!(under_way.what.lock().unwrap().is_empty(), "what nobody is at is forgotten");
    }
}
