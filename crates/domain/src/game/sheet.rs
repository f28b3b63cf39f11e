//! Checks of one game on a score sheet (R-GAME-16).

use super::plausibility::{SheetWarning, implausible_losses};
use super::{Ending, SEATS, letter, tie};
use crate::rulebook::Rulebook;
use crate::values::points::{BigPoints, SmallPoints};
use crate::values::variant::Variant;

/// An error that keeps a game from being recorded; seats count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    #[error("a table has {} or {} seats, not {found} (R-SEAT-01)", SEATS.start(), SEATS.end())]
    WrongSeats { found: usize },
    #[error("a game that was not played has no points (AMB-27)")]
    PointsWithoutGame,
    #[error("{found} seats share the greatest small points, but one player emptied the rack (R-GAME-02, R-GAME-16)")]
    SeveralWinners { found: usize },
    #[error("seat {}: a loser is below 0, not {found} (R-GAME-16)", letter(*.seat))]
    LoserNotBelowZero { seat: usize, found: SmallPoints },
    /// A winner records what the others lost, or the share of it that a tie gives (AMB-33).
    #[error("seat {}: the winner records {expected}, not {found} (R-GAME-16)", letter(*.seat))]
    WrongWinnerPoints { seat: usize, found: SmallPoints, expected: SmallPoints },
    #[error("{found} big points are written for {seats} seats (R-GAME-03)")]
    BigPointsForOtherSeats { found: usize, seats: usize },
    #[error("seat {}: {expected} big points, not {found} (R-GAME-03, R-GAME-14)", letter(*.seat))]
    WrongBigPoints { seat: usize, found: BigPoints, expected: BigPoints },
}

impl SheetError {
    /// Renumbers the seats for a table at which only some played: `playing` has the seat of each, from 0.
    #[must_use]
    pub fn at_seats(mut self, playing: &[usize]) -> Self {
        match &mut self {
            Self::LoserNotBelowZero { seat, .. }
            | Self::WrongWinnerPoints { seat, .. }
            | Self::WrongBigPoints { seat, .. } => *seat = playing.get(*seat).copied().unwrap_or(*seat),
            Self::WrongSeats { .. }
            | Self::PointsWithoutGame
            | Self::SeveralWinners { .. }
            | Self::BigPointsForOtherSeats { .. } => {}
        }
        self
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameCheck {
    pub errors: Vec<SheetError>,
    /// Warnings; the game can still be recorded (R-GAME-22).
    pub warnings: Vec<SheetWarning>,
}

/// The seats that won, from 0 and in order: those with the greatest small points (R-STD-01).
///
/// Tied winners whose shares were rounded by seat may differ by one point (AMB-33); a loser is below 0 and
/// cannot be taken for one of them.
pub fn winners(ending: Ending, small: &[SmallPoints], rulebook: &Rulebook) -> impl Iterator<Item = usize> + Clone {
    let greatest = small.iter().map(|small| small.0).max();
    let least = match ending {
        Ending::RackEmptied => greatest,
        Ending::TimeExpired | Ending::PoolExhausted => {
            greatest.map(|greatest| greatest.saturating_sub(tie::spread(rulebook)).max(0).min(greatest))
        }
        Ending::NotPlayed => None,
    };
    let won = move |small: &SmallPoints| least.is_some_and(|least| small.0 >= least);
    small.iter().enumerate().filter(move |(_, small)| won(small)).map(|(seat, _)| seat)
}

/// The big points of one game in seat order: one for each winner, none for a seat that did not play (R-GAME-03,
/// R-GAME-14).
pub fn big_points(ending: Ending, small: &[Option<SmallPoints>], rulebook: &Rulebook) -> Vec<Option<BigPoints>> {
    let played: Vec<SmallPoints> = small.iter().flatten().copied().collect();
    let mut big = vec![BigPoints::ZERO; played.len()];
    for winner in winners(ending, &played, rulebook) {
        big[winner] = BigPoints(1);
    }
    let mut big = big.into_iter();
    small.iter().map(|small| small.and_then(|_| big.next())).collect()
}

/// Checks the small points of one game in seat order; a game that was not played has none (R-GAME-16, R-GAME-22).
pub fn check_game(ending: Ending, small: &[SmallPoints], variant: Variant, rulebook: &Rulebook) -> GameCheck {
    let refused = |error| GameCheck { errors: vec![error], warnings: Vec::new() };
    if ending == Ending::NotPlayed {
        return match small {
            [] => GameCheck::default(),
            _ => refused(SheetError::PointsWithoutGame),
        };
    }
    if !SEATS.contains(&small.len()) {
        return refused(SheetError::WrongSeats { found: small.len() });
    }
    check_points(ending, small, variant, rulebook)
}

/// Checks the small points of those who played a game, however many they were; a ruling may let two go on (AMB-29).
pub fn check_points(ending: Ending, small: &[SmallPoints], variant: Variant, rulebook: &Rulebook) -> GameCheck {
    let winners = winners(ending, small, rulebook);
    let count = winners.clone().count();
    let losers = || (0..).zip(small).filter(|(seat, _)| winners.clone().all(|winner| winner != *seat));
    // Absurd small points may sum to more than they can hold themselves.
    let lost: i128 = losers().map(|(_, small)| -i128::from(small.0)).sum();

    let mut errors: Vec<SheetError> = losers()
        .filter(|(_, small)| **small >= SmallPoints::ZERO)
        .map(|(seat, small)| SheetError::LoserNotBelowZero { seat, found: *small })
        .collect();
    if ending == Ending::RackEmptied && count > 1 {
        errors.push(SheetError::SeveralWinners { found: count });
    } else {
        errors.extend(winners.clone().enumerate().filter_map(|(rank, seat)| {
            let found = small[seat];
            let expected = tie::share(lost, count, rank, rulebook);
            (i128::from(found.0) != expected).then(|| SheetError::WrongWinnerPoints {
                seat,
                found,
                expected: SmallPoints(expected.clamp(i64::MIN.into(), i64::MAX.into()) as i64),
            })
        }));
    }
    GameCheck { errors, warnings: implausible_losses(small, variant, rulebook) }
}

/// Checks big points that were written beside the small points of a game (R-GAME-03, R-GAME-14).
pub fn check_big(ending: Ending, small: &[SmallPoints], big: &[BigPoints], rulebook: &Rulebook) -> Vec<SheetError> {
    if big.len() != small.len() {
        return vec![SheetError::BigPointsForOtherSeats { found: big.len(), seats: small.len() }];
    }
    let winners = winners(ending, small, rulebook);
    let written = big.iter().enumerate();
    written
        .filter_map(|(seat, found)| {
            let expected = BigPoints(winners.clone().any(|winner| winner == seat).into());
            (*found != expected).then_some(SheetError::WrongBigPoints { seat, found: *found, expected })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::{SplitRounding, TieSmallPoints, UnmeldedMode, parameters};

    fn points(small: &[i64]) -> Vec<SmallPoints> {
        small.iter().copied().map(SmallPoints).collect()
    }

    fn errors_by(ending: Ending, small: &[i64], rulebook: &Rulebook) -> Vec<SheetError> {
        check_game(ending, &points(small), Variant::Standard, rulebook).errors
    }

    fn errors(ending: Ending, small: &[i64]) -> Vec<SheetError> {
        errors_by(ending, small, &Rulebook::default())
    }

    fn big_errors(ending: Ending, small: &[i64], big: &[u32]) -> Vec<SheetError> {
        let big: Vec<BigPoints> = big.iter().copied().map(BigPoints).collect();
        check_big(ending, &points(small), &big, &Rulebook::default())
    }

    fn big(ending: Ending, small: &[Option<i64>]) -> Vec<Option<u32>> {
        let small: Vec<Option<SmallPoints>> = small.iter().map(|small| small.map(SmallPoints)).collect();
        big_points(ending, &small, &Rulebook::default()).into_iter().map(|big| big.map(|big| big.0)).collect()
    }

    #[test]
    fn each_winner_has_a_big_point_and_an_empty_seat_has_none() {
        let (emptied, timeout) = (Ending::RackEmptied, Ending::TimeExpired);
        assert_eq!(big(emptied, &[Some(-23), Some(85), Some(-62)]), [Some(0), Some(1), Some(0)]);
        assert_eq!(big(emptied, &[Some(-23), None, Some(85), Some(-62)]), [Some(0), None, Some(1), Some(0)]);
        assert_eq!(big(timeout, &[Some(20), None, Some(-40), Some(20)]), [Some(1), None, Some(0), Some(1)]);
        assert_eq!(big(Ending::NotPlayed, &[]), []);
    }

    fn wrong(seat: usize, found: i64, expected: i64) -> SheetError {
        SheetError::WrongWinnerPoints { seat, found: SmallPoints(found), expected: SmallPoints(expected) }
    }

    #[test]
    fn e39_a_sheet_whose_winner_has_what_the_others_lost_is_accepted() {
        let small = [85, -23, -2, -60];
        assert_eq!(errors(Ending::RackEmptied, &small), []);
        assert_eq!(big_errors(Ending::RackEmptied, &small, &[1, 0, 0, 0]), []);
    }

    #[test]
    fn e39_a_sheet_that_sums_to_minus_1_is_refused() {
        let found = errors(Ending::RackEmptied, &[84, -23, -2, -60]);
        assert_eq!(found, [wrong(0, 84, 85)]);
        assert_eq!(found[0].to_string(), "seat A: the winner records 85, not 84 (R-GAME-16)");
    }

    #[test]
    fn e39_a_second_big_point_for_an_emptied_rack_is_refused() {
        let found = big_errors(Ending::RackEmptied, &[85, -23, -2, -60], &[1, 1, 0, 0]);
        assert_eq!(
            found.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["seat B: 0 big points, not 1 (R-GAME-03, R-GAME-14)"]
        );
        assert_eq!(big_errors(Ending::RackEmptied, &[85, -23, -2, -60], &[2, 0, 0, 0]).len(), 1);
        assert_eq!(
            big_errors(Ending::RackEmptied, &[85, -23, -2, -60], &[1, 0, 0]),
            [SheetError::BigPointsForOtherSeats { found: 3, seats: 4 }]
        );
    }

    #[test]
    fn e39_tied_winners_each_have_what_the_others_lost() {
        let small = [45, 45, -15, -30];
        for ending in [Ending::TimeExpired, Ending::PoolExhausted] {
            assert_eq!(errors(ending, &small), []);
            assert_eq!(big_errors(ending, &small, &[1, 1, 0, 0]), []);
            assert_eq!(big_errors(ending, &small, &[1, 0, 0, 0]).len(), 1);
        }
        assert_eq!(errors(Ending::RackEmptied, &small), [SheetError::SeveralWinners { found: 2 }]);
    }

    #[test]
    fn e39_a_loser_with_0_is_refused_in_every_ending() {
        for ending in [Ending::RackEmptied, Ending::TimeExpired, Ending::PoolExhausted] {
            let error = SheetError::LoserNotBelowZero { seat: 2, found: SmallPoints(0) };
            assert_eq!(errors(ending, &[83, -23, 0, -60]), [error], "{ending}");
        }
    }

    #[test]
    fn e39_a_round_of_three_games_has_three_big_points_and_sums_to_0() {
        let games = [[85, -23, -2, -60], [-40, 81, -36, -5], [-100, -200, -13, 313]];
        let mut big = 0;
        for small in &games {
            assert_eq!(errors(Ending::RackEmptied, small), []);
            big += winners(Ending::RackEmptied, &points(small), &Rulebook::default()).count();
        }
        assert_eq!((big, games.as_flattened().iter().sum::<i64>()), (3, 0));
    }

    #[test]
    fn all_may_tie_with_0_but_not_with_an_emptied_rack() {
        assert_eq!(errors(Ending::TimeExpired, &[0, 0, 0]), []);
        assert_eq!(errors(Ending::TimeExpired, &[5, 5, 5]).len(), 3);
        assert_eq!(errors(Ending::RackEmptied, &[0, 0, 0]), [SheetError::SeveralWinners { found: 3 }]);
    }

    #[test]
    fn a_sheet_without_a_winner_above_the_losers_is_refused() {
        assert_eq!(errors(Ending::RackEmptied, &[-5, -10, -20]), [wrong(0, -5, 30)]);
    }

    #[test]
    fn a_game_has_three_or_four_small_points_or_was_not_played() {
        assert_eq!(errors(Ending::RackEmptied, &[5, -5]), [SheetError::WrongSeats { found: 2 }]);
        assert_eq!(errors(Ending::TimeExpired, &[]), [SheetError::WrongSeats { found: 0 }]);
        assert_eq!(errors(Ending::NotPlayed, &[]), []);
        assert_eq!(errors(Ending::NotPlayed, &[0, 0, 0]), [SheetError::PointsWithoutGame]);
        assert_eq!(winners(Ending::NotPlayed, &points(&[0, 0, 0]), &Rulebook::default()).count(), 0);
    }

    #[test]
    fn tied_winners_are_checked_by_the_reading_of_the_rulebook() {
        let by = |small_points, rounding| {
            Rulebook::default()
                .with(parameters::GAME_TIE_SMALL_POINTS, small_points)
                .with(parameters::GAME_TIE_ROUNDING, rounding)
        };
        let by_seat = by(TieSmallPoints::Split, SplitRounding::BySeat);
        let down = by(TieSmallPoints::Split, SplitRounding::Down);
        let none = by(TieSmallPoints::None, SplitRounding::BySeat);
        let full_each = Rulebook::default();
        for (rulebook, accepted) in [(&full_each, 45), (&down, 22), (&none, 0)] {
            for winner in [45, 22, 0] {
                let found = errors_by(Ending::TimeExpired, &[winner, winner, -15, -30], rulebook);
                assert_eq!(found.is_empty(), winner == accepted, "{winner}: {found:?}");
            }
        }
        let sheet = [23, 22, -15, -30];
        assert_eq!(errors_by(Ending::TimeExpired, &sheet, &by_seat), []);
        assert!(winners(Ending::TimeExpired, &points(&sheet), &by_seat).eq([0, 1]));
        assert_eq!(errors_by(Ending::TimeExpired, &[22, 23, -15, -30], &by_seat).len(), 2);
        assert_eq!(errors_by(Ending::TimeExpired, &[22, 22, -15, -30], &by_seat), [wrong(0, 22, 23)]);
        // One winner records everything under every reading.
        for rulebook in [&full_each, &by_seat, &down, &none] {
            assert_eq!(errors_by(Ending::TimeExpired, &[45, -15, -30], rulebook), []);
        }
        // Rounding makes no winner of a player below 0, nor a second one beside an emptied rack.
        assert!(winners(Ending::TimeExpired, &points(&[0, -1, -1]), &by_seat).eq([0]));
        assert!(winners(Ending::RackEmptied, &points(&[1, 0, -1]), &by_seat).eq([0]));
    }

    fn warnings(small: &[i64], variant: Variant, rulebook: &Rulebook) -> Vec<SheetWarning> {
        let check = check_game(Ending::RackEmptied, &points(small), variant, rulebook);
        assert_eq!(check.errors, [], "a warning is no error");
        check.warnings
    }

    #[test]
    fn more_points_than_the_tiles_have_are_worth_a_warning() {
        let rulebook = Rulebook::default();
        assert_eq!(warnings(&[838, -828, -10], Variant::Standard, &rulebook), []);
        assert_eq!(
            warnings(&[839, -829, -10], Variant::Standard, &rulebook),
            [SheetWarning::HeavyRack { seat: 1, points: 829, limit: 828 }]
        );
        assert_eq!(warnings(&[798, -788, -10], Variant::Twist, &rulebook), []);
        assert_eq!(
            warnings(&[799, -10, -789], Variant::Twist, &rulebook),
            [SheetWarning::HeavyRack { seat: 2, points: 789, limit: 788 }]
        );
        assert_eq!(
            warnings(&[829, -415, -414], Variant::Standard, &rulebook),
            [SheetWarning::HeavyTable { points: 829, limit: 828 }]
        );
    }

    #[test]
    fn what_a_penalty_explains_is_no_reason_for_a_warning() {
        let rulebook = Rulebook::default();
        assert_eq!(warnings(&[1200, -800, -200, -200], Variant::Standard, &rulebook), []);
        let additional = rulebook.with(parameters::GAME_UNMELDED_MODE, UnmeldedMode::Additional);
        assert_eq!(warnings(&[1038, -1028, -10], Variant::Standard, &additional), []);
        assert_eq!(warnings(&[1039, -1029, -10], Variant::Standard, &additional).len(), 1);
    }

    #[test]
    fn absurd_small_points_are_refused_without_overflow() {
        let small = [i64::MAX, i64::MIN, i64::MIN, -1];
        assert_eq!(errors(Ending::RackEmptied, &small), [wrong(0, i64::MAX, i64::MAX)]);
    }
}
