//! Playing a tournament: draws, stages, sheets, officiating, ties, the acts and closing.

use super::people::{DoneBy, NamedPlayer};
use crate::as_text;
use crate::choice;
use crate::common::Receipt;
use domain::game::Ending;
use domain::tournament::course::{CommandKind, Stage};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The draws of a tournament, with what is needed to make them again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Draws {
    /// The SHA-256 of the seed, in hexadecimal, published when the tournament was approved.
    #[schema(max_length = 64, example = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd")]
    pub seed_commitment: Option<String>,
    /// The seed, in hexadecimal, once the tournament is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64, example = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")]
    pub seed: Option<String>,
    /// How to make the draws again, in words.
    #[schema(max_length = 4000, example = "Sort the ids of the players …")]
    pub how_to_recompute: String,
    /// Where it is told in full.
    #[schema(max_length = 200, example = "/api/conventions.md")]
    pub documentation: String,
    /// Every draw, those that were undone too, the first first.
    #[serde(rename = "draws")]
    #[schema(max_items = 1000)]
    pub items: Vec<DrawItem>,
}

/// A draw.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DrawItem {
    /// Counts the draws of the tournament from 1.
    #[schema(minimum = 1, maximum = 1000, example = 1)]
    pub number: u32,
    /// For which round.
    #[schema(value_type = String, max_length = 10, example = "1")]
    #[serde(with = "as_text")]
    pub stage: Stage,
    /// The players in the order of their seats.
    #[schema(max_items = 2000)]
    pub order: Vec<DrawnSeat>,
    /// Why it was drawn again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 2000, example = "Jedna osoba przyszła w ostatniej chwili")]
    pub reason: Option<String>,
    /// Whether it does not hold.
    pub undone: bool,
    /// Where it stands in the log.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub position: u64,
    /// When it was recorded.
    #[schema(max_length = 40, format = DateTime, example = "2027-03-20T10:15:30.123456Z")]
    pub at: String,
}

/// Who drew which seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DrawnSeat {
    /// The table and the letter of the seat.
    #[schema(max_length = 10, example = "1A")]
    pub seat: String,
    /// The id of the player.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
}

/// What is to be drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewDraw {
    /// The round; the current one if it is not said.
    #[schema(min_length = 1, max_length = 10, example = "1")]
    pub stage: Option<String>,
    /// Why it is drawn again, for everybody to read; needed from the second draw of a round on.
    #[schema(min_length = 1, max_length = 2000, example = "Jedna osoba przyszła w ostatniej chwili")]
    pub reason: Option<String>,
}

/// How a round or stage is ended.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StageEnd {
    /// Whether the seats of the next one are given out at once, by the standing after this one.
    #[serde(default)]
    #[schema(default = false, example = true)]
    pub seat_next: bool,
}

/// The sheet of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Sheet {
    /// The tournament.
    #[schema(max_length = 1024, example = "t-2026-07")]
    pub tournament: String,
    /// The number of the round, `top` or `final`.
    #[schema(value_type = String, max_length = 5, example = "2")]
    #[serde(with = "as_text")]
    pub stage: Stage,
    /// The table, from 1.
    #[schema(minimum = 1, maximum = 1000, example = 4)]
    pub table: u32,
    /// The ETag of the sheet, for `If-Match`.
    #[schema(max_length = 24, example = "\"1042\"")]
    pub etag: String,
    /// Who sits at A, B, C and D.
    #[schema(max_items = 4)]
    pub seats: Vec<NamedPlayer>,
    /// How many games the table plays.
    #[schema(minimum = 0, maximum = 20, example = 4)]
    pub planned_games: u32,
    /// Whether the results of this stage are hidden for the moment.
    pub hidden: bool,
    /// What is written on it, for whoever may see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<SheetResults>,
    /// Who entered it, for staff and the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<SheetEntryItem>,
}

/// What is written on a sheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SheetResults {
    /// Whether it waits for somebody to enter it, for more games, for a second entry, or for nothing.
    pub state: SheetState,
    /// The games in their order; absent while the sheet waits for a second entry, for all but staff and the token that
    /// entered it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 20)]
    pub games: Option<Vec<GameItem>>,
    /// What each seat has in all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 4)]
    pub sums: Option<Vec<SeatSum>>,
}

/// What a sheet waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SheetState {
    /// For somebody to enter it.
    Missing,
    /// For more games.
    Incomplete,
    /// For the second entry.
    Unconfirmed,
    /// For nothing.
    Complete,
}

/// Who entered a sheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SheetEntryItem {
    pub entered_by: DoneBy,
    /// When.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    pub entered_at: Option<String>,
    /// Who entered the same again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmed_by: Option<DoneBy>,
    /// Whether it counts without a second entry.
    pub second_entry_waived: bool,
    /// Whether a reason was given for it.
    pub has_reason: bool,
}

/// The sheets of a stage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct StageSheets {
    /// The number of the round, `top` or `final`.
    #[schema(value_type = String, max_length = 5, example = "2")]
    #[serde(with = "as_text")]
    pub stage: Stage,
    /// Whether play has begun.
    pub started: bool,
    /// Whether it is over: a sheet is changed only with a reason then.
    pub closed: bool,
    /// One for each table, by number; none if nobody sits there yet.
    #[schema(max_items = 1000)]
    pub items: Vec<Sheet>,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(example = "rack_emptied")]
pub enum EndingName {
    /// Somebody laid the last tile.
    RackEmptied,
    /// The time of the round ran out.
    TimeExpired,
    /// The pool ran out.
    PoolExhausted,
    /// The game was not begun; it has no points.
    NotPlayed,
}

/// One game as the rules read it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GameItem {
    pub ending: EndingName,
    /// The small points in the order of the seats; null for whoever did not play.
    #[schema(max_items = 4)]
    pub small: Vec<Option<i32>>,
    /// The big points in the order of the seats.
    #[schema(max_items = 4)]
    pub big: Vec<Option<u32>>,
}

/// What a seat has in all games of a sheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SeatSum {
    /// The small points.
    #[schema(example = 85)]
    pub small: i64,
    /// The big points.
    #[schema(minimum = 0, maximum = 20, example = 1)]
    pub big: u32,
}

/// The sheet of a table as somebody hands it in; big points are computed and not taken.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SheetInput {
    /// The games in their order; fewer than planned while the table plays on.
    #[schema(max_items = 20)]
    pub games: Vec<GameInput>,
    /// Why it is right though it looks wrong, or why it is changed.
    #[schema(min_length = 1, max_length = 2000, example = "Sędzia policzył kostki jeszcze raz")]
    pub reason: Option<String>,
}

/// One game: either small points or racks, and neither if it was not played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "ending": "rack_emptied", "small": [85, -23, -2, -60] }))]
pub struct GameInput {
    pub ending: EndingName,
    /// The small points in the order of the seats; null for whoever is gone.
    #[schema(max_items = 4)]
    pub small: Option<Vec<Option<i32>>>,
    /// What lay on the racks in the order of the seats; the small points are computed from it.
    #[schema(max_items = 4)]
    pub racks: Option<Vec<RackInput>>,
}

/// What lay on a rack: its tiles, or their sum and the jokers, or that it was spilled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "tiles": "3r 7b 13k J", "melded": true }))]
pub struct RackInput {
    /// The tiles: a number and the first letter of a colour (`r`, `b`, `y`; `k` is black), or `J`.
    #[schema(max_length = 500, example = "3r 7b 13k J")]
    pub tiles: Option<String>,
    /// The sum of the numbers, without jokers.
    #[schema(minimum = 0, maximum = 100_000, example = 23)]
    pub face: Option<u32>,
    /// How many jokers.
    #[schema(minimum = 0, maximum = 255, example = 1)]
    pub jokers: Option<u8>,
    /// Whether it was spilled or could not be counted otherwise.
    #[serde(default)]
    #[schema(default = false, example = false)]
    pub spilled: bool,
    /// Whether the player has made the first meld.
    #[schema(example = true)]
    pub melded: bool,
    /// Without first meld: whether the player had the points for it.
    #[serde(default)]
    #[schema(default = false, example = false)]
    pub had_30: bool,
    /// Without first meld: whether it was announced with the last tile that was drawn.
    #[serde(default)]
    #[schema(default = false, example = false)]
    pub announced_last: bool,
    /// Without first meld: whether it was announced before the game.
    #[serde(default)]
    #[schema(default = false, example = false)]
    pub announced_before: bool,
}

/// Something that the rules say of a sheet, in the language of the client.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Finding {
    /// A JSON pointer to the game or the seat.
    #[schema(max_length = 100, example = "/games/0/small/0")]
    pub pointer: String,
    /// What it is, for programs.
    #[schema(max_length = 100, pattern = "^[a-z0-9-]+$", example = "wrong-winner-points")]
    pub code: String,
    /// The rule behind it.
    #[schema(max_length = 100, example = "R-GAME-16")]
    pub rule: String,
    /// What it is, in words.
    #[schema(max_length = 1000, example = "Miejsce A: zwycięzca zapisuje 85, a nie 84.")]
    pub detail: String,
}

/// What the rules say of a sheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CheckedSheet {
    /// Why it cannot be recorded.
    #[schema(max_items = 1000)]
    pub errors: Vec<Finding>,
    /// What looks wrong and needs a reason.
    #[schema(max_items = 1000)]
    pub warnings: Vec<Finding>,
    /// What is worth knowing.
    #[schema(max_items = 1000)]
    pub infos: Vec<Finding>,
    /// The games with their points; none if there is an error.
    #[schema(max_items = 20)]
    pub games: Vec<GameItem>,
    /// What each seat has in all of them.
    #[schema(max_items = 4)]
    pub sums: Vec<SeatSum>,
}

/// The receipt of a sheet, with what the rules say of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SheetReceipt {
    #[serde(flatten)]
    pub receipt: Receipt,
    /// What looked wrong and was confirmed with the reason.
    #[schema(max_items = 1000)]
    pub warnings: Vec<Finding>,
    /// What is worth knowing.
    #[schema(max_items = 1000)]
    pub infos: Vec<Finding>,
    /// The games with their points.
    #[schema(max_items = 20)]
    pub games: Vec<GameItem>,
    /// What each seat has in all of them.
    #[schema(max_items = 4)]
    pub sums: Vec<SeatSum>,
}

/// A game that is to be counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "ending": "rack_emptied",
    "racks": [
        { "tiles": "", "melded": true },
        { "tiles": "3r 7b 13k", "melded": true },
        { "face": 2, "jokers": 0, "melded": true },
    ],
}))]
pub struct Calculation {
    /// The variant of the game; the standard one if nobody says.
    #[schema(max_length = 30, example = "standard")]
    pub variant: Option<String>,
    pub ending: EndingName,
    /// What lay on the racks in the order of the seats.
    #[schema(min_items = 3, max_items = 4)]
    pub racks: Vec<RackInput>,
    /// The id of the rulebook; the rules as the federation publishes them if nobody says.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    pub rulebook: Option<String>,
}

/// The points of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Points {
    /// The small points in the order of the seats.
    #[schema(max_items = 4)]
    pub small: Vec<i64>,
    /// The big points in the order of the seats.
    #[schema(max_items = 4)]
    pub big: Vec<u32>,
    /// What looks wrong.
    #[schema(max_items = 10)]
    pub warnings: Vec<Finding>,
}

/// What a referee gives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSanction {
    /// The id of the player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
    /// `caution`, `warning`, `yellow_card` or `disqualification`.
    #[schema(max_length = 30, example = "yellow_card")]
    pub sanction: String,
    /// Why, for staff to read.
    #[schema(min_length = 1, max_length = 2000, example = "Podpowiadanie przy stoliku mimo upomnienia")]
    pub reason: String,
}

/// A sanction that holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SanctionItem {
    /// The number of the act that gave it, for undoing it.
    #[schema(minimum = 1, maximum = 4_294_967_295_i64, example = 57)]
    pub act: u32,
    #[serde(flatten)]
    pub player: NamedPlayer,
    /// `caution`, `warning`, `yellow_card` or `disqualification`.
    #[schema(max_length = 30, example = "yellow_card")]
    pub sanction: String,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 2000, example = "Podpowiadanie przy stoliku mimo upomnienia")]
    pub reason: Option<String>,
    /// Whether it follows from the yellow cards, the last of which the same act gave.
    #[schema(example = false)]
    pub automatic: bool,
    pub given_by: DoneBy,
    /// When.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    pub given_at: String,
}

/// The sanctions of a tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Sanctions {
    /// The first first.
    #[schema(max_items = 10_000)]
    pub items: Vec<SanctionItem>,
}

/// Somebody calls the referee.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewDispute {
    /// In which game, from 1.
    #[schema(minimum = 1, maximum = 20, example = 2)]
    pub game: Option<u32>,
    /// What it is about, for staff to read.
    #[schema(min_length = 1, max_length = 2000, example = "Czy kostka została położona przed końcem czasu?")]
    pub matter: String,
}

/// How the referee rules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRuling {
    /// The ruling, for staff to read.
    #[schema(min_length = 1, max_length = 2000, example = "Ruch się liczy")]
    pub ruling: String,
}

/// A dispute at a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DisputeItem {
    /// Its number, from 1.
    #[schema(minimum = 1, maximum = 1000, example = 1)]
    pub number: u32,
    /// The number of the round, `top` or `final`.
    #[schema(value_type = String, max_length = 5, example = "2")]
    #[serde(with = "as_text")]
    pub stage: Stage,
    /// The table.
    #[schema(minimum = 1, maximum = 1000, example = 4)]
    pub table: u32,
    /// The game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 20, example = 2)]
    pub game: Option<u32>,
    /// What it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 2000, example = "Czy kostka została położona przed końcem czasu?")]
    pub matter: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opened_by: Option<DoneBy>,
    /// When.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    pub opened_at: Option<String>,
    /// Whether the referee has ruled.
    pub ruled: bool,
    /// The ruling.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 2000, example = "Ruch się liczy")]
    pub ruling: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruled_by: Option<DoneBy>,
    /// When.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:20:30.123456Z")]
    pub ruled_at: Option<String>,
    /// The ETag of the dispute.
    #[schema(max_length = 24, example = "\"1042\"")]
    pub etag: String,
}

/// The disputes of a tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Disputes {
    /// The first first.
    #[schema(max_items = 1000)]
    pub items: Vec<DisputeItem>,
}

/// Players who are tied for something.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Tie {
    /// For what.
    #[schema(max_length = 30, example = "enters_final")]
    pub question: String,
    /// Who; in the order that was set, if one was.
    #[schema(max_items = 2000)]
    pub players: Vec<NamedPlayer>,
}

/// The ties of a tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Ties {
    /// The one that the main referee must decide before the tournament can go on.
    pub open: Option<Tie>,
    /// Those that were decided.
    #[schema(max_items = 10)]
    pub decided: Vec<Tie>,
}

/// An order among tied players.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TieDecision {
    /// For what.
    #[schema(max_length = 30, example = "enters_final")]
    pub question: String,
    /// The ids of all players who are tied, the best first.
    #[schema(min_items = 2, max_items = 2000)]
    pub order: Vec<String>,
    /// Why, for staff to read.
    #[schema(min_length = 1, max_length = 2000, example = "Losowanie sędziego głównego")]
    pub reason: Option<String>,
}

/// Something that was done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ActItem {
    /// Its number, from 1.
    #[schema(minimum = 1, maximum = 4_294_967_295_i64, example = 57)]
    pub number: u32,
    /// What it was.
    #[serde(with = "choice")]
    #[schema(value_type = String, max_length = 40, example = "enter_sheet")]
    pub kind: CommandKind,
    /// The same in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4000, example = "Wpisano tabelkę punktową: runda 2, stolik 4.")]
    pub sentence: Option<String>,
    pub by: DoneBy,
    /// When.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    pub at: String,
    /// Where its first event stands in the log.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub position: u64,
    /// Who undid it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undone: Option<UndoneItem>,
    /// Whether the caller can undo it at this moment.
    pub undoable: bool,
    /// The last act that rests on it: that must be undone first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 4_294_967_295_i64, example = 58)]
    pub blocked_by: Option<u32>,
}

/// How something was undone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct UndoneItem {
    /// The number of the act that undid it.
    #[schema(minimum = 1, maximum = 4_294_967_295_i64, example = 60)]
    pub act: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<DoneBy>,
    /// When.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:16:30.123456Z")]
    pub at: Option<String>,
}

/// Why something is undone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UndoReason {
    /// Why, for staff to read.
    #[schema(min_length = 1, max_length = 2000, example = "Pomyłka przy wpisywaniu")]
    pub reason: Option<String>,
}

/// A player who is named in a body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OnePlayer {
    /// The id of the player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
}

/// What is said when a tournament is closed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TournamentEnd {
    /// When play ended, from the first day on; without it now, or the end of the last day if that has passed.
    #[schema(format = DateTime, max_length = 40, example = "2026-03-14T18:30:00+01:00")]
    pub ended_at: Option<String>,
}

/// How the winner is reached.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewWinnerContact {
    /// First name and surname of the person who reads the e-mail, for example a parent; the winner if it is left out.
    #[schema(min_length = 1, max_length = 100, example = "Zofia Przykładowa")]
    pub name: Option<String>,
    /// The e-mail.
    #[schema(min_length = 3, max_length = 200, example = "zofia@example.org")]
    pub email: String,
}

/// Whether a contact of the winner is recorded, and for admins the contact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WinnerContact {
    /// Whether the service holds a contact.
    pub recorded: bool,
    /// The last day on which it is held.
    #[schema(format = Date, max_length = 10, example = "2025-12-13")]
    pub until: Option<String>,
    /// First name and surname of the person who reads the e-mail; for admins.
    #[schema(max_length = 500, example = "Zofia Przykładowa")]
    pub name: Option<String>,
    /// The e-mail; for admins.
    #[schema(max_length = 500, example = "zofia@example.org")]
    pub email: Option<String>,
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

impl From<Ending> for EndingName {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::RackEmptied => Self::RackEmptied,
            Ending::TimeExpired => Self::TimeExpired,
            Ending::PoolExhausted => Self::PoolExhausted,
            Ending::NotPlayed => Self::NotPlayed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Choice;

    #[test]
    fn endings_are_called_as_the_rules_call_them() {
        for ending in Ending::ALL {
            let name = serde_json::to_value(EndingName::from(*ending)).unwrap();
            assert_eq!(name, ending.name());
            assert_eq!(Ending::from(EndingName::from(*ending)), *ending);
        }
    }
}
