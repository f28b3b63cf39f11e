//! Simulated score sheets: games are played out tile by tile as far as their ending tells, and scored by the rules.

use crate::rng::SeededRng;
use domain::game::rack::{FirstMeld, NotMade, Rack, TilesLeft};
use domain::game::scoring::score;
use domain::game::{Ending, SEATS};
use domain::rulebook::Rulebook;
use domain::values::variant::Variant;
use serde_json::{Value, json};
use wire::tournaments::play::{GameInput, SheetInput};

/// Numbers 1 to 13 in four colours, two of each.
const COPIES_OF_A_NUMBER: u32 = 8;
const GREATEST_NUMBER: u32 = 13;
const JOKERS: u32 = 2;
const TILES_AT_THE_START: u32 = 14;

/// One game of a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    pub ending: Ending,
    /// The small points in the order of the seats, none for a player who has left; empty if it was not played.
    pub small: Vec<Option<i32>>,
}

/// The games of one table in one round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    pub games: Vec<Game>,
}

impl Game {
    const NOT_PLAYED: Self = Self { ending: Ending::NotPlayed, small: Vec::new() };

    fn input(&self) -> GameInput {
        GameInput { ending: self.ending.into(), small: Some(self.small.clone()), racks: None }
    }
}

impl Sheet {
    /// The body that enters the first games of it, with a reason if one is needed.
    pub fn json(&self, games: usize, reason: Option<&str>) -> Value {
        let games = self.games.iter().take(games).map(Game::input).collect();
        json!(SheetInput { games, reason: reason.map(str::to_owned) })
    }

    /// The same sheet with a reading error: two players who both lost the same game have each other's points.
    pub fn misread(&self, rng: &mut SeededRng) -> Option<Self> {
        let lost = |game: &Game| -> Vec<usize> {
            (0..game.small.len()).filter(|seat| game.small[*seat].is_some_and(|small| small < 0)).collect()
        };
        let swappable = |game: &Game| {
            let lost = lost(game);
            lost.len() >= 2 && game.small[lost[0]] != game.small[lost[1]]
        };
        let games: Vec<usize> = (0..self.games.len()).filter(|game| swappable(&self.games[*game])).collect();
        let game = *rng.pick(&games)?;
        let mut misread = self.clone();
        let seats = lost(&misread.games[game]);
        misread.games[game].small.swap(seats[0], seats[1]);
        misread.is_plain().then_some(misread)
    }

    /// Whether the service asks for no confirmation: games that follow each other differ.
    fn is_plain(&self) -> bool {
        self.games.windows(2).all(|pair| pair[0].ending == Ending::NotPlayed || pair[0].small != pair[1].small)
    }
}

/// The sheet of a table whose seats are taken or empty, after so many games.
///
/// The points of empty seats are missing; with two players the ruling that lets them go on must be there already.
pub fn play_table(there: &[bool], games: u32, variant: Variant, rulebook: &Rulebook, rng: &mut SeededRng) -> Sheet {
    let mut played: Vec<Game> = Vec::new();
    for number in 1..=games {
        let is_last = number == games && number > 1;
        // Time is short at the end of a round; a game that was not begun is not played.
        if is_last && rng.with_per_mille(12) {
            played.push(Game::NOT_PLAYED);
            continue;
        }
        let game = loop {
            let game = play_game(there, is_last, variant, rulebook, rng);
            if played.last().is_none_or(|before| before.small != game.small) {
                break game;
            }
        };
        played.push(game);
    }
    Sheet { games: played }
}

fn play_game(there: &[bool], is_last: bool, variant: Variant, rulebook: &Rulebook, rng: &mut SeededRng) -> Game {
    let players = there.iter().filter(|there| **there).count();
    let ending = match rng.below(100) {
        0..=4 => Ending::PoolExhausted,
        5..=14 if is_last => Ending::TimeExpired,
        _ => Ending::RackEmptied,
    };
    let points = loop {
        let racks = racks(players, ending, rng);
        if let Some(points) = points(&racks, ending, variant, rulebook) {
            break points;
        }
    };
    let mut points = points.into_iter();
    let small = there.iter().map(|there| if *there { points.next() } else { None }).collect();
    Game { ending, small }
}

/// The racks that are left, for an ending that fits them.
fn racks(players: usize, ending: Ending, rng: &mut SeededRng) -> Vec<Rack> {
    let mut pile = Pile::shuffled(rng);
    let winner = rng.below(players as u32) as usize;
    let finished = ending == Ending::RackEmptied;
    let mut racks: Vec<Rack> = (0..players)
        .map(|seat| {
            if finished && seat == winner {
                return Rack { left: TilesLeft::Counted { face: 0, jokers: 0 }, first_meld: FirstMeld::Made };
            }
            if rng.with_per_mille(3) {
                return Rack { left: TilesLeft::Spilled, first_meld: FirstMeld::Made };
            }
            let melded = !rng.with_per_mille(if finished { 70 } else { 25 });
            let tiles = if melded {
                // Mostly few are left; sometimes half a rack.
                1 + rng.below(4) + rng.below(5) * rng.below(3)
            } else {
                TILES_AT_THE_START + rng.below(6)
            };
            Rack { left: pile.take(tiles), first_meld: if melded { FirstMeld::Made } else { not_made(rng) } }
        })
        .collect();
    if !finished && rng.with_per_mille(60) {
        share_the_lowest(&mut racks);
    }
    racks
}

fn not_made(rng: &mut SeededRng) -> FirstMeld {
    let had_first_meld = rng.with_per_mille(300);
    let announced_with_last_tile = had_first_meld && rng.with_per_mille(300);
    FirstMeld::NotMade(NotMade { had_first_meld, announced_with_last_tile, announced_before_game: false })
}

/// Gives a second player the lowest rack too: two win (R-GAME-14).
fn share_the_lowest(racks: &mut [Rack]) {
    let weight = |rack: &Rack| match rack.left {
        TilesLeft::Counted { face, jokers } => face + 50 * u32::from(jokers),
        TilesLeft::Spilled => u32::MAX,
    };
    let Some(lowest) = racks.iter().copied().min_by_key(weight) else { return };
    if let Some(other) = racks.iter_mut().find(|rack| **rack != lowest && rack.left != TilesLeft::Spilled) {
        *other = lowest;
    }
}

/// The small points, unless these racks have none by the rules.
fn points(racks: &[Rack], ending: Ending, variant: Variant, rulebook: &Rulebook) -> Option<Vec<i32>> {
    if !SEATS.contains(&racks.len()) {
        return between_two(racks);
    }
    let scores = score(racks, ending, variant, rulebook).ok()?;
    scores.iter().map(|score| i32::try_from(score.small.0).ok()).collect()
}

/// Two players whom a ruling lets go on: the lower rack takes what the other has more (AMB-29).
fn between_two(racks: &[Rack]) -> Option<Vec<i32>> {
    let face = |rack: &Rack| match rack.left {
        TilesLeft::Counted { face, .. } => Some(face as i32),
        TilesLeft::Spilled => None,
    };
    match racks.iter().map(face).collect::<Option<Vec<i32>>>()?.as_slice() {
        [one, other] if one != other => Some(vec![other - one, one - other]),
        _ => None,
    }
}

/// The tiles that are not drawn yet.
struct Pile(Vec<u32>);

/// The number that stands for a joker in the pile.
const JOKER: u32 = 0;

impl Pile {
    fn shuffled(rng: &mut SeededRng) -> Self {
        let numbers = (1..=GREATEST_NUMBER).flat_map(|number| (0..COPIES_OF_A_NUMBER).map(move |_| number));
        let mut tiles: Vec<u32> = numbers.chain((0..JOKERS).map(|_| JOKER)).collect();
        rng.shuffle(&mut tiles);
        Self(tiles)
    }

    fn take(&mut self, tiles: u32) -> TilesLeft {
        let taken = self.0.split_off(self.0.len().saturating_sub(tiles as usize));
        let jokers = taken.iter().filter(|tile| **tile == JOKER).count() as u8;
        TilesLeft::Counted { face: taken.iter().sum(), jokers }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::game::sheet::{check_points, winners};
    use domain::values::points::SmallPoints;
    use proptest::prelude::*;

    fn points(game: &Game) -> Vec<SmallPoints> {
        game.small.iter().flatten().map(|small| SmallPoints(i64::from(*small))).collect()
    }

    fn many_sheets() -> Vec<Sheet> {
        let table =
            |seed| play_table(&[true; 4], 4, Variant::Standard, &Rulebook::default(), &mut SeededRng::seeded(seed));
        (0..3000).map(table).collect()
    }

    proptest! {
        #[test]
        fn every_sheet_is_one_that_the_rules_take_without_a_word(
            seed: u64, there in prop::sample::select(vec![vec![true; 4], vec![true; 3], vec![true, false, true, true],
                vec![false, true, true]]), games in 1_u32..=6,
        ) {
            let rulebook = Rulebook::default();
            let sheet = play_table(&there, games, Variant::Standard, &rulebook, &mut SeededRng::seeded(seed));
            prop_assert_eq!(sheet.games.len(), games as usize);
            prop_assert!(sheet.is_plain());
            for game in sheet.games.iter().filter(|game| game.ending != Ending::NotPlayed) {
                prop_assert_eq!(game.small.iter().map(Option::is_some).collect::<Vec<_>>(), there.clone());
                let check = check_points(game.ending, &points(game), Variant::Standard, &rulebook);
                prop_assert_eq!(check, domain::game::sheet::GameCheck::default(), "{:?}", game);
            }
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_sheet() {
        let sheet =
            |seed| play_table(&[true; 4], 4, Variant::Standard, &Rulebook::default(), &mut SeededRng::seeded(seed));
        assert_eq!(sheet(11), sheet(11));
        assert_ne!(sheet(11), sheet(12));
    }

    #[test]
    fn everything_that_happens_at_tables_happens_now_and_then() {
        let sheets = many_sheets();
        let games = || sheets.iter().flat_map(|sheet| &sheet.games);
        for ending in [Ending::RackEmptied, Ending::TimeExpired, Ending::PoolExhausted, Ending::NotPlayed] {
            assert!(games().any(|game| game.ending == ending), "{ending}");
        }
        let shared = |game: &&Game| winners(game.ending, &points(game), &Rulebook::default()).count() > 1;
        assert!(games().any(|game| shared(&game)));
        let has = |points: i32| games().any(|game| game.small.contains(&Some(points)));
        assert!(has(-100) && has(-200));
    }

    #[test]
    fn a_misread_sheet_is_another_one_that_the_rules_take_too() {
        let mut misread = 0;
        for (seed, sheet) in (0..).zip(many_sheets()) {
            let Some(other) = sheet.misread(&mut SeededRng::seeded(seed)) else { continue };
            misread += 1;
            assert_ne!(other, sheet);
            for game in other.games.iter().filter(|game| game.ending != Ending::NotPlayed) {
                let check = check_points(game.ending, &points(game), Variant::Standard, &Rulebook::default());
                assert!(check.errors.is_empty(), "{game:?}");
            }
        }
        assert!(misread > 1000);
    }

    #[test]
    fn two_players_go_on_with_what_one_has_more() {
        let there = [true, false, true, false];
        let sheet = play_table(&there, 3, Variant::Standard, &Rulebook::default(), &mut SeededRng::seeded(5));
        for game in sheet.games.iter().filter(|game| game.ending != Ending::NotPlayed) {
            assert_eq!(points(game).iter().map(|small| small.0).sum::<i64>(), 0, "{game:?}");
        }
    }
}
