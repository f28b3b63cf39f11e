//! The thread of the projector: folds a page of events at a time, until it is stopped or the log is closed.

use super::view_cache::ViewCache;
use super::{CATCH_UP_PAGE, PAGE, ProjectorStatus, RebuildHandoff, Shared, block_on, error_chain};
use crate::views::{FoldError, FoldOutcome, Views, fold};
use events::envelope::{Position, Recorded};
use events::follow::{FollowOutcome, Follower};
use events::log::ReadError;
use std::collections::BTreeSet;
use std::future::pending;
use std::mem;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait before a store that could not be read is tried again.
const RETRY_DELAY: Duration = Duration::from_millis(500);

pub(super) fn run(shared: &Shared) {
    let mut runner =
        Runner { shared, views: Arc::default(), follower: follow(shared, Position::START), readable: None };
    // Waiters are woken even if this thread panics.
    let _ending = ShutdownGuard(shared);
    while !shared.is_stopping() {
        runner.adopt_rebuilt();
        if runner.step() == Next::End {
            return;
        }
    }
}

#[derive(PartialEq, Eq)]
enum Next {
    Continue,
    End,
}

struct Runner<'a> {
    shared: &'a Shared,
    views: Arc<Views>,
    follower: Follower,
    /// How many events there are before one that cannot be read.
    readable: Option<usize>,
}

fn follow(shared: &Shared, after: Position) -> Follower {
    Follower::new(Arc::clone(&shared.log), after)
}

impl Runner<'_> {
    fn step(&mut self) -> Next {
        let behind = self.shared.head().0.saturating_sub(self.views.position.0);
        let limit = self.readable.unwrap_or(if behind > CATCH_UP_PAGE as u64 { CATCH_UP_PAGE } else { PAGE });
        match self.follower.page(limit) {
            Ok(FollowOutcome::Events(page)) => {
                self.readable = None;
                self.apply_page(&page, page.len() < limit);
            }
            Ok(FollowOutcome::NothingYet) => {
                self.shared.publish_live();
                let shared = self.shared;
                block_on::wait(self.follower.ready(), None, || shared.has_pending_request());
            }
            Ok(FollowOutcome::Closed) => return Next::End,
            Err(ReadError::Corrupt { position, .. }) if position > self.views.position.next() => {
                self.readable = Some((position.0 - self.views.position.0 - 1).min(PAGE as u64) as usize);
            }
            Err(error) => self.hold(&FoldError::Read(error)),
        }
        Next::Continue
    }

    fn apply_page(&mut self, page: &[Recorded], at_head: bool) {
        let interval = self.shared.view_cache().interval();
        let FoldOutcome { views, snapshots, replaced, problem } =
            fold(&*self.shared.log, &self.shared.vault, &self.views, page, interval);
        let at_head = at_head && problem.is_none();
        if views.position > self.views.position {
            self.publish(views, at_head, |view_cache, views| view_cache.take(views, snapshots, &replaced, at_head));
        }
        if let Some(problem) = problem {
            self.follower = follow(self.shared, self.views.position);
            self.hold(&problem);
        }
    }

    /// Reports a problem, and waits: for a while if the store could not be read, otherwise until it is woken.
    fn hold(&mut self, problem: &FoldError) {
        self.shared.publish_problem(&error_chain(problem));
        let again = problem.position().is_none().then(|| Instant::now() + RETRY_DELAY);
        let shared = self.shared;
        block_on::wait(pending::<()>(), again, || shared.has_pending_request());
    }

    fn publish(&mut self, views: Views, at_head: bool, keep: impl FnOnce(&mut ViewCache, &Arc<Views>)) {
        if at_head {
            // Before the views are published, so that no reader has to wait for lists that changed.
            views.records.computed().compute_all();
        }
        self.views = Arc::new(views);
        {
            let mut view_cache = self.shared.view_cache();
            self.shared.views.store(Arc::clone(&self.views));
            keep(&mut view_cache, &self.views);
        }
        // Woken waiters find the new views.
        self.shared.publish_position(self.views.position);
    }

    /// Shows views that were rebuilt, as soon as they know everything that is shown.
    fn adopt_rebuilt(&mut self) {
        let taken = {
            let mut place = self.shared.rebuild_handoff();
            match &*place {
                RebuildHandoff::Rebuilt(..) => mem::replace(&mut *place, RebuildHandoff::Nothing),
                RebuildHandoff::Nothing | RebuildHandoff::Ended => return,
            }
        };
        let RebuildHandoff::Rebuilt(rebuilt, taken) = taken else { return };
        // The rebuild learns from the dropped sender that these views could not be used.
        let (rebuilt, mut snapshots) = *rebuilt;
        let Ok(rebuilt) = self.shared.fold_until(rebuilt, self.views.position, Some(&mut snapshots)) else { return };
        if rebuilt.position >= self.views.position {
            let position = rebuilt.position;
            self.follower = follow(self.shared, position);
            self.readable = None;
            let mut earlier = None;
            self.publish(rebuilt, true, |view_cache, views| {
                earlier = Some(view_cache.adopt_rebuilt(views, snapshots));
                view_cache.take(views, Vec::new(), &BTreeSet::new(), true);
            });
            // The one who waits may have gone.
            let _ = taken.send(position);
            // Dropping a long history can take a second or more, so it happens on another thread.
            thread::spawn(move || drop(earlier));
        }
    }
}

impl Shared {
    fn has_pending_request(&self) -> bool {
        self.is_stopping() || matches!(&*self.rebuild_handoff(), RebuildHandoff::Rebuilt(..))
    }

    fn publish_position(&self, position: Position) {
        self.status.send_modify(|status| *status = ProjectorStatus { position, problem: None, live: status.live });
    }

    fn publish_live(&self) {
        self.status.send_if_modified(|status| {
            let news = !status.live || status.problem.is_some();
            (status.live, status.problem) = (true, None);
            news
        });
    }

    fn publish_problem(&self, problem: &str) {
        self.status.send_modify(|status| status.problem = Some(problem.into()));
    }
}

struct ShutdownGuard<'a>(&'a Shared);

impl Drop for ShutdownGuard<'_> {
    fn drop(&mut self) {
        *self.0.rebuild_handoff() = RebuildHandoff::Ended;
        self.0.status.send_modify(|status| {
            status.problem.get_or_insert_with(|| "the log is closed, or the projector was stopped".into());
        });
    }
}
