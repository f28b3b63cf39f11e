//! How many requests a client may send, and what it is told about it.

use crate::http::digits::Digits;
use crate::http::header_text;
use crate::http::problem::{Problem, ProblemKind};
use actix_web::http::header::{HeaderName, HeaderValue, RETRY_AFTER};
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use std::hash::Hash;
use std::num::NonZeroU32;

/// `RateLimit` of the IETF draft: what is left, and when there is more.
pub(crate) const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
pub(crate) const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// One policy, for clients that are told apart by `K`.
pub(crate) struct RateLimit<K: Hash + Eq + Clone> {
    name: &'static str,
    policy: HeaderValue,
    quota: u32,
    window_seconds: u32,
    limiter: RateLimiter<K, DashMapStateStore<K>, DefaultClock, StateInformationMiddleware>,
    clock: DefaultClock,
}

const MINUTE_SECONDS: u32 = 60;
const HOUR_SECONDS: u32 = 3600;

impl<K: Hash + Eq + Clone> RateLimit<K> {
    /// So many requests a minute; they may come all at once.
    pub(crate) fn per_minute(name: &'static str, requests: u32) -> Self {
        Self::new(name, requests, Quota::per_minute, MINUTE_SECONDS)
    }

    /// So many requests an hour; they may come all at once.
    pub(crate) fn per_hour(name: &'static str, requests: u32) -> Self {
        Self::new(name, requests, Quota::per_hour, HOUR_SECONDS)
    }

    fn new(name: &'static str, requests: u32, quota: fn(NonZeroU32) -> Quota, window_seconds: u32) -> Self {
        let burst = NonZeroU32::new(requests).unwrap_or(NonZeroU32::MIN);
        let quota = quota(burst);
        let policy = format!("\"{name}\";q={burst};w={window_seconds}");
        Self {
            name,
            policy: HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("")),
            quota: burst.get(),
            window_seconds,
            limiter: RateLimiter::dashmap(quota).with_middleware(),
            clock: DefaultClock::default(),
        }
    }

    /// Counts a request; gives what stands in `RateLimit`, or the refusal.
    pub(crate) fn count(&self, client: &K) -> Result<HeaderValue, Problem> {
        match self.limiter.check_key(client) {
            Ok(state) => Ok(self.left(state.remaining_burst_capacity())),
            Err(not_until) => {
                let wait = not_until.wait_time_from(self.clock.now()).as_secs() + 1;
                let left = format!("\"{}\";r=0;t={wait}", self.name);
                Err(Problem::new(ProblemKind::TooManyRequests)
                    .header(RETRY_AFTER, HeaderValue::from(wait))
                    .header(RATE_LIMIT_POLICY, self.policy.clone())
                    .header(RATE_LIMIT, HeaderValue::from_str(&left).unwrap_or(HeaderValue::from_static(""))))
            }
        }
    }

    pub(crate) fn policy(&self) -> &HeaderValue {
        &self.policy
    }

    fn left(&self, remaining: u32) -> HeaderValue {
        // When everything that was used is back.
        let used = u64::from(self.quota - remaining.min(self.quota));
        let seconds = (used * u64::from(self.window_seconds)).div_ceil(u64::from(self.quota));
        header_text::written(|text| {
            text.push("\"");
            text.push(self.name);
            text.push("\";r=");
            text.push_digits(&Digits::decimal(u64::from(remaining)));
            text.push(";t=");
            text.push_digits(&Digits::decimal(seconds));
        })
    }

    /// Forgets clients that have not been here for a while; to be called now and then.
    pub(crate) fn forget_idle(&self) {
        self.limiter.retain_recent();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_asks_too_often_is_told_when_to_come_back_and_others_are_not_held_up() {
        let limit = RateLimit::per_minute("test", 3);
        for left in ["\"test\";r=2;t=20", "\"test\";r=1;t=40", "\"test\";r=0;t=60"] {
            assert_eq!(limit.count(&1).unwrap(), left);
        }
        let refused = limit.count(&1).unwrap_err();
        assert_eq!(refused.kind(), ProblemKind::TooManyRequests);
        assert!(limit.count(&2).is_ok());
    }
}
