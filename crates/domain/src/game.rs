//! One game: its tiles, how it ends, what it scores and what a score sheet may say (R-GAME).

pub mod doublets;
pub mod first_meld;
pub mod tile;
