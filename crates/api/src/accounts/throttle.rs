//! Slows down guessing of passwords and codes without locking out the holder of the account.
//!
//! Failures are counted for a login from one address, and for a login from all addresses. An address from which the
//! holder has signed in before ("known") waits only for its own failures, so an attack from elsewhere does not lock the
//! holder out. While a login is under attack, each unknown address still has a few attempts; they are limited for each
//! network and for the login. Attempts are also counted for each address, whatever they are for. All counters are in
//! memory, limited in number, and expire.

use crate::http::problem::{Problem, ProblemKind};
use actix_web::http::header::{HeaderValue, RETRY_AFTER};
use events::envelope::Timestamp;
use rustc_hash::FxHashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Failures expire this long after the last one.
const FORGET_AFTER: Duration = Duration::from_hours(1);
/// How long an address stays known after a successful sign-in.
const REMEMBER_FOR: Duration = Duration::from_hours(30 * 24);
/// The most entries in each of the maps.
const MAX_ENTRIES: usize = 50_000;

struct BackoffPolicy {
    /// Failures before the first wait: people mistype.
    free_failures: u32,
    max_wait: Duration,
}

/// For failures at one login from one address.
const LOGIN_AND_ADDRESS: BackoffPolicy = BackoffPolicy { free_failures: 5, max_wait: Duration::from_mins(15) };
/// For failures at one login from all addresses.
const LOGIN: BackoffPolicy = BackoffPolicy { free_failures: 30, max_wait: Duration::from_mins(1) };
/// For wrong codes of one account from all addresses; lower, because six digits are quickly guessed.
const CODES: BackoffPolicy = BackoffPolicy { free_failures: 5, max_wait: Duration::from_mins(15) };

/// Attempts of each unknown address within an hour at a login under attack: one, and one for a typing mistake.
const MAX_UNKNOWN_PER_ADDRESS: u32 = 2;
/// The same for all unknown addresses of one network, because an attacker who rents a network has all its addresses.
const MAX_UNKNOWN_PER_NETWORK: u32 = 32;
/// The same for all unknown addresses at one login, which bounds guessing from many networks.
const MAX_UNKNOWN_PER_LOGIN: u32 = 1_000;

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
    /// Attempts of unknown addresses at logins under attack, by login, and below by login and network. In maps of their
    /// own, so that other entries do not evict them.
    unknown_per_login: FxHashMap<u64, Attempts>,
    unknown_per_network: FxHashMap<u64, Attempts>,
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
    login_and_address: u64,
    /// The login, if the failure was counted for it.
    login: Option<u64>,
    /// The keys of login and network, if the address was unknown and the login under attack.
    unknown: Option<(u64, u64)>,
}

impl Throttle {
    pub(crate) fn new(per_minute: u32) -> Self {
        Self { hasher: RandomState::new(), per_minute: per_minute.max(1), inner: Mutex::default() }
    }

    /// Whether [`Throttle::begin`] depends on the address being known: while others guess at the login, or the address
    /// has used up its attempts.
    pub(crate) fn needs_known_address(&self, guess: GuessTarget<'_>, from: IpAddr, now: Timestamp) -> bool {
        let (login_and_address, login) = self.keys(guess, from);
        let (pair_policy, login_policy) = guess.policies();
        let inner = self.inner();
        let is_address_at_limit = inner
            .attempts
            .get(&self.key(&("address", from)))
            .is_some_and(|attempts| attempts.count >= self.per_minute && attempts.since.elapsed_until(now) < MINUTE);
        let must_login_wait = !inner.wait(login, &login_policy, now).is_zero();
        (must_login_wait || is_address_at_limit) && inner.wait(login_and_address, &pair_policy, now).is_zero()
    }

    /// Begins an attempt, unless it comes too early. `known` says whether the sessions of the account show the address;
    /// this process may not remember it.
    pub(crate) fn begin(
        &self,
        guess: GuessTarget<'_>,
        from: IpAddr,
        now: Timestamp,
        known: bool,
    ) -> Result<Attempt<'_>, Problem> {
        let (login_and_address, login) = self.keys(guess, from);
        let (pair_policy, login_policy) = guess.policies();
        let mut inner = self.inner();
        let inner = &mut *inner;
        let is_known =
            known || inner.known.get(&login_and_address).is_some_and(|since| since.elapsed_until(now) < REMEMBER_FOR);
        // A hall full of phones shares one address, so known logins are not held up by the count of the address.
        let address = self.key(&("address", from));
        match count(&mut inner.attempts, address, self.per_minute, MINUTE, now) {
            Err(wait) if !is_known => return Err(too_many(wait)),
            _ => {}
        }
        let pair_wait = inner.wait(login_and_address, &pair_policy, now);
        if !pair_wait.is_zero() {
            return Err(too_many(pair_wait));
        }
        let login_wait = inner.wait(login, &login_policy, now);
        let mut unknown = None;
        if !login_wait.is_zero() && !is_known {
            let GuessTarget::Password(name) = guess else { return Err(too_many(login_wait)) };
            if inner.failed(login_and_address, now) >= MAX_UNKNOWN_PER_ADDRESS {
                return Err(too_many(login_wait));
            }
            let (all, network) = (self.key(&("unknown", name)), self.key(&("unknown", name, network(from))));
            // The network first, so that its refused attempts do not count for the login.
            count(&mut inner.unknown_per_network, network, MAX_UNKNOWN_PER_NETWORK, FORGET_AFTER, now)
                .and_then(|()| count(&mut inner.unknown_per_login, all, MAX_UNKNOWN_PER_LOGIN, FORGET_AFTER, now))
                .map_err(|_| too_many(login_wait))?;
            unknown = Some((all, network));
        }
        // Counted at once, so that concurrent attempts are not counted as one.
        inner.fail(login_and_address, now);
        // An attempt that passes the shared wait does not make it longer.
        let counted = login_wait.is_zero().then_some(login);
        if let Some(login) = counted {
            inner.fail(login, now);
        }
        Ok(Attempt { throttle: self, login_and_address, login: counted, unknown })
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
        // The counters stay valid after a panic.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes expired entries; called periodically.
    pub(crate) fn remove_expired(&self, now: Timestamp) {
        let mut inner = self.inner();
        inner.failures.retain(|_, failures| failures.last.elapsed_until(now) < FORGET_AFTER);
        inner.known.retain(|_, since| since.elapsed_until(now) < REMEMBER_FOR);
        inner.attempts.retain(|_, attempts| attempts.since.elapsed_until(now) < MINUTE);
        inner.unknown_per_login.retain(|_, attempts| attempts.since.elapsed_until(now) < FORGET_AFTER);
        inner.unknown_per_network.retain(|_, attempts| attempts.since.elapsed_until(now) < FORGET_AFTER);
    }
}

const MINUTE: Duration = Duration::from_mins(1);

impl GuessTarget<'_> {
    /// The policies for failures from one address and from all addresses.
    fn policies(self) -> (BackoffPolicy, BackoffPolicy) {
        match self {
            Self::Password(_) | Self::Link => (LOGIN_AND_ADDRESS, LOGIN),
            Self::Code(_) => (LOGIN_AND_ADDRESS, CODES),
        }
    }
}

/// The network that one party usually has as a whole: /24 or /48.
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

/// Counts an attempt; at the limit, returns how long the window still lasts.
fn count(
    counters: &mut FxHashMap<u64, Attempts>,
    key: u64,
    max: u32,
    window: Duration,
    now: Timestamp,
) -> Result<(), Duration> {
    evict_oldest(counters, |attempts| attempts.since);
    let attempts = counters.entry(key).or_insert(Attempts { since: now, count: 0 });
    if attempts.since.elapsed_until(now) >= window {
        *attempts = Attempts { since: now, count: 0 };
    }
    if attempts.count >= max {
        return Err(now.elapsed_until(attempts.since.plus(window)));
    }
    attempts.count += 1;
    Ok(())
}

impl Inner {
    fn wait(&self, key: u64, policy: &BackoffPolicy, now: Timestamp) -> Duration {
        let Some(failures) = self.failures.get(&key) else { return Duration::ZERO };
        let since = failures.last.elapsed_until(now);
        if failures.count < policy.free_failures || since >= FORGET_AFTER {
            return Duration::ZERO;
        }
        let doublings = (failures.count - policy.free_failures).min(16);
        let wait = Duration::from_secs(1 << doublings).min(policy.max_wait);
        wait.saturating_sub(since)
    }

    /// The count of failures that have not expired.
    fn failed(&self, key: u64, now: Timestamp) -> u32 {
        let failures = self.failures.get(&key).filter(|failures| failures.last.elapsed_until(now) < FORGET_AFTER);
        failures.map_or(0, |failures| failures.count)
    }

    fn fail(&mut self, key: u64, now: Timestamp) {
        evict_oldest(&mut self.failures, |failures| failures.last);
        let failures = self.failures.entry(key).or_insert(Failures { count: 0, last: now });
        if failures.last.elapsed_until(now) >= FORGET_AFTER {
            failures.count = 0;
        }
        *failures = Failures { count: failures.count.saturating_add(1), last: now };
    }

    /// Uncounts an attempt, except for its address and its pair of login and address.
    fn undo_count(&mut self, attempt: &Attempt<'_>) {
        if let Some(failures) = attempt.login.and_then(|key| self.failures.get_mut(&key)) {
            failures.count = failures.count.saturating_sub(1);
        }
        let Some((login, network)) = attempt.unknown else { return };
        for attempts in
            [self.unknown_per_login.get_mut(&login), self.unknown_per_network.get_mut(&network)].into_iter().flatten()
        {
            attempts.count = attempts.count.saturating_sub(1);
        }
    }
}

impl Attempt<'_> {
    /// The guess was right: its counts are undone, and the address is known from then on.
    pub(crate) fn succeeded(self, now: Timestamp) {
        let mut inner = self.throttle.inner();
        inner.failures.remove(&self.login_and_address);
        inner.undo_count(&self);
        evict_oldest(&mut inner.known, |since| *since);
        inner.known.insert(self.login_and_address, now);
    }

    /// The guess was neither right nor wrong: its counts are undone.
    pub(crate) fn cancel(self) {
        let mut inner = self.throttle.inner();
        if let Some(failures) = inner.failures.get_mut(&self.login_and_address) {
            failures.count = failures.count.saturating_sub(1);
        }
        inner.undo_count(&self);
    }
}

/// Drops the older half of a full map. An attacker who floods it clears the counts of failures, also his own, but the
/// limit of attempts of his address remains.
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
    let wait = Timestamp(0).plus(whole).unix_seconds().max(1);
    Problem::new(ProblemKind::TooManyAttempts)
        .header(RETRY_AFTER, HeaderValue::from(wait))
        .with_extension("retry_after", wait)
}

#[cfg(test)]
mod tests;
