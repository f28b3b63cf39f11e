//! The export of the log: one file that can be verified without the store, `kostka-log/1`.
//!
//! The file is UTF-8 text; every line is one JSON object without spaces between its parts and ends with a line feed
//! (LF).
//!
//! 1. The first line is the header:
//!    `{"format":"kostka-log/1","log_id":…,"epoch":…,"events":…,"verifier_key":…}`.
//!    `log_id` is a UUID with hyphens, `epoch` counts from 1, `events` is the number of events that follow, and
//!    `verifier_key` is the C2SP verifier key of that epoch, named `kostka/<log id>/<epoch>`.
//! 2. Then comes a line for each event in the order of positions, from 1 and without gaps, with exactly these fields:
//!    `position`, `version` (in its stream), `recorded_at` and `occurred_at` (microseconds since 1970 in UTC),
//!    `event_id` (UUID), `stream` (`kind/id`), `type`, `schema_version`, `actor`, `correlation` and `causation` (UUID
//!    or `null`), `nonce` (32 hexadecimal digits), `payload` and `leaf` (64 hexadecimal digits). `payload` is a string
//!    that holds the stored bytes exactly; they happen to be JSON, but what is hashed is the bytes.
//! 3. A line that begins with `{"checkpoint":` holds a signed note: `{"checkpoint":"<note>"}`. It stands right after
//!    the event that it covers last, so that a reader needs no memory of the tree behind it. Checkpoints of more events
//!    than there are follow after the last event; they exist only where a loss was accepted, or where something is
//!    wrong.
//! 4. The last line is the checkpoint of all events, signed by the key of the header.
//!
//! `docs/adr/0009` says how leaves, roots and notes are made.

mod row;

use crate::envelope::{Position, RecordedRef};
use crate::log::{Head, Log, ReadError, StoredCheckpoint};
use crate::proof::checkpoint::Signer;
use crate::verify::{Checker, Progress, Report};
pub(crate) use row::{CheckpointLine, FORMAT, HeaderLine, InvalidRow, Row};
use serde::Serialize;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Events that are read in one go; the checkpoints among them are read before.
pub(crate) const CHUNK: u64 = 1 << 16;
const CHECKPOINT_PAGE: usize = 1000;

#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("the log could not be read")]
    Read(#[source] ReadError),
    #[error("the export could not be written")]
    Write(#[source] io::Error),
    /// A payload that no log writes.
    #[error("the payload at position {0} is not UTF-8")]
    NotText(Position),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// What was found on the way: an export checks what it writes.
    pub report: Report,
    /// Whether a checkpoint of all events stands at the end. What does not fit is exported as it is, but not signed.
    pub signed: bool,
}

/// Writes a log with its checkpoints; the memory that it takes does not grow with the log, but for the names of
/// streams. It is signed at its end only if it fits, also to the note that was kept outside the store, if there is one.
pub fn export(
    log: &dyn Log,
    signer: &Signer,
    outside: Option<&str>,
    out: &mut dyn Write,
    progress: &mut Progress<'_>,
) -> Result<Exported, ExportError> {
    let head = log.head().map_err(ExportError::Read)?;
    export_until(log, head, signer, outside, out, progress)
}

/// The same up to the event that was the last at some moment.
pub fn export_until(
    log: &dyn Log,
    head: Head,
    signer: &Signer,
    outside: Option<&str>,
    out: &mut dyn Write,
    progress: &mut Progress<'_>,
) -> Result<Exported, ExportError> {
    let identity = log.identity().map_err(ExportError::Read)?;
    let total = head.position.0;
    let mut checker = Checker::new(signer.verifier_key().clone(), identity.epoch);
    if let Some(note) = outside {
        checker.await_checkpoint(note);
    }
    let header = HeaderLine {
        format: FORMAT.into(),
        log_id: identity.log_id.to_string().into(),
        epoch: identity.epoch,
        events: total,
        verifier_key: signer.verifier_key().to_string().into(),
    };
    write_line(out, &header)?;
    let mut last_note = String::new();
    let mut failed = None;
    in_chunks(log, head, |step| {
        let outcome = match step {
            Step::Event(event) => {
                checker.event(event);
                progress.event(event.position.0, total);
                Row::of(event).map_err(|_| ExportError::NotText(event.position)).and_then(|row| write_line(out, &row))
            }
            Step::Checkpoint(kept) => {
                checker.checkpoint(&kept.note);
                last_note.clone_from(&kept.note);
                write_line(out, &CheckpointLine { checkpoint: kept.note.as_str().into() })
            }
        };
        match outcome {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        }
    })
    .map_err(ExportError::Read)?;
    if let Some(error) = failed {
        return Err(error);
    }
    checker.compare_awaited(log.head().map_err(ExportError::Read)?);
    let signed = checker.has_no_problems() && checker.losses_are_signed() && checker.len() == total;
    if signed {
        let note = signer.sign(total, checker.root());
        checker.checkpoint(&note);
        if note != last_note {
            write_line(out, &CheckpointLine { checkpoint: note.into() })?;
        }
    }
    out.flush().map_err(ExportError::Write)?;
    progress.end(total);
    Ok(Exported { report: checker.finish(), signed })
}

fn write_line(out: &mut dyn Write, line: &impl Serialize) -> Result<(), ExportError> {
    serde_json::to_writer(&mut *out, line).map_err(|error| ExportError::Write(error.into()))?;
    out.write_all(b"\n").map_err(ExportError::Write)
}

/// What is met on the way through a log.
pub(crate) enum Step<'a> {
    Event(&'a RecordedRef<'a>),
    Checkpoint(&'a StoredCheckpoint),
}

/// Goes through the events up to a head, each checkpoint right after the last event under it. Nothing else is read from
/// the log while it visits, because a log may have one connection for both.
pub(crate) fn in_chunks(
    log: &dyn Log,
    head: Head,
    mut visit: impl FnMut(Step<'_>) -> ControlFlow<()>,
) -> Result<(), ReadError> {
    let mut stopped = false;
    let mut after = Position::START;
    let mut checkpoints = Vec::new();
    let mut width = CHUNK;
    while after < head.position && !stopped {
        let until = Position(head.position.0.min(after.0.saturating_add(width)));
        // Where a whole chunk is missing, the head may lie anywhere: one more reading must reach it.
        width = u64::MAX;
        checkpoints_within(log, after.0, until.0, &mut checkpoints)?;
        let mut waiting = checkpoints.iter().peekable();
        log.scan(after, until, &mut |event| {
            width = CHUNK;
            let mut next = visit(Step::Event(event));
            while let Some(kept) = waiting.next_if(|kept| next.is_continue() && kept.size <= event.position.0) {
                next = visit(Step::Checkpoint(kept));
            }
            stopped = next.is_break();
            next
        })?;
        // Where the last events of a chunk are missing, its last checkpoints still have to be looked at.
        for kept in waiting {
            stopped = stopped || visit(Step::Checkpoint(kept)).is_break();
        }
        after = until;
    }
    if !stopped {
        // What was signed while we were reading covers events that the log has by then.
        checkpoints_within(log, head.position.0, u64::MAX, &mut checkpoints)?;
        let latest = log.head()?.position.0;
        for kept in checkpoints.iter().filter(|kept| kept.size > latest) {
            if visit(Step::Checkpoint(kept)).is_break() {
                break;
            }
        }
    }
    Ok(())
}

fn checkpoints_within(
    log: &dyn Log,
    after: u64,
    until: u64,
    checkpoints: &mut Vec<StoredCheckpoint>,
) -> Result<(), ReadError> {
    checkpoints.clear();
    let mut from = after;
    loop {
        let page = log.checkpoints(from, CHECKPOINT_PAGE)?;
        let Some(last) = page.last() else { return Ok(()) };
        from = last.size;
        checkpoints.extend(page.into_iter().filter(|kept| kept.size <= until));
        if from >= until {
            return Ok(());
        }
    }
}
