//! The check of a store: rows, kept subtrees, kept checkpoints, the head, and a checkpoint from outside.

use crate::export::{CHUNK, Step, in_chunks};
use crate::log::{Head, Log, ReadError};
use crate::proof::checkpoint;
use crate::proof::note::VerifierKey;
use crate::proof::tree::Subtree;
use crate::verify::{Checker, Problem, Progress, Report};
use std::ops::ControlFlow;

/// Checks a whole log against its key and, if given, against the signed note that was kept outside the store. Events that
/// come while it reads are not looked at.
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
    let mut completed = Vec::new();
    let scanned = in_chunks(log, head, |step| {
        match step {
            Step::Event(event) => {
                checker.event(event);
                progress.event(event.position.0, total);
            }
            Step::Checkpoint(kept) => checker.checkpoint(&kept.note),
        }
        // What a changed leaf makes of the subtrees above it is not worth listing.
        if checker.leaves_fit() {
            completed.append(&mut checker.completed);
        } else {
            checker.completed.clear();
        }
        ControlFlow::Continue(())
    });
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
