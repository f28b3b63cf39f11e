//! A table of points with the full tie-break, built at once or grown by one competition at a time (R-RANK-06,
//! R-RANK-09, R-RANK-10).

use crate::rulebook::{Numbering, Rulebook, TiebreakBasis, TiebreakSources, parameters};
use crate::values::ids::{CompetitionKey, PlayerKey};
use crate::values::place::Place;
use crate::values::points::RankingPoints;
use rustc_hash::FxHashMap;
use std::cmp::{Ordering, Reverse};
use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedResult {
    pub player: PlayerKey,
    pub result: EarnedPoints,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EarnedPoints {
    pub competition: CompetitionKey,
    pub place: Place,
    pub points: RankingPoints,
    /// Whether the competition is a league, which some readings leave out of the tie-break (AMB-54).
    pub league: bool,
}

#[derive(Debug, Clone, Copy)]
pub struct RankingRules {
    basis: TiebreakBasis,
    sources: TiebreakSources,
    numbering: Numbering,
    best_n: usize,
}

impl RankingRules {
    pub fn national(rulebook: &Rulebook) -> Self {
        Self::new(rulebook, rulebook.get(parameters::RANKING_BEST_N))
    }

    /// The rules of a Grand Prix: those of the ranking, by analogy (AMB-71).
    pub fn grand_prix(rulebook: &Rulebook) -> Self {
        Self::new(rulebook, rulebook.get(parameters::AWANS_GP_BEST_N))
    }

    fn new(rulebook: &Rulebook, best_n: Option<u32>) -> Self {
        Self {
            basis: rulebook.get(parameters::RANKING_TIEBREAK_BASIS),
            sources: rulebook.get(parameters::RANKING_TIEBREAK_SOURCES),
            numbering: rulebook.get(parameters::RANKING_NUMBERING),
            best_n: best_n.map_or(usize::MAX, |n| n as usize),
        }
    }

    /// The value of one result in the tie-break; smaller is better.
    fn tiebreak_value(self, result: &EarnedPoints) -> u32 {
        match self.basis {
            TiebreakBasis::Position => result.place.number(),
            TiebreakBasis::Points => u32::MAX - result.points.0,
        }
    }

    /// Compares two players with equal totals: best result, then how often, then the next best, and so on (R-RANK-09).
    ///
    /// That is the lexicographic order of the ascending lists; a list that goes on is better than one that has ended.
    pub fn compare_results(self, a: &[EarnedPoints], b: &[EarnedPoints]) -> Ordering {
        let mut a = self.tiebreak_results(a);
        let mut b = self.tiebreak_results(b);
        loop {
            match (a.next(), b.next()) {
                (Some(a), Some(b)) => match self.tiebreak_value(a).cmp(&self.tiebreak_value(b)) {
                    Ordering::Equal => {}
                    decided @ (Ordering::Less | Ordering::Greater) => return decided,
                },
                (Some(_), None) => return Ordering::Less,
                (None, Some(_)) => return Ordering::Greater,
                (None, None) => return Ordering::Equal,
            }
        }
    }

    /// The results that the tie-break looks at, best first.
    pub fn tiebreak_results(self, results: &[EarnedPoints]) -> impl Iterator<Item = &EarnedPoints> {
        results.iter().filter(move |result| self.sources == TiebreakSources::AllCounted || !result.league)
    }

    /// Whether the tie-break compares positions or points.
    pub fn basis(self) -> TiebreakBasis {
        self.basis
    }

    /// Sorts one player's results as the tie-break reads them, those that make up the total before the others.
    ///
    /// With points by place both orders are the same, but a place shared by many may give fewer points than a worse one
    /// (AMB-42), and the best results are those with the most points (AMB-56).
    fn sort_results(self, results: &mut [EarnedPoints]) {
        let by_points = |result: &EarnedPoints| (Reverse(result.points), result.place, result.competition);
        if results.len() > 1 {
            match self.basis {
                TiebreakBasis::Position => {
                    let counted = results.len().min(self.best_n);
                    if counted < results.len() {
                        results.sort_unstable_by_key(by_points);
                    }
                    results[..counted].sort_unstable_by_key(|result| (result.place, result.competition));
                }
                TiebreakBasis::Points => results.sort_unstable_by_key(by_points),
            }
        }
    }
}

/// Where a player's results lie.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Extent {
    start: u32,
    length: u32,
}

impl Extent {
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.length) as usize
    }
}

/// The part of a row that sorts: packed so that most comparisons are of one integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SortKey {
    /// The total inverted in the upper half, the first four tie-break values in the lower; smaller is better.
    packed: u64,
    player: PlayerKey,
    extent: Extent,
    /// Whether equal packed values mean equal results, so that the results need not be looked at.
    exact: bool,
}

/// Tie-break values from this one on do not fit a byte of the packed key.
const TOO_LARGE: i64 = 254;
/// Stands after the end of a list; worse than every value.
const ENDED: i64 = 255;
/// Points from this number on do not fit a byte of the packed key either.
const POINTS_TOO_MANY: i64 = 250;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row<'a> {
    /// The place; players with equal results share it.
    pub place: Place,
    pub player: PlayerKey,
    pub points: RankingPoints,
    /// The results that make up the total, best first.
    pub results: &'a [EarnedPoints],
}

/// A table of points: rows in order of place, then of player id.
#[derive(Clone)]
pub struct PointsTable {
    rules: RankingRules,
    /// The results of all players, each player's in one run; runs that were moved leave a gap behind.
    results: Vec<EarnedPoints>,
    gaps: usize,
    order: Vec<SortKey>,
    places: Vec<Place>,
}

/// Shows the content only: an extended table has another memory layout than the same table built at once.
impl fmt::Debug for PointsTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.rows()).finish()
    }
}

impl PointsTable {
    /// Builds the table of these results; players have keys below `players`.
    pub fn build(rules: RankingRules, players: usize, counted: &[CountedResult]) -> Self {
        // A table of few players out of many must not cost a slot for each of the many.
        let (results, runs) = if counted.len() < players / SPARSE {
            grouped_by_sorting(counted)
        } else {
            grouped_by_counting(counted, players)
        };
        let mut table = Self { rules, results, gaps: 0, order: Vec::new(), places: Vec::new() };
        let mut order = Vec::with_capacity(runs.len());
        for (player, extent) in runs {
            rules.sort_results(&mut table.results[extent.range()]);
            order.push(table.sort_key(player, extent));
        }
        table.sort(&mut order);
        table.order = order;
        table.number_places();
        table
    }

    /// Adds the results of one competition; no player may have a result of it already.
    pub fn add_competition(&mut self, counted: &[CountedResult]) {
        let slots = counted.iter().map(|counted| counted.player.index() + 1).max().unwrap_or(0);
        let mut touched = vec![false; slots];
        for CountedResult { player, .. } in counted {
            touched[player.index()] = true;
        }
        let is_touched = |key: &SortKey| touched.get(key.player.index()).copied().unwrap_or(false);
        let known = self.order.iter().filter(|key| is_touched(key)).map(|key| (key.player, key.extent));
        let mut extents: FxHashMap<PlayerKey, Extent> = known.collect();
        for CountedResult { player, result } in counted {
            let extent = extents.entry(*player).or_default();
            let start = self.results.len() as u32;
            self.results.extend_from_within(extent.range());
            self.results.push(*result);
            self.gaps += extent.length as usize;
            *extent = Extent { start, length: extent.length + 1 };
            self.rules.sort_results(&mut self.results[start as usize..]);
        }
        let mut fresh: Vec<SortKey> = extents.iter().map(|(player, extent)| self.sort_key(*player, *extent)).collect();
        self.sort(&mut fresh);
        let mut merged = Vec::with_capacity(self.order.len() + fresh.len());
        let mut fresh = fresh.into_iter().peekable();
        for key in self.order.iter().filter(|key| !is_touched(key)) {
            while let Some(better) = fresh.next_if(|new| self.compare(new, key).is_lt()) {
                merged.push(better);
            }
            merged.push(*key);
        }
        merged.extend(fresh);
        self.order = merged;
        self.number_places();
        if self.gaps > self.results.len() / 2 {
            self.close_gaps();
        }
    }

    /// The rows, best first; players who share a place stand in the order of their ids.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Row<'_>> + DoubleEndedIterator {
        self.order.iter().zip(&self.places).map(|(key, place)| self.row_of(key, *place))
    }

    /// The row at this position, counted from 0.
    pub fn row(&self, position: usize) -> Option<Row<'_>> {
        Some(self.row_of(self.order.get(position)?, self.places[position]))
    }

    /// The position of a player's row, counted from 0.
    pub fn position(&self, player: PlayerKey) -> Option<usize> {
        self.order.iter().position(|key| key.player == player)
    }

    pub fn len(&self) -> usize {
        self.order.len()
    }

    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    pub fn rules(&self) -> RankingRules {
        self.rules
    }

    fn row_of(&self, key: &SortKey, place: Place) -> Row<'_> {
        let results = self.results_of(key);
        Row { place, player: key.player, points: RankingPoints(u32::MAX - (key.packed >> 32) as u32), results }
    }

    fn results_of(&self, key: &SortKey) -> &[EarnedPoints] {
        self.counted_of(key.extent)
    }

    /// The results of a run that make up the total.
    fn counted_of(&self, extent: Extent) -> &[EarnedPoints] {
        let results = &self.results[extent.range()];
        &results[..results.len().min(self.rules.best_n)]
    }

    fn sort_key(&self, player: PlayerKey, extent: Extent) -> SortKey {
        let results = self.counted_of(extent);
        let total: RankingPoints = results.iter().map(|result| result.points).sum();
        let mut values = self.rules.tiebreak_results(results).map(|result| match self.rules.basis {
            TiebreakBasis::Position => i64::from(result.place.number()),
            TiebreakBasis::Points => POINTS_TOO_MANY - i64::from(result.points.0),
        });
        let mut packed = u64::from(u32::MAX - total.0);
        let mut exact = true;
        for _ in 0..4 {
            let byte = match values.next() {
                // Behind a value that did not fit, the rest of the list is left to the comparison of results.
                _ if !exact => TOO_LARGE,
                Some(value) => {
                    exact = (1..TOO_LARGE).contains(&value);
                    value.clamp(0, TOO_LARGE)
                }
                None => ENDED,
            };
            packed = packed << 8 | byte as u64;
        }
        SortKey { packed, player, extent, exact: exact && values.next().is_none() }
    }

    /// Compares by points and results alone; players may be tied.
    fn compare_without_id(&self, a: &SortKey, b: &SortKey) -> Ordering {
        a.packed.cmp(&b.packed).then_with(|| {
            if a.exact && b.exact {
                Ordering::Equal
            } else {
                self.rules.compare_results(self.results_of(a), self.results_of(b))
            }
        })
    }

    fn compare(&self, a: &SortKey, b: &SortKey) -> Ordering {
        self.compare_without_id(a, b).then(a.player.cmp(&b.player))
    }

    /// Sorts by the packed keys first, which needs no look at the results, and then the few runs that they leave open.
    fn sort(&self, keys: &mut [SortKey]) {
        keys.sort_unstable_by_key(|key| (u128::from(key.packed) << 32) | u128::from(key.player.0));
        for run in keys.chunk_by_mut(|a, b| a.packed == b.packed) {
            if run.len() > 1 && run.iter().any(|key| !key.exact) {
                run.sort_unstable_by(|a, b| self.compare(a, b));
            }
        }
    }

    fn number_places(&mut self) {
        let mut places = std::mem::take(&mut self.places);
        places.clear();
        places.reserve(self.order.len());
        let mut distinct = 0;
        for (index, key) in self.order.iter().enumerate() {
            let above = index.checked_sub(1).map(|above| &self.order[above]);
            let place = match above {
                Some(above) if self.compare_without_id(above, key).is_eq() => places[index - 1],
                _ => {
                    distinct += 1;
                    Place::behind(match self.rules.numbering {
                        Numbering::Standard => index,
                        Numbering::Dense => distinct - 1,
                    })
                }
            };
            places.push(place);
        }
        self.places = places;
    }

    fn close_gaps(&mut self) {
        let mut results = Vec::with_capacity(self.results.len() - self.gaps);
        for key in &mut self.order {
            let start = results.len() as u32;
            results.extend_from_slice(&self.results[key.extent.range()]);
            key.extent.start = start;
        }
        self.results = results;
        self.gaps = 0;
    }
}

/// A table has a slot for each player while it is built, unless the results are fewer than the players by this factor.
const SPARSE: usize = 8;

/// The results of all players, each player's in one run, and where the runs lie.
type Grouped = (Vec<EarnedPoints>, Vec<(PlayerKey, Extent)>);

fn grouped_by_counting(counted: &[CountedResult], players: usize) -> Grouped {
    let mut extents = vec![Extent::default(); players];
    for counted in counted {
        extents[counted.player.index()].length += 1;
    }
    let mut start = 0;
    for extent in &mut extents {
        extent.start = start;
        start += extent.length;
        extent.length = 0;
    }
    let filler = EarnedPoints {
        competition: CompetitionKey(0),
        place: Place::FIRST,
        points: RankingPoints::ZERO,
        league: false,
    };
    let mut results = vec![filler; counted.len()];
    for counted in counted {
        let extent = &mut extents[counted.player.index()];
        results[(extent.start + extent.length) as usize] = counted.result;
        extent.length += 1;
    }
    let runs = extents.into_iter().enumerate().filter(|(_, extent)| extent.length > 0);
    (results, runs.map(|(player, extent)| (PlayerKey(player as u32), extent)).collect())
}

fn grouped_by_sorting(counted: &[CountedResult]) -> Grouped {
    let mut sorted = counted.to_vec();
    sorted.sort_by_key(|counted| counted.player);
    let mut runs = Vec::new();
    let mut start = 0;
    for run in sorted.chunk_by(|a, b| a.player == b.player) {
        let length = run.len() as u32;
        runs.push((run[0].player, Extent { start, length }));
        start += length;
    }
    (sorted.into_iter().map(|counted| counted.result).collect(), runs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::season::ranking_points::PointsScale;
    use crate::test_support::place;
    use proptest::prelude::*;

    fn rulebook(basis: TiebreakBasis) -> Rulebook {
        Rulebook::default().with(parameters::RANKING_TIEBREAK_BASIS, basis)
    }

    fn results(rulebook: &Rulebook, lists: &[Vec<u32>]) -> Vec<CountedResult> {
        let scale = PointsScale::new(rulebook);
        let mut counted = Vec::new();
        for (player, places) in lists.iter().enumerate() {
            for (competition, number) in places.iter().enumerate() {
                counted.push(CountedResult {
                    player: PlayerKey(player as u32),
                    result: EarnedPoints {
                        competition: CompetitionKey(competition as u32),
                        place: place(*number),
                        points: scale.points(place(*number)),
                        league: false,
                    },
                });
            }
        }
        counted
    }

    fn table(rulebook: &Rulebook, lists: &[Vec<u32>]) -> PointsTable {
        PointsTable::build(RankingRules::national(rulebook), lists.len(), &results(rulebook, lists))
    }

    /// Players (as letters) with their places in the table.
    fn ranked(basis: TiebreakBasis, lists: &[&[u32]]) -> String {
        let lists: Vec<Vec<u32>> = lists.iter().map(|list| list.to_vec()).collect();
        let show = |row: Row<'_>| format!("{}{}", row.place, char::from(b'A' + row.player.0 as u8));
        table(&rulebook(basis), &lists).rows().map(show).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn e19_equal_totals_are_broken_by_the_best_position_then_how_often_then_the_next() {
        use TiebreakBasis::{Points, Position};
        assert_eq!(ranked(Position, &[&[2, 2], &[1, 3]]), "1B 2A", "a");
        assert_eq!(ranked(Position, &[&[5, 7, 7], &[5, 5, 9]]), "1B 2A", "b");
        assert_eq!(ranked(Position, &[&[9, 33, 33, 57, 65], &[9, 29, 33]]), "1B 2A", "c");
        assert_eq!(ranked(Position, &[&[10, 29, 33], &[9, 33, 33, 57, 65]]), "1B 2A", "d");
        assert_eq!(ranked(Points, &[&[10, 29, 33], &[9, 33, 33, 57, 65]]), "1A 2B", "d by points");
        assert_eq!(ranked(Position, &[&[10], &[9]]), "1B 2A", "e");
        assert_eq!(ranked(Points, &[&[10], &[9]]), "1A 1B", "e by points");
        assert_eq!(ranked(Position, &[&[3, 9], &[9, 3], &[4, 8], &[1]]), "1A 1B 3C 4D", "f");
        assert_eq!(ranked(Position, &[&[2, 37], &[3, 17, 65], &[7, 8]]), "1A 2B 3C", "g");
    }

    #[test]
    fn dense_numbering_does_not_skip_the_place_behind_a_shared_one() {
        let rulebook = Rulebook::default().with(parameters::RANKING_NUMBERING, Numbering::Dense);
        let places: Vec<u32> =
            table(&rulebook, &[vec![1], vec![1], vec![2]]).rows().map(|row| row.place.number()).collect();
        assert_eq!(places, [1, 1, 2]);
    }

    #[test]
    fn with_best_n_only_the_best_results_make_up_the_total() {
        let rulebook = Rulebook::default().with(parameters::RANKING_BEST_N, Some(2));
        let table = table(&rulebook, &[vec![9, 1, 2], vec![1, 1]]);
        let rows: Vec<(u32, u32, usize)> =
            table.rows().map(|row| (row.player.0, row.points.0, row.results.len())).collect();
        assert_eq!(rows, [(1, 200, 2), (0, 185, 2)]);
    }

    #[test]
    fn leagues_may_be_left_out_of_the_tie_break_but_not_of_the_total() {
        let all = Rulebook::default();
        let mut counted = results(&all, &[vec![1, 9], vec![4, 4, 33]]);
        for counted in counted.iter_mut().filter(|counted| counted.result.place == Place::FIRST) {
            counted.result.league = true;
        }
        // 140 against 142: make the totals equal by hand.
        counted[0].result.points = RankingPoints(102);
        let leader = |rulebook: &Rulebook| {
            PointsTable::build(RankingRules::national(rulebook), 2, &counted).row(0).map(|row| row.player.0)
        };
        assert_eq!(leader(&all), Some(0));
        let tournaments = all.clone().with(parameters::RANKING_TIEBREAK_SOURCES, TiebreakSources::TournamentsOnly);
        assert_eq!(leader(&tournaments), Some(1));
    }

    /// The procedure of the regulations, word for word: highest position, how many times, the next highest, and so on.
    fn by_the_book(a: &[u32], b: &[u32]) -> Ordering {
        let mut numbers: Vec<u32> = a.iter().chain(b).copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        let times = |list: &[u32], number: u32| list.iter().filter(|place| **place == number).count();
        for number in numbers {
            match times(b, number).cmp(&times(a, number)) {
                Ordering::Equal => {}
                decided @ (Ordering::Less | Ordering::Greater) => return decided,
            }
        }
        Ordering::Equal
    }

    fn season() -> impl Strategy<Value = Vec<Vec<u32>>> {
        // Few different places, so that totals tie, and some beyond a byte.
        let place = prop_oneof![1..12u32, 60..70u32, 250..260u32, Just(1000u32)];
        proptest::collection::vec(proptest::collection::vec(place, 0..7), 0..12)
    }

    fn basis() -> impl Strategy<Value = TiebreakBasis> {
        prop_oneof![Just(TiebreakBasis::Position), Just(TiebreakBasis::Points)]
    }

    proptest! {
        #[test]
        fn invariant_15_the_lexicographic_order_is_the_procedure_of_the_regulations(lists in season()) {
            let table = table(&Rulebook::default(), &lists);
            let rows: Vec<_> = table.rows().collect();
            for (i, a) in rows.iter().enumerate() {
                for b in &rows[i + 1..] {
                    let order = b.points.cmp(&a.points)
                        .then_with(|| by_the_book(&lists[a.player.index()], &lists[b.player.index()]));
                    prop_assert_ne!(order, Ordering::Greater);
                    prop_assert_eq!(order == Ordering::Equal, a.place == b.place);
                }
            }
        }

        #[test]
        fn a_table_grown_event_by_event_equals_the_table_built_at_once(lists in season(), basis in basis()) {
            let rulebook = rulebook(basis);
            let counted = results(&rulebook, &lists);
            let rules = RankingRules::national(&rulebook);
            let mut grown = PointsTable::build(rules, 0, &[]);
            for competition in 0..7 {
                let of_competition: Vec<_> =
                    counted.iter().filter(|counted| counted.result.competition.0 == competition).copied().collect();
                grown.add_competition(&of_competition);
            }
            let built = PointsTable::build(rules, lists.len(), &counted);
            prop_assert_eq!(grown.rows().collect::<Vec<_>>(), built.rows().collect::<Vec<_>>());
            let out_of_many = PointsTable::build(rules, 1_000_000, &counted);
            prop_assert_eq!(out_of_many.rows().collect::<Vec<_>>(), built.rows().collect::<Vec<_>>());
        }
    }
}
