//! Selection of the players who advance: from the elimination into the final or a TOP stage, and from a TOP stage into
//! the final (R-FIN-01 to R-FIN-03).
//!
//! A tie that the keys leave open is never broken by chance (AMB-41): it comes back as [`Selection::Undecided`]. The
//! main referee answers with an order of the candidates, the `rulings`, and the same function then gives the outcome.
//! Among players equal in every key those in `rulings` go first, in its order; it has no say over players whom a key
//! tells apart.

use super::{SEATS, TopSize};
use crate::Choice;
use crate::rulebook::{Rulebook, StandingsKey, Top8Advance, Top12Advance, parameters};
use crate::tournament::standings::Tally;
use crate::values::ids::PlayerKey;
use crate::values::place::Place;
use std::cmp::Ordering;

/// How many play the final (R-FIN-01).
pub const FINALISTS: usize = 4;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// The players who go on, best elimination place first.
    Decided(Vec<PlayerKey>),
    Undecided {
        /// Those who go on whatever is decided, best elimination place first.
        certain: Vec<PlayerKey>,
        /// Those who go on or not by the decision, best elimination place first.
        candidates: Vec<PlayerKey>,
        /// Number of candidates who advance, fewer than there are.
        open: usize,
    },
}

/// The first players of the elimination, for the final or a TOP stage (R-STD-02, R-FIN-01).
///
/// With fewer players than seats all players enter.
pub fn enter(standing: &[(PlayerKey, Place)], seats: usize, rulings: &[PlayerKey]) -> Selection {
    let rank = |(player, place): &(PlayerKey, Place)| (*place, ruled(*player, rulings));
    let mut sorted = standing.to_vec();
    sorted.sort_by_key(|row| (rank(row), row.0));
    let players = |rows: &[(PlayerKey, Place)]| rows.iter().map(|(player, _)| *player).collect();

    let last_in = seats.checked_sub(1).and_then(|last| sorted.get(last));
    match (last_in.map(rank), sorted.get(seats).map(rank)) {
        (Some(last_in), Some(first_out)) if last_in == first_out => {
            let certain = sorted.partition_point(|row| rank(row) < last_in);
            let possible = sorted.partition_point(|row| rank(row) <= last_in);
            Selection::Undecided {
                certain: players(&sorted[..certain]),
                candidates: players(&sorted[certain..possible]),
                open: seats - certain,
            }
        }
        _ => Selection::Decided(players(&sorted[..seats.min(sorted.len())])),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TopResult {
    pub player: PlayerKey,
    /// The place in the elimination, which may be shared.
    pub elimination_place: Place,
    /// The games of the TOP stage alone.
    pub tally: Tally,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidTopResults {
    #[error("{size} has {} tables, not {found}", .size.tables())]
    TableCount { size: TopSize, found: usize },
    /// A table is full with four; disqualifications may leave two, with fewer no second place exists.
    #[error("table {table} of a TOP stage has 2 to {SEATS} players, not {found}")]
    TableSize {
        /// The table, from 1.
        table: usize,
        found: usize,
    },
    #[error("a player stands twice in the results of a TOP stage")]
    Twice(PlayerKey),
}

/// Selects the players who advance from a TOP stage to the final (R-FIN-02, R-FIN-03, AMB-44, AMB-45).
///
/// `tables` holds the results of each table in any order, without disqualified players.
pub fn advance(
    size: TopSize,
    tables: &[Vec<TopResult>],
    rulings: &[PlayerKey],
    rulebook: &Rulebook,
) -> Result<Selection, InvalidTopResults> {
    check_results(size, tables)?;
    let rule = AdvanceRule::of(size, rulebook);
    let mut all_players = tables.concat();
    all_players.sort_by_key(|result| (result.elimination_place, result.player));

    // Players equal in every key are interchangeable: one who advances even behind all equals advances for certain, and
    // one who advances ahead of all equals has a chance.
    let goes_on = |player: PlayerKey, favour: Favour| {
        let ties = TieOrder { rulings, player, favour };
        rule.finalists(tables, &ties).contains(&player)
    };
    let players = || all_players.iter().map(|result| result.player);
    let certain: Vec<PlayerKey> = players().filter(|player| goes_on(*player, Favour::Last)).collect();
    if certain.len() == FINALISTS {
        return Ok(Selection::Decided(certain));
    }
    Ok(Selection::Undecided {
        candidates: players().filter(|player| !certain.contains(player) && goes_on(*player, Favour::First)).collect(),
        open: FINALISTS - certain.len(),
        certain,
    })
}

fn check_results(size: TopSize, tables: &[Vec<TopResult>]) -> Result<(), InvalidTopResults> {
    if tables.len() != size.tables() {
        return Err(InvalidTopResults::TableCount { size, found: tables.len() });
    }
    let sizes = (1..).zip(tables.iter().map(Vec::len));
    if let Some((table, found)) = sizes.into_iter().find(|(_, found)| !(2..=SEATS).contains(found)) {
        return Err(InvalidTopResults::TableSize { table, found });
    }
    let mut players: Vec<PlayerKey> = tables.iter().flatten().map(|result| result.player).collect();
    players.sort_unstable();
    match players.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(twice) => Err(InvalidTopResults::Twice(twice[0])),
        None => Ok(()),
    }
}

/// The first of each table go on; the seats left are filled by the best of those behind them.
struct AdvanceRule {
    per_table: usize,
    /// The last place at a table from which one may still become a lucky loser.
    lucky_until: usize,
    lucky_keys: Vec<StandingsKey>,
}

impl AdvanceRule {
    fn of(size: TopSize, rulebook: &Rulebook) -> Self {
        let (per_table, lucky_until) = match size {
            TopSize::Top8 => match rulebook.get(parameters::TOP_TOP8_ADVANCE) {
                Top8Advance::TwoPerTable => (2, 2),
                Top8Advance::WinnersPlusBest => (1, SEATS),
            },
            TopSize::Top12 => match rulebook.get(parameters::TOP_TOP12_ADVANCE) {
                Top12Advance::WinnersPlusBestSecond => (1, 2),
            },
        };
        Self { per_table, lucky_until, lucky_keys: rulebook.get(parameters::LUCKY_LOSER_KEYS) }
    }

    fn finalists(&self, tables: &[Vec<TopResult>], ties: &TieOrder) -> Vec<PlayerKey> {
        let mut finalists = Vec::new();
        let mut lucky_losers = Vec::new();
        for table in tables {
            let mut table = table.clone();
            // Inside a table every key counts, so that equal players there are equal for the lucky loser too.
            table.sort_by(|a, b| ties.compare(StandingsKey::ALL, a, b));
            lucky_losers.extend(table.iter().take(self.lucky_until).skip(self.per_table).copied());
            finalists.extend(table.into_iter().take(self.per_table));
        }
        lucky_losers.sort_by(|a, b| ties.compare(&self.lucky_keys, a, b));
        finalists.extend(lucky_losers);
        let in_final = finalists.into_iter().take(FINALISTS);
        in_final.map(|result| result.player).collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Favour {
    First,
    Last,
}

/// One way to order equal players: by the rulings, and then with one player ahead of or behind all others.
struct TieOrder<'a> {
    rulings: &'a [PlayerKey],
    player: PlayerKey,
    favour: Favour,
}

impl TieOrder<'_> {
    fn compare(&self, keys: &[StandingsKey], a: &TopResult, b: &TopResult) -> Ordering {
        let rank = |player: PlayerKey| {
            let behind = (player == self.player) == (self.favour == Favour::Last);
            (ruled(player, self.rulings), behind, player)
        };
        compare(keys, a, b).then_with(|| rank(a.player).cmp(&rank(b.player)))
    }
}

/// The better result is the lesser, so that sorting puts it first.
fn compare(keys: &[StandingsKey], a: &TopResult, b: &TopResult) -> Ordering {
    let by_key = |key: &StandingsKey| match key {
        StandingsKey::Big => b.tally.big.cmp(&a.tally.big),
        StandingsKey::Small => b.tally.small.cmp(&a.tally.small),
        StandingsKey::EliminationPlace => a.elimination_place.cmp(&b.elimination_place),
    };
    keys.iter().map(by_key).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// The position in the rulings; players not in them come last.
fn ruled(player: PlayerKey, rulings: &[PlayerKey]) -> usize {
    let position = rulings.iter().position(|ruled| *ruled == player);
    position.unwrap_or(rulings.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::points::{BigPoints, SmallPoints};
    use proptest::prelude::*;

    fn place(number: u32) -> Place {
        Place::new(number).unwrap()
    }

    fn keys(numbers: &[u32]) -> Vec<PlayerKey> {
        numbers.iter().map(|number| PlayerKey(*number)).collect()
    }

    /// Player `s5` has the key 5 and, unless stated otherwise, the elimination place 5.
    fn result(player: u32, elimination_place: u32, big: u32, small: i64) -> TopResult {
        TopResult {
            player: PlayerKey(player),
            elimination_place: place(elimination_place),
            tally: Tally { big: BigPoints(big), small: SmallPoints(small), games_played: 4, ..Tally::default() },
        }
    }

    fn table(results: [(u32, u32, i64); 4]) -> Vec<TopResult> {
        let row = |(player, big, small)| result(player, player, big, small);
        results.into_iter().map(row).collect()
    }

    fn e16_top12() -> Vec<Vec<TopResult>> {
        vec![
            table([(1, 2, 85), (6, 1, 40), (7, 1, -20), (12, 0, -105)]),
            table([(2, 1, 30), (5, 1, 55), (8, 2, 10), (11, 0, -95)]),
            table([(3, 0, -60), (4, 1, 20), (9, 3, 150), (10, 0, -110)]),
        ]
    }

    fn e16_top8() -> Vec<Vec<TopResult>> {
        vec![
            table([(1, 2, 60), (4, 1, 25), (5, 1, 20), (8, 0, -105)]),
            table([(2, 4, 300), (3, 0, -60), (6, 0, -110), (7, 0, -130)]),
        ]
    }

    fn decided(numbers: &[u32]) -> Selection {
        Selection::Decided(keys(numbers))
    }

    fn undecided(certain: &[u32], candidates: &[u32], open: usize) -> Selection {
        Selection::Undecided { certain: keys(certain), candidates: keys(candidates), open }
    }

    #[test]
    fn e16_from_top12_the_winners_and_the_best_second_advance() {
        let outcome = advance(TopSize::Top12, &e16_top12(), &[], &Rulebook::default());
        assert_eq!(outcome, Ok(decided(&[1, 5, 8, 9])));
    }

    #[test]
    fn e16_from_top8_two_of_each_table_advance_or_the_winners_and_the_two_best_others() {
        let rulebook = Rulebook::default();
        assert_eq!(advance(TopSize::Top8, &e16_top8(), &[], &rulebook), Ok(decided(&[1, 2, 3, 4])));
        let other = rulebook.with(parameters::TOP_TOP8_ADVANCE, Top8Advance::WinnersPlusBest);
        assert_eq!(advance(TopSize::Top8, &e16_top8(), &[], &other), Ok(decided(&[1, 2, 4, 5])));
    }

    #[test]
    fn equal_seconds_are_told_apart_by_the_elimination_place_or_wait_for_a_ruling() {
        let mut tables = e16_top12();
        tables[0][1] = result(6, 6, 1, 55);
        let rulebook = Rulebook::default();
        assert_eq!(advance(TopSize::Top12, &tables, &[], &rulebook), Ok(decided(&[1, 5, 8, 9])));

        let without_place = vec![StandingsKey::Big, StandingsKey::Small];
        let rulebook = rulebook.with(parameters::LUCKY_LOSER_KEYS, without_place);
        let open = undecided(&[1, 8, 9], &[5, 6], 1);
        assert_eq!(advance(TopSize::Top12, &tables, &[], &rulebook), Ok(open));
        let ruling = keys(&[6]);
        assert_eq!(advance(TopSize::Top12, &tables, &ruling, &rulebook), Ok(decided(&[1, 6, 8, 9])));
    }

    #[test]
    fn a_ruling_cannot_overturn_a_key() {
        let all_but_the_best = keys(&[12, 11, 10, 7, 6, 4, 3, 2]);
        let outcome = advance(TopSize::Top12, &e16_top12(), &all_but_the_best, &Rulebook::default());
        assert_eq!(outcome, Ok(decided(&[1, 5, 8, 9])));
    }

    #[test]
    fn a_tie_inside_a_table_with_a_shared_elimination_place_waits_for_a_ruling() {
        let rulebook = Rulebook::default();
        let mut tables = e16_top8();
        tables[0][1] = result(4, 4, 1, 25);
        tables[0][2] = result(5, 4, 1, 25);
        let open = undecided(&[1, 2, 3], &[4, 5], 1);
        assert_eq!(advance(TopSize::Top8, &tables, &[], &rulebook), Ok(open));
        assert_eq!(advance(TopSize::Top8, &tables, &keys(&[5, 4]), &rulebook), Ok(decided(&[1, 2, 3, 5])));
    }

    #[test]
    fn a_tie_that_changes_nobody_s_way_is_no_question() {
        let rulebook = Rulebook::default();
        // Both of the equal leaders of a table advance, whichever is its winner.
        let mut leaders = e16_top12();
        leaders[1][1] = result(5, 5, 2, 10);
        leaders[1][2] = result(8, 5, 2, 10);
        assert_eq!(advance(TopSize::Top12, &leaders, &[], &rulebook), Ok(decided(&[1, 5, 8, 9])));
        // Neither of the equal seconds of a table is the best second.
        let mut seconds = e16_top12();
        seconds[0][1] = result(6, 6, 1, 40);
        seconds[0][2] = result(7, 6, 1, 40);
        assert_eq!(advance(TopSize::Top12, &seconds, &[], &rulebook), Ok(decided(&[1, 5, 8, 9])));
    }

    #[test]
    fn equal_leaders_may_leave_the_winner_and_the_lucky_loser_open_at_once() {
        let rulebook = Rulebook::default().with(parameters::LUCKY_LOSER_KEYS, vec![StandingsKey::Big]);
        let mut tables = e16_top12();
        tables[0] = vec![result(1, 1, 1, 0), result(6, 1, 1, 0), result(7, 7, 0, 0), result(12, 12, 0, 0)];
        let open = undecided(&[8, 9], &[1, 6, 4, 5], 2);
        assert_eq!(advance(TopSize::Top12, &tables, &[], &rulebook), Ok(open));
        // One of the two leaders wins the table, even if the ruling puts both behind the other seconds.
        let ruling = keys(&[4, 5, 6, 1]);
        assert_eq!(advance(TopSize::Top12, &tables, &ruling, &rulebook), Ok(decided(&[6, 4, 8, 9])));
    }

    #[test]
    fn results_that_are_not_those_of_the_stage_are_refused() {
        let rulebook = Rulebook::default();
        let refused = |size, tables: &[Vec<TopResult>]| advance(size, tables, &[], &rulebook).unwrap_err();
        let count = InvalidTopResults::TableCount { size: TopSize::Top12, found: 2 };
        assert_eq!(refused(TopSize::Top12, &e16_top8()), count);
        let mut lonely = e16_top8();
        lonely[1].truncate(1);
        let size = InvalidTopResults::TableSize { table: 2, found: 1 };
        assert_eq!(refused(TopSize::Top8, &lonely), size);
        let mut twice = e16_top8();
        twice[1][0].player = PlayerKey(4);
        assert_eq!(refused(TopSize::Top8, &twice), InvalidTopResults::Twice(PlayerKey(4)));
    }

    #[test]
    fn a_tie_across_the_last_seat_of_the_final_is_the_referee_s_to_decide() {
        let standing: Vec<_> = [(7, 1), (3, 2), (9, 3), (1, 4), (2, 4), (4, 6)]
            .map(|(player, number)| (PlayerKey(player), place(number)))
            .to_vec();
        assert_eq!(enter(&standing, 4, &[]), undecided(&[7, 3, 9], &[1, 2], 1));
        assert_eq!(enter(&standing, 4, &keys(&[2])), decided(&[7, 3, 9, 2]));
        assert_eq!(enter(&standing, 5, &[]), decided(&[7, 3, 9, 1, 2]));
        assert_eq!(enter(&standing, 9, &[]), decided(&[7, 3, 9, 1, 2, 4]));
        assert_eq!(enter(&standing, 0, &[]), Selection::Decided(vec![]));
    }

    /// Results with few different values, so that ties abound, and a ruling on all players.
    fn tied_stage() -> impl Strategy<Value = (TopSize, Vec<Vec<TopResult>>, Vec<PlayerKey>)> {
        prop::sample::select(TopSize::ALL).prop_flat_map(|size| {
            let count = size.players();
            let results = prop::collection::vec((1_u32..3, 0_u32..2, 0_i64..2), count);
            let tables = results.prop_map(|rows| {
                let result = |(player, (place, big, small))| result(player, place, big, small);
                let results: Vec<TopResult> = (1..).zip(rows).map(result).collect();
                results.chunks(SEATS).map(<[_]>::to_vec).collect()
            });
            let ruling = Just(keys(&(1..=count as u32).collect::<Vec<_>>())).prop_shuffle();
            (Just(size), tables, ruling)
        })
    }

    fn some_rules() -> impl Strategy<Value = Rulebook> {
        let keys = prop::sample::subsequence(StandingsKey::ALL.to_vec(), 0..=3);
        (prop::sample::select(Top8Advance::ALL), keys).prop_map(|(top8, keys)| {
            Rulebook::default().with(parameters::TOP_TOP8_ADVANCE, top8).with(parameters::LUCKY_LOSER_KEYS, keys)
        })
    }

    proptest! {
        #[test]
        fn every_ruling_sends_the_certain_and_the_right_number_of_candidates_on(
            (size, tables, ruling) in tied_stage(), rulebook in some_rules(),
        ) {
            let outcome = advance(size, &tables, &ruling, &rulebook).unwrap();
            let Selection::Decided(finalists) = outcome else {
                return Err(TestCaseError::fail("a ruling on everybody leaves nothing open"));
            };
            prop_assert_eq!(finalists.len(), FINALISTS);
            match advance(size, &tables, &[], &rulebook).unwrap() {
                Selection::Decided(without_ruling) => prop_assert_eq!(finalists, without_ruling),
                Selection::Undecided { certain, candidates, open } => {
                    prop_assert!(open < candidates.len());
                    prop_assert!(certain.iter().all(|player| finalists.contains(player)));
                    let chosen = candidates.iter().filter(|player| finalists.contains(player)).count();
                    prop_assert_eq!((certain.len() + open, chosen), (FINALISTS, open));
                }
            }
        }
    }
}
