//! Standings: who stands where after the games played so far (R-STD-01).

use crate::points::{BigPoints, SmallPoints};

/// What one player has gathered over some games.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub big: BigPoints,
    /// Small points added up.
    pub small: SmallPoints,
    /// Games played; a game that was not played does not count (AMB-27).
    pub games_played: u32,
}
