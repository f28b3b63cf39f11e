//! Points of the winners, alone or tied (R-GAME-02, R-GAME-13, R-GAME-14).

use crate::rulebook::{Rulebook, SplitRounding, TieSmallPoints, parameters};

/// The small points of the winner with this rank in seat order, from 0, when the losers lost `lost` together (AMB-33).
pub(super) fn share(lost: i128, winners: usize, rank: usize, rulebook: &Rulebook) -> i128 {
    if winners <= 1 {
        return lost;
    }
    match rulebook.get(parameters::GAME_TIE_SMALL_POINTS) {
        TieSmallPoints::FullEach => lost,
        TieSmallPoints::None => 0,
        TieSmallPoints::Split => {
            let (winners, rank) = (winners as i128, rank as i128);
            let gets_one_more = match rulebook.get(parameters::GAME_TIE_ROUNDING) {
                SplitRounding::BySeat => rank < lost.rem_euclid(winners),
                SplitRounding::Down => false,
            };
            lost.div_euclid(winners) + i128::from(gets_one_more)
        }
    }
}

/// By how much the small points of tied winners may differ.
pub(super) fn spread(rulebook: &Rulebook) -> i64 {
    let by_seat = rulebook.get(parameters::GAME_TIE_SMALL_POINTS) == TieSmallPoints::Split
        && rulebook.get(parameters::GAME_TIE_ROUNDING) == SplitRounding::BySeat;
    i64::from(by_seat)
}
