//! Copies a whole log into another store, row by row, so that every root and every proof still holds.

use crate::envelope::{EventId, Hash, Position, RecordedRef};
use crate::environment::Environment;
use crate::log::{Head, IdempotencyRecord, Log, ReadError, StoredCheckpoint};
use crate::mutable_store::{MutableRecord, RecordKind};
use crate::proof::tree::{self, STORED_SUBTREE_WIDTH, TreeError};
use crate::sqlite::{FileCopy, OpenError};
use crate::vault::SealedSubject;
use std::ops::ControlFlow;
use std::path::Path;

/// Rows that are read at once.
const PAGE: usize = 1000;
/// Attempts to read data that other processes may change in the meantime.
const ATTEMPTS: usize = 50;

/// Why a log was not copied.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// It could not be read.
    #[error("the log could not be read")]
    Read(#[from] ReadError),
    /// Its tree could not be computed.
    #[error("the tree of the log could not be copied")]
    Tree(#[from] TreeError),
    /// The copy could not be made.
    #[error("the copy could not be made")]
    Open(#[from] OpenError),
    /// The copy could not be written.
    #[error("the copy could not be written: {0}")]
    Write(String),
    /// Other processes write faster than the store can be copied.
    #[error("too much is written at the same time, try again later")]
    Busy,
}

/// A store that takes the rows of another.
pub(crate) trait Target {
    fn log_id(&mut self, id: EventId) -> Result<(), CopyError>;
    fn event(&mut self, event: &RecordedRef<'_>) -> Result<(), CopyError>;
    fn subtree(&mut self, level: u32, index: u64, root: &Hash) -> Result<(), CopyError>;
    fn checkpoint(&mut self, checkpoint: &StoredCheckpoint) -> Result<(), CopyError>;
    /// Forgets all requests, subjects and records of the mutable store but the audit, because they may have changed.
    fn begin_again(&mut self) -> Result<(), CopyError>;
    fn request(&mut self, request: &IdempotencyRecord) -> Result<(), CopyError>;
    fn subject(&mut self, subject: &SealedSubject) -> Result<(), CopyError>;
    fn mutable_record(&mut self, record: &MutableRecord) -> Result<(), CopyError>;
}

/// Copies a log into a new file; `progress` is told how many events of how many are copied.
pub fn copy_into_file(
    from: &dyn Log,
    to: &Path,
    environment: &dyn Environment,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), CopyError> {
    let mut target = FileCopy::create(to, environment)?;
    copy(from, &mut target, progress)?;
    target.finish()
}

/// Copies everything; what is appended meanwhile comes along.
pub(crate) fn copy(from: &dyn Log, to: &mut dyn Target, progress: &mut dyn FnMut(u64, u64)) -> Result<(), CopyError> {
    to.log_id(from.identity()?.log_id)?;
    let mut copied = Head::default();
    for _ in 0..ATTEMPTS {
        let head = from.head()?;
        events(from, to, copied.position, head.position, progress)?;
        copied = head;
        to.begin_again()?;
        let requests = each_request(from, &mut |request| to.request(request))?;
        subjects(from, to)?;
        let records = lasting_records(from)?;
        records.iter().try_for_each(|record| to.mutable_record(record))?;
        // Every change of the vault comes with an append. Keys of idempotency are never removed, so an equal count
        // means equal keys. The mutable store can change without an append, so it is read twice.
        let is_settled = || Ok::<_, CopyError>(from.head()? == head && lasting_records(from)? == records);
        if is_settled()? && each_request(from, &mut |_| Ok(()))? == requests {
            // What is added to the audit meanwhile may come along or not.
            each_record(from, RecordKind::Audit, &mut |record| to.mutable_record(&record))?;
            subtrees(from, to, head.position)?;
            return checkpoints(from, to, head.position);
        }
    }
    Err(CopyError::Busy)
}

fn events(
    from: &dyn Log,
    to: &mut dyn Target,
    after: Position,
    until: Position,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), CopyError> {
    let mut problem = None;
    from.scan(after, until, &mut |event| {
        if event.position.0 % 1000 == 0 {
            progress(event.position.0, until.0);
        }
        match to.event(event) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                problem = Some(error);
                ControlFlow::Break(())
            }
        }
    })?;
    problem.map_or(Ok(()), Err)
}

/// Visits every kept request; gives their number.
fn each_request(
    from: &dyn Log,
    visit: &mut dyn FnMut(&IdempotencyRecord) -> Result<(), CopyError>,
) -> Result<usize, CopyError> {
    let mut after = None;
    let mut count = 0;
    loop {
        let page = from.idempotency_records_after(after, PAGE)?;
        let Some(last) = page.last() else { return Ok(count) };
        after = Some(last.idempotency.key);
        count += page.len();
        page.iter().try_for_each(&mut *visit)?;
    }
}

fn subjects(from: &dyn Log, to: &mut dyn Target) -> Result<(), CopyError> {
    let mut after = 0;
    loop {
        let page = from.sealed_subjects_after(after, PAGE)?;
        let Some(last) = page.last() else { return Ok(()) };
        after = last.number;
        page.iter().try_for_each(|subject| to.subject(subject))?;
    }
}

/// The records of the mutable store that are carried, but for the audit.
fn lasting_records(from: &dyn Log) -> Result<Vec<MutableRecord>, CopyError> {
    let mut records = Vec::new();
    for record_kind in RecordKind::ALL
        .into_iter()
        .filter(|record_kind| record_kind.is_backed_up() && *record_kind != RecordKind::Audit)
    {
        each_record(from, record_kind, &mut |record| {
            records.push(record);
            Ok(())
        })?;
    }
    Ok(records)
}

fn each_record(
    from: &dyn Log,
    record_kind: RecordKind,
    visit: &mut dyn FnMut(MutableRecord) -> Result<(), CopyError>,
) -> Result<(), CopyError> {
    let mut after: Option<Vec<u8>> = None;
    loop {
        let page = from.mutable_records_after(record_kind, after.as_deref(), PAGE)?;
        let Some(last) = page.last() else { return Ok(()) };
        after = Some(last.key.clone());
        page.into_iter().try_for_each(&mut *visit)?;
    }
}

/// Copies every complete subtree; a source may lag behind its leaves, but the copy must not.
fn subtrees(from: &dyn Log, to: &mut dyn Target, until: Position) -> Result<(), CopyError> {
    for level in 1.. {
        let leaves = STORED_SUBTREE_WIDTH.checked_pow(level).filter(|leaves| *leaves <= until.0);
        let Some(complete) = leaves.map(|leaves| until.0 / leaves) else { break };
        let mut index = 0;
        while index < complete {
            for root in tree::kept(from, level, index, (complete - index).min(PAGE as u64))? {
                to.subtree(level, index, &root)?;
                index += 1;
            }
        }
    }
    Ok(())
}

fn checkpoints(from: &dyn Log, to: &mut dyn Target, until: Position) -> Result<(), CopyError> {
    let mut after = 0;
    loop {
        let page = from.checkpoints(after, PAGE)?;
        let Some(last) = page.last() else { return Ok(()) };
        after = last.size;
        page.iter().filter(|kept| kept.size <= until.0).try_for_each(|kept| to.checkpoint(kept))?;
    }
}
