//! The best first meld that a player could lay from the own tiles (R-GAME-09, R-GAME-10).

use super::tile::{Colour, Number, Tiles};
use crate::rulebook::{Rulebook, parameters};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Whether these tiles hold the points that a first meld needs; jokers count (R-GAME-09).
pub fn could_meld(tiles: &Tiles, rulebook: &Rulebook) -> bool {
    best_first_meld(tiles) >= rulebook.get(parameters::GAME_MELD_MIN)
}

/// The greatest total of correct sets that can be laid from these tiles alone (R-GAME-10).
///
/// A run is three or more consecutive numbers of one colour and does not go on from 13 to 1; a group is one number
/// in three or four colours; a joker counts as the tile that it replaces.
pub fn best_first_meld(tiles: &Tiles) -> u32 {
    let mut search = Search { tiles, bounds: vec![[0; 1 + Tiles::COPIES as usize]] };
    for number in 1..=Number::MAX {
        let mut bounds = [0; 1 + Tiles::COPIES as usize];
        for (jokers, bound) in (0..=tiles.jokers()).zip(&mut bounds) {
            *bound = search.least_loss(number, Position::freest(jokers));
        }
        search.bounds.push(bounds);
    }
    let most = tiles.face_sum() + Number::MAX * u32::from(tiles.jokers());
    most.saturating_sub(search.least_loss(Number::MAX, Position::start(tiles.jokers())))
}

/// A search down from a number to 1 that decides for each number how many tiles of each colour go into runs; the groups
/// follow from the rest.
///
/// A *loss* is what was not laid: the value of a tile, and for a joker the difference from 13.
struct Search<'a> {
    tiles: &'a Tiles,
    /// The least loss from this number down with this many jokers, whatever the position.
    bounds: Vec<[u32; 1 + Tiles::COPIES as usize]>,
}

impl Search<'_> {
    fn counts(&self, number: u32) -> Counts {
        let index = number.checked_sub(1);
        index.map_or(Counts::default(), |index| self.tiles.numbered()[index as usize])
    }

    /// The least loss from this number down; needs the bounds of the numbers below.
    ///
    /// It takes up the position with the least loss that can still be hoped for, so the first to reach the end is the
    /// best. A bound may be lower one number further down, hence a position counts as seen only at its loss.
    fn least_loss(&self, number: u32, position: Position) -> u32 {
        let mut queue = BinaryHeap::from([Reverse((0, number, 0, position))]);
        let mut seen = FxHashMap::default();
        while let Some(Reverse((hope, number, loss, position))) = queue.pop() {
            let Some(below) = number.checked_sub(1) else {
                return loss;
            };
            let seen = seen.entry((number, position)).or_insert(u32::MAX);
            if *seen <= loss {
                continue;
            }
            *seen = loss;
            position.lay(number, self.counts(number), &mut |next, idle| {
                if let Some(next) = next.trimmed(self.counts(below)) {
                    // A joker that is kept can at best count as a tile of the number below.
                    let loss = loss + number * idle + u32::from(next.jokers);
                    let bound = self.bounds[below as usize][usize::from(next.jokers)];
                    queue.push(Reverse((hope.max(loss + bound), below, loss, next)));
                }
            });
        }
        // Only a position with unfinished runs can have no way to the end, and no search begins with one.
        u32::MAX
    }
}

/// How many tiles there are of each colour.
type Counts = [u8; Colour::COUNT];

/// The runs of one colour that reach down to the number above, by length.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Runs {
    one: u8,
    two: u8,
    finished: u8,
}

impl Runs {
    /// Number of runs that must be continued because they are too short.
    fn unfinished(self) -> u8 {
        self.one + self.two
    }

    /// The runs after `laid` tiles of the next number, at least as many as are unfinished.
    ///
    /// A run that goes on leaves every choice that a new one would, so none begins while a finished one waits.
    fn after(self, laid: u8) -> Self {
        let free = laid - self.unfinished();
        let continued = free.min(self.finished);
        Self { one: free - continued, two: self.one, finished: self.two + continued }
    }
}

/// All that the numbers above leave for the numbers below.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Position {
    runs: [Runs; Colour::COUNT],
    jokers: u8,
}

impl Position {
    fn start(jokers: u8) -> Self {
        Self { runs: Default::default(), jokers }
    }

    /// A position from which all can be laid that any other with these jokers could lay.
    fn freest(jokers: u8) -> Self {
        let runs = Runs { finished: 2 * Tiles::COPIES, ..Runs::default() };
        Self { runs: [runs; Colour::COUNT], jokers }
    }

    /// Gives `visit` every way to lay this number: the position after it, and how many of the tiles and of the jokers
    /// spent were not laid.
    fn lay(self, number: u32, counts: Counts, visit: &mut impl FnMut(Self, u32)) {
        self.lay_runs(number, counts, 0, &mut |position, rest| {
            for jokers in 0..=position.jokers {
                let idle = rest.iter().sum::<u8>() + jokers - most_in_groups(rest, jokers);
                let next = Self { jokers: position.jokers - jokers, ..position };
                visit(next, u32::from(idle));
            }
        });
    }

    /// Gives `visit` every way to lay runs of the colours from `colour` on, and the tiles that are left for groups.
    fn lay_runs(self, number: u32, rest: Counts, colour: usize, visit: &mut impl FnMut(Self, Counts)) {
        if colour == Colour::COUNT {
            return visit(self, rest);
        }
        for laid in self.runs[colour].unfinished()..=rest[colour] + self.jokers {
            let runs = self.runs[colour].after(laid);
            // A run that begins here needs two numbers below.
            if runs.one > 0 && number < 3 {
                break;
            }
            // A joker is worth the tile that it replaces, so nothing is lost when the tiles go first.
            let jokers = laid.saturating_sub(rest[colour]);
            let (mut next, mut rest) = (self, rest);
            next.runs[colour] = runs;
            next.jokers -= jokers;
            rest[colour] -= laid - jokers;
            next.lay_runs(number, rest, colour + 1, visit);
        }
    }

    /// The position without the runs that end for lack of tiles; `None` if an unfinished one would have to end.
    fn trimmed(mut self, counts: Counts) -> Option<Self> {
        let mut missing = 0;
        for (runs, count) in self.runs.iter_mut().zip(counts) {
            missing += runs.unfinished().saturating_sub(count);
            let room = (count + self.jokers).saturating_sub(runs.unfinished());
            runs.finished = runs.finished.min(room);
        }
        (missing <= self.jokers).then_some(self)
    }
}

/// How many tiles of one number and jokers can lie in groups at most.
///
/// Dealt out in turn, colour by colour, the tiles form `groups` groups whenever there are three to four for each and no
/// colour comes more often than there are groups.
fn most_in_groups(tiles: Counts, jokers: u8) -> u8 {
    // Two of each colour and two jokers are ten tiles: no more than three groups.
    (0..=3)
        .filter_map(|groups| {
            let usable = tiles.iter().map(|count| groups.min(*count)).sum::<u8>() + jokers;
            (usable >= 3 * groups).then(|| usable.min(4 * groups))
        })
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::tile::Tile;
    use super::super::tile::tests::all_tiles;
    use super::*;
    use proptest::prelude::*;

    fn best(tiles: &str) -> u32 {
        best_first_meld(&Tiles::parse(tiles).unwrap())
    }

    #[test]
    fn e37_a_run_of_30_is_enough_and_a_group_of_27_is_not() {
        let rulebook = Rulebook::default();
        let could = |tiles: &str| could_meld(&Tiles::parse(tiles).unwrap(), &rulebook);
        assert_eq!(best("9r 10r 11r 2b 4y"), 30);
        assert!(could("9r 10r 11r 2b 4y"));
        assert_eq!(best("9r 9b 9y 1k 2k"), 27);
        assert!(!could("9r 9b 9y 1k 2k"));
    }

    #[test]
    fn e37_a_joker_counts_as_the_tile_that_it_replaces() {
        assert_eq!(best("9r 9b 9y 1k 2k J"), 36);
        assert_eq!(best("12r 13r J"), 36);
    }

    #[test]
    fn e37_a_run_does_not_go_on_from_13_to_1() {
        assert_eq!(best("12r 13r 1r 5b"), 0);
    }

    #[test]
    fn e37_a_tile_lies_in_one_set_only() {
        assert_eq!(best("4r 5r 6r 5b 5y 5k"), 30);
        assert_eq!(best("4r 5r 6r 5b 5y"), 15);
    }

    #[test]
    fn the_points_needed_are_a_parameter() {
        let tiles = Tiles::parse("9r 9b 9y").unwrap();
        let could = |needed| could_meld(&tiles, &Rulebook::default().with(parameters::GAME_MELD_MIN, needed));
        assert_eq!((could(27), could(28)), (true, false));
    }

    #[test]
    fn jokers_alone_are_no_set() {
        assert_eq!(best(""), 0);
        assert_eq!(best("J J"), 0);
        assert_eq!(best("13r J J"), 39);
        assert_eq!(best("1r J J"), 6);
    }

    #[test]
    fn jokers_may_make_a_third_group_of_one_number() {
        assert_eq!(best("13r 13r 13b 13b 13y 13y 13k 13k J J"), 130);
    }

    #[test]
    fn the_whole_game_is_laid_with_both_jokers_as_13() {
        assert_eq!(best_first_meld(&Tiles::new(all_tiles()).unwrap()), 728 + 26);
    }

    #[test]
    fn many_tiles_that_do_not_fit_together_are_searched_through_too() {
        let tiles = "1r 1b 1y 1k 1k 2r 2b 3r 3y 3y 3k 3k 4r 4r 4y 4y 5r 5k 5k 6b 6y 6y 7r 7r 7y 7y 8b 8b 8y 8k 8k 9r 9r \
             9b 9b 9y 9y 9k 9k 10r 10r 10b 10b 10y 10y 10k 10k 11r 11r 11b 11y 11y 11k 11k 12r 12r 12b 12y 12y \
             12k 12k 13r 13b 13y 13k J J";
        assert_eq!(best(tiles), 478);
    }

    /// A set as the tiles that it shows, whatever of them are jokers.
    type Set = Vec<(usize, usize)>;

    fn every_set() -> Vec<Set> {
        let runs = (0..Colour::COUNT).flat_map(|colour| {
            (0..13).flat_map(move |from| (from + 3..=13).map(move |to| (from..to).map(|n| (n, colour)).collect()))
        });
        let groups = (0..13).flat_map(|number| {
            let colours = |chosen: u32| (0..Colour::COUNT).filter(move |colour| chosen >> colour & 1 == 1);
            let chosen = (0..16_u32).filter(|chosen| chosen.count_ones() >= 3);
            chosen.map(move |chosen| colours(chosen).map(|colour| (number, colour)).collect())
        });
        runs.chain(groups).collect()
    }

    /// Tries every selection of sets.
    fn brute_force(sets: &[Set], counts: &mut [Counts; 13], jokers: u8) -> u32 {
        let mut best = 0;
        for (index, set) in sets.iter().enumerate() {
            let missing: Vec<bool> = set.iter().map(|(number, colour)| counts[*number][*colour] == 0).collect();
            let needed = missing.iter().filter(|missing| **missing).count() as u8;
            if needed > jokers {
                continue;
            }
            let take = |counts: &mut [Counts; 13], sign: i8| {
                for ((number, colour), missing) in set.iter().zip(&missing) {
                    let count = &mut counts[*number][*colour];
                    *count = count.checked_add_signed(if *missing { 0 } else { sign }).unwrap();
                }
            };
            take(counts, -1);
            let value: u32 = set.iter().map(|(number, _)| *number as u32 + 1).sum();
            best = best.max(value + brute_force(&sets[index..], counts, jokers - needed));
            take(counts, 1);
        }
        best
    }

    /// Few tiles, close to each other, so that sets compete for them.
    fn small_racks() -> impl Strategy<Value = Tiles> {
        let numbers = (0..13_u32, 1..=5_u32).prop_map(|(from, width)| (from.min(13 - width), width));
        let tiles = numbers.prop_flat_map(|(from, width)| {
            let near: Vec<_> = all_tiles()
                .into_iter()
                .filter(|tile| match tile {
                    Tile::Numbered(number, _) => (from + 1..=from + width).contains(&number.value()),
                    Tile::Joker => true,
                })
                .collect();
            let most = near.len().min(11);
            proptest::sample::subsequence(near, 0..=most)
        });
        tiles.prop_map(|tiles| Tiles::new(tiles).unwrap())
    }

    proptest! {
        #[test]
        fn the_search_finds_what_trying_everything_finds(tiles in small_racks()) {
            let sets = every_set();
            prop_assert_eq!(best_first_meld(&tiles), brute_force(&sets, &mut tiles.numbered().clone(), tiles.jokers()));
        }
    }
}
