//! Racks at the end of a game and the value of their jokers (R-GAME-04 to R-GAME-08).

use super::tile::Tiles;
use crate::rulebook::{Rulebook, UnmeldedMode, parameters};
use crate::values::variant::Variant;

/// The rack of one seat at the end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rack {
    pub left: TilesLeft,
    pub first_meld: FirstMeld,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TilesLeft {
    Counted {
        /// The sum of the numbers, without jokers.
        face: u32,
        jokers: u8,
    },
    /// The player spilled them or made counting impossible otherwise (R-GAME-15).
    Spilled,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstMeld {
    Made,
    NotMade(NotMade),
}

/// Facts about a player who has not made the first meld.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NotMade {
    /// The player had the points for it, jokers counted (R-GAME-09).
    pub had_first_meld: bool,
    /// The tile needed was drawn in the last go-around, and the player announced the meld before ending the move
    /// (R-GAME-07); recorded as stated (AMB-35).
    pub announced_with_last_tile: bool,
    /// The player announced it before the game, and the game ended in the first move of another (R-GAME-08).
    pub announced_before_game: bool,
}

impl NotMade {
    /// Charge for a rack without first meld: the penalty, or penalty and sum (AMB-31).
    pub(super) fn charge(self, sum: i64, rulebook: &Rulebook) -> i64 {
        let penalty = i64::from(self.penalty(rulebook));
        match rulebook.get(parameters::GAME_UNMELDED_MODE) {
            UnmeldedMode::Flat => penalty,
            UnmeldedMode::Additional => penalty + sum,
        }
    }

    /// The penalty (R-GAME-05 to R-GAME-08).
    pub fn penalty(self, rulebook: &Rulebook) -> u32 {
        rulebook.get(if !self.had_first_meld {
            parameters::GAME_UNMELDED_NO30
        } else if self.announced_with_last_tile || self.announced_before_game {
            parameters::GAME_UNMELDED_ANNOUNCED
        } else {
            parameters::GAME_UNMELDED_HAD30
        })
    }
}

impl Rack {
    /// Whether the last tile was laid; a joker is a tile even where it counts nothing.
    pub fn is_empty(&self) -> bool {
        self.left == TilesLeft::Counted { face: 0, jokers: 0 }
    }
}

impl TilesLeft {
    /// The rack sum, if it could be counted; a table of them is far from the limits of an `i64`.
    pub(super) fn sum(self, joker: i64) -> Option<i64> {
        match self {
            Self::Counted { face, jokers } => Some(i64::from(face) + i64::from(jokers) * joker),
            Self::Spilled => None,
        }
    }
}

impl From<&Tiles> for TilesLeft {
    fn from(tiles: &Tiles) -> Self {
        Self::Counted { face: tiles.face_sum(), jokers: tiles.jokers() }
    }
}

/// Value of a joker left on the rack (R-GAME-04).
pub fn joker_value(variant: Variant, rulebook: &Rulebook) -> u32 {
    rulebook.get(match variant {
        Variant::Twist => parameters::GAME_JOKER_TWIST,
        Variant::Expert => parameters::GAME_JOKER_EXPERT,
        Variant::Standard | Variant::Duel | Variant::Running | Variant::Speed | Variant::Slow => {
            parameters::GAME_JOKER_STANDARD
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_joker_counts_50_but_30_in_twist_and_expert() {
        let rulebook = Rulebook::default();
        for (variant, expected) in
            [(Variant::Standard, 50), (Variant::Speed, 50), (Variant::Twist, 30), (Variant::Expert, 30)]
        {
            assert_eq!(joker_value(variant, &rulebook), expected, "{variant}");
        }
    }

    #[test]
    fn tiles_are_counted_into_a_rack() {
        let left = TilesLeft::from(&Tiles::parse("4r 9k J").unwrap());
        assert_eq!(left, TilesLeft::Counted { face: 13, jokers: 1 });
    }
}
