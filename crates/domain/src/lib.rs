//! The rules of the season as pure functions over checked value types.
//!
//! Nothing here reads a file, a clock or a source of randomness: times and seeds are arguments.

#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

pub mod competitions;
pub mod people;
pub mod tournament;
pub mod values;

pub mod event;
pub mod game;
pub mod publication;
pub mod qualification;
pub mod rulebook;
pub mod season;

#[cfg(test)]
mod test_support;

pub use values::choice::{Choice, InvalidChoice};
