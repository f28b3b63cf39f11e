//! Tournaments that run here: from the application to closed results.

pub(crate) mod acts;
pub(crate) mod application;
pub(crate) mod approval;
pub(crate) mod attendance;
mod body;
pub(crate) mod calculator;
pub(crate) mod closing;
pub(crate) mod details;
pub(crate) mod draws;
pub(crate) mod format;
pub(crate) mod import;
pub(crate) mod list;
pub(crate) mod live;
pub(crate) mod officiating;
pub(crate) mod progress;
mod refusal;
pub(crate) mod registrations;
pub(crate) mod results;
pub(crate) mod running;
pub(crate) mod seating;
pub(crate) mod sheets;
mod shown;
pub(crate) mod staff;
pub(crate) mod stages;
pub(crate) mod standings;
mod texts;
pub(crate) mod ties;
mod who;
pub(crate) mod work;

pub(crate) use texts::reasons;
