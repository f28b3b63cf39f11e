//! The page of a player.

pub(crate) mod chart;
pub(crate) mod player;
