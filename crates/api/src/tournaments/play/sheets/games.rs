//! Games of a sheet: parsing small points or racks from a request, and answering with small and big points.

use crate::http::fields::FieldParser;
use crate::http::problem::Problem;
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
    FieldParser::read(|fields| {
        let games = (0..).zip(&sheet.games).map(|(index, game)| read_game(game, fields, &format!("/games/{index}")));
        let games: Vec<Option<GameEntry>> = games.collect();
        let reason = fields.optional_reason(sheet.reason.as_deref());
        Some((games.into_iter().collect::<Option<_>>()?, reason))
    })
}

fn read_game(game: &GameInput, fields: &mut FieldParser, pointer: &str) -> Option<GameEntry> {
    let ending: Ending = game.ending.into();
    let score = match (&game.small, &game.racks) {
        (Some(small), None) => GameScore::Small(small.clone()),
        (None, Some(racks)) => GameScore::Racks(read_racks(racks, fields, &format!("{pointer}/racks"))?),
        (None, None) if ending == Ending::NotPlayed => GameScore::Small(Vec::new()),
        (None, None) | (Some(_), Some(_)) => {
            return fields.wrong(pointer, "small-or-racks", Message::new("finding-field-score"));
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
        return fields.wrong(format!("{pointer}/melded"), "melded-and-not", Message::new("finding-field-melded"));
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
                fields.add(format!("{pointer}/tiles"), "invalid-tiles", words);
            }
            read.ok().map(|tiles| TilesLeft::from(&tiles))
        }
        (None, Some(face), jokers, false) if face <= MAX_FACE => {
            Some(TilesLeft::Counted { face, jokers: jokers.unwrap_or_default() })
        }
        (None, Some(_), _, false) => fields.outside(format!("{pointer}/face"), 0, MAX_FACE),
        (None, None, None, true) => Some(TilesLeft::Spilled),
        _ => fields.wrong(pointer, "tiles-or-sum", Message::new("finding-field-rack")),
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
