//! The rules of the season as pure functions and values that cannot be wrong.
//!
//! Nothing here reads a file, a clock or a source of randomness: times and seeds are arguments.

mod choice;

pub mod calendar;
pub mod class;
pub mod format;
pub mod game;
pub mod ids;
pub mod place;
pub mod points;
pub mod rulebook;
pub mod sanction;
pub mod standings;
pub mod variant;
pub mod voivodeship;

pub use choice::{Choice, InvalidChoice};
