//! Follows a log live: every event once, in order, from any position on, until the log is closed.

use crate::envelope::{Position, Recorded};
use crate::log::{Log, ReadError};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// A cursor in a log that advances as it is read.
///
/// It reads by position; notifications only wake it. A notification that comes twice, late or not at all costs time,
/// but skips and repeats no event.
///
/// With a thread to block, call [`Follower::next_page`]. A task of an asynchronous runtime awaits [`Follower::ready`],
/// and then calls [`Follower::page`] where blocking is allowed, as in `spawn_blocking`.
pub struct Follower {
    log: Arc<dyn Log>,
    last: Position,
    head: watch::Receiver<Position>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FollowOutcome {
    /// The events that follow, at least one.
    Events(Vec<Recorded>),
    NothingYet,
    /// The log is closed, and there will be no more. Events that were not read by then are there when it is opened
    /// again.
    Closed,
}

/// How often a follower on a thread looks whether there is news.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

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

    /// Waits until [`Follower::page`] returns something: an event, or that the log is closed. It reads nothing itself
    /// and can be cancelled without loss.
    pub async fn ready(&mut self) {
        let last = self.last;
        // An error says that the log is closed, and the next page says it again.
        let _ = self.head.wait_for(|head| *head > last).await;
    }

    /// The events that follow, at most `limit`, as far as there are any; reads on this thread.
    pub fn page(&mut self, limit: usize) -> Result<FollowOutcome, ReadError> {
        let page = match self.log.read(self.last, limit) {
            Ok(page) => page,
            Err(ReadError::Closed) => return Ok(FollowOutcome::Closed),
            Err(error) => return Err(error),
        };
        match page.last() {
            Some(event) => self.last = event.position,
            None if self.is_over() => return Ok(FollowOutcome::Closed),
            None => return Ok(FollowOutcome::NothingYet),
        }
        Ok(FollowOutcome::Events(page))
    }

    /// The events that follow, at most `limit`; waits on this thread for the first of them, but no longer than `wait`.
    pub fn next_page(&mut self, limit: usize, wait: Duration) -> Result<FollowOutcome, ReadError> {
        let deadline = Instant::now() + wait;
        while *self.head.borrow() <= self.last && !self.is_over() {
            if Instant::now() >= deadline {
                return Ok(FollowOutcome::NothingYet);
            }
            std::thread::park_timeout(POLL_INTERVAL);
        }
        self.page(limit)
    }

    /// Whether every sender of notifications is gone.
    fn is_over(&self) -> bool {
        self.head.has_changed().is_err()
    }
}

/// The head of a log as it is told to followers, until the log is closed.
pub(crate) struct HeadBroadcast {
    /// Goes when the log is closed, which is how followers learn of it.
    sender: RwLock<Option<watch::Sender<Position>>>,
    head: watch::Receiver<Position>,
}

impl HeadBroadcast {
    pub(crate) fn new() -> Self {
        let (sender, head) = watch::channel(Position::START);
        Self { sender: RwLock::new(Some(sender)), head }
    }

    /// The head that was told last.
    pub(crate) fn head(&self) -> Position {
        *self.head.borrow()
    }

    pub(crate) fn subscribe(&self) -> watch::Receiver<Position> {
        let mut head = self.head.clone();
        head.mark_unchanged();
        head
    }

    /// Announces a new head; the announced head never goes back, in whatever order calls arrive.
    pub(crate) fn advance(&self, position: Position) {
        if let Some(sender) = &*self.sender.read().unwrap_or_else(PoisonError::into_inner) {
            sender.send_if_modified(|known| {
                let newer = position > *known;
                if newer {
                    *known = position;
                }
                newer
            });
        }
    }

    /// Tells that there will be nothing more.
    pub(crate) fn close(&self) {
        self.sender.write().unwrap_or_else(PoisonError::into_inner).take();
    }
}
