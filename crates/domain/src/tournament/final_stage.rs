//! The final table and the places of the whole tournament (R-FIN-01, R-STD-04).

use crate::rulebook::{NonFinalists, Rulebook, StandingsKey, parameters};
use crate::tournament::standings::{Standing, Table, Tally, compare_tallies, tallies};
use crate::values::ids::PlayerKey;
use crate::values::place::{Place, shared_places};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;

/// The place of each player in the whole tournament, best first.
///
/// The finalists take the first places by the keys of `final.tiebreak` (AMB-43). The others follow in elimination
/// order; if the rulebook says so, those who played a TOP stage come first among them, by its result (AMB-46).
pub fn whole_tournament(
    elimination: &[Standing],
    top_tables: &[Table],
    final_table: &Table,
    rulebook: &Rulebook,
) -> Vec<(PlayerKey, Place)> {
    let keys = rulebook.get(parameters::FINAL_TIEBREAK);
    let carry_over = rulebook.get(parameters::FINAL_CARRY_OVER);
    let final_tallies: FxHashMap<PlayerKey, Tally> = tallies([final_table]).into_iter().collect();
    let finalists: FxHashSet<PlayerKey> = final_table.seats.iter().copied().collect();
    let (mut in_final, mut rest): (Vec<Standing>, Vec<Standing>) =
        elimination.iter().partition(|line| finalists.contains(&line.player));
    let in_the_end = |line: &Standing| {
        let mut tally = final_tallies.get(&line.player).copied().unwrap_or_default();
        if carry_over {
            tally.big += line.tally.big;
            tally.small += line.tally.small;
        }
        tally
    };
    let compare = |a: &Standing, b: &Standing| {
        keys.iter()
            .map(|key| {
                if *key == StandingsKey::EliminationPlace {
                    a.place.cmp(&b.place)
                } else {
                    compare_tallies(&[*key], &in_the_end(a), &in_the_end(b))
                }
            })
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    };
    in_final.sort_by(|a, b| compare(a, b).then(a.player.cmp(&b.player)));
    let final_places = shared_places(&in_final, |a, b| compare(a, b).is_eq());
    let top_tallies: FxHashMap<PlayerKey, Tally> = match rulebook.get(parameters::STANDINGS_NON_FINALISTS) {
        NonFinalists::Elimination => FxHashMap::default(),
        NonFinalists::TopStage => tallies(top_tables).into_iter().collect(),
    };
    let compare_rest = |a: &Standing, b: &Standing| {
        let by_top_stage = match (top_tallies.get(&a.player), top_tallies.get(&b.player)) {
            (Some(a), Some(b)) => compare_tallies(&[StandingsKey::Big, StandingsKey::Small], a, b),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        };
        by_top_stage.then(a.place.cmp(&b.place))
    };
    rest.sort_by(|a, b| compare_rest(a, b).then(a.player.cmp(&b.player)));
    let finalists_placed = in_final.len();
    let rest_places = shared_places(&rest, |a, b| compare_rest(a, b).is_eq())
        .into_iter()
        .map(|place| Place::behind(finalists_placed + place.number() as usize - 1));
    in_final.iter().chain(&rest).map(|line| line.player).zip(final_places.into_iter().chain(rest_places)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::played;
    use crate::tournament::standings::standings;
    use crate::values::points::BigPoints;

    fn elimination(players: u32) -> Vec<Standing> {
        let line = |i: u32| (PlayerKey(i), Tally { big: BigPoints(100 - i), ..Tally::default() });
        standings((1..=players).map(line), &Rulebook::default())
    }

    #[test]
    fn e17_equal_finalists_stand_in_elimination_order_and_the_others_follow() {
        let seats = [1, 2, 3, 4].map(PlayerKey).to_vec();
        // Final: s3 (2, +70), s1 (1, +12), s4 (1, +12), s2 (0, -94).
        let games = vec![
            played(&[62, -30, -12, -20]),
            played(&[-20, -30, 60, -10]),
            played(&[-10, -20, 40, -10]),
            played(&[-20, -14, -18, 52]),
        ];
        let check: Vec<(u32, i64)> = tallies([&Table { seats: seats.clone(), games: games.clone() }])
            .iter()
            .map(|(_, t)| (t.big.0, t.small.0))
            .collect();
        assert_eq!(check, [(1, 12), (0, -94), (2, 70), (1, 12)]);

        let places = whole_tournament(&elimination(8), &[], &Table { seats, games }, &Rulebook::default());
        let places: Vec<(u32, u32)> = places.iter().map(|(player, place)| (player.0, place.number())).collect();
        assert_eq!(places, [(3, 1), (1, 2), (4, 3), (2, 4), (5, 5), (6, 6), (7, 7), (8, 8)]);
    }

    #[test]
    fn finalists_equal_in_the_final_and_in_the_elimination_share_a_place() {
        let line = |(player, big)| (PlayerKey(player), Tally { big: BigPoints(big), ..Tally::default() });
        let elimination = standings([(1, 3), (2, 5), (3, 4), (4, 5)].map(line), &Rulebook::default());
        let final_table = Table { seats: [1, 2, 3, 4].map(PlayerKey).to_vec(), games: vec![played(&[0; 4])] };
        let places = whole_tournament(&elimination, &[], &final_table, &Rulebook::default());
        let places: Vec<(u32, u32)> = places.iter().map(|(player, place)| (player.0, place.number())).collect();
        assert_eq!(places, [(2, 1), (4, 1), (3, 3), (1, 4)]);
    }

    #[test]
    fn a_finalist_from_further_down_is_taken_as_written() {
        let final_table = Table { seats: [1, 2, 3, 6].map(PlayerKey).to_vec(), games: vec![played(&[-1, -2, -3, 6])] };
        let places = whole_tournament(&elimination(6), &[], &final_table, &Rulebook::default());
        assert_eq!(places.iter().map(|(player, _)| player.0).collect::<Vec<_>>(), [6, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn when_a_finalist_is_disqualified_the_other_three_take_the_first_places_and_the_rest_follow_from_four() {
        let without_second: Vec<Standing> = elimination(6).into_iter().filter(|line| line.player.0 != 2).collect();
        let final_table = Table { seats: [1, 2, 3, 4].map(PlayerKey).to_vec(), games: vec![played(&[-1, 9, -3, -5])] };
        let places = whole_tournament(&without_second, &[], &final_table, &Rulebook::default());
        let places: Vec<(u32, u32)> = places.iter().map(|(player, place)| (player.0, place.number())).collect();
        assert_eq!(places, [(1, 1), (3, 2), (4, 3), (5, 4), (6, 5)]);
    }

    #[test]
    fn with_carry_over_the_elimination_counts_in_the_final() {
        let rulebook = Rulebook::default().with(parameters::FINAL_CARRY_OVER, true);
        let final_table = Table { seats: [1, 2, 3, 4].map(PlayerKey).to_vec(), games: vec![played(&[-1, -2, -3, 6])] };
        let places = whole_tournament(&elimination(4), &[], &final_table, &rulebook);
        // s1 keeps 99 big points from the elimination, s4 has 96 + 1.
        assert_eq!(places.iter().map(|(player, _)| player.0).collect::<Vec<_>>(), [1, 2, 4, 3]);
    }

    #[test]
    fn those_who_played_the_top_stage_may_be_placed_by_it() {
        let final_table = Table { seats: [1, 2, 3, 4].map(PlayerKey).to_vec(), games: vec![played(&[6, -1, -2, -3])] };
        let top_table = Table { seats: [1, 4, 5, 8].map(PlayerKey).to_vec(), games: vec![played(&[-9, -8, -7, 24])] };
        let order = |rulebook: &Rulebook| {
            let places = whole_tournament(&elimination(9), std::slice::from_ref(&top_table), &final_table, rulebook);
            places[4..].iter().map(|(player, _)| player.0).collect::<Vec<_>>()
        };
        assert_eq!(order(&Rulebook::default()), [5, 6, 7, 8, 9]);
        let by_top_stage = Rulebook::default().with(parameters::STANDINGS_NON_FINALISTS, NonFinalists::TopStage);
        assert_eq!(order(&by_top_stage), [8, 5, 6, 7, 9]);
    }
}
