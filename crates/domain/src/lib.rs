//! The rules of the season as pure functions and values that cannot be wrong.
//!
//! Nothing here reads a file, a clock or a source of randomness: times and seeds are arguments.

mod choice;

pub mod account;
pub mod age;
pub mod authority;
pub mod calendar;
pub mod championship;
pub mod class;
pub mod course;
pub mod deadlines;
pub mod derivation;
pub mod digest;
pub mod draw;
pub mod event;
pub mod event_status;
pub mod final_stage;
pub mod format;
pub mod game;
pub mod grand_prix;
pub mod half_rule;
pub mod history;
pub mod ids;
pub mod league;
pub mod ledger;
pub mod lists;
pub mod mw;
pub mod online;
pub mod place;
pub mod player;
pub mod points;
pub mod publication;
pub mod qualification;
pub mod ranking;
pub mod ranking_points;
pub mod recorded;
pub mod rulebook;
pub mod ruling;
pub mod running;
pub mod sanction;
pub mod season;
pub mod seating;
pub mod second_person;
pub mod standings;
pub mod text;
pub mod top_stage;
pub mod tournament;
pub mod variant;
pub mod voivodeship;
pub mod waiver;
pub mod wildcard;
pub mod wrc;

#[cfg(test)]
mod test_support;

pub use choice::{Choice, InvalidChoice};
