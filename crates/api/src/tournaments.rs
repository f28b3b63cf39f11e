//! Tournaments that run here: from the application to closed results.

pub(crate) mod live;
pub(crate) mod progress;
mod refusal;
pub(crate) mod results;
mod running;
pub(crate) mod seating;
mod shown;
pub(crate) mod standings;

pub(crate) use running::{Running, run};
