//! The program under test: it puts a log under load from several threads, and tells what was acknowledged.

use crate::checkpoints::Checkpoints;
use crate::line::{Acknowledged, AppendId, ChildMessage, emit};
use crate::load::{self, OwnStreams};
use crate::store::{Sabotage, Store};
use events::append::{Append, AppendError};
use events::log::{Log, Mode};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// An append that fails is tried so often before the log counts as stuck.
const TRIES: u32 = 2000;
const PAUSE: Duration = Duration::from_millis(2);
/// A thread makes a checkpoint after so many appends.
const APPENDS_PER_CHECKPOINT: u32 = 7;

/// The store could not be opened.
pub(crate) const NOT_OPENED: u8 = 3;
/// An append failed again and again.
pub(crate) const STUCK: u8 = 4;

/// What the program is told.
#[derive(Debug, Clone)]
pub(crate) struct ChildOptions {
    pub(crate) store: Store,
    /// The file of the last checkpoint outside the store.
    pub(crate) outside: PathBuf,
    pub(crate) seed: u64,
    pub(crate) round: u32,
    pub(crate) threads: u32,
    /// How many appends each thread makes; without end if 0.
    pub(crate) appends: u32,
    /// Appends of earlier rounds whose outcome nobody knows.
    pub(crate) again: Vec<AppendId>,
    pub(crate) sabotage: Option<Sabotage>,
}

/// Works until all appends are made, the log is read-only, or the process is ended.
pub(crate) fn run(child_options: &ChildOptions) -> ExitCode {
    let log = match child_options.store.open_telling(child_options.sabotage) {
        Ok(log) => log,
        Err(problem) => {
            emit(&ChildMessage::NotOpened(problem));
            return ExitCode::from(NOT_OPENED);
        }
    };
    emit(&ChildMessage::Ready);
    let checkpoints = Checkpoints::new(Arc::clone(&log), &child_options.outside);
    let stuck = thread::scope(|scope| {
        let (log, checkpoints) = (&*log, &checkpoints);
        let start = |thread| scope.spawn(move || Worker { log, child_options, thread, checkpoints }.work());
        let threads: Vec<_> = (0..child_options.threads).map(start).collect();
        // A panic is on the standard error, where it is looked for.
        threads.into_iter().any(|thread| thread.join().unwrap_or(Ending::Stuck) == Ending::Stuck)
    });
    if let Mode::ReadOnly(reason) = log.mode() {
        emit(&ChildMessage::ReadOnly(reason));
    } else if stuck {
        return ExitCode::from(STUCK);
    } else {
        emit(&ChildMessage::Done);
    }
    log.close();
    ExitCode::SUCCESS
}

#[derive(Debug, PartialEq, Eq)]
enum Ending {
    Done,
    ReadOnly,
    Stuck,
}

struct Worker<'l> {
    log: &'l dyn Log,
    child_options: &'l ChildOptions,
    thread: u32,
    checkpoints: &'l Checkpoints<'l>,
}

impl Worker<'_> {
    fn work(&self) -> Ending {
        let ChildOptions { round, threads, appends, again, .. } = self.child_options;
        let mut own = OwnStreams::new(self.log);
        for name in again.iter().filter(|name| name.thread % threads == self.thread) {
            match self.make(*name, true, &mut own) {
                Ending::Done => own.forget(),
                other => return other,
            }
        }
        let mut number = 0;
        while *appends == 0 || number < *appends {
            let name = AppendId { round: *round, thread: self.thread, number };
            // A bounded run tells of every append in the end, so each of its appends can be tried again.
            let keyed = *appends > 0 || !number.is_multiple_of(5);
            match self.make(name, keyed, &mut own) {
                Ending::Done => {}
                other => return other,
            }
            number += 1;
            if number.is_multiple_of(APPENDS_PER_CHECKPOINT)
                && let Some(line) = self.checkpoints.keep()
            {
                emit(&line);
            }
        }
        Ending::Done
    }

    /// Makes one append, trying again for as long as a later try may go through.
    fn make(&self, name: AppendId, keyed: bool, own: &mut OwnStreams<'_>) -> Ending {
        for _ in 0..TRIES {
            // Versions of streams are read from the store, which may be failing.
            let made = load::make(name, self.child_options.seed, keyed, own);
            let Ok(append) = made else {
                thread::sleep(PAUSE);
                continue;
            };
            if keyed {
                emit(&ChildMessage::Asked(name));
            }
            match self.submit(name, &append, own) {
                Some(ending) => return ending,
                None => thread::sleep(PAUSE),
            }
        }
        Ending::Stuck
    }

    /// Hands an append over; `None` if it is to be tried again.
    fn submit(&self, name: AppendId, append: &Append, own: &mut OwnStreams<'_>) -> Option<Ending> {
        let ids = load::hash_of_ids(append.events.iter().map(|event| event.event_id));
        let keyed = append.idempotency.is_some();
        let error = match self.log.append(append.clone()).wait() {
            Ok(receipt) => {
                // What an earlier try has recorded is in the versions already.
                if receipt.replayed {
                    own.forget();
                } else {
                    own.recorded(append);
                }
                let (after, count, replayed) = (receipt.after, receipt.count, receipt.replayed);
                emit(&ChildMessage::Acknowledged(name, Acknowledged { after, count, replayed, ids }));
                return Some(Ending::Done);
            }
            Err(error) => error,
        };
        own.forget();
        emit(&ChildMessage::Refused(name, kind(&error).to_owned(), error.to_string()));
        match error {
            AppendError::ReadOnly(_) => Some(Ending::ReadOnly),
            AppendError::Failed(_) | AppendError::Overloaded => None,
            // Without a key nobody could tell whether a second try is one too many.
            AppendError::Unknown(_) if keyed => None,
            _ => Some(Ending::Done),
        }
    }
}

/// How an error is called.
fn kind(error: &AppendError) -> &'static str {
    match error {
        AppendError::Conflict { .. } => "conflict",
        AppendError::VaultConflict { .. } => "vault-conflict",
        AppendError::RecordConflict { .. } => "record-conflict",
        AppendError::IdempotencyMismatch => "mismatch",
        AppendError::Invalid(_) => "invalid",
        AppendError::Overloaded => "overloaded",
        AppendError::ReadOnly(_) => "read-only",
        AppendError::Closed => "closed",
        AppendError::Failed(_) => "failed",
        AppendError::Unknown(_) => "unknown",
    }
}
