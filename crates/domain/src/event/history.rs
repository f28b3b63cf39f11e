//! Error for histories that no decider could have written.

/// The events of a stream contradict each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CorruptHistory {
    /// Something happened to a thing that was never recorded.
    #[error("something happened before the first record")]
    NotRecorded,
    /// A thing was recorded a second time.
    #[error("the first record stands twice")]
    RecordedTwice,
    /// Something happened that could not happen as things stood.
    #[error("an event does not fit what came before it")]
    DoesNotFit,
}
