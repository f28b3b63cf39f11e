//! The report of a verification: findings, and where the key came from.

use crate::envelope::{Hash, Position, Timestamp, Version};
use crate::proof::checkpoint::InvalidCheckpoint;
use crate::proof::epochs::AcceptedLoss;
use crate::proof::note::VerifierKey;

/// The most problems that a report lists.
pub const MAX_PROBLEMS: usize = 20;

/// Where the key came from that the checkpoints were checked with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeySource {
    /// From the export itself: its author may have made the key as well.
    Export,
    /// Given by the caller.
    Given,
}

/// Something that does not fit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A row was changed, or its leaf was.
    #[error("row and leaf disagree at position {0}")]
    Leaf(Position),
    /// A row is missing, doubled or in another place.
    #[error("position {expected} was expected, found {found}")]
    Gap {
        /// The next position.
        expected: Position,
        /// The one that came.
        found: Position,
    },
    /// An event of a stream is missing, doubled or in another place.
    #[error("at position {position}, version {} of the stream {stream} was expected, found {}", expected.0, found.0)]
    StreamGap {
        position: Position,
        /// Of which stream.
        stream: String,
        /// Its next version.
        expected: Version,
        /// The one that came.
        found: Version,
    },
    /// An event claims to be written before the one before it.
    #[error("the time of writing goes back at position {position}, from {before} to {found}")]
    TimeGoesBack {
        position: Position,
        /// The time of the event before.
        before: Timestamp,
        /// Its own.
        found: Timestamp,
    },
    /// A row that no log writes.
    #[error("the event at position {position} cannot be read: {problem}")]
    Corrupt {
        /// Where it stands.
        position: Position,
        /// What is wrong.
        problem: String,
    },
    /// A kept subtree that is not the one over the rows.
    #[error("the kept subtree {index} of level {level} is not the one over the events")]
    Subtree {
        /// Its level.
        level: u32,
        /// Its index.
        index: u64,
    },
    /// A checkpoint without a valid signature, or of another log.
    #[error("a checkpoint does not count: {0}")]
    InvalidCheckpoint(InvalidCheckpoint),
    /// The first checkpoint whose root is not the one over the rows.
    #[error("first checkpoint that does not fit: size {0}")]
    Checkpoint(u64),
    /// More events were signed than there are.
    #[error("a checkpoint covers {size} events, but there are {events}")]
    Behind {
        /// How many were signed.
        size: u64,
        /// How many there are.
        events: u64,
    },
    /// A checkpoint that stands in another place than after its last event.
    #[error("the checkpoint of size {0} stands in another place than after its last event")]
    Misplaced(u64),
    /// Events at the end that no checkpoint covers, in an export that should cover all.
    #[error("only {covered} of {events} events are covered by a checkpoint")]
    Uncovered {
        /// How many are.
        covered: u64,
        /// How many there are.
        events: u64,
    },
    /// Fewer or more events than promised.
    #[error("{expected} events were promised, there are {found}")]
    Count {
        /// How many should be there.
        expected: u64,
        /// How many are.
        found: u64,
    },
    /// The head of the store is not its last event.
    #[error("the head of the store is not its last event")]
    Head,
    /// The epoch is not the one that the accepted losses give.
    #[error("the log says it is in epoch {found}, its events say {expected}")]
    Epoch {
        /// By the events.
        expected: u32,
        /// By its own word.
        found: u32,
    },
    /// An accepted loss that cannot be read.
    #[error("the accepted loss at position {0} cannot be read")]
    Loss(Position),
    /// An accepted loss that cannot have been recorded there: it begins elsewhere, ends before it begins, or opens no
    /// new epoch.
    #[error("the accepted loss at position {0} does not fit its place in the log")]
    ImpossibleLoss(Position),
    /// An accepted loss that no checkpoint of its epoch covers: its author did not have the key.
    #[error("no checkpoint signs the accepted loss at position {0}")]
    UnsignedLoss(Position),
}

/// What came of checking a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// How many events were read.
    pub events: u64,
    /// The position of the first.
    pub first: Option<Position>,
    /// The position of the last.
    pub last: Option<Position>,
    /// The root over the events as they are.
    pub root: Hash,
    /// The key that the checkpoints were checked with.
    pub key: VerifierKey,
    /// Where it came from.
    pub key_source: KeySource,
    /// How many checkpoints fit.
    pub checkpoints: u64,
    /// How many cover events whose loss was accepted, and bind nothing.
    pub lost_checkpoints: u64,
    /// How many events the largest fitting checkpoint covers.
    pub covered: u64,
    /// Whether the events extend the checkpoint that was kept elsewhere; false too if there was none, if it covers
    /// events whose loss was accepted, or if it is of events that came while the log was read.
    pub extends_outside: bool,
    /// The losses that the log records.
    pub losses: Vec<AcceptedLoss>,
    /// What does not fit, at most [`MAX_PROBLEMS`].
    pub problems: Vec<Problem>,
    /// How many problems there are, with those that are not listed.
    pub problem_count: u64,
}

impl Report {
    /// Whether everything fits.
    pub fn fits(&self) -> bool {
        self.problem_count == 0
    }
}
