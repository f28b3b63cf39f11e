//! A lock per key: one command per name or tournament at a time, while commands on other keys run and commit together.

use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::sync::{Condvar, Mutex, PoisonError};

/// The most that wait for one thing: each holds a thread, and those of others shall go on.
pub(super) const MAX_WAITERS: usize = 64;

/// A locked key, and how many wait for it.
#[derive(Default)]
pub(super) struct KeyedLock {
    what: Mutex<FxHashMap<SmolStr, Queue>>,
    given_back: Condvar,
}

/// Those who want one thing.
#[derive(Default)]
struct Queue {
    taken: bool,
    waiting: usize,
}

/// Holds the lock of a key until it is dropped.
pub(super) struct KeyedLockGuard<'a> {
    keyed_lock: &'a KeyedLock,
    what: SmolStr,
}

/// Too many wait for the key already.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooManyWaiters;

impl KeyedLock {
    /// Waits until the key is free; refuses if too many wait already.
    pub(super) fn lock_key(&self, what: SmolStr) -> Result<KeyedLockGuard<'_>, TooManyWaiters> {
        let mut all = self.what.lock().unwrap_or_else(PoisonError::into_inner);
        let queue = all.entry(what.clone()).or_default();
        if queue.taken && queue.waiting >= MAX_WAITERS {
            return Err(TooManyWaiters);
        }
        queue.waiting += 1;
        let is_taken = |all: &mut FxHashMap<SmolStr, Queue>| all.get(&what).is_some_and(|queue| queue.taken);
        let mut all = self.given_back.wait_while(all, is_taken).unwrap_or_else(PoisonError::into_inner);
        let queue = all.entry(what.clone()).or_default();
        (queue.taken, queue.waiting) = (true, queue.waiting.saturating_sub(1));
        Ok(KeyedLockGuard { keyed_lock: self, what })
    }
}

impl Drop for KeyedLockGuard<'_> {
    fn drop(&mut self) {
        let mut all = self.keyed_lock.what.lock().unwrap_or_else(PoisonError::into_inner);
        match all.get_mut(&self.what) {
            Some(queue) if queue.waiting > 0 => queue.taken = false,
            _ => {
                all.remove(&self.what);
            }
        }
        drop(all);
        self.keyed_lock.given_back.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    fn waiting(keyed_lock: &KeyedLock, what: &str) -> usize {
        keyed_lock.what.lock().unwrap().get(what).map_or(0, |queue| queue.waiting)
    }

    #[test]
    fn only_so_many_wait_for_one_thing_and_nobody_for_another() {
        let keyed_lock = KeyedLock::default();
        let first = keyed_lock.lock_key("one".into()).ok().unwrap();
        thread::scope(|scope| {
            let waiters: Vec<_> =
                (0..MAX_WAITERS).map(|_| scope.spawn(|| keyed_lock.lock_key("one".into()).is_ok())).collect();
            while waiting(&keyed_lock, "one") < MAX_WAITERS {
                thread::yield_now();
            }
            assert_eq!(keyed_lock.lock_key("one".into()).err(), Some(TooManyWaiters));
            assert!(keyed_lock.lock_key("another".into()).is_ok());
            drop(first);
            assert!(waiters.into_iter().all(|waiter| waiter.join().unwrap()));
        });
        assert!(keyed_lock.lock_key("one".into()).is_ok());
        assert!(keyed_lock.what.lock().unwrap().is_empty(), "what nobody is at is forgotten");
    }
}
