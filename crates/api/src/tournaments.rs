//! Tournaments that run here: from the application to closed results.

pub(crate) mod acts;
pub(crate) mod calculator;
pub(crate) mod closing;
pub(crate) mod import;
pub(crate) mod officiating;
mod refusal;
mod running;
pub(crate) mod sheets;
pub(crate) mod stages;
mod texts;
pub(crate) mod ties;
mod who;

pub(crate) use running::{Running, run};
