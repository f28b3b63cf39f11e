//! Counts of requests, and latencies of sheets.

use simulation::{Method, ServiceRequest};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

#[derive(Default)]
pub(crate) struct RequestStats {
    requests: AtomicU64,
    again: AtomicU64,
    asked_to_wait: AtomicU64,
    sheets: Mutex<Vec<Duration>>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) requests: u64,
    pub(crate) retries: u64,
    /// How many of the retries came because the service was busy or the limit of requests was reached.
    pub(crate) waits: u64,
    pub(crate) sheets: u64,
    pub(crate) median: Duration,
    pub(crate) slowest_hundredth: Duration,
}

impl RequestStats {
    pub(crate) fn sent_again(&self) {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.again.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn asked_to_wait(&self) {
        self.sent_again();
        self.asked_to_wait.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn answered(&self, call: &ServiceRequest, took: Duration) {
        self.requests.fetch_add(1, Ordering::Relaxed);
        if call.method == Method::Put && call.path.ends_with("/sheet") {
            self.sheets.lock().unwrap_or_else(PoisonError::into_inner).push(took);
        }
    }

    pub(crate) fn summary(&self) -> Summary {
        let mut sheets = self.sheets.lock().unwrap_or_else(PoisonError::into_inner).clone();
        sheets.sort_unstable();
        Summary {
            requests: self.requests.load(Ordering::Relaxed),
            retries: self.again.load(Ordering::Relaxed),
            waits: self.asked_to_wait.load(Ordering::Relaxed),
            sheets: sheets.len() as u64,
            median: percentile(&sheets, 50),
            slowest_hundredth: percentile(&sheets, 99),
        }
    }
}

/// The least of these that so many per cent do not exceed.
fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let rank = (sorted.len() * percent).div_ceil(100);
    rank.checked_sub(1).and_then(|index| sorted.get(index)).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_were_measured() {
        let all: Vec<Duration> = (1..=200).map(Duration::from_millis).collect();
        assert_eq!(percentile(&all, 50), Duration::from_millis(100));
        assert_eq!(percentile(&all, 99), Duration::from_millis(198));
        assert_eq!(percentile(&all[..1], 99), Duration::from_millis(1));
        assert_eq!(percentile(&[], 99), Duration::ZERO);
    }
}
