//! Verification of a store: rows, stored subtrees, stored checkpoints, the head, and a checkpoint from outside.

use crate::export::{CHUNK, Step, in_chunks};
use crate::log::{Head, Log, ReadError};
use crate::proof::checkpoint;
use crate::proof::note::VerifierKey;
use crate::proof::tree::Subtree;
use crate::verify::batch::Batch;
use crate::verify::{Checker, Problem, Progress, Report};
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::{channel, sync_channel};
use std::thread;

/// Batches that may wait to be checked.
const BATCHES: usize = 4;

/// Checks a whole log against its key and, if given, against the signed note that was kept outside the store. Events
/// that come while it reads are not looked at.
pub fn verify_store(
    log: &dyn Log,
    key: &VerifierKey,
    outside: Option<&str>,
    progress: &mut Progress<'_>,
) -> Result<Report, ReadError> {
    let epoch = match log.identity() {
        Ok(identity) => identity.epoch,
        // A loss that cannot be read; the check names it where it stands.
        Err(ReadError::Corrupt { .. }) => checkpoint::parse_origin(key.name()).map_or(1, |own| own.epoch),
        Err(error) => return Err(error),
    };
    let head = log.head()?;
    let total = head.position.0;
    let mut checker = Checker::new(key.clone(), epoch);
    if let Some(note) = outside {
        checker.await_checkpoint(note);
    }
    let (scanned, completed) = check_while_reading(log, head, &mut checker, progress);
    match scanned {
        Ok(()) => at_the_end(log, &mut checker, head)?,
        // Nothing behind such a row was looked at, so nothing is said about it.
        Err(ReadError::Corrupt { position, problem }) => {
            checker.problem(Problem::Corrupt { position, problem });
            drop(checker.still_awaited());
        }
        Err(error) => return Err(error),
    }
    compare_subtrees(log, &mut checker, &completed)?;
    progress.end(total);
    Ok(checker.finish())
}

/// Reads on this thread and checks on another: hashing takes about as long as reading. Gives the subtrees that the
/// events complete.
fn check_while_reading(
    log: &dyn Log,
    head: Head,
    checker: &mut Checker,
    progress: &mut Progress<'_>,
) -> (Result<(), ReadError>, Vec<Subtree>) {
    let (full, batches) = sync_channel::<Batch>(BATCHES);
    let (done, empty) = channel::<Batch>();
    thread::scope(|scope| {
        let checking = scope.spawn(move || {
            let mut completed = Vec::new();
            for mut batch in batches {
                batch.visit(|step| check(checker, &step, &mut completed));
                batch.clear();
                // The reader may have ended.
                let _ = done.send(batch);
            }
            completed
        });
        let mut batch = Batch::default();
        let read = in_chunks(log, head, |step| {
            if let Step::Event(event) = &step {
                progress.event(event.position.0, head.position.0);
            }
            batch.push(&step);
            if !batch.is_full() {
                return ControlFlow::Continue(());
            }
            let next = empty.try_recv().unwrap_or_default();
            match full.send(std::mem::replace(&mut batch, next)) {
                Ok(()) => ControlFlow::Continue(()),
                // The checking has panicked, which joining it tells.
                Err(_) => ControlFlow::Break(()),
            }
        });
        let _ = full.send(batch);
        drop(full);
        match checking.join() {
            Ok(completed) => (read, completed),
            Err(panic) => resume_unwind(panic),
        }
    })
}

fn check(checker: &mut Checker, step: &Step<'_>, completed: &mut Vec<Subtree>) {
    match step {
        Step::Event(event) => checker.event(event),
        Step::Checkpoint(kept) => {
            checker.checkpoint(&kept.note);
        }
    }
    // What a changed leaf makes of the subtrees above it is not worth listing.
    if checker.leaves_fit() {
        completed.append(&mut checker.completed);
    } else {
        checker.completed.clear();
    }
}

fn at_the_end(log: &dyn Log, checker: &mut Checker, head: Head) -> Result<(), ReadError> {
    let total = head.position.0;
    if checker.len() != total {
        checker.problem(Problem::Count { expected: total, found: checker.len() });
    }
    if total > 0 && (checker.last() != head.position || checker.recorded_at() != head.recorded_at) {
        checker.problem(Problem::Head);
    }
    checker.compare_awaited(log.head()?);
    Ok(())
}

/// Kept subtrees may lag behind, but what is kept must be right.
fn compare_subtrees(log: &dyn Log, checker: &mut Checker, completed: &[Subtree]) -> Result<(), ReadError> {
    let levels = completed.iter().map(|subtree| subtree.level).max().unwrap_or(0);
    for level in 1..=levels {
        let mut expected = completed.iter().filter(|subtree| subtree.level == level).peekable();
        while let Some(first) = expected.peek() {
            let kept = log.subtrees(level, first.index, CHUNK as usize)?;
            if kept.is_empty() {
                break;
            }
            for (kept, subtree) in kept.iter().zip(&mut expected) {
                if *kept != subtree.root {
                    checker.problem(Problem::Subtree { level, index: subtree.index });
                }
            }
        }
    }
    Ok(())
}
