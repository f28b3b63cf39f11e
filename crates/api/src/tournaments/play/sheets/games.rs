//! Games of a sheet: parsing small points or racks from a request, and answering with small and big points.

use crate::http::fields::FieldParser;
use crate::http::problem::{FieldProblem, Problem};
use domain::event::SheetGame;
use domain::game::Ending;
use domain::game::rack::{FirstMeld, NotMade, Rack, TilesLeft};
use domain::game::tile::Tiles;
use domain::rulebook::Rulebook;
use domain::tournament::course::{self, GameEntry, GamePoints, GameScore, game_points};
use domain::values::points::BigPoints;
use domain::values::text::StatedReason;
use formats::localization::Message;
use wire::tournaments::play::{GameInput, GameItem, RackInput, SeatSum, SheetInput};

/// The greatest sum of a rack that a request may state; the rules check what the tiles can have.
const MAX_FACE: u32 = 100_000;

/// The games and the reason, or everything that is wrong with them.
pub(crate) fn read_sheet(sheet: &SheetInput) -> Result<(Vec<GameEntry>, Option<StatedReason>), Problem> {
    let mut fields = FieldParser::default();
    let games = (0..).zip(&sheet.games).map(|(index, game)| read_game(game, &mut fields, &format!("/games/{index}")));
    let games: Vec<Option<GameEntry>> = games.collect();
    let reason = sheet.reason.as_deref().map(|text| fields.reason("/reason", text));
    match (games.into_iter().collect(), reason) {
        (Some(games), None) => Ok((games, None)),
        (Some(games), Some(Some(reason))) => Ok((games, Some(reason))),
        _ => Err(fields.problem()),
    }
}

fn read_game(game: &GameInput, fields: &mut FieldParser, pointer: &str) -> Option<GameEntry> {
    let ending: Ending = game.ending.into();
    let score = match (&game.small, &game.racks) {
        (Some(small), None) => GameScore::Small(small.clone()),
        (None, Some(racks)) => GameScore::Racks(read_racks(racks, fields, &format!("{pointer}/racks"))?),
        (None, None) if ending == Ending::NotPlayed => GameScore::Small(Vec::new()),
        (None, None) | (Some(_), Some(_)) => {
            let words = Message::new("finding-field-score");
            fields.add_problem(FieldProblem::pointer(pointer, "small-or-racks", words));
            return None;
        }
    };
    Some(GameEntry { ending, score })
}

/// The racks of a table, or nothing after noting what is wrong with them.
pub(crate) fn read_racks(racks: &[RackInput], fields: &mut FieldParser, pointer: &str) -> Option<Vec<Rack>> {
    let racks: Vec<Option<Rack>> =
        (0..).zip(racks).map(|(seat, rack)| read_rack(rack, fields, &format!("{pointer}/{seat}"))).collect();
    racks.into_iter().collect()
}

fn read_rack(rack: &RackInput, fields: &mut FieldParser, pointer: &str) -> Option<Rack> {
    let left = tiles_left(rack, fields, pointer);
    let not_made = NotMade {
        had_first_meld: rack.had_30,
        announced_with_last_tile: rack.announced_last,
        announced_before_game: rack.announced_before,
    };
    if rack.melded && not_made != NotMade::default() {
        let words = Message::new("finding-field-melded");
        fields.add_problem(FieldProblem::pointer(format!("{pointer}/melded"), "melded-and-not", words));
        return None;
    }
    let first_meld = if rack.melded { FirstMeld::Made } else { FirstMeld::NotMade(not_made) };
    Some(Rack { left: left?, first_meld })
}

fn tiles_left(rack: &RackInput, fields: &mut FieldParser, pointer: &str) -> Option<TilesLeft> {
    match (&rack.tiles, rack.face, rack.jokers, rack.spilled) {
        (Some(tiles), None, None, false) => {
            let read = Tiles::parse(tiles);
            if read.is_err() {
                let words = Message::new("finding-field-tiles").excerpt("tiles", tiles.clone());
                fields.add_problem(FieldProblem::pointer(format!("{pointer}/tiles"), "invalid-tiles", words));
            }
            read.ok().map(|tiles| TilesLeft::from(&tiles))
        }
        (None, Some(face), jokers, false) if face <= MAX_FACE => {
            Some(TilesLeft::Counted { face, jokers: jokers.unwrap_or_default() })
        }
        (None, Some(_), _, false) => {
            let words = Message::new("field-range").number("least", 0).number("most", MAX_FACE);
            fields.add_problem(FieldProblem::pointer(format!("{pointer}/face"), "out-of-range", words));
            None
        }
        (None, None, None, true) => Some(TilesLeft::Spilled),
        _ => {
            let words = Message::new("finding-field-rack");
            fields.add_problem(FieldProblem::pointer(pointer, "tiles-or-sum", words));
            None
        }
    }
}

pub(crate) fn scored_games(games: &[SheetGame], rulebook: &Rulebook) -> Vec<GameItem> {
    game_items(game_points(games, rulebook))
}

pub(crate) fn game_items(games: Vec<GamePoints>) -> Vec<GameItem> {
    let item = |GamePoints { ending, small, big }| GameItem {
        ending: Ending::into(ending),
        small,
        big: big.into_iter().map(|big: Option<BigPoints>| big.map(|big| big.0)).collect(),
    };
    games.into_iter().map(item).collect()
}

pub(crate) fn sum_items(sums: &[course::SeatSum]) -> Vec<SeatSum> {
    sums.iter().map(|sum| SeatSum { small: sum.small.0, big: sum.big.0 }).collect()
}
