//! Error for histories that no decider could have written.

/// The events of a stream contradict each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CorruptHistory {
    #[error("something happened before the first record")]
    NotRecorded,
    #[error("the first record stands twice")]
    RecordedTwice,
    #[error("an event does not fit what came before it")]
    DoesNotFit,
}
