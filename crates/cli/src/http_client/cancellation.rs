//! Waiting that ends at once when the command is cancelled.

use simulation::ServiceError;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Whether the command is cancelled, and a condition variable to wake waiting threads.
#[derive(Default)]
pub(crate) struct CancellationToken {
    stopped: Mutex<bool>,
    wakeup: Condvar,
}

impl CancellationToken {
    /// Wakes all waiting threads, and makes later waits return at once.
    pub(crate) fn stop(&self) {
        *self.stopped.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.wakeup.notify_all();
    }

    /// Refuses to go on after a stop.
    pub(crate) fn check(&self) -> Result<(), ServiceError> {
        self.wait(Duration::ZERO)
    }

    /// Waits so long, unless it is stopped.
    pub(crate) fn wait(&self, time: Duration) -> Result<(), ServiceError> {
        let until = Instant::now() + time;
        let mut stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if *stopped {
                return Err(ServiceError::Stopped);
            }
            if left.is_zero() {
                return Ok(());
            }
            let woken = self.wakeup.wait_timeout(stopped, left);
            stopped = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_waits_is_let_go_by_a_stop() {
        let cancellation = CancellationToken::default();
        assert_eq!(cancellation.check(), Ok(()));
        let waited = std::thread::scope(|scope| {
            let waiting = scope.spawn(|| cancellation.wait(Duration::from_hours(1)));
            cancellation.stop();
            waiting.join()
        });
        assert_eq!(waited.ok(), Some(Err(ServiceError::Stopped)));
        assert_eq!(cancellation.check(), Err(ServiceError::Stopped));
    }
}
