//! Keeps the read models up to date on a thread of its own, and hands them out without a lock.

mod block_on;
mod bounded_mutex;
mod runner;
mod snapshots;
mod view_cache;

use crate::season_lists::{Budget, CauseQuery, Causes, CausesError, causes};
use crate::views::{FoldError, Records, SnapshotInterval, Views, fold_in_place, fold_season, read_ahead};
use arc_swap::ArcSwap;
use bounded_mutex::BoundedMutex;
use events::envelope::Position;
use events::log::{Log, ReadError};
use events::vault::Vault;
use snapshots::Snapshots;
use std::error::Error;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle, Thread};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use view_cache::ViewCache;

/// Events that are taken in before readers are shown the result.
const PAGE: usize = 1000;
/// The same while there are more than so many: each time that readers are shown something, a part of it is copied.
const CATCH_UP_PAGE: usize = 5000;

/// Follows a log and keeps [`Views`] of it.
pub struct Projector {
    shared: Arc<Shared>,
    thread: Thread,
    running: Mutex<Option<JoinHandle<()>>>,
    /// Held while folding to an older position.
    refold_mutex: BoundedMutex,
    /// Held while looking for causes.
    search_mutex: BoundedMutex,
    rebuild_mutex: Mutex<()>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Health {
    /// It takes in events that were recorded before it started, or more of them than it can take in at once.
    CatchingUp {
        at: Position,
        /// How far the log is.
        head: Position,
    },
    /// It takes in events as they are recorded.
    Live,
    /// It does not go on, and what it shows is not of today. A store that could not be read is tried again; an event
    /// that cannot be understood stays in the way.
    Stopped {
        /// The last event that was taken in.
        position: Position,
        problem: String,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotReached {
    /// See [`Health::Stopped`].
    #[error("the read models stopped at position {position}: {problem}")]
    Stopped {
        /// The last event that was taken in.
        position: Position,
        problem: String,
    },
    #[error("the read models have come to position {position} only")]
    TooLate {
        /// The last event that was taken in by then.
        position: Position,
    },
}

#[derive(Debug, thiserror::Error)]
pub enum ViewsAtError {
    #[error("the log ends at position {head}")]
    Beyond { head: Position },
    /// One folds to an older position already, and another waits to; it can be tried again soon.
    #[error("other older views are being made")]
    Busy,
    #[error("the events up to there could not be taken in")]
    Fold(#[from] FoldError),
}

#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// One searches already, and another waits to; it can be tried again soon.
    #[error("other causes are being looked for")]
    Busy,
    #[error(transparent)]
    Causes(#[from] CausesError),
}

#[derive(Debug, thiserror::Error)]
pub enum RebuildError {
    #[error("the events could not be taken in")]
    Fold(#[from] FoldError),
    #[error("the projector has ended")]
    Ended,
}

/// The status that waiters are woken with.
#[derive(Debug, Clone, Default)]
struct ProjectorStatus {
    position: Position,
    /// Whether the end of the log was reached once.
    live: bool,
    problem: Option<Arc<str>>,
}

/// Rebuilt views on their way to the thread that keeps them up to date.
enum RebuildHandoff {
    Nothing,
    Rebuilt(Box<(Views, Snapshots)>, Sender<Position>),
    /// The thread takes none any more.
    Ended,
}

/// What the thread and its owner share.
struct Shared {
    log: Arc<dyn Log>,
    head: watch::Receiver<Position>,
    vault: Arc<Vault>,
    views: ArcSwap<Views>,
    view_cache: Mutex<ViewCache>,
    status: watch::Sender<ProjectorStatus>,
    rebuild_handoff: Mutex<RebuildHandoff>,
    stopping: AtomicBool,
}

impl Projector {
    /// Starts to follow a log from its first event.
    pub fn start(log: Arc<dyn Log>, vault: Arc<Vault>) -> Self {
        let head = log.watch();
        let shared = Arc::new(Shared {
            log,
            head,
            vault,
            views: ArcSwap::default(),
            view_cache: Mutex::default(),
            status: watch::Sender::new(ProjectorStatus::default()),
            rebuild_handoff: Mutex::new(RebuildHandoff::Nothing),
            stopping: AtomicBool::new(false),
        });
        let running = thread::spawn({
            let shared = Arc::clone(&shared);
            move || runner::run(&shared)
        });
        Self {
            shared,
            thread: running.thread().clone(),
            running: Mutex::new(Some(running)),
            refold_mutex: BoundedMutex::default(),
            search_mutex: BoundedMutex::default(),
            rebuild_mutex: Mutex::new(()),
        }
    }

    pub fn views(&self) -> Arc<Views> {
        self.shared.views.load_full()
    }

    /// The last event that the newest views have taken in.
    pub fn position(&self) -> Position {
        self.shared.views.load().position
    }

    pub fn health(&self) -> Health {
        let ProjectorStatus { position: at, live, problem } = self.shared.status.borrow().clone();
        let head = self.shared.head();
        match problem {
            Some(problem) => Health::Stopped { position: at, problem: problem.as_ref().to_owned() },
            None if live && head.0 <= at.0 + PAGE as u64 => Health::Live,
            None => Health::CatchingUp { at, head },
        }
    }

    /// Waits until the event at this position is taken in.
    pub async fn wait_for(&self, position: Position) -> Result<(), NotReached> {
        let mut status = self.shared.status.subscribe();
        // The sender lives as long as this projector.
        let Ok(status) = status.wait_for(|status| status.position >= position || status.problem.is_some()).await else {
            return Ok(());
        };
        reached(&status, position)
    }

    /// The same for a thread, but no longer than `timeout`.
    pub fn wait_for_blocking(&self, position: Position, timeout: Duration) -> Result<(), NotReached> {
        let deadline = Instant::now() + timeout;
        block_on::wait(self.wait_for(position), Some(deadline), || false)
            .unwrap_or_else(|| Err(NotReached::TooLate { position: self.position() }))
    }

    /// The views as they were after the event at this position, with the names of today; blocks while it reads.
    ///
    /// Recent ones are kept, others are folded anew, one at a time. At most one more waits, so that a client with many
    /// requests delays no other.
    pub fn views_at(&self, position: Position) -> Result<Arc<Views>, ViewsAtError> {
        if position == Position::START {
            return Ok(Arc::default());
        }
        if let Some(view_cache) = self.shared.view_cache().find(position) {
            return Ok(view_cache);
        }
        let _turn = self.refold_mutex.take().ok_or(ViewsAtError::Busy)?;
        loop {
            let (texts, base) = self.shared.view_cache().nearest(position);
            if base.position == position {
                return Ok(base);
            }
            let head = self.shared.log.head().map_err(FoldError::Read)?.position;
            if position > head {
                return Err(ViewsAtError::Beyond { head });
            }
            let views = Arc::new(self.shared.fold_until(base.as_ref().clone(), position, None)?);
            // A name that was replaced or destroyed meanwhile may be in them.
            if self.shared.view_cache().cache_refolded(texts, &views) {
                return Ok(views);
            }
        }
    }

    /// The season as it stood after the event at this position: everything but the people, who are those of today;
    /// blocks while it reads.
    ///
    /// It is folded from a mark nearby, so that it costs a small part of a replay. As many work on it at once as on
    /// [`Self::views_at`].
    pub fn season_as_of(&self, position: Position) -> Result<Arc<Views>, ViewsAtError> {
        if let Some(cached_season) = self.shared.view_cache().cached_season(position) {
            return Ok(cached_season);
        }
        let _turn = self.refold_mutex.take().ok_or(ViewsAtError::Busy)?;
        loop {
            // The holder before may have asked for the same.
            if let Some(cached_season) = self.shared.view_cache().cached_season(position) {
                return Ok(cached_season);
            }
            let (texts, base) = self.shared.view_cache().season_before(position);
            let head = self.shared.log.head().map_err(FoldError::Read)?.position;
            if position > head {
                return Err(ViewsAtError::Beyond { head });
            }
            let season = self.shared.fold_season_until(base, position)?;
            if let Some(views) = self.shared.view_cache().cache_season(texts, season) {
                return Ok(views);
            }
        }
    }

    /// The same if it is at hand, so that nothing has to be folded for it.
    pub fn season_if_cached(&self, position: Position) -> Option<Arc<Views>> {
        self.shared.view_cache().cached_season(position)
    }

    /// The first event after a moment that changed each of these rows; see [`causes`]. One search at a time, and at
    /// most one more waits.
    pub fn causes(
        &self,
        from: (Position, &Records),
        until: Position,
        searched: Vec<CauseQuery>,
        budget: Budget,
    ) -> Result<Causes, SearchError> {
        let _turn = self.search_mutex.take().ok_or(SearchError::Busy)?;
        let newest = self.views();
        Ok(causes(&*self.shared.log, from, until, searched, &newest.records, budget)?)
    }

    /// Kept views of any moment at which a part of them had last changed at this position, with the names of today;
    /// `changed` tells when the part last did.
    pub fn cached_unchanged(&self, position: Position, changed: impl Fn(&Views) -> Position) -> Option<Arc<Views>> {
        self.shared.view_cache().unchanged(position, changed)
    }

    /// Folds the whole log beside the views that are shown, and shows the result when it has caught up; gives its
    /// position. Blocks until then, while readers go on reading.
    pub fn rebuild(&self) -> Result<Position, RebuildError> {
        let _one_at_a_time = self.rebuild_mutex.lock().unwrap_or_else(PoisonError::into_inner);
        let mut snapshots = Snapshots::default();
        let views = self.shared.fold_until(Views::default(), Position(u64::MAX), Some(&mut snapshots))?;
        let (taken, when_taken) = channel();
        match &mut *self.shared.rebuild_handoff() {
            RebuildHandoff::Ended => return Err(RebuildError::Ended),
            place @ (RebuildHandoff::Nothing | RebuildHandoff::Rebuilt(..)) => {
                *place = RebuildHandoff::Rebuilt(Box::new((views, snapshots)), taken);
            }
        }
        self.thread.unpark();
        when_taken.recv().map_err(|_| RebuildError::Ended)
    }

    /// Ends the thread; the last views stay. A second call does nothing.
    pub fn stop(&self) {
        self.shared.stopping.store(true, Ordering::Release);
        self.thread.unpark();
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(running) = running {
            // A thread that panicked has told so on its way out.
            let _ = running.join();
        }
    }
}

impl Drop for Projector {
    fn drop(&mut self) {
        self.stop();
    }
}

fn reached(status: &ProjectorStatus, wanted: Position) -> Result<(), NotReached> {
    let ProjectorStatus { position, problem, .. } = status;
    match problem {
        Some(problem) if *position < wanted => {
            Err(NotReached::Stopped { position: *position, problem: problem.as_ref().to_owned() })
        }
        _ => Ok(()),
    }
}

impl Shared {
    fn view_cache(&self) -> MutexGuard<'_, ViewCache> {
        self.view_cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn rebuild_handoff(&self) -> MutexGuard<'_, RebuildHandoff> {
        self.rebuild_handoff.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How far the log is, as far as it is known without reading.
    fn head(&self) -> Position {
        *self.head.borrow()
    }

    fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }

    /// Takes in what the log has after these views, up to and including a position or up to its end, and sets marks on
    /// the way.
    fn fold_until(
        &self,
        mut views: Views,
        until: Position,
        mut snapshots: Option<&mut Snapshots>,
    ) -> Result<Views, FoldError> {
        read_ahead(&*self.log, views.position, until, |page| {
            self.check_not_stopping()?;
            // These views are not shared, so that little of them has to be copied.
            let interval = snapshots.as_ref().map_or(SnapshotInterval::NONE, |snapshots| snapshots.interval());
            let (passed, replaced) = fold_in_place(&*self.log, &self.vault, &mut views, page, interval)?;
            if let Some(snapshots) = &mut snapshots {
                snapshots.take(passed);
                snapshots.rename(&replaced, &views);
            }
            Ok(())
        })?;
        Ok(views)
    }

    /// Takes what the log has up to a position into the season part of views.
    fn fold_season_until(&self, mut season: Views, until: Position) -> Result<Views, FoldError> {
        read_ahead(&*self.log, season.position, until, |page| {
            self.check_not_stopping()?;
            fold_season(&*self.log, &self.vault, &mut season, page)
        })?;
        Ok(season)
    }

    /// Nothing is folded any more when the projector ends.
    fn check_not_stopping(&self) -> Result<(), FoldError> {
        if self.is_stopping() { Err(FoldError::Read(ReadError::Closed)) } else { Ok(()) }
    }
}

/// A problem with everything behind it, in one line.
fn error_chain(problem: &dyn Error) -> String {
    let mut text = problem.to_string();
    let mut source = problem.source();
    while let Some(cause) = source {
        // A text takes everything.
        let _ = write!(text, ": {cause}");
        source = cause.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use events::envelope::Timestamp;
    use events::environment::Environment;
    use events::sqlite::{SqliteLog, SqliteOptions};
    use events::vault::MasterKey;

    struct Zero;

    impl Environment for Zero {
        fn now(&self) -> Timestamp {
            Timestamp(0)
        }

        fn fill_random(&self, bytes: &mut [u8]) {
            bytes.fill(0);
        }
    }

    #[test]
    fn whoever_asks_for_older_views_while_others_are_folded_and_waited_for_is_sent_away() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kostka.db");
        let log = SqliteLog::open_or_create(&path, Arc::new(Zero), SqliteOptions::default()).unwrap();
        let vault = Vault::new(MasterKey::generate(&Zero), Arc::new(Zero));
        let projector = Projector::start(Arc::new(log), Arc::new(vault));
        thread::scope(|scope| {
            let folding = projector.refold_mutex.take().unwrap();
            let block_on = scope.spawn(|| projector.views_at(Position(1)));
            while projector.refold_mutex.taken() < 2 {
                thread::yield_now();
            }
            assert!(matches!(projector.views_at(Position(2)), Err(ViewsAtError::Busy)));
            drop(folding);
            assert!(matches!(block_on.join().unwrap(), Err(ViewsAtError::Beyond { .. })));
        });
        assert!(matches!(projector.views_at(Position(2)), Err(ViewsAtError::Beyond { .. })));
    }
}
