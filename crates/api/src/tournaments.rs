//! Tournaments that run here: from the application to closed results.

pub(crate) mod closing;
mod refusal;
mod running;
pub(crate) mod sheets;
pub(crate) mod stages;
mod who;

pub(crate) use running::{Running, run};
