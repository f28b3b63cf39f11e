//! Tournaments that run here: from the application to closed results.

pub(crate) mod applications;
pub(crate) mod desk;
pub(crate) mod live;
pub(crate) mod play;
pub(crate) mod results;

pub(crate) mod execute;
mod people;
mod refusal;
mod requests;
mod texts;
mod visible;

pub(crate) use texts::reasons;
