//! Tournaments that run here: from the application to closed results.

pub(crate) mod application;
pub(crate) mod approval;
pub(crate) mod attendance;
mod body;
pub(crate) mod details;
pub(crate) mod draws;
pub(crate) mod format;
pub(crate) mod list;
mod refusal;
pub(crate) mod registrations;
mod running;
pub(crate) mod staff;
