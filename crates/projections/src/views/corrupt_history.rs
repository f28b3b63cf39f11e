//! Histories that no decider could have written.

use domain::values::ids::InvalidId;
use events::envelope::StreamName;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CorruptHistory {
    #[error("{0} has events before its record")]
    NotRecorded(StreamName),
    #[error("{0} is recorded twice")]
    RecordedTwice(StreamName),
    #[error("{0} holds an event of another kind")]
    OtherKind(StreamName),
    /// Something happened that could not happen as things stood.
    #[error("an event of {0} does not fit what came before it")]
    DoesNotFit(StreamName),
    #[error("{stream} has no valid id: {problem}")]
    InvalidId { stream: StreamName, problem: InvalidId },
}

impl CorruptHistory {
    pub(crate) fn of(stream: &StreamName, problem: domain::event::history::CorruptHistory) -> Self {
        use domain::event::history::CorruptHistory as Problem;
        match problem {
            Problem::NotRecorded => Self::NotRecorded(stream.clone()),
            Problem::RecordedTwice => Self::RecordedTwice(stream.clone()),
            Problem::DoesNotFit => Self::DoesNotFit(stream.clone()),
        }
    }
}
