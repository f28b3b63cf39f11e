//! Tournaments that run here: from the application to closed results.

mod refusal;
mod running;

pub(crate) use running::{Running, run};
