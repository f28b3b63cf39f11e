//! The checker of a log, event by event, independent of their source.

use crate::envelope::{Hash, Position, RecordedRef, Timestamp, Version};
use crate::log::Head;
use crate::proof::checkpoint::{self, Checkpoint, InvalidCheckpoint};
use crate::proof::epochs::{self, AcceptedLoss, Claim};
use crate::proof::note::VerifierKey;
use crate::proof::tree::{Frontier, Subtree};
use crate::verify::report::{KeySource, MAX_PROBLEMS, Problem, Report};
use rustc_hash::FxHashMap;

pub(crate) struct Checker {
    key: VerifierKey,
    key_source: KeySource,
    epoch: u32,
    tree: Frontier,
    /// Complete subtrees that the caller has not taken yet.
    pub(crate) completed: Vec<Subtree>,
    versions: FxHashMap<Box<str>, u64>,
    first: Option<Position>,
    last: Position,
    recorded_at: Timestamp,
    /// All valid losses that the log records, signed or not.
    losses: Vec<AcceptedLoss>,
    /// Losses that no checkpoint has signed yet.
    unsigned_losses: Vec<AcceptedLoss>,
    /// The epoch by the events; `None` after a loss that cannot be read.
    epoch_by_events: Option<u32>,
    /// A checkpoint that was given before the events that it covers.
    pending_checkpoint: Option<(Checkpoint, u32)>,
    checkpoints: u64,
    lost_checkpoints: u64,
    covered: u64,
    extends_external_checkpoint: bool,
    leaves_fit: bool,
    checkpoints_fit: bool,
    problems: Vec<Problem>,
    problem_count: u64,
}

impl Checker {
    /// A checker of a log that claims this epoch.
    pub(crate) fn new(key: VerifierKey, epoch: u32) -> Self {
        Self {
            key,
            key_source: KeySource::Given,
            epoch,
            tree: Frontier::new(),
            completed: Vec::new(),
            versions: FxHashMap::default(),
            first: None,
            last: Position::START,
            recorded_at: Timestamp(i64::MIN),
            losses: Vec::new(),
            unsigned_losses: Vec::new(),
            epoch_by_events: Some(1),
            pending_checkpoint: None,
            checkpoints: 0,
            lost_checkpoints: 0,
            covered: 0,
            extends_external_checkpoint: false,
            leaves_fit: true,
            checkpoints_fit: true,
            problems: Vec::new(),
            problem_count: 0,
        }
    }

    /// For a log whose key comes from the export itself and is not trusted.
    pub(crate) fn with_key_from_export(mut self) -> Self {
        self.key_source = KeySource::Export;
        self
    }

    pub(crate) fn problem(&mut self, problem: Problem) {
        self.problem_count += 1;
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem);
        }
    }

    pub(crate) fn has_no_problems(&self) -> bool {
        self.problem_count == 0
    }

    /// Whether a checkpoint vouches for every loss; before one does, nothing that the losses excuse may be signed.
    pub(crate) fn losses_are_signed(&self) -> bool {
        self.unsigned_losses.is_empty()
    }

    /// Whether every row fitted its leaf; if not, what stands above the leaves cannot fit either.
    pub(crate) fn leaves_fit(&self) -> bool {
        self.leaves_fit
    }

    pub(crate) fn len(&self) -> u64 {
        self.tree.len()
    }

    pub(crate) fn last(&self) -> Position {
        self.last
    }

    pub(crate) fn recorded_at(&self) -> Timestamp {
        self.recorded_at
    }

    pub(crate) fn root(&self) -> Hash {
        self.tree.root()
    }

    pub(crate) fn event(&mut self, event: &RecordedRef<'_>) {
        let position = event.position;
        // A number near the end of the range could only be forged; it must not stop the check.
        let expected = Position(self.last.0.saturating_add(1));
        if position != expected {
            self.leaves_fit = false;
            self.problem(Problem::Gap { expected, found: position });
        }
        self.first.get_or_insert(position);
        self.last = position;
        if event.recorded_at < self.recorded_at {
            self.problem(Problem::TimeGoesBack { position, before: self.recorded_at, found: event.recorded_at });
        }
        self.recorded_at = event.recorded_at;
        self.version(event);
        let leaf = event.expected_leaf();
        if leaf != event.leaf {
            self.leaves_fit = false;
            self.problem(Problem::Leaf(position));
        }
        self.tree.push(leaf, &mut self.completed);
        if epochs::records_loss(event.stream, event.event_type) {
            self.loss(position, event.payload);
        }
        if let Some((awaited, epoch)) = self.pending_checkpoint.take_if(|(awaited, _)| awaited.size <= position.0) {
            self.extends_external_checkpoint = self.compare(&awaited, epoch);
        }
    }

    fn loss(&mut self, position: Position, payload: &[u8]) {
        let Some(loss) = AcceptedLoss::parse(position, payload) else {
            self.epoch_by_events = None;
            return self.problem(Problem::Loss(position));
        };
        let before = epochs::last_epoch(&self.losses);
        self.epoch_by_events = self.epoch_by_events.map(|_| loss.epoch);
        if loss.can_follow(before) {
            self.losses.push(loss);
            self.unsigned_losses.push(loss);
        } else {
            self.problem(Problem::ImpossibleLoss(position));
        }
    }

    fn version(&mut self, event: &RecordedRef<'_>) {
        let before = match self.versions.get_mut(event.stream) {
            Some(version) => std::mem::replace(version, event.version.0),
            None => self.versions.insert(event.stream.into(), event.version.0).unwrap_or(0),
        };
        let expected = Version(before.saturating_add(1));
        if event.version != expected {
            let stream = event.stream.chars().take(200).collect();
            self.problem(Problem::StreamGap { position: event.position, stream, expected, found: event.version });
        }
    }

    /// A checkpoint that stands right after the last event under it; whether it binds the events so far and fits.
    pub(crate) fn checkpoint(&mut self, note: &str) -> bool {
        match checkpoint::open_of_any_epoch(note, &self.key) {
            Ok((checkpoint, epoch)) => self.compare(&checkpoint, epoch),
            Err(reason) => {
                self.invalid(reason);
                false
            }
        }
    }

    /// A checkpoint that was kept elsewhere, given before the first event.
    pub(crate) fn await_checkpoint(&mut self, note: &str) {
        match checkpoint::open_of_any_epoch(note, &self.key) {
            Ok((checkpoint, epoch)) if checkpoint.size == 0 => {
                self.extends_external_checkpoint = self.compare(&checkpoint, epoch);
            }
            Ok(opened) => self.pending_checkpoint = Some(opened),
            Err(reason) => self.invalid(reason),
        }
    }

    /// The awaited checkpoint, if the events did not reach it.
    pub(crate) fn still_awaited(&mut self) -> Option<(Checkpoint, u32)> {
        self.pending_checkpoint.take()
    }

    /// Compares the awaited checkpoint, if the events did not reach it, with the log as it is by now: it may be of
    /// events that came while it was read.
    pub(crate) fn compare_awaited(&mut self, latest: Head) {
        if let Some((awaited, epoch)) = self.still_awaited()
            && awaited.size > latest.position.0
        {
            self.extends_external_checkpoint = self.compare(&awaited, epoch);
        }
    }

    fn invalid(&mut self, reason: InvalidCheckpoint) {
        self.problem(Problem::InvalidCheckpoint(reason));
    }

    /// Compares a checkpoint with the events so far; whether it binds them and fits.
    pub(crate) fn compare(&mut self, checkpoint: &Checkpoint, epoch: u32) -> bool {
        let size = checkpoint.size;
        if epochs::claim(&self.losses, epoch, size) == Claim::Lost {
            self.lost_checkpoints += 1;
            return false;
        }
        if size > self.last.0 {
            self.problem(Problem::Behind { size, events: self.tree.len() });
        } else if size < self.last.0 {
            self.problem(Problem::Misplaced(size));
        } else if self.tree.len() == size && self.tree.root() == checkpoint.root {
            self.checkpoints += 1;
            // Only the epoch that the log is in can vouch for all of it.
            if epoch == self.epoch {
                self.covered = self.covered.max(size);
            }
            self.unsigned_losses.retain(|loss| !loss.is_signed_by(epoch, size));
            return true;
        } else if self.checkpoints_fit {
            // None after the first can fit.
            self.checkpoints_fit = false;
            self.problem(Problem::Checkpoint(size));
        }
        false
    }

    pub(crate) fn finish(mut self) -> Report {
        if let Some((awaited, epoch)) = self.still_awaited() {
            self.extends_external_checkpoint = self.compare(&awaited, epoch);
        }
        for loss in std::mem::take(&mut self.unsigned_losses) {
            self.problem(Problem::UnsignedLoss(loss.position));
        }
        if let Some(expected) = self.epoch_by_events.filter(|expected| self.leaves_fit && *expected != self.epoch) {
            self.problem(Problem::Epoch { expected, found: self.epoch });
        }
        Report {
            events: self.tree.len(),
            first: self.first,
            last: self.first.map(|_| self.last),
            root: self.tree.root(),
            key: self.key,
            key_source: self.key_source,
            checkpoints: self.checkpoints,
            lost_checkpoints: self.lost_checkpoints,
            covered: self.covered,
            extends_external_checkpoint: self.extends_external_checkpoint,
            losses: self.losses,
            problems: self.problems,
            problem_count: self.problem_count,
        }
    }
}
