//! One game: its tiles, how it ends, what it scores and what a score sheet may say (R-GAME).

pub mod doublets;
pub mod first_meld;
pub mod plausibility;
pub mod rack;
pub mod scoring;
pub mod sheet;
mod tie;
pub mod tile;

use crate::values::choice::choices;
use crate::values::points::{BigPoints, SmallPoints};
use std::ops::RangeInclusive;

choices! {
    /// How a game ended (R-GAME-01).
    "ending" enum Ending {
        RackEmptied = "rack_emptied",
        /// The round time ran out and the Final Round was played (R-GAME-11).
        TimeExpired = "time_expired",
        /// The pool ran out and the Final Round was played (R-GAME-11).
        PoolExhausted = "pool_exhausted",
        /// The game was not begun before the round ended; it has no points (AMB-27).
        NotPlayed = "not_played",
    }
}

/// The points of one seat for a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// One for a winner, none for the others (R-GAME-03).
    pub big: BigPoints,
    pub small: SmallPoints,
}

/// How many seats a table has (R-SEAT-01).
pub const SEATS: RangeInclusive<usize> = 3..=4;

/// The letter of a seat, counted from 0 (R-SEAT-05).
fn letter(seat: usize) -> char {
    "ABCD".chars().nth(seat).unwrap_or('?')
}

#[cfg(test)]
mod tests;
