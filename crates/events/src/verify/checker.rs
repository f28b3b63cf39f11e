//! The check itself, event by event: whatever the events come from.

use crate::envelope::{Hash, Position, RecordedRef, Timestamp, Version};
use crate::proof::checkpoint::{self, Checkpoint, InvalidCheckpoint};
use crate::proof::epochs::{self, AcceptedLoss, Claim, LOSS_ACCEPTED};
use crate::proof::note::VerifierKey;
use crate::proof::tree::{Frontier, Subtree};
use crate::verify::report::{KeySource, MAX_PROBLEMS, Problem, Report};
use rustc_hash::FxHashMap;

pub(crate) struct Checker {
    key: VerifierKey,
    key_source: KeySource,
    epoch: u32,
    tree: Frontier,
    /// Subtrees that came to be complete and were not taken yet.
    pub(crate) completed: Vec<Subtree>,
    versions: FxHashMap<Box<str>, u64>,
    first: Option<Position>,
    last: Position,
    recorded_at: Timestamp,
    losses: Vec<AcceptedLoss>,
    /// A checkpoint that is known before the events under it are.
    awaited: Option<(Checkpoint, u32)>,
    checkpoints: u64,
    lost_checkpoints: u64,
    covered: u64,
    leaves_fit: bool,
    checkpoints_fit: bool,
    problems: Vec<Problem>,
    problem_count: u64,
}

impl Checker {
    /// Of a log that says it is in this epoch.
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
            awaited: None,
            checkpoints: 0,
            lost_checkpoints: 0,
            covered: 0,
            leaves_fit: true,
            checkpoints_fit: true,
            problems: Vec::new(),
            problem_count: 0,
        }
    }

    /// Of a log whose key nobody vouches for.
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

    pub(crate) fn fits_so_far(&self) -> bool {
        self.problem_count == 0
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
        if event.event_type == LOSS_ACCEPTED {
            match AcceptedLoss::parse(event.payload) {
                Some(loss) => self.losses.push(loss),
                None => self.problem(Problem::Loss(position)),
            }
        }
        if let Some((awaited, epoch)) = self.awaited.take_if(|(awaited, _)| awaited.size <= position.0) {
            self.compare(&awaited, epoch);
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

    /// A checkpoint that stands right after the last event under it.
    pub(crate) fn checkpoint(&mut self, note: &str) {
        match checkpoint::open_of_any_epoch(note, &self.key) {
            Ok((checkpoint, epoch)) => self.compare(&checkpoint, epoch),
            Err(reason) => self.invalid(reason),
        }
    }

    /// A checkpoint that was kept elsewhere, given before the first event.
    pub(crate) fn await_checkpoint(&mut self, note: &str) {
        match checkpoint::open_of_any_epoch(note, &self.key) {
            Ok((checkpoint, epoch)) if checkpoint.size == 0 => self.compare(&checkpoint, epoch),
            Ok(opened) => self.awaited = Some(opened),
            Err(reason) => self.invalid(reason),
        }
    }

    /// The awaited checkpoint, if the events did not reach it.
    pub(crate) fn still_awaited(&mut self) -> Option<(Checkpoint, u32)> {
        self.awaited.take()
    }

    fn invalid(&mut self, reason: InvalidCheckpoint) {
        self.problem(Problem::InvalidCheckpoint(reason));
    }

    pub(crate) fn compare(&mut self, checkpoint: &Checkpoint, epoch: u32) {
        let size = checkpoint.size;
        if epochs::claim(&self.losses, epoch, size) == Claim::Lost {
            self.lost_checkpoints += 1;
            return;
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
        } else if self.checkpoints_fit {
            // None after the first can fit.
            self.checkpoints_fit = false;
            self.problem(Problem::Checkpoint(size));
        }
    }

    pub(crate) fn finish(mut self) -> Report {
        if let Some((awaited, epoch)) = self.still_awaited() {
            self.compare(&awaited, epoch);
        }
        let expected = self.losses.last().map_or(1, |loss| loss.epoch);
        if self.leaves_fit && expected != self.epoch {
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
            losses: self.losses,
            problems: self.problems,
            problem_count: self.problem_count,
        }
    }
}
