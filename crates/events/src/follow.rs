//! Follows a log live: every event once, in order, from any position on.

use crate::envelope::{Position, Recorded};
use crate::log::{Log, ReadError};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// A place in a log that moves on as it is read.
///
/// It reads by position, and the news that there is more only wakes it: news that come twice, late or not at all cost time,
/// but neither skip nor repeat an event.
pub struct Follower {
    log: Arc<dyn Log>,
    last: Position,
    head: watch::Receiver<Position>,
}

/// How often a follower on a thread looks whether there is news.
const LOOK: Duration = Duration::from_millis(2);

impl Follower {
    /// Follows from the first event after this position.
    pub fn new(log: Arc<dyn Log>, after: Position) -> Self {
        let head = log.watch();
        Self { log, last: after, head }
    }

    /// The position of the last event that was given out.
    pub fn position(&self) -> Position {
        self.last
    }

    /// The events that follow, at most `limit`; waits on this thread for the first of them, and gives none after `wait`.
    pub fn next_page(&mut self, limit: usize, wait: Duration) -> Result<Vec<Recorded>, ReadError> {
        let deadline = Instant::now() + wait;
        while *self.head.borrow() <= self.last {
            if Instant::now() >= deadline {
                return Ok(Vec::new());
            }
            std::thread::park_timeout(LOOK);
        }
        self.page(limit)
    }

    /// The events that follow, at most `limit`; waits for the first of them. Gives none when the log is closed.
    pub async fn next(&mut self, limit: usize) -> Result<Vec<Recorded>, ReadError> {
        let last = self.last;
        if self.head.wait_for(|head| *head > last).await.is_err() {
            return Ok(Vec::new());
        }
        self.page(limit)
    }

    fn page(&mut self, limit: usize) -> Result<Vec<Recorded>, ReadError> {
        let page = self.log.read(self.last, limit)?;
        if let Some(event) = page.last() {
            self.last = event.position;
        }
        Ok(page)
    }
}
