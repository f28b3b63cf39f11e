//! Standings after the games played so far (R-STD-01).

use crate::game::sheet::big_points;
use crate::game::{Ending, Score};
use crate::rulebook::{Rulebook, StandingsKey, parameters};
use crate::values::ids::PlayerKey;
use crate::values::place::{Place, shared_places};
use crate::values::points::{BigPoints, SmallPoints};
use rustc_hash::FxHashMap;
use std::cmp::{Ordering, Reverse};

/// One game of a table: what each seat got, or nothing if it was not played; a seat has nothing if its player was gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedGame(Option<Vec<Option<Score>>>);

impl PlayedGame {
    /// A game that was not played: 0 for all, and it does not count as played (AMB-27).
    pub const NOT_PLAYED: Self = Self(None);

    /// A game with the small points of its seats; the winners get a big point each (R-GAME-03, R-GAME-14).
    pub fn new(ending: Ending, small: &[SmallPoints], rulebook: &Rulebook) -> Self {
        let all_players: Vec<Option<SmallPoints>> = small.iter().copied().map(Some).collect();
        Self::of_some(ending, &all_players, rulebook)
    }

    /// A game in which some seats may have been empty, because their players were gone (AMB-29).
    pub fn of_some(ending: Ending, small: &[Option<SmallPoints>], rulebook: &Rulebook) -> Self {
        if ending == Ending::NotPlayed {
            return Self::NOT_PLAYED;
        }
        let big = big_points(ending, small, rulebook);
        let score =
            |(small, big): (&Option<SmallPoints>, Option<BigPoints>)| Some(Score { small: (*small)?, big: big? });
        Self(Some(small.iter().zip(big).map(score).collect()))
    }
}

/// One table of one round: who sat there, in seat order, and their games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    pub seats: Vec<PlayerKey>,
    pub games: Vec<PlayedGame>,
}

/// Sum of one player's results over some games.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub big: BigPoints,
    pub small: SmallPoints,
    /// Games played; a game that was not played does not count (AMB-27).
    pub games_played: u32,
    /// Games the player sat down for that were not played.
    pub games_unplayed: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    pub player: PlayerKey,
    /// The place; players equal in every key share it (AMB-41).
    pub place: Place,
    pub tally: Tally,
}

/// Adds up the games of some tables for each player seated there, in the order of the players' ids.
pub fn tallies<'a>(tables: impl IntoIterator<Item = &'a Table>) -> Vec<(PlayerKey, Tally)> {
    let mut by_player: FxHashMap<PlayerKey, Tally> = FxHashMap::default();
    for table in tables {
        for player in &table.seats {
            by_player.entry(*player).or_default();
        }
        for PlayedGame(scores) in &table.games {
            for (seat, player) in table.seats.iter().enumerate() {
                let tally = by_player.entry(*player).or_default();
                match scores.as_ref().and_then(|scores| scores.get(seat)) {
                    Some(Some(score)) => {
                        tally.games_played += 1;
                        tally.small += score.small;
                        tally.big += score.big;
                    }
                    // The player had left and did not play it.
                    Some(None) => {}
                    None => tally.games_unplayed += 1,
                }
            }
        }
    }
    let mut sorted: Vec<_> = by_player.into_iter().collect();
    sorted.sort_unstable_by_key(|(player, _)| *player);
    sorted
}

/// Compares two tallies by the given keys, best first; `EliminationPlace` does not concern tallies and is passed over.
pub fn compare_tallies(keys: &[StandingsKey], a: &Tally, b: &Tally) -> Ordering {
    keys.iter()
        .map(|key| match key {
            StandingsKey::Big => Reverse(a.big).cmp(&Reverse(b.big)),
            StandingsKey::Small => Reverse(a.small).cmp(&Reverse(b.small)),
            StandingsKey::EliminationPlace => Ordering::Equal,
        })
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

/// Sorts tallies into standings; players equal in every key share a place and stand in the order of their ids.
pub fn standings(tallies: impl IntoIterator<Item = (PlayerKey, Tally)>, rulebook: &Rulebook) -> Vec<Standing> {
    let keys = rulebook.get(parameters::STANDINGS_KEYS);
    let mut sorted: Vec<(PlayerKey, Tally)> = tallies.into_iter().collect();
    sorted.sort_unstable_by(|a, b| compare_tallies(&keys, &a.1, &b.1).then(a.0.cmp(&b.0)));
    let places = shared_places(&sorted, |a, b| compare_tallies(&keys, &a.1, &b.1).is_eq());
    sorted.into_iter().zip(places).map(|((player, tally), place)| Standing { player, place, tally }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::played;
    use proptest::prelude::*;

    fn tally(big: u32, small: i64) -> Tally {
        Tally { big: BigPoints(big), small: SmallPoints(small), ..Tally::default() }
    }

    fn places_of(tallies: &[(u32, i64)]) -> Vec<(u32, u32)> {
        let tallies = tallies.iter().enumerate().map(|(i, (big, small))| (PlayerKey(i as u32), tally(*big, *small)));
        standings(tallies, &Rulebook::default()).iter().map(|line| (line.player.0, line.place.number())).collect()
    }

    #[test]
    fn e14_big_points_come_first_then_small_points_and_equals_share_a_place() {
        let [p, q, r, s] = [0, 1, 2, 3];
        assert_eq!(places_of(&[(3, 120), (3, 95), (4, -10), (3, 95)]), [(r, 1), (p, 2), (q, 3), (s, 3)]);
        assert_eq!(places_of(&[(5, 310), (5, 310), (5, 309), (0, -900)]), [(0, 1), (1, 1), (2, 3), (3, 4)]);
    }

    #[test]
    fn the_greatest_small_points_of_a_game_win_it_and_an_unplayed_game_counts_for_nobody() {
        let table = Table {
            seats: [2, 0, 1].map(PlayerKey).to_vec(),
            games: vec![played(&[45, 45, -45]), PlayedGame::NOT_PLAYED, played(&[-4, 117, -113])],
        };
        let big_small = |tally: &Tally| (tally.big.0, tally.small.0, tally.games_played, tally.games_unplayed);
        let tallies: Vec<_> = tallies([&table]).iter().map(|(player, tally)| (player.0, big_small(tally))).collect();
        assert_eq!(tallies, [(0, (2, 162, 2, 1)), (1, (0, -158, 2, 1)), (2, (1, 41, 2, 1))]);
    }

    proptest! {
        #[test]
        fn invariant_4_standings_do_not_depend_on_the_order_of_entry(
            scores in proptest::collection::vec((0..4u32, -5..5i64), 0..12),
            seed in any::<u64>(),
        ) {
            let lines: Vec<_> =
                scores.iter().enumerate().map(|(i, (big, small))| (PlayerKey(i as u32), tally(*big, *small))).collect();
            let mut shuffled = lines.clone();
            for index in (1..shuffled.len()).rev() {
                shuffled.swap(index, (seed >> (index % 48)) as usize % (index + 1));
            }
            let expected = standings(lines, &Rulebook::default());
            prop_assert_eq!(&standings(shuffled, &Rulebook::default()), &expected);
            for pair in expected.windows(2) {
                let order = compare_tallies(&[StandingsKey::Big, StandingsKey::Small], &pair[0].tally, &pair[1].tally);
                prop_assert_ne!(order, Ordering::Greater);
                prop_assert_eq!(order == Ordering::Equal, pair[0].place == pair[1].place);
            }
        }
    }
}
