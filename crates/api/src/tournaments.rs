//! Tournaments that run here: from the application to closed results.

pub(crate) mod closing;
pub(crate) mod progress;
mod refusal;
pub(crate) mod results;
mod running;
pub(crate) mod seating;
pub(crate) mod sheets;
mod shown;
pub(crate) mod stages;
pub(crate) mod standings;
mod who;

pub(crate) use running::{Running, run};
