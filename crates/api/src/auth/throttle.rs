//! Slows down whoever guesses, without locking out whoever is guessed at.
//!
//! Failures are counted for a login from one address, and for a login from everywhere. Only the first slows down an address from
//! which the holder has signed in before; so an attack from elsewhere does not keep her out. Attempts are counted for each address,
//! whatever they are for. Everything here is kept in memory, within limits, and forgotten after a while.

use super::moment::{between, later, seconds};
use crate::problem::{Problem, ProblemKind};
use actix_web::http::header::{HeaderValue, RETRY_AFTER};
use events::envelope::Timestamp;
use rustc_hash::FxHashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Failures are forgotten when none has followed for so long.
const FORGET_AFTER: Duration = Duration::from_hours(1);
/// An address from which somebody has signed in is remembered for so long.
const REMEMBER_FOR: Duration = Duration::from_hours(30 * 24);
/// No more than so many logins, addresses and pairs are remembered of each kind.
const MAX_ENTRIES: usize = 50_000;

/// How fast a kind of failure leads to waiting.
struct Pace {
    /// Failures that cost nothing: people mistype.
    free: u32,
    /// The longest wait.
    longest: Duration,
}

/// One login from one address.
const PAIR: Pace = Pace { free: 5, longest: Duration::from_mins(15) };
/// One login from everywhere: a wait short enough that a stranger's address is never shut out for long.
const LOGIN: Pace = Pace { free: 30, longest: Duration::from_mins(1) };
/// Codes of one account by whoever knows its password, from everywhere: six digits do not stand many guesses.
const CODES: Pace = Pace { free: 5, longest: Duration::from_mins(15) };

/// What is guessed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Guess<'a> {
    /// The password of a login, whether there is such a login or not.
    Password(&'a str),
    /// The code of the second factor of an account.
    Code(&'a str),
    /// The token of a one-time link.
    Link,
}

/// Counts attempts.
pub(crate) struct Throttle {
    /// Keys are hashed with a secret of this process, so that nobody can aim at the entry of somebody else.
    hasher: RandomState,
    per_minute: u32,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    failures: FxHashMap<u64, Failures>,
    known: FxHashMap<u64, Timestamp>,
    attempts: FxHashMap<u64, Attempts>,
}

#[derive(Clone, Copy)]
struct Failures {
    count: u32,
    last: Timestamp,
}

/// Attempts from an address within a window of a minute.
#[derive(Clone, Copy)]
struct Attempts {
    since: Timestamp,
    count: u32,
}

/// An attempt that counts as a failure until it is known to be none.
pub(super) struct Attempt<'t> {
    throttle: &'t Throttle,
    keys: [u64; 2],
    pair: u64,
}

impl Throttle {
    pub(crate) fn new(per_minute: u32) -> Self {
        Self { hasher: RandomState::new(), per_minute: per_minute.max(1), inner: Mutex::default() }
    }

    /// Whether it matters that the address is one of the holder's: only while her login is under attack.
    pub(super) fn is_under_attack(&self, login: &str, from: IpAddr, now: Timestamp) -> bool {
        let (pair, whole) = self.keys(Guess::Password(login), from);
        let inner = self.inner();
        !inner.wait(whole, &LOGIN, now).is_zero() && inner.wait(pair, &PAIR, now).is_zero()
    }

    /// Begins an attempt, unless it comes too early. `known` tells whether the address is one of the holder's, for
    /// what this process does not remember itself.
    pub(super) fn begin(
        &self,
        guess: Guess<'_>,
        from: IpAddr,
        now: Timestamp,
        known: bool,
    ) -> Result<Attempt<'_>, Problem> {
        let (pair, login) = self.keys(guess, from);
        let mut inner = self.inner();
        inner.count(self.key(&("address", from)), self.per_minute, now)?;
        let (own_pace, whole_pace) = match guess {
            Guess::Password(_) | Guess::Link => (PAIR, LOGIN),
            Guess::Code(_) => (PAIR, CODES),
        };
        let own = inner.wait(pair, &own_pace, now);
        let mut whole = inner.wait(login, &whole_pace, now);
        if !whole.is_zero() && matches!(guess, Guess::Password(_)) {
            let remembered = inner.known.get(&pair).is_some_and(|since| between(*since, now) < REMEMBER_FOR);
            if remembered || known {
                whole = Duration::ZERO;
            }
        }
        let wait = own.max(whole);
        if !wait.is_zero() {
            return Err(too_many(wait));
        }
        // Counted at once, so that a hundred attempts side by side are not one.
        inner.fail(pair, now);
        inner.fail(login, now);
        Ok(Attempt { throttle: self, keys: [pair, login], pair })
    }

    fn keys(&self, guess: Guess<'_>, from: IpAddr) -> (u64, u64) {
        match guess {
            Guess::Password(login) => (self.key(&("password", login, from)), self.key(&("password", login))),
            Guess::Code(account) => (self.key(&("code", account, from)), self.key(&("code", account))),
            Guess::Link => (self.key(&("link", from)), self.key(&("link", from, "whole"))),
        }
    }

    fn key(&self, of: &impl Hash) -> u64 {
        self.hasher.hash_one(of)
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // Counters that a panic left behind are still counters.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets what is over; to be called now and then.
    pub(crate) fn forget(&self, now: Timestamp) {
        let mut inner = self.inner();
        inner.failures.retain(|_, failures| between(failures.last, now) < FORGET_AFTER);
        inner.known.retain(|_, since| between(*since, now) < REMEMBER_FOR);
        inner.attempts.retain(|_, attempts| between(attempts.since, now) < MINUTE);
    }
}

const MINUTE: Duration = Duration::from_mins(1);

impl Inner {
    /// Counts an attempt from an address.
    fn count(&mut self, address: u64, per_minute: u32, now: Timestamp) -> Result<(), Problem> {
        make_room(&mut self.attempts, |attempts| attempts.since);
        let attempts = self.attempts.entry(address).or_insert(Attempts { since: now, count: 0 });
        if between(attempts.since, now) >= MINUTE {
            *attempts = Attempts { since: now, count: 0 };
        }
        if attempts.count >= per_minute {
            return Err(too_many(between(now, later(attempts.since, MINUTE))));
        }
        attempts.count += 1;
        Ok(())
    }

    /// How long the next attempt has to wait.
    fn wait(&self, key: u64, pace: &Pace, now: Timestamp) -> Duration {
        let Some(failures) = self.failures.get(&key) else { return Duration::ZERO };
        let since = between(failures.last, now);
        if failures.count < pace.free || since >= FORGET_AFTER {
            return Duration::ZERO;
        }
        let doublings = (failures.count - pace.free).min(16);
        let wait = Duration::from_secs(1 << doublings).min(pace.longest);
        wait.saturating_sub(since)
    }

    fn fail(&mut self, key: u64, now: Timestamp) {
        make_room(&mut self.failures, |failures| failures.last);
        let failures = self.failures.entry(key).or_insert(Failures { count: 0, last: now });
        if between(failures.last, now) >= FORGET_AFTER {
            failures.count = 0;
        }
        *failures = Failures { count: failures.count.saturating_add(1), last: now };
    }
}

impl Attempt<'_> {
    /// It was right: what was counted for it is taken back, and the address is the holder's.
    pub(super) fn succeeded(self, now: Timestamp) {
        let mut inner = self.throttle.inner();
        inner.failures.remove(&self.pair);
        for key in self.keys {
            if let Some(failures) = inner.failures.get_mut(&key) {
                failures.count = failures.count.saturating_sub(1);
            }
        }
        make_room(&mut inner.known, |since| *since);
        inner.known.insert(self.pair, now);
    }

    /// It was neither right nor wrong: what was counted for it is taken back.
    pub(super) fn undecided(self) {
        let mut inner = self.throttle.inner();
        for key in self.keys {
            if let Some(failures) = inner.failures.get_mut(&key) {
                failures.count = failures.count.saturating_sub(1);
            }
        }
    }
}

/// Lets go of the older half when a map is full: who floods it forgets his own traces and those of others, and still stands
/// before the limit of his address.
fn make_room<T>(entries: &mut FxHashMap<u64, T>, age: impl Fn(&T) -> Timestamp) {
    if entries.len() < MAX_ENTRIES {
        return;
    }
    let mut ages: Vec<Timestamp> = entries.values().map(&age).collect();
    let middle = ages.len() / 2;
    let (_, median, _) = ages.select_nth_unstable(middle);
    let median = *median;
    entries.retain(|_, entry| age(entry) > median);
}

fn too_many(wait: Duration) -> Problem {
    let whole = Duration::from_secs(wait.as_secs() + u64::from(wait.subsec_nanos() > 0));
    let wait = seconds(later(Timestamp(0), whole)).max(1);
    Problem::new(ProblemKind::TooManyAttempts).header(RETRY_AFTER, HeaderValue::from(wait)).fact("retry_after", wait)
}

#[cfg(test)]
mod tests;
