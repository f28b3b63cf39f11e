//! Soft checks of a score sheet or of counted racks against the tiles that a game has (R-GAME-22).

use super::letter;
use super::rack::{Rack, TilesLeft, joker_value};
use super::tile::Tiles;
use crate::rulebook::{Rulebook, UnmeldedMode, parameters};
use crate::values::points::SmallPoints;
use crate::values::variant::Variant;

/// Something that cannot have happened with the tiles of one game, but is recorded as written; seats count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SheetWarning {
    #[error("seat {}: {points} points on one rack, all tiles together have {limit} (R-GAME-22)", letter(*.seat))]
    HeavyRack {
        seat: usize,
        /// The least that must have lain on the rack.
        points: i64,
        /// Sum of all tiles.
        limit: i64,
    },
    #[error("{points} points on the racks of one table, all tiles together have {limit} (R-GAME-22)")]
    HeavyTable { points: i64, limit: i64 },
    #[error("{found} jokers on the racks of one table, a game has {} (R-GAME-22)", Tiles::COPIES)]
    TooManyJokers { found: u64 },
}

impl SheetWarning {
    /// Renumbers the seats for a table at which only some played: `playing` has the seat of each, from 0.
    #[must_use]
    pub fn at_seats(mut self, playing: &[usize]) -> Self {
        if let Self::HeavyRack { seat, .. } = &mut self {
            *seat = playing.get(*seat).copied().unwrap_or(*seat);
        }
        self
    }
}

/// The face values of all numbered tiles.
const ALL_FACES: i128 = 728;

/// Sum of all tiles: 828, or 788 where a joker counts 30.
fn all_tiles(variant: Variant, rulebook: &Rulebook) -> i128 {
    ALL_FACES + i128::from(Tiles::COPIES) * i128::from(joker_value(variant, rulebook))
}

/// Counted racks that cannot come from one game.
pub fn implausible_racks(racks: &[Rack], variant: Variant, rulebook: &Rulebook) -> Vec<SheetWarning> {
    let joker = joker_value(variant, rulebook).into();
    let points = racks.iter().map(|rack| rack.left.sum(joker).unwrap_or(0).into());
    let mut warnings = heavier_than(all_tiles(variant, rulebook), points);
    let jokers = racks.iter().map(|rack| match rack.left {
        TilesLeft::Counted { jokers, .. } => u64::from(jokers),
        TilesLeft::Spilled => 0,
    });
    let found = jokers.sum();
    if found > u64::from(Tiles::COPIES) {
        warnings.push(SheetWarning::TooManyJokers { found });
    }
    warnings
}

/// Small points that cannot come from one game, whatever penalties there were; jokers are not visible in them.
pub(super) fn implausible_losses(small: &[SmallPoints], variant: Variant, rulebook: &Rulebook) -> Vec<SheetWarning> {
    let penalties = [
        parameters::GAME_UNMELDED_NO30,
        parameters::GAME_UNMELDED_HAD30,
        parameters::GAME_UNMELDED_ANNOUNCED,
        parameters::GAME_SPILLED_PENALTY,
    ];
    let penalty = penalties.map(|penalty| i128::from(rulebook.get(penalty))).into_iter().max().unwrap_or(0);
    let mode = rulebook.get(parameters::GAME_UNMELDED_MODE);
    let on_rack = |small: &SmallPoints| {
        let lost = -i128::from(small.0);
        match mode {
            // A loss above the penalty was counted tile by tile.
            UnmeldedMode::Flat if lost > penalty => lost,
            UnmeldedMode::Flat => 0,
            UnmeldedMode::Additional => (lost - penalty).max(0),
        }
    };
    heavier_than(all_tiles(variant, rulebook), small.iter().map(on_rack))
}

fn heavier_than(limit: i128, racks: impl Iterator<Item = i128> + Clone) -> Vec<SheetWarning> {
    // Only absurd numbers do not fit, and those may be shown as the greatest that does.
    let shown = |points: i128| i64::try_from(points).unwrap_or(i64::MAX);
    let limit_shown = shown(limit);
    let mut warnings: Vec<SheetWarning> = racks
        .clone()
        .enumerate()
        .filter(|(_, points)| *points > limit)
        .map(|(seat, points)| SheetWarning::HeavyRack { seat, points: shown(points), limit: limit_shown })
        .collect();
    let points: i128 = racks.sum();
    if warnings.is_empty() && points > limit {
        warnings.push(SheetWarning::HeavyTable { points: shown(points), limit: limit_shown });
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::super::rack::FirstMeld;
    use super::*;

    fn warnings(racks: &[(u32, u8)], variant: Variant) -> Vec<SheetWarning> {
        let rack = |(face, jokers): &(u32, u8)| Rack {
            left: TilesLeft::Counted { face: *face, jokers: *jokers },
            first_meld: FirstMeld::Made,
        };
        let racks: Vec<Rack> = racks.iter().map(rack).collect();
        implausible_racks(&racks, variant, &Rulebook::default())
    }

    #[test]
    fn a_table_has_two_jokers_and_828_points() {
        assert_eq!(warnings(&[(0, 0), (700, 1), (28, 1)], Variant::Standard), []);
        assert_eq!(
            warnings(&[(0, 0), (10, 1), (10, 2)], Variant::Standard),
            [SheetWarning::TooManyJokers { found: 3 }]
        );
        assert_eq!(
            warnings(&[(0, 0), (729, 0), (0, 2)], Variant::Standard),
            [SheetWarning::HeavyTable { points: 829, limit: 828 }]
        );
        assert_eq!(
            warnings(&[(0, 0), (0, 1), (789, 0)], Variant::Expert),
            [SheetWarning::HeavyRack { seat: 2, points: 789, limit: 788 }]
        );
    }

    #[test]
    fn a_spilled_rack_is_not_counted() {
        let racks = [Rack { left: TilesLeft::Spilled, first_meld: FirstMeld::Made }; 4];
        assert_eq!(implausible_racks(&racks, Variant::Standard, &Rulebook::default()), []);
    }
}
