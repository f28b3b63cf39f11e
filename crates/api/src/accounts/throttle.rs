//! Slows down guessing of passwords and codes without locking out the holder of the account.
//!
//! Failures are counted for a login from one address, and for a login from everywhere. Only the first slows down an
//! address from which the holder has signed in before; so an attack from elsewhere does not keep her out. While a login
//! is under attack, an address that has not failed there has tries of its own that no other address can use up; how
//! many such tries there are in all is limited for each network and for the login. Attempts are counted for each
//! address, whatever they are for. Everything here is kept in memory, within limits, and forgotten after a while.

use super::moment::{between, seconds};
use crate::http::problem::{Problem, ProblemKind};
use actix_web::http::header::{HeaderValue, RETRY_AFTER};
use events::envelope::Timestamp;
use rustc_hash::FxHashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Failures are forgotten when none has followed for so long.
const FORGET_AFTER: Duration = Duration::from_hours(1);
/// How long an address is remembered after a successful sign-in.
const REMEMBER_FOR: Duration = Duration::from_hours(30 * 24);
/// No more than so many logins, addresses and pairs are remembered of each kind.
const MAX_ENTRIES: usize = 50_000;

struct BackoffPolicy {
    /// Failures that cost nothing: people mistype.
    free: u32,
    longest: Duration,
}

/// One login from one address.
const PAIR: BackoffPolicy = BackoffPolicy { free: 5, longest: Duration::from_mins(15) };
/// One login from everywhere, for those who have failed there themselves.
const LOGIN: BackoffPolicy = BackoffPolicy { free: 30, longest: Duration::from_mins(1) };
/// Codes tried for one account with the right password, from all addresses: six digits do not stand many guesses.
const CODES: BackoffPolicy = BackoffPolicy { free: 5, longest: Duration::from_mins(15) };

/// Tries that each address has within an hour at a login that is under attack: one, and one for a slip of the finger.
const TRIES_OF_STRANGER: u32 = 2;
/// Such attempts of one network within an hour: an attacker who rents a network has all its addresses.
const TRIES_OF_NETWORK: u32 = 32;
/// Such tries at one login within an hour: this bounds guessing from many networks.
const TRIES_OF_STRANGERS: u32 = 1_000;

/// What is guessed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GuessTarget<'a> {
    /// The password of a login, whether there is such a login or not.
    Password(&'a str),
    Code(&'a str),
    Link,
}

pub(crate) struct Throttle {
    /// Keys are hashed with a secret of this process, so that an attacker cannot aim at the entry of another client.
    hasher: RandomState,
    per_minute: u32,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    failures: FxHashMap<u64, Failures>,
    known: FxHashMap<u64, Timestamp>,
    attempts: FxHashMap<u64, Attempts>,
    /// Tries of strangers at logins under attack, for each login; apart from the rest, which cannot push them out.
    strangers: FxHashMap<u64, Attempts>,
    networks: FxHashMap<u64, Attempts>,
}

#[derive(Clone, Copy)]
struct Failures {
    count: u32,
    last: Timestamp,
}

/// Attempts within a window.
#[derive(Clone, Copy)]
struct Attempts {
    since: Timestamp,
    count: u32,
}

/// An attempt that counts as a failure until it is known to be none.
pub(crate) struct Attempt<'t> {
    throttle: &'t Throttle,
    pair: u64,
    /// The login, if the attempt was counted there.
    whole: Option<u64>,
    /// Login and network, if it was a stranger's.
    stranger: Option<(u64, u64)>,
}

impl Throttle {
    pub(crate) fn new(per_minute: u32) -> Self {
        Self { hasher: RandomState::new(), per_minute: per_minute.max(1), inner: Mutex::default() }
    }

    /// Whether it matters that the address is one of the holder's: only while others guess, or crowd her address.
    pub(crate) fn is_under_attack(&self, guess: GuessTarget<'_>, from: IpAddr, now: Timestamp) -> bool {
        let (pair, whole) = self.keys(guess, from);
        let (own_pace, whole_pace) = guess.policies();
        let inner = self.inner();
        let crowded = inner
            .attempts
            .get(&self.key(&("address", from)))
            .is_some_and(|attempts| attempts.count >= self.per_minute && between(attempts.since, now) < MINUTE);
        let guessed_at = !inner.wait(whole, &whole_pace, now).is_zero();
        (guessed_at || crowded) && inner.wait(pair, &own_pace, now).is_zero()
    }

    /// Begins an attempt, unless it comes too early. `known` tells whether the address is one of the holder's, for
    /// what this process does not remember itself.
    pub(crate) fn begin(
        &self,
        guess: GuessTarget<'_>,
        from: IpAddr,
        now: Timestamp,
        known: bool,
    ) -> Result<Attempt<'_>, Problem> {
        let (pair, login) = self.keys(guess, from);
        let (own_pace, whole_pace) = guess.policies();
        let mut inner = self.inner();
        let inner = &mut *inner;
        let is_known = known || inner.known.get(&pair).is_some_and(|since| between(*since, now) < REMEMBER_FOR);
        // A hall full of phones has one address: who was let in from there before has a pace of her own.
        let address = self.key(&("address", from));
        match count(&mut inner.attempts, address, self.per_minute, MINUTE, now) {
            Err(wait) if !is_known => return Err(too_many(wait)),
            _ => {}
        }
        let own = inner.wait(pair, &own_pace, now);
        if !own.is_zero() {
            return Err(too_many(own));
        }
        let whole = inner.wait(login, &whole_pace, now);
        let mut stranger = None;
        if !whole.is_zero() && !is_known {
            let GuessTarget::Password(name) = guess else { return Err(too_many(whole)) };
            if inner.failed(pair, now) >= TRIES_OF_STRANGER {
                return Err(too_many(whole));
            }
            let (all, network) = (self.key(&("strangers", name)), self.key(&("strangers", name, network(from))));
            // The network first: what it is refused does not cost the others anything.
            count(&mut inner.networks, network, TRIES_OF_NETWORK, FORGET_AFTER, now)
                .and_then(|()| count(&mut inner.strangers, all, TRIES_OF_STRANGERS, FORGET_AFTER, now))
                .map_err(|_| too_many(whole))?;
            stranger = Some((all, network));
        }
        // Counted at once, so that a hundred attempts side by side are not one.
        inner.fail(pair, now);
        // An attempt that passes the shared wait does not make it longer.
        let counted = whole.is_zero().then_some(login);
        if let Some(login) = counted {
            inner.fail(login, now);
        }
        Ok(Attempt { throttle: self, pair, whole: counted, stranger })
    }

    fn keys(&self, guess: GuessTarget<'_>, from: IpAddr) -> (u64, u64) {
        match guess {
            GuessTarget::Password(login) => (self.key(&("password", login, from)), self.key(&("password", login))),
            GuessTarget::Code(account) => (self.key(&("code", account, from)), self.key(&("code", account))),
            GuessTarget::Link => (self.key(&("link", from)), self.key(&("link", from, "whole"))),
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
        inner.strangers.retain(|_, tries| between(tries.since, now) < FORGET_AFTER);
        inner.networks.retain(|_, tries| between(tries.since, now) < FORGET_AFTER);
    }
}

const MINUTE: Duration = Duration::from_mins(1);

impl GuessTarget<'_> {
    /// How fast failures from one address and from everywhere lead to waiting.
    fn policies(self) -> (BackoffPolicy, BackoffPolicy) {
        match self {
            Self::Password(_) | Self::Link => (PAIR, LOGIN),
            Self::Code(_) => (PAIR, CODES),
        }
    }
}

/// What one party usually has as a whole.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(v4) => {
            let [a, b, c, _] = v4.octets();
            Ipv4Addr::new(a, b, c, 0).into()
        }
        IpAddr::V6(v6) => {
            let [a, b, c, ..] = v6.segments();
            Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0).into()
        }
    }
}

/// Counts an attempt, or says how long the window still lasts if there were enough in it.
fn count(
    counters: &mut FxHashMap<u64, Attempts>,
    key: u64,
    most: u32,
    window: Duration,
    now: Timestamp,
) -> Result<(), Duration> {
    evict_oldest(counters, |attempts| attempts.since);
    let attempts = counters.entry(key).or_insert(Attempts { since: now, count: 0 });
    if between(attempts.since, now) >= window {
        *attempts = Attempts { since: now, count: 0 };
    }
    if attempts.count >= most {
        return Err(between(now, attempts.since.plus(window)));
    }
    attempts.count += 1;
    Ok(())
}

impl Inner {
    fn wait(&self, key: u64, pace: &BackoffPolicy, now: Timestamp) -> Duration {
        let Some(failures) = self.failures.get(&key) else { return Duration::ZERO };
        let since = between(failures.last, now);
        if failures.count < pace.free || since >= FORGET_AFTER {
            return Duration::ZERO;
        }
        let doublings = (failures.count - pace.free).min(16);
        let wait = Duration::from_secs(1 << doublings).min(pace.longest);
        wait.saturating_sub(since)
    }

    /// Failures that are not forgotten.
    fn failed(&self, key: u64, now: Timestamp) -> u32 {
        let failures = self.failures.get(&key).filter(|failures| between(failures.last, now) < FORGET_AFTER);
        failures.map_or(0, |failures| failures.count)
    }

    fn fail(&mut self, key: u64, now: Timestamp) {
        evict_oldest(&mut self.failures, |failures| failures.last);
        let failures = self.failures.entry(key).or_insert(Failures { count: 0, last: now });
        if between(failures.last, now) >= FORGET_AFTER {
            failures.count = 0;
        }
        *failures = Failures { count: failures.count.saturating_add(1), last: now };
    }

    /// Takes back what was counted for an attempt beside its address.
    fn undo_count(&mut self, attempt: &Attempt<'_>) {
        if let Some(failures) = attempt.whole.and_then(|key| self.failures.get_mut(&key)) {
            failures.count = failures.count.saturating_sub(1);
        }
        let Some((login, network)) = attempt.stranger else { return };
        for tries in [self.strangers.get_mut(&login), self.networks.get_mut(&network)].into_iter().flatten() {
            tries.count = tries.count.saturating_sub(1);
        }
    }
}

impl Attempt<'_> {
    /// It was right: what was counted for it is taken back, and the address is the holder's.
    pub(crate) fn succeeded(self, now: Timestamp) {
        let mut inner = self.throttle.inner();
        inner.failures.remove(&self.pair);
        inner.undo_count(&self);
        evict_oldest(&mut inner.known, |since| *since);
        inner.known.insert(self.pair, now);
    }

    /// It was neither right nor wrong: what was counted for it is taken back.
    pub(crate) fn undecided(self) {
        let mut inner = self.throttle.inner();
        if let Some(failures) = inner.failures.get_mut(&self.pair) {
            failures.count = failures.count.saturating_sub(1);
        }
        inner.undo_count(&self);
    }
}

/// Lets go of the older half when a map is full: who floods it forgets his own traces and those of others, and still
/// stands before the limit of his address.
fn evict_oldest<T>(entries: &mut FxHashMap<u64, T>, age: impl Fn(&T) -> Timestamp) {
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
    let wait = seconds(Timestamp(0).plus(whole)).max(1);
    Problem::new(ProblemKind::TooManyAttempts)
        .header(RETRY_AFTER, HeaderValue::from(wait))
        .with_extension("retry_after", wait)
}

#[cfg(test)]
mod tests;
