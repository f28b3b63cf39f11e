//! The check of an export: a file from anywhere, read line by line, with no store.

use crate::append::MAX_PAYLOAD_BYTES;
use crate::export::{CheckpointLine, FORMAT, HeaderLine, InvalidRow, Row};
use crate::log::Identity;
use crate::proof::checkpoint;
use crate::proof::note::{InvalidVerifierKey, VerifierKey};
use crate::verify::{Checker, Problem, Progress, Report};
use std::io::{self, BufRead, Read};

/// The longest line in bytes: the largest payload, with every byte of it escaped, and room for the rest.
pub const MAX_LINE_BYTES: usize = 6 * MAX_PAYLOAD_BYTES + (64 << 10);

/// Why a file is not an export that can be checked.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// The input did not answer.
    #[error("the export could not be read")]
    Read(#[source] io::Error),
    /// The first line is not a header.
    #[error("the first line is not the header of an export: {0}")]
    Header(String),
    /// Another format.
    #[error("the format {0:?} is not known, only {FORMAT}")]
    Format(String),
    /// The key in the header.
    #[error("the verifier key in the header cannot be read")]
    Key(#[source] InvalidVerifierKey),
    /// The key in the header is named after another log or epoch.
    #[error("the verifier key in the header is not of the log in the header")]
    KeyOfAnotherLog,
    /// See [`MAX_LINE_BYTES`].
    #[error("line {0} has more than {MAX_LINE_BYTES} bytes")]
    LineTooLong(u64),
    /// The last line does not end.
    #[error("line {0} has no end: the export was cut off")]
    CutOff(u64),
    /// A line that is neither event nor checkpoint.
    #[error("line {line} cannot be read: {problem}")]
    Line {
        /// Its number, from 1.
        line: u64,
        /// What is wrong.
        problem: String,
    },
}

/// Checks an export. The key is the caller's, if there is one, and otherwise the one in the export, which says only that the
/// export agrees with itself. A checkpoint that the caller kept shows whether the export extends it.
pub fn verify_export(
    input: &mut dyn BufRead,
    trusted: Option<&VerifierKey>,
    kept_checkpoint: Option<&str>,
    progress: &mut Progress<'_>,
) -> Result<Report, Unreadable> {
    let mut lines = Lines { input, number: 0, buffer: Vec::new() };
    let Some(first) = lines.next()? else { return Err(Unreadable::Header("the file is empty".to_owned())) };
    let header: HeaderLine<'_> =
        serde_json::from_slice(first).map_err(|error| Unreadable::Header(error.to_string()))?;
    let (key, identity, total) = read_header(&header)?;
    let mut checker = match trusted {
        Some(trusted) => Checker::new(trusted.clone(), identity.epoch),
        None => Checker::new(key, identity.epoch).with_key_from_export(),
    };
    if let Some(note) = kept_checkpoint {
        checker.await_checkpoint(note);
    }
    while let Some(line) = lines.next()? {
        if line.starts_with(br#"{"checkpoint":"#) {
            match serde_json::from_slice::<CheckpointLine<'_>>(line) {
                Ok(line) => checker.checkpoint(&line.checkpoint),
                Err(error) => return Err(lines.unreadable(&error)),
            }
            continue;
        }
        let row: Row<'_> = match serde_json::from_slice(line) {
            Ok(row) => row,
            Err(error) => return Err(lines.unreadable(&error)),
        };
        match row.event() {
            Ok(event) => checker.event(&event),
            Err(InvalidRow(field)) => {
                let problem = format!("the field {field} does not hold what it should");
                drop(row);
                return Err(Unreadable::Line { line: lines.number, problem });
            }
        }
        checker.completed.clear();
        progress.event(checker.len(), total);
    }
    if checker.len() != total {
        checker.problem(Problem::Count { expected: total, found: checker.len() });
    }
    progress.end(total);
    let mut report = checker.finish();
    if report.fits() && (report.checkpoints == 0 || report.covered < report.events) {
        report.problems.push(Problem::Uncovered { covered: report.covered, events: report.events });
        report.problem_count += 1;
    }
    Ok(report)
}

fn read_header(header: &HeaderLine<'_>) -> Result<(VerifierKey, Identity, u64), Unreadable> {
    if header.format != FORMAT {
        return Err(Unreadable::Format(header.format.chars().take(100).collect()));
    }
    let key = VerifierKey::parse(&header.verifier_key).map_err(Unreadable::Key)?;
    let identity = checkpoint::parse_origin(key.name())
        .filter(|identity| identity.epoch == header.epoch && identity.log_id.to_string() == header.log_id)
        .ok_or(Unreadable::KeyOfAnotherLog)?;
    Ok((key, identity, header.events))
}

struct Lines<'i> {
    input: &'i mut dyn BufRead,
    number: u64,
    buffer: Vec<u8>,
}

impl Lines<'_> {
    fn next(&mut self) -> Result<Option<&[u8]>, Unreadable> {
        self.buffer.clear();
        self.number += 1;
        let mut bounded = (&mut *self.input).take(MAX_LINE_BYTES as u64 + 1);
        bounded.read_until(b'\n', &mut self.buffer).map_err(Unreadable::Read)?;
        match self.buffer.last() {
            None => Ok(None),
            Some(b'\n') => Ok(Some(&self.buffer[..self.buffer.len() - 1])),
            Some(_) if self.buffer.len() > MAX_LINE_BYTES => Err(Unreadable::LineTooLong(self.number)),
            Some(_) => Err(Unreadable::CutOff(self.number)),
        }
    }

    fn unreadable(&self, error: &serde_json::Error) -> Unreadable {
        Unreadable::Line { line: self.number, problem: error.to_string() }
    }
}
