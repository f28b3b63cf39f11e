//! Tournaments: applications, desk, play, results and live views.

pub mod applications;
pub mod choices;
pub mod desk;
pub mod live;
pub mod people;
pub mod play;
pub mod reasons;
pub mod results;
