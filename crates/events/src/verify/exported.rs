//! Verification of an export, read line by line, without a store.

use crate::append::MAX_PAYLOAD_BYTES;
use crate::envelope::{Hash, RecordedRef};
use crate::export::{CheckpointLine, FORMAT, HeaderLine, InvalidRow, Row};
use crate::log::Identity;
use crate::proof::checkpoint;
use crate::proof::note::{InvalidVerifierKey, VerifierKey};
use crate::verify::{Checker, Problem, Progress, Report};
use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;

/// The longest line in bytes: the largest payload, with every byte of it escaped, and room for the rest.
pub const MAX_LINE_BYTES: usize = 6 * MAX_PAYLOAD_BYTES + (64 << 10);

#[derive(Debug, thiserror::Error)]
pub enum UnreadableExport {
    #[error("the export could not be read")]
    Read(#[source] io::Error),
    #[error("the first line is not the header of an export: {0}")]
    Header(String),
    #[error("the format {0:?} is not known, only {FORMAT}")]
    Format(String),
    #[error("the verifier key in the header cannot be read")]
    Key(#[source] InvalidVerifierKey),
    /// The key in the header is named after another log or epoch.
    #[error("the verifier key in the header is not of the log in the header")]
    KeyOfAnotherLog,
    #[error("line {0} has more than {MAX_LINE_BYTES} bytes")]
    LineTooLong(u64),
    #[error("line {0} has no end: the export was cut off")]
    CutOff(u64),
    #[error("line {line} cannot be read: {problem}")]
    Line {
        /// Its number, from 1.
        line: u64,
        problem: String,
    },
}

/// What the check of an export is held against besides the export itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct TrustAnchors<'a> {
    /// A key that the caller trusts; without one it is the one in the export, which says only that the export agrees
    /// with itself.
    pub key: Option<&'a VerifierKey>,
    /// A checkpoint that the caller kept: the export must extend it.
    pub checkpoint: Option<&'a str>,
}

/// What is met on the way through an export.
#[derive(Debug)]
pub enum ExportItem<'a> {
    Event(&'a RecordedRef<'a>),
    /// A signed checkpoint that fits the events before it, of so many events.
    Checkpoint(u64),
}

/// The tree over the events that were met.
pub struct VerifiedTree<'a>(&'a Checker);

impl VerifiedTree<'_> {
    pub fn root(&self) -> Hash {
        self.0.root()
    }
}

/// Checks an export, with a key that the caller trusts and a checkpoint that the caller kept, if there are such; see
/// [`TrustAnchors`].
pub fn verify_export(
    input: &mut dyn BufRead,
    key: Option<&VerifierKey>,
    checkpoint: Option<&str>,
    progress: &mut Progress<'_>,
) -> Result<Report, UnreadableExport> {
    let trust = TrustAnchors { key, checkpoint };
    let (report, _) = walk_export(input, trust, progress, &mut |_, _| ControlFlow::Continue(()))?;
    Ok(report)
}

/// Checks an export and shows every event and every checkpoint that fits, in order. The report covers what was read:
/// when the visitor stops early, the rest is unchecked and the second value is false.
pub fn walk_export(
    input: &mut dyn BufRead,
    trust: TrustAnchors<'_>,
    progress: &mut Progress<'_>,
    visit: &mut dyn FnMut(&ExportItem<'_>, &VerifiedTree<'_>) -> ControlFlow<()>,
) -> Result<(Report, bool), UnreadableExport> {
    let mut lines = Lines { input, number: 0, buffer: Vec::new() };
    let Some(first) = lines.next()? else { return Err(UnreadableExport::Header("the file is empty".to_owned())) };
    let header: HeaderLine<'_> =
        serde_json::from_slice(first).map_err(|error| UnreadableExport::Header(error.to_string()))?;
    let (key, identity, total) = read_header(&header)?;
    let mut checker = match trust.key {
        Some(trusted) => Checker::new(trusted.clone(), identity.epoch),
        None => Checker::new(key, identity.epoch).with_key_from_export(),
    };
    if let Some(note) = trust.checkpoint {
        checker.await_checkpoint(note);
    }
    let mut next = ControlFlow::Continue(());
    while next.is_continue() {
        let Some(line) = lines.next()? else { break };
        if line.starts_with(br#"{"checkpoint":"#) {
            match serde_json::from_slice::<CheckpointLine<'_>>(line) {
                Ok(line) => {
                    if checker.checkpoint(&line.checkpoint) {
                        next = visit(&ExportItem::Checkpoint(checker.len()), &VerifiedTree(&checker));
                    }
                }
                Err(error) => return Err(lines.unreadable(&error)),
            }
            continue;
        }
        let row: Row<'_> = match serde_json::from_slice(line) {
            Ok(row) => row,
            Err(error) => return Err(lines.unreadable(&error)),
        };
        match row.event() {
            Ok(event) => {
                checker.event(&event);
                next = visit(&ExportItem::Event(&event), &VerifiedTree(&checker));
            }
            Err(InvalidRow(field)) => {
                let problem = format!("the field {field} does not hold what it should");
                drop(row);
                return Err(UnreadableExport::Line { line: lines.number, problem });
            }
        }
        checker.completed.clear();
        progress.event(checker.len(), total);
    }
    progress.end(total);
    if next.is_break() {
        return Ok((checker.finish(), false));
    }
    if checker.len() != total {
        checker.problem(Problem::Count { expected: total, found: checker.len() });
    }
    let mut report = checker.finish();
    if report.fits() && (report.checkpoints == 0 || report.covered < report.events) {
        report.problems.push(Problem::Uncovered { covered: report.covered, events: report.events });
        report.problem_count += 1;
    }
    Ok((report, true))
}

fn read_header(header: &HeaderLine<'_>) -> Result<(VerifierKey, Identity, u64), UnreadableExport> {
    if header.format != FORMAT {
        return Err(UnreadableExport::Format(header.format.chars().take(100).collect()));
    }
    let key = VerifierKey::parse(&header.verifier_key).map_err(UnreadableExport::Key)?;
    let identity = checkpoint::parse_origin(key.name())
        .filter(|identity| identity.epoch == header.epoch && identity.log_id.to_string() == header.log_id)
        .ok_or(UnreadableExport::KeyOfAnotherLog)?;
    Ok((key, identity, header.events))
}

struct Lines<'i> {
    input: &'i mut dyn BufRead,
    number: u64,
    buffer: Vec<u8>,
}

impl Lines<'_> {
    fn next(&mut self) -> Result<Option<&[u8]>, UnreadableExport> {
        self.buffer.clear();
        self.number += 1;
        let mut bounded = (&mut *self.input).take(MAX_LINE_BYTES as u64 + 1);
        bounded.read_until(b'\n', &mut self.buffer).map_err(UnreadableExport::Read)?;
        match self.buffer.last() {
            None => Ok(None),
            Some(b'\n') => Ok(Some(&self.buffer[..self.buffer.len() - 1])),
            Some(_) if self.buffer.len() > MAX_LINE_BYTES => Err(UnreadableExport::LineTooLong(self.number)),
            Some(_) => Err(UnreadableExport::CutOff(self.number)),
        }
    }

    fn unreadable(&self, error: &serde_json::Error) -> UnreadableExport {
        UnreadableExport::Line { line: self.number, problem: error.to_string() }
    }
}
