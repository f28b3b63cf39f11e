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

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("row and leaf disagree at position {0}")]
    Leaf(Position),
    #[error("position {expected} was expected, found {found}")]
    Gap { expected: Position, found: Position },
    #[error("at position {position}, version {} of the stream {stream} was expected, found {}", expected.0, found.0)]
    StreamGap { position: Position, stream: String, expected: Version, found: Version },
    #[error("the time of writing goes back at position {position}, from {before} to {found}")]
    TimeGoesBack { position: Position, before: Timestamp, found: Timestamp },
    #[error("the event at position {position} cannot be read: {problem}")]
    Corrupt { position: Position, problem: String },
    #[error("the kept subtree {index} of level {level} is not the one over the events")]
    Subtree { level: u32, index: u64 },
    #[error("a checkpoint does not count: {0}")]
    InvalidCheckpoint(InvalidCheckpoint),
    /// The first checkpoint whose root is not the one over the rows.
    #[error("first checkpoint that does not fit: size {0}")]
    Checkpoint(u64),
    #[error("a checkpoint covers {size} events, but there are {events}")]
    Behind { size: u64, events: u64 },
    #[error("the checkpoint of size {0} stands in another place than after its last event")]
    Misplaced(u64),
    /// Events at the end that no checkpoint covers, in an export that should cover all.
    #[error("only {covered} of {events} events are covered by a checkpoint")]
    Uncovered { covered: u64, events: u64 },
    #[error("{expected} events were promised, there are {found}")]
    Count { expected: u64, found: u64 },
    #[error("the head of the store is not its last event")]
    Head,
    #[error("the log says it is in epoch {found}, its events say {expected}")]
    Epoch {
        /// By the events.
        expected: u32,
        /// By its own word.
        found: u32,
    },
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

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    pub events: u64,
    pub first: Option<Position>,
    pub last: Option<Position>,
    /// The root over the events as they are.
    pub root: Hash,
    pub key: VerifierKey,
    pub key_source: KeySource,
    /// How many checkpoints fit.
    pub checkpoints: u64,
    /// How many cover events whose loss was accepted, and bind nothing.
    pub lost_checkpoints: u64,
    /// How many events the largest fitting checkpoint covers.
    pub covered: u64,
    /// Whether the events extend the checkpoint that was kept elsewhere; false too if there was none, if it covers
    /// events whose loss was accepted, or if it is of events that came while the log was read.
    pub extends_external_checkpoint: bool,
    pub losses: Vec<AcceptedLoss>,
    /// What does not fit, at most [`MAX_PROBLEMS`].
    pub problems: Vec<Problem>,
    /// How many problems there are, with those that are not listed.
    pub problem_count: u64,
}

impl Report {
    pub fn fits(&self) -> bool {
        self.problem_count == 0
    }
}
