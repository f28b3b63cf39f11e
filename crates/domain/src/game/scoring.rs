//! From the racks at the end of a game to big and small points (R-GAME-02 to R-GAME-15).

use super::rack::{FirstMeld, Rack, joker_value};
use super::{Ending, SEATS, Score, letter, tie};
use crate::rulebook::{Rulebook, TimeoutUnmelded, parameters};
use crate::values::points::{BigPoints, SmallPoints};
use crate::values::variant::Variant;

/// Racks that cannot be scored; seats count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidRacks {
    #[error("a table has {} or {} seats, not {found} (R-SEAT-01)", SEATS.start(), SEATS.end())]
    WrongSeats { found: usize },
    #[error("a game that was not played is not scored (AMB-27)")]
    NotPlayed,
    #[error("a rack was emptied, but every rack has tiles (R-GAME-02)")]
    NoEmptyRack,
    #[error("{found} racks are empty, but the first one ends the game (R-GAME-02, R-GAME-12)")]
    SeveralEmptyRacks { found: usize },
    #[error("seat {}: the rack is empty, but there was no first meld (R-GAME-10)", letter(*.seat))]
    EmptyWithoutFirstMeld { seat: usize },
    /// All players spilled the rack or, by the reading of AMB-32, are charged a flat penalty; a referee decides.
    #[error("no rack can win this game (R-GAME-13, R-GAME-15)")]
    NoPossibleWinner,
    /// A penalty or joker of 0 in the rulebook would leave a loser without loss.
    #[error("seat {}: the rulebook charges this loser nothing, but a loser is below 0 (R-GAME-16)", letter(*.seat))]
    NoLoss { seat: usize },
}

/// Weight of a rack after the Final Round.
enum Weight {
    /// The lowest of these wins, the others lose the difference (R-GAME-13).
    Competing(i64),
    /// Cannot win and loses the difference.
    Beaten(i64),
    /// Cannot win and loses the points in full.
    Flat(i64),
}

/// The score of every seat, in seat order.
///
/// An empty rack makes every ending an ordinary one (R-GAME-12). Otherwise the lowest rack wins. The
/// readings that the rulebook chooses:
///
/// - the charge for a missing first meld takes the place of the rack or adds to it (AMB-31);
/// - at a time or pool ending it does not exist, takes the place of the rack before the differences, or is recorded in
///   full and excludes from winning (AMB-32); a joker there is in the sum or counts nothing (AMB-34);
/// - tied winners each record all, a share, or nothing (AMB-33);
/// - a spilled rack never wins, with or without first meld; its penalty is recorded in full, or stands for the rack and
///   is reduced by the winner's, to no less than 1 because a loser is below 0 (AMB-36).
pub fn score(
    racks: &[Rack],
    ending: Ending,
    variant: Variant,
    rulebook: &Rulebook,
) -> Result<Vec<Score>, InvalidRacks> {
    if ending == Ending::NotPlayed {
        return Err(InvalidRacks::NotPlayed);
    }
    if !SEATS.contains(&racks.len()) {
        return Err(InvalidRacks::WrongSeats { found: racks.len() });
    }
    let empty: Vec<usize> = (0..racks.len()).filter(|seat| racks[*seat].is_empty()).collect();
    if let Some(seat) = empty.iter().find(|seat| racks[**seat].first_meld != FirstMeld::Made) {
        return Err(InvalidRacks::EmptyWithoutFirstMeld { seat: *seat });
    }
    let joker = i64::from(joker_value(variant, rulebook));
    let losses: Vec<Option<i64>> = match (empty.as_slice(), ending) {
        ([winner], _) => {
            (0..).zip(racks).map(|(seat, rack)| (seat != *winner).then(|| charge(rack, joker, rulebook))).collect()
        }
        ([], Ending::RackEmptied) => return Err(InvalidRacks::NoEmptyRack),
        ([], _) => after_final_round(racks, joker, rulebook).ok_or(InvalidRacks::NoPossibleWinner)?,
        (several, _) => return Err(InvalidRacks::SeveralEmptyRacks { found: several.len() }),
    };
    recorded(&losses, rulebook)
}

/// Charge for a rack when another player has finished.
fn charge(rack: &Rack, joker: i64, rulebook: &Rulebook) -> i64 {
    match (rack.left.sum(joker), rack.first_meld) {
        (None, _) => rulebook.get(parameters::GAME_SPILLED_PENALTY).into(),
        (Some(sum), FirstMeld::Made) => sum,
        (Some(sum), FirstMeld::NotMade(not_made)) => not_made.charge(sum, rulebook),
    }
}

/// Loss of each loser when no rack was emptied, `None` for winners; no result if no player can win.
fn after_final_round(racks: &[Rack], joker: i64, rulebook: &Rulebook) -> Option<Vec<Option<i64>>> {
    let joker_in_sum = rulebook.get(parameters::GAME_TIMEOUT_JOKER_IN_SUM);
    let joker = if joker_in_sum { joker } else { 0 };
    let weights: Vec<Weight> = racks.iter().map(|rack| weigh(rack, joker, rulebook)).collect();
    let competing = weights.iter().filter_map(|weight| match weight {
        Weight::Competing(points) => Some(*points),
        Weight::Beaten(_) | Weight::Flat(_) => None,
    });
    let lowest = competing.min()?;
    let loss = |weight: &Weight| match weight {
        Weight::Competing(points) => (*points != lowest).then(|| points - lowest),
        Weight::Beaten(points) => Some((points - lowest).max(1)),
        Weight::Flat(points) => Some(*points),
    };
    Some(weights.iter().map(loss).collect())
}

fn weigh(rack: &Rack, joker: i64, rulebook: &Rulebook) -> Weight {
    match (rack.left.sum(joker), rack.first_meld) {
        (None, _) => {
            let penalty = rulebook.get(parameters::GAME_SPILLED_PENALTY).into();
            if rulebook.get(parameters::GAME_SPILLED_FLAT) { Weight::Flat(penalty) } else { Weight::Beaten(penalty) }
        }
        (Some(sum), FirstMeld::Made) => Weight::Competing(sum),
        (Some(sum), FirstMeld::NotMade(not_made)) => match rulebook.get(parameters::GAME_TIMEOUT_UNMELDED) {
            TimeoutUnmelded::RackValue => Weight::Competing(sum),
            TimeoutUnmelded::PenaltyAsRack => Weight::Competing(not_made.charge(sum, rulebook)),
            TimeoutUnmelded::FlatPenalty => Weight::Flat(not_made.charge(sum, rulebook)),
        },
    }
}

fn recorded(losses: &[Option<i64>], rulebook: &Rulebook) -> Result<Vec<Score>, InvalidRacks> {
    if let Some(seat) = losses.iter().position(|loss| loss.is_some_and(|loss| loss <= 0)) {
        return Err(InvalidRacks::NoLoss { seat });
    }
    let lost: i64 = losses.iter().flatten().sum();
    let winners = losses.iter().filter(|loss| loss.is_none()).count();
    let mut scores = Vec::with_capacity(losses.len());
    let mut rank = 0;
    for loss in losses {
        if let Some(loss) = loss {
            scores.push(Score { big: BigPoints(0), small: SmallPoints(-loss) });
        } else {
            scores.push(Score {
                big: BigPoints(1),
                small: SmallPoints(tie::share(lost.into(), winners, rank, rulebook) as i64),
            });
            rank += 1;
        }
    }
    Ok(scores)
}

#[cfg(test)]
mod tests {
    use super::super::rack::{NotMade, TilesLeft};
    use super::*;
    use crate::rulebook::{SplitRounding, TieSmallPoints, UnmeldedMode};

    const SPILLED: Rack = Rack { left: TilesLeft::Spilled, first_meld: FirstMeld::Made };
    const NO_30: NotMade =
        NotMade { had_first_meld: false, announced_with_last_tile: false, announced_before_game: false };
    const HAD_30: NotMade = NotMade { had_first_meld: true, ..NO_30 };

    fn with_jokers(face: u32, jokers: u8) -> Rack {
        Rack { left: TilesLeft::Counted { face, jokers }, first_meld: FirstMeld::Made }
    }

    fn melded(face: u32) -> Rack {
        with_jokers(face, 0)
    }

    fn unmelded(face: u32, not_made: NotMade) -> Rack {
        Rack { first_meld: FirstMeld::NotMade(not_made), ..melded(face) }
    }

    fn scores_by(racks: &[Rack], ending: Ending, variant: Variant, rulebook: &Rulebook) -> Vec<(u32, i64)> {
        let scores = score(racks, ending, variant, rulebook).unwrap();
        scores.iter().map(|score| (score.big.0, score.small.0)).collect()
    }

    fn scores(racks: &[Rack], ending: Ending) -> Vec<(u32, i64)> {
        scores_by(racks, ending, Variant::Standard, &Rulebook::default())
    }

    /// The losses of the racks when another player emptied theirs.
    fn losses(racks: &[Rack; 2], rulebook: &Rulebook) -> [i64; 2] {
        let [a, b] = *racks;
        let scores = scores_by(&[melded(0), a, b], Ending::RackEmptied, Variant::Standard, rulebook);
        [scores[1].1, scores[2].1]
    }

    #[test]
    fn e10_the_winner_records_what_the_others_lose() {
        let racks = [melded(0), melded(3 + 7 + 13), melded(1 + 1), with_jokers(10, 1)];
        assert_eq!(scores(&racks, Ending::RackEmptied), [(1, 85), (0, -23), (0, -2), (0, -60)]);
    }

    #[test]
    fn e10_a_joker_counts_30_in_twist() {
        let racks = [melded(0), with_jokers(10, 1), melded(13 + 12 + 11), melded(5)];
        assert_eq!(
            scores_by(&racks, Ending::RackEmptied, Variant::Twist, &Rulebook::default()),
            [(1, 81), (0, -40), (0, -36), (0, -5)]
        );
    }

    #[test]
    fn e10_players_without_first_meld_lose_100_or_200() {
        let racks = [melded(0), unmelded(77, NO_30), unmelded(150, HAD_30), melded(4 + 9)];
        assert_eq!(scores(&racks, Ending::RackEmptied), [(1, 313), (0, -100), (0, -200), (0, -13)]);
    }

    #[test]
    fn e10_a_table_may_have_three_seats() {
        let racks = [melded(0), melded(2 + 2), with_jokers(13, 2)];
        assert_eq!(scores(&racks, Ending::RackEmptied), [(1, 117), (0, -4), (0, -113)]);
    }

    #[test]
    fn e11_the_decision_table_of_a_missing_first_meld() {
        // had 30, announced with the last tile, announced before the game → loss
        let rows = [
            (false, false, false, 100),
            (false, true, false, 100),
            (false, false, true, 100),
            (false, true, true, 100),
            (true, false, false, 200),
            (true, true, false, 100),
            (true, false, true, 100),
            (true, true, true, 100),
        ];
        for (had_first_meld, announced_with_last_tile, announced_before_game, expected) in rows {
            let not_made = NotMade { had_first_meld, announced_with_last_tile, announced_before_game };
            let losses = losses(&[unmelded(64, not_made), melded(64)], &Rulebook::default());
            assert_eq!(losses, [-expected, -64], "{not_made:?}");
        }
    }

    #[test]
    fn e11_each_row_of_the_table_has_its_own_penalty() {
        let rulebook = Rulebook::default()
            .with(parameters::GAME_UNMELDED_NO30, 11)
            .with(parameters::GAME_UNMELDED_HAD30, 22)
            .with(parameters::GAME_UNMELDED_ANNOUNCED, 33);
        let announced = NotMade { announced_before_game: true, ..HAD_30 };
        assert_eq!(losses(&[unmelded(64, NO_30), unmelded(64, HAD_30)], &rulebook), [-11, -22]);
        assert_eq!(losses(&[unmelded(64, announced), melded(5)], &rulebook), [-33, -5]);
    }

    #[test]
    fn e11_the_penalty_takes_the_place_of_the_rack_or_adds_to_it() {
        let with_joker = Rack { first_meld: FirstMeld::NotMade(HAD_30), ..with_jokers(70, 1) };
        let racks = [with_joker, unmelded(160, NO_30)];
        assert_eq!(losses(&racks, &Rulebook::default()), [-200, -100]);
        let additional = Rulebook::default().with(parameters::GAME_UNMELDED_MODE, UnmeldedMode::Additional);
        assert_eq!(losses(&racks, &additional), [-320, -260]);
    }

    #[test]
    fn e12_the_lowest_rack_wins_and_the_others_lose_the_difference() {
        let racks = [melded(12), melded(30), melded(45), melded(62)];
        for ending in [Ending::TimeExpired, Ending::PoolExhausted] {
            assert_eq!(scores(&racks, ending), [(1, 101), (0, -18), (0, -33), (0, -50)], "{ending}");
        }
    }

    #[test]
    fn e12_tied_winners_each_get_a_big_point_and_all_small_points() {
        let racks = [melded(20), melded(20), melded(35), melded(50)];
        let scores_by = |small_points, rounding| {
            let rulebook = Rulebook::default()
                .with(parameters::GAME_TIE_SMALL_POINTS, small_points)
                .with(parameters::GAME_TIE_ROUNDING, rounding);
            scores_by(&racks, Ending::TimeExpired, Variant::Standard, &rulebook)
        };
        let losers = [(0, -15), (0, -30)];
        let expected = |a, b| [[(1, a), (1, b)], losers].concat();
        assert_eq!(scores(&racks, Ending::TimeExpired), expected(45, 45));
        assert_eq!(scores_by(TieSmallPoints::Split, SplitRounding::BySeat), expected(23, 22));
        assert_eq!(scores_by(TieSmallPoints::Split, SplitRounding::Down), expected(22, 22));
        assert_eq!(scores_by(TieSmallPoints::None, SplitRounding::BySeat), expected(0, 0));
    }

    #[test]
    fn e12_four_equal_racks_all_win_with_0() {
        assert_eq!(scores(&[melded(17); 4], Ending::PoolExhausted), [(1, 0); 4]);
    }

    #[test]
    fn e12_a_joker_is_in_the_sum_after_the_final_round() {
        let racks = [with_jokers(0, 1), melded(13 + 12), melded(13 + 13 + 13)];
        let default = Rulebook::default();
        let by = |variant, rulebook: &Rulebook| scores_by(&racks, Ending::TimeExpired, variant, rulebook);
        assert_eq!(by(Variant::Standard, &default), [(0, -25), (1, 39), (0, -14)]);
        assert_eq!(by(Variant::Expert, &default), [(0, -5), (1, 19), (0, -14)]);
        let without = default.with(parameters::GAME_TIMEOUT_JOKER_IN_SUM, false);
        assert_eq!(by(Variant::Standard, &without), [(1, 64), (0, -25), (0, -39)]);
    }

    #[test]
    fn e12_a_rack_emptied_in_the_final_round_ends_the_game_as_usual() {
        let racks = [melded(0), melded(30), melded(45), melded(62)];
        for ending in [Ending::TimeExpired, Ending::PoolExhausted, Ending::RackEmptied] {
            assert_eq!(scores(&racks, ending), [(1, 137), (0, -30), (0, -45), (0, -62)], "{ending}");
        }
        // The penalty for a missing first meld is back, because another player has finished.
        let racks = [melded(0), unmelded(30, NO_30), melded(45)];
        assert_eq!(scores(&racks, Ending::TimeExpired), [(1, 145), (0, -100), (0, -45)]);
    }

    fn reading(unmelded: TimeoutUnmelded) -> Rulebook {
        Rulebook::default().with(parameters::GAME_TIMEOUT_UNMELDED, unmelded)
    }

    #[test]
    fn e12_a_missing_first_meld_counts_as_the_rack_the_penalty_or_a_flat_loss() {
        let racks = [melded(20), melded(44), melded(31), unmelded(95, NO_30)];
        let by = |rulebook: &Rulebook| scores_by(&racks, Ending::TimeExpired, Variant::Standard, rulebook);
        let won = |small, last| [(1, small), (0, -24), (0, -11), (0, last)];
        assert_eq!(by(&Rulebook::default()), won(110, -75));
        assert_eq!(by(&reading(TimeoutUnmelded::RackValue)), won(110, -75));
        assert_eq!(by(&reading(TimeoutUnmelded::PenaltyAsRack)), won(115, -80));
        assert_eq!(by(&reading(TimeoutUnmelded::FlatPenalty)), won(135, -100));
        let additional =
            reading(TimeoutUnmelded::PenaltyAsRack).with(parameters::GAME_UNMELDED_MODE, UnmeldedMode::Additional);
        assert_eq!(by(&additional), won(210, -175));
    }

    #[test]
    fn e12_a_player_without_first_meld_may_have_the_lowest_rack() {
        let racks = [melded(62), melded(70), melded(58), unmelded(41, NO_30)];
        let by = |rulebook: &Rulebook| scores_by(&racks, Ending::TimeExpired, Variant::Standard, rulebook);
        assert_eq!(by(&Rulebook::default()), [(0, -21), (0, -29), (0, -17), (1, 67)]);
        assert_eq!(by(&reading(TimeoutUnmelded::PenaltyAsRack)), [(0, -4), (0, -12), (1, 58), (0, -42)]);
        assert_eq!(by(&reading(TimeoutUnmelded::FlatPenalty)), [(0, -4), (0, -12), (1, 116), (0, -100)]);
    }

    #[test]
    fn e13_a_spilled_rack_costs_200_and_the_winner_gets_them() {
        let racks = [melded(0), SPILLED, melded(15), melded(8)];
        assert_eq!(scores(&racks, Ending::RackEmptied), [(1, 223), (0, -200), (0, -15), (0, -8)]);
        let racks = [melded(12), melded(30), melded(45), SPILLED];
        assert_eq!(scores(&racks, Ending::TimeExpired), [(1, 251), (0, -18), (0, -33), (0, -200)]);
    }

    #[test]
    fn e13_a_spilled_rack_may_be_reduced_by_the_winners_but_never_wins() {
        let rulebook = Rulebook::default().with(parameters::GAME_SPILLED_FLAT, false);
        let by = |racks: &[Rack], ending| scores_by(racks, ending, Variant::Standard, &rulebook);
        let racks = [melded(12), melded(30), melded(45), SPILLED];
        assert_eq!(by(&racks, Ending::TimeExpired), [(1, 239), (0, -18), (0, -33), (0, -188)]);
        let racks = [melded(250), melded(260), SPILLED];
        assert_eq!(by(&racks, Ending::TimeExpired), [(1, 11), (0, -10), (0, -1)]);
        let racks = [melded(0), melded(30), SPILLED];
        assert_eq!(by(&racks, Ending::RackEmptied), [(1, 230), (0, -30), (0, -200)]);
    }

    #[test]
    fn e13_a_spilled_rack_costs_the_same_without_first_meld() {
        let spilled = Rack { first_meld: FirstMeld::NotMade(NO_30), ..SPILLED };
        let racks = [melded(0), spilled, melded(15)];
        assert_eq!(scores(&racks, Ending::RackEmptied), [(1, 215), (0, -200), (0, -15)]);
        let racks = [melded(12), spilled, melded(15)];
        assert_eq!(scores(&racks, Ending::TimeExpired), [(1, 203), (0, -200), (0, -3)]);
    }

    #[test]
    fn racks_that_contradict_the_ending_are_refused_by_the_rule() {
        let refused =
            |racks: &[Rack], ending| score(racks, ending, Variant::Standard, &Rulebook::default()).unwrap_err();
        let (zero, ten) = (melded(0), melded(10));
        for (racks, ending, expected) in [
            (vec![ten; 2], Ending::TimeExpired, InvalidRacks::WrongSeats { found: 2 }),
            (vec![ten; 5], Ending::TimeExpired, InvalidRacks::WrongSeats { found: 5 }),
            (vec![ten; 4], Ending::NotPlayed, InvalidRacks::NotPlayed),
            (vec![ten; 4], Ending::RackEmptied, InvalidRacks::NoEmptyRack),
            (vec![with_jokers(0, 1); 3], Ending::RackEmptied, InvalidRacks::NoEmptyRack),
            (vec![SPILLED; 3], Ending::RackEmptied, InvalidRacks::NoEmptyRack),
            (vec![SPILLED; 3], Ending::TimeExpired, InvalidRacks::NoPossibleWinner),
            (vec![zero, ten, zero], Ending::RackEmptied, InvalidRacks::SeveralEmptyRacks { found: 2 }),
            (vec![zero, ten, zero], Ending::PoolExhausted, InvalidRacks::SeveralEmptyRacks { found: 2 }),
            (vec![ten, unmelded(0, NO_30), ten], Ending::RackEmptied, InvalidRacks::EmptyWithoutFirstMeld { seat: 1 }),
        ] {
            assert_eq!(refused(&racks, ending), expected, "{racks:?}");
        }
        assert_eq!(
            InvalidRacks::EmptyWithoutFirstMeld { seat: 1 }.to_string(),
            "seat B: the rack is empty, but there was no first meld (R-GAME-10)"
        );
    }

    #[test]
    fn nobody_wins_where_everybody_is_charged_a_flat_penalty() {
        let rulebook = reading(TimeoutUnmelded::FlatPenalty);
        let racks = [unmelded(60, NO_30), SPILLED, unmelded(70, HAD_30)];
        assert_eq!(
            score(&racks, Ending::TimeExpired, Variant::Standard, &rulebook),
            Err(InvalidRacks::NoPossibleWinner)
        );
    }

    #[test]
    fn a_rulebook_that_charges_a_loser_nothing_cannot_be_applied() {
        let rulebook = Rulebook::default().with(parameters::GAME_JOKER_STANDARD, 0);
        let racks = [melded(0), melded(5), with_jokers(0, 1)];
        assert_eq!(
            score(&racks, Ending::RackEmptied, Variant::Standard, &rulebook),
            Err(InvalidRacks::NoLoss { seat: 2 })
        );
    }
}
