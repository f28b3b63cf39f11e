//! The rules of the season as pure functions and values that cannot be wrong.
//!
//! Nothing here reads a file, a clock or a source of randomness: times and seeds are arguments.

mod choice;

pub mod age;
pub mod calendar;
pub mod class;
pub mod deadlines;
pub mod draw;
pub mod format;
pub mod ids;
pub mod place;
pub mod points;
pub mod rulebook;
pub mod sanction;
pub mod seating;
pub mod standings;
pub mod top_stage;
pub mod variant;
pub mod voivodeship;
pub mod wrc;

pub use choice::{Choice, InvalidChoice};
