//! A tournament as the public reads it: list, standings, seating, progress, and its stream.

pub(crate) mod list;
pub(crate) mod progress;
pub(crate) mod seating;
pub(crate) mod standings;
pub(crate) mod stream;
