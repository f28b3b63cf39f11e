//! Waiting that ends at once when somebody asks the command to end.

use simulation::Trouble;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Whether the command is to end, and a bell for whoever waits.
#[derive(Default)]
pub(crate) struct Pause {
    stopped: Mutex<bool>,
    bell: Condvar,
}

impl Pause {
    /// Lets everybody who waits go, and nobody wait any more.
    pub(crate) fn stop(&self) {
        *self.stopped.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.bell.notify_all();
    }

    /// Refuses to go on after a stop.
    pub(crate) fn check(&self) -> Result<(), Trouble> {
        self.wait(Duration::ZERO)
    }

    /// Waits so long, unless it is stopped.
    pub(crate) fn wait(&self, time: Duration) -> Result<(), Trouble> {
        let until = Instant::now() + time;
        let mut stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if *stopped {
                return Err(Trouble::Stopped);
            }
            if left.is_zero() {
                return Ok(());
            }
            let woken = self.bell.wait_timeout(stopped, left);
            stopped = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_waits_is_let_go_by_a_stop() {
        let pause = Pause::default();
        assert_eq!(pause.check(), Ok(()));
        let waited = std::thread::scope(|scope| {
            let waiting = scope.spawn(|| pause.wait(Duration::from_hours(1)));
            pause.stop();
            waiting.join()
        });
        assert_eq!(waited.ok(), Some(Err(Trouble::Stopped)));
        assert_eq!(pause.check(), Err(Trouble::Stopped));
    }
}
