//! What clients send and get of sheets: small points or racks in, small and big points out.

use crate::problem::{FieldProblem, Problem};
use crate::reading::Reading;
use domain::course::{GameEntry, GameScore};
use domain::event::SheetGame;
use domain::game::Ending;
use domain::game::rack::{FirstMeld, Left, NotMade, Rack};
use domain::game::sheet::winners;
use domain::game::tile::Tiles;
use domain::points::SmallPoints;
use domain::rulebook::Rulebook;
use domain::text::StatedReason;
use formats::words::Message;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(example = "rack_emptied")]
pub(crate) enum EndingName {
    /// Somebody laid the last tile.
    RackEmptied,
    /// The time of the round ran out.
    TimeExpired,
    /// The pool ran out.
    PoolExhausted,
    /// The game was not begun; it has no points.
    NotPlayed,
}

impl From<EndingName> for Ending {
    fn from(name: EndingName) -> Self {
        match name {
            EndingName::RackEmptied => Self::RackEmptied,
            EndingName::TimeExpired => Self::TimeExpired,
            EndingName::PoolExhausted => Self::PoolExhausted,
            EndingName::NotPlayed => Self::NotPlayed,
        }
    }
}

/// The sheet of a table as somebody hands it in; big points are computed and not taken.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SheetInput {
    /// The games in their order; fewer than planned while the table plays on.
    #[schema(max_items = 20)]
    games: Vec<GameInput>,
    /// Why it is right though it looks wrong, or why it is changed.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 2000, example = "Sędzia policzył kostki jeszcze raz")]
    reason: Option<String>,
}

/// One game: either small points or racks, and neither if it was not played.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "ending": "rack_emptied", "small": [85, -23, -2, -60] }))]
pub(crate) struct GameInput {
    ending: EndingName,
    /// The small points in the order of the seats; null for whoever is gone.
    #[serde(default)]
    #[schema(max_items = 4)]
    small: Option<Vec<Option<i32>>>,
    /// What lay on the racks in the order of the seats; the small points are computed from it.
    #[serde(default)]
    #[schema(max_items = 4)]
    racks: Option<Vec<RackInput>>,
}

/// What lay on a rack: its tiles, or their sum and the jokers, or that it was spilled.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "tiles": "3r 7b 13k J", "melded": true }))]
pub(crate) struct RackInput {
    /// The tiles: a number and the first letter of a colour (`r`, `b`, `y`; `k` is black), or `J`.
    #[serde(default)]
    #[schema(max_length = 500, example = "3r 7b 13k J")]
    tiles: Option<String>,
    /// The sum of the numbers, without jokers.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 100_000, example = 23)]
    face: Option<u32>,
    /// How many jokers.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 255, example = 1)]
    jokers: Option<u8>,
    /// Whether it was spilled or could not be counted otherwise.
    #[serde(default)]
    #[schema(default = false, example = false)]
    spilled: bool,
    /// Whether the player has made the first meld.
    #[schema(example = true)]
    melded: bool,
    /// Without first meld: whether the player had the points for it.
    #[serde(default)]
    #[schema(default = false, example = false)]
    had_30: bool,
    /// Without first meld: whether it was announced with the last tile that was drawn.
    #[serde(default)]
    #[schema(default = false, example = false)]
    announced_last: bool,
    /// Without first meld: whether it was announced before the game.
    #[serde(default)]
    #[schema(default = false, example = false)]
    announced_before: bool,
}

/// The greatest sum that anybody may write; what the tiles really have is for the rules to say.
const MAX_FACE: u32 = 100_000;

impl SheetInput {
    /// The games and the reason, or everything that is wrong with them.
    pub(super) fn read(&self) -> Result<(Vec<GameEntry>, Option<StatedReason>), Problem> {
        let mut reading = Reading::default();
        let games = (0..).zip(&self.games).map(|(index, game)| game.read(&mut reading, &format!("/games/{index}")));
        let games: Vec<Option<GameEntry>> = games.collect();
        let reason = self.reason.as_deref().map(|text| reading.reason("/reason", text));
        match (games.into_iter().collect(), reason) {
            (Some(games), None) => Ok((games, None)),
            (Some(games), Some(Some(reason))) => Ok((games, Some(reason))),
            _ => Err(reading.problem()),
        }
    }
}

impl GameInput {
    fn read(&self, reading: &mut Reading, pointer: &str) -> Option<GameEntry> {
        let ending: Ending = self.ending.into();
        let score = match (&self.small, &self.racks) {
            (Some(small), None) => GameScore::Small(small.clone()),
            (None, Some(racks)) => GameScore::Racks(read_racks(racks, reading, &format!("{pointer}/racks"))?),
            (None, None) if ending == Ending::NotPlayed => GameScore::Small(Vec::new()),
            (None, None) | (Some(_), Some(_)) => {
                let words = Message::new("finding-field-score");
                reading.note(FieldProblem::pointer(pointer, "small-or-racks", words));
                return None;
            }
        };
        Some(GameEntry { ending, score })
    }
}

/// The racks of a table, or nothing after noting what is wrong with them.
pub(in crate::tournaments) fn read_racks(
    racks: &[RackInput],
    reading: &mut Reading,
    pointer: &str,
) -> Option<Vec<Rack>> {
    let racks: Vec<Option<Rack>> =
        (0..).zip(racks).map(|(seat, rack)| rack.read(reading, &format!("{pointer}/{seat}"))).collect();
    racks.into_iter().collect()
}

impl RackInput {
    fn read(&self, reading: &mut Reading, pointer: &str) -> Option<Rack> {
        let left = self.left(reading, pointer);
        let not_made = NotMade {
            had_first_meld: self.had_30,
            announced_with_last_tile: self.announced_last,
            announced_before_game: self.announced_before,
        };
        if self.melded && not_made != NotMade::default() {
            let words = Message::new("finding-field-melded");
            reading.note(FieldProblem::pointer(format!("{pointer}/melded"), "melded-and-not", words));
            return None;
        }
        let first_meld = if self.melded { FirstMeld::Made } else { FirstMeld::NotMade(not_made) };
        Some(Rack { left: left?, first_meld })
    }

    fn left(&self, reading: &mut Reading, pointer: &str) -> Option<Left> {
        match (&self.tiles, self.face, self.jokers, self.spilled) {
            (Some(tiles), None, None, false) => {
                let read = Tiles::parse(tiles);
                if read.is_err() {
                    let words = Message::new("finding-field-tiles").excerpt("tiles", tiles.clone());
                    reading.note(FieldProblem::pointer(format!("{pointer}/tiles"), "invalid-tiles", words));
                }
                read.ok().map(|tiles| Left::from(&tiles))
            }
            (None, Some(face), jokers, false) if face <= MAX_FACE => {
                Some(Left::Counted { face, jokers: jokers.unwrap_or_default() })
            }
            (None, Some(_), _, false) => {
                let words = Message::new("field-range").number("least", 0).number("most", MAX_FACE);
                reading.note(FieldProblem::pointer(format!("{pointer}/face"), "out-of-range", words));
                None
            }
            (None, None, None, true) => Some(Left::Spilled),
            _ => {
                let words = Message::new("finding-field-rack");
                reading.note(FieldProblem::pointer(pointer, "tiles-or-sum", words));
                None
            }
        }
    }
}

/// One game as the rules read it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameItem {
    ending: EndingName,
    /// The small points in the order of the seats; null for whoever did not play.
    #[schema(max_items = 4)]
    small: Vec<Option<i32>>,
    /// The big points in the order of the seats.
    #[schema(max_items = 4)]
    big: Vec<Option<u32>>,
}

impl GameItem {
    pub(in crate::tournaments) fn of(game: &SheetGame, rulebook: &Rulebook) -> Self {
        Self { ending: ending_name(game.ending), small: game.small.clone(), big: big_points(game, rulebook) }
    }

    pub(super) fn all(games: &[SheetGame], rulebook: &Rulebook) -> Vec<Self> {
        games.iter().map(|game| Self::of(game, rulebook)).collect()
    }

    /// What each seat has in all of these games: small points and big points.
    pub(super) fn sums(games: &[Self], seats: usize) -> Vec<SeatSum> {
        let sum = |seat: usize| SeatSum {
            small: games.iter().filter_map(|game| game.small.get(seat).copied().flatten()).map(i64::from).sum(),
            big: games.iter().filter_map(|game| game.big.get(seat).copied().flatten()).sum(),
        };
        (0..seats).map(sum).collect()
    }
}

fn ending_name(ending: Ending) -> EndingName {
    match ending {
        Ending::RackEmptied => EndingName::RackEmptied,
        Ending::TimeExpired => EndingName::TimeExpired,
        Ending::PoolExhausted => EndingName::PoolExhausted,
        Ending::NotPlayed => EndingName::NotPlayed,
    }
}

/// A big point for each winner of a game, none for whoever did not play.
fn big_points(game: &SheetGame, rulebook: &Rulebook) -> Vec<Option<u32>> {
    let playing: Vec<usize> = (0..game.small.len()).filter(|seat| game.small[*seat].is_some()).collect();
    let points: Vec<SmallPoints> = game.small.iter().flatten().map(|small| SmallPoints(i64::from(*small))).collect();
    let winners: Vec<usize> = winners(game.ending, &points, rulebook).map(|rank| playing[rank]).collect();
    let big = |seat: usize| game.small[seat].map(|_| u32::from(winners.contains(&seat)));
    (0..game.small.len()).map(big).collect()
}

/// What a seat has in all games of a sheet.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SeatSum {
    /// The small points.
    #[schema(example = 85)]
    small: i64,
    /// The big points.
    #[schema(minimum = 0, maximum = 20, example = 1)]
    big: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Choice;

    #[test]
    fn endings_are_called_as_the_rules_call_them() {
        for ending in Ending::ALL {
            let name = serde_json::to_value(ending_name(*ending)).unwrap();
            assert_eq!(name, ending.name());
            assert_eq!(Ending::from(ending_name(*ending)), *ending);
        }
    }
}
