//! The thread of the projector: a page of events at a time, until it is stopped or the log is closed.

use super::kept::Kept;
use super::{HandOver, LONG_PAGE, PAGE, Shared, Told, told_in_full, waiting};
use crate::views::{FoldError, Folded, Views, fold};
use events::envelope::{Position, Recorded};
use events::follow::{Followed, Follower};
use events::log::ReadError;
use std::collections::BTreeSet;
use std::future::pending;
use std::mem;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait before a store that could not be read is tried again.
const TRY_AGAIN: Duration = Duration::from_millis(500);

pub(super) fn run(shared: &Shared) {
    let mut runner =
        Runner { shared, views: Arc::default(), follower: follow(shared, Position::START), readable: None };
    // Whoever waits is told even if this thread panics.
    let _ending = Ending(shared);
    while !shared.is_stopping() {
        runner.take_rebuilt();
        if runner.step() == Next::End {
            return;
        }
    }
}

#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
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
        let limit = self.readable.unwrap_or(if behind > LONG_PAGE as u64 { LONG_PAGE } else { PAGE });
        match self.follower.page(limit) {
            Ok(Followed::Events(page)) => {
                self.readable = None;
                self.take_in(&page, page.len() < limit);
            }
            Ok(Followed::NothingYet) => {
                self.shared.tell_live();
                let shared = self.shared;
                waiting::wait(self.follower.ready(), None, || shared.is_called());
            }
            Ok(Followed::Closed) => return Next::End,
            Err(ReadError::Corrupt { position, .. }) if position > self.views.position.next() => {
                self.readable = Some((position.0 - self.views.position.0 - 1).min(PAGE as u64) as usize);
            }
            Err(error) => self.hold(&FoldError::Read(error)),
        }
        Next::GoOn
    }

    fn take_in(&mut self, page: &[Recorded], at_head: bool) {
        let spacing = self.shared.kept().spacing();
        let Folded { views, marks, replaced, problem } =
            fold(&*self.shared.log, &self.shared.vault, &self.views, page, spacing);
        let at_head = at_head && problem.is_none();
        if views.position > self.views.position {
            self.show(views, at_head, |kept, views| kept.take(views, marks, &replaced, at_head));
        }
        if let Some(problem) = problem {
            self.follower = follow(self.shared, self.views.position);
            self.hold(&problem);
        }
    }

    /// Says what is wrong, and waits: for a while if the store could not be read, otherwise until somebody calls.
    fn hold(&mut self, problem: &FoldError) {
        self.shared.tell_problem(&told_in_full(problem));
        let again = problem.position().is_none().then(|| Instant::now() + TRY_AGAIN);
        let shared = self.shared;
        waiting::wait(pending::<()>(), again, || shared.is_called());
    }

    fn show(&mut self, views: Views, at_head: bool, keep: impl FnOnce(&mut Kept, &Arc<Views>)) {
        if at_head {
            // Before anybody sees them, so that no reader has to wait for lists that changed.
            views.records.computed().complete();
        }
        self.views = Arc::new(views);
        {
            let mut kept = self.shared.kept();
            self.shared.views.store(Arc::clone(&self.views));
            keep(&mut kept, &self.views);
        }
        // Whoever is woken finds the new views.
        self.shared.tell_position(self.views.position);
    }

    /// Shows views that were rebuilt, as soon as they know everything that is shown.
    fn take_rebuilt(&mut self) {
        let taken = {
            let mut place = self.shared.hand_over();
            match &*place {
                HandOver::Rebuilt(..) => mem::replace(&mut *place, HandOver::Nothing),
                HandOver::Nothing | HandOver::Ended => return,
            }
        };
        let HandOver::Rebuilt(rebuilt, taken) = taken else { return };
        // Whoever rebuilds learns from the sender that is dropped that these views could not be used.
        let (rebuilt, mut marks) = *rebuilt;
        let Ok(rebuilt) = self.shared.fold_until(rebuilt, self.views.position, Some(&mut marks)) else { return };
        if rebuilt.position >= self.views.position {
            let position = rebuilt.position;
            self.follower = follow(self.shared, position);
            self.readable = None;
            let mut earlier = None;
            self.show(rebuilt, true, |kept, views| {
                earlier = Some(kept.take_rebuilt(views, marks));
                kept.take(views, Vec::new(), &BTreeSet::new(), true);
            });
            // The one who waits may have gone.
            let _ = taken.send(position);
            // To take a long history apart can last a second or more, and nobody has to wait for it.
            thread::spawn(move || drop(earlier));
        }
    }
}

impl Shared {
    /// Whether somebody wants something of the thread.
    fn is_called(&self) -> bool {
        self.is_stopping() || matches!(&*self.hand_over(), HandOver::Rebuilt(..))
    }

    fn tell_position(&self, position: Position) {
        self.told.send_modify(|told| *told = Told { position, problem: None, live: told.live });
    }

    fn tell_live(&self) {
        self.told.send_if_modified(|told| {
            let news = !told.live || told.problem.is_some();
            (told.live, told.problem) = (true, None);
            news
        });
    }

    fn tell_problem(&self, problem: &str) {
        self.told.send_modify(|told| told.problem = Some(problem.into()));
    }
}

struct Ending<'a>(&'a Shared);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        *self.0.hand_over() = HandOver::Ended;
        self.0.told.send_modify(|told| {
            told.problem.get_or_insert_with(|| "the log is closed, or the projector was stopped".into());
        });
    }
}
