//! The list of tournaments, and the seating, standings and progress of one.

use super::choices::{class, phase};
use super::people::ShownPlayer;
use crate::as_text;
use crate::choice;
use crate::common::voivodeship;
use domain::competitions::class::TournamentClass;
use domain::event::TieQuestion;
use domain::tournament::course::{Phase, Stage};
use domain::tournament::seating::SeatLetter;
use domain::values::voivodeship::Voivodeship;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A tournament in the list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TournamentItem {
    /// The id.
    #[schema(max_length = 1024, example = "7k2m9q4x8c1v5b3n6z0a")]
    pub id: String,
    /// What it is called; absent if the name was destroyed.
    #[schema(max_length = 500, example = "Jesienny Turniej Rummikub w Łodzi")]
    pub name: Option<String>,
    /// Where it takes place; absent if it did not run here.
    #[schema(max_length = 500, example = "Miejska Biblioteka Publiczna, ul. Przykładowa 1, Łódź")]
    pub venue: Option<String>,
    #[serde(default, with = "choice::option")]
    #[schema(schema_with = voivodeship)]
    pub voivodeship: Option<Voivodeship>,
    /// The first day.
    #[schema(format = Date, max_length = 10, example = "2027-03-20")]
    pub first_day: Option<String>,
    /// The last day.
    #[schema(format = Date, max_length = 10, example = "2027-03-20")]
    pub last_day: Option<String>,
    #[serde(default, with = "choice::option")]
    #[schema(schema_with = class)]
    pub class: Option<TournamentClass>,
    #[serde(with = "choice")]
    #[schema(schema_with = phase)]
    pub phase: Phase,
    /// The ETag of the tournament.
    #[schema(max_length = 24, example = "\"1042\"")]
    pub etag: String,
}

/// The seats of a stage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Seating {
    /// The stage; none before the format is chosen.
    #[schema(value_type = Option<String>, max_length = 5, example = "3")]
    #[serde(default, with = "as_text::option")]
    pub stage: Option<Stage>,
    /// Whether its seats are given out.
    #[schema(example = true)]
    pub seated: bool,
    /// Of a player who was asked for: `not-seated` if she has no seat there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 20, example = "not-seated")]
    pub code: Option<String>,
    /// Whether play has begun there.
    #[schema(example = false)]
    pub started: bool,
    /// Whether the seats were drawn.
    #[schema(example = false)]
    pub drawn: bool,
    /// For seats that follow the standings: the position of the log at which they were given out.
    #[schema(minimum = 0, example = 1042)]
    pub based_on: Option<u64>,
    /// Sheets of earlier stages that were changed after that; the seats stay as they were given out.
    #[schema(max_items = 100_000)]
    pub changed_since: Vec<ChangedSheet>,
    /// The tables; only one of them if a player was asked for, none if the player has no seat.
    #[schema(max_items = 100_000)]
    pub tables: Vec<TableSeats>,
}

/// A sheet that was changed after seats were given out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ChangedSheet {
    /// Of which stage.
    #[schema(value_type = String, max_length = 5, example = "2")]
    #[serde(with = "as_text")]
    pub stage: Stage,
    /// Of which table.
    #[schema(minimum = 1, maximum = 100_000, example = 7)]
    pub table: u32,
    /// By which event.
    #[schema(minimum = 0, example = 1050)]
    pub position: u64,
}

/// A table with its seats.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TableSeats {
    /// Its number.
    #[schema(minimum = 1, maximum = 100_000, example = 7)]
    pub table: u32,
    /// How many tiles the pool has after everybody took theirs.
    #[schema(minimum = 0, maximum = 106, example = 50)]
    pub pool_tiles: Option<u32>,
    /// The letter of the seat that starts each game, the first game first.
    #[serde(with = "choice::list")]
    #[schema(value_type = Vec<String>, max_items = 100)]
    pub starters: Vec<SeatLetter>,
    /// The seats in their order.
    #[schema(max_items = 4)]
    pub seats: Vec<SeatTaken>,
}

/// A seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SeatTaken {
    /// Its letter.
    #[serde(with = "choice")]
    #[schema(value_type = String, max_length = 1, example = "A")]
    pub seat: SeatLetter,
    /// Who sits there.
    #[serde(flatten)]
    pub named: ShownPlayer,
    /// Whether the player was asked for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schema(example = true)]
    pub asked: bool,
}

/// The standings that everybody may see.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LiveStandings {
    /// Where the tournament is on its way.
    #[serde(with = "choice")]
    #[schema(value_type = String, max_length = 20, example = "running")]
    pub phase: Phase,
    /// The last stage with results that are counted here; none before the first sheet.
    #[schema(value_type = Option<String>, max_length = 5, example = "3")]
    #[serde(default, with = "as_text::option")]
    pub stage: Option<Stage>,
    /// Whether a stage is being played, so that the standings will change.
    #[schema(example = true)]
    pub provisional: bool,
    /// The stage whose results are hidden until all of them are there: they are not counted here.
    #[schema(value_type = Option<String>, max_length = 5, example = "4")]
    #[serde(default, with = "as_text::option")]
    pub hidden: Option<Stage>,
    /// Where players go on to, while it is open who.
    pub advancement: Option<AdvancementItem>,
    /// Everybody who was seated, the best first: by `final_place` once there is one, by `place` before; whoever has no
    /// place comes last.
    #[schema(max_items = 100_000)]
    pub lines: Vec<StandingLine>,
}

/// Where players go on to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AdvancementItem {
    /// The stage: `top` or `final`.
    #[schema(value_type = String, max_length = 5, example = "final")]
    #[serde(with = "as_text")]
    pub into: Stage,
    /// How many go on.
    #[schema(minimum = 0, maximum = 12, example = 4)]
    pub seats: usize,
}

/// How likely somebody is to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AdvancementChance {
    /// Nothing that is still played can change it.
    Certain,
    /// As things stand, and others can still change it.
    Provisional,
    /// Not as things stand, but it can still happen.
    Possible,
    /// Nothing that is still played can help.
    Out,
}

impl AdvancementChance {
    /// The name in JSON and CSV.
    pub fn name(self) -> &'static str {
        match self {
            Self::Certain => "certain",
            Self::Provisional => "provisional",
            Self::Possible => "possible",
            Self::Out => "out",
        }
    }
}

/// A player's line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct StandingLine {
    /// The place in the whole tournament, as the results have it; none before the final is over or the tournament is
    /// closed.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    pub final_place: Option<u32>,
    /// The place in the elimination; players who are equal in everything share it.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    pub place: Option<u32>,
    /// Who.
    #[serde(flatten)]
    pub named: ShownPlayer,
    /// Games won in the elimination; those of the TOP stage and the final stand in `stages`.
    #[schema(minimum = 0, maximum = 1000, example = 7)]
    pub big: u32,
    /// Small points of the elimination, added up.
    #[schema(minimum = -10_000_000, maximum = 10_000_000, example = 312)]
    pub small: i64,
    /// Games played in the elimination.
    #[schema(minimum = 0, maximum = 1000, example = 12)]
    pub games: u32,
    /// How likely the player is to go on, while that is open.
    pub chance: Option<AdvancementChance>,
    /// What each stage with results brought, TOP stage and final too.
    #[schema(max_items = 22)]
    pub stages: Vec<StageLine>,
}

impl StandingLine {
    /// The place in the whole tournament, or that of the elimination before there is one.
    pub fn current_place(&self) -> Option<u32> {
        self.final_place.or(self.place)
    }
}

/// What one stage brought.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct StageLine {
    /// The number of a round, `top` or `final`.
    #[schema(value_type = String, max_length = 5, example = "3")]
    #[serde(with = "as_text")]
    pub stage: Stage,
    /// Games won.
    #[schema(minimum = 0, maximum = 1000, example = 2)]
    pub big: u32,
    /// Small points.
    #[schema(minimum = -10_000_000, maximum = 10_000_000, example = 84)]
    pub small: i64,
    /// Games played.
    #[schema(minimum = 0, maximum = 1000, example = 4)]
    pub games: u32,
}

/// How far a tournament is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Progress {
    /// Where the tournament is on its way.
    #[serde(with = "choice")]
    #[schema(value_type = String, max_length = 20, example = "running")]
    pub phase: Phase,
    /// The stage that is played or comes next; none when all are over.
    #[schema(value_type = Option<String>, max_length = 5, example = "3")]
    #[serde(default, with = "as_text::option")]
    pub stage: Option<Stage>,
    /// When play began there.
    #[schema(max_length = 40, format = DateTime, example = "2025-10-11T10:00:00.000000Z")]
    pub started_at: Option<String>,
    /// How long a round lasts.
    #[schema(minimum = 0, maximum = 1440, example = 45)]
    pub round_minutes: Option<u32>,
    /// When the time of the round is up.
    #[schema(max_length = 40, format = DateTime, example = "2025-10-11T10:45:00.000000Z")]
    pub ends_at: Option<String>,
    /// How many tables it has.
    #[schema(minimum = 0, maximum = 100_000, example = 8)]
    pub tables: u32,
    /// How many sheets somebody has entered, be they complete or not.
    #[schema(minimum = 0, maximum = 100_000, example = 5)]
    pub entered: u32,
    /// How many sheets have all their games.
    #[schema(minimum = 0, maximum = 100_000, example = 5)]
    pub complete: u32,
    /// How many sheets are complete and need nobody to enter them again.
    #[schema(minimum = 0, maximum = 100_000, example = 5)]
    pub confirmed: u32,
    /// The tables whose sheets are missing or not complete.
    #[schema(max_items = 100_000)]
    pub missing: Vec<u32>,
    /// The tables whose sheets wait for the second entry.
    #[schema(max_items = 100_000)]
    pub unconfirmed: Vec<u32>,
    /// The stage whose results are hidden until all of them are there.
    #[schema(value_type = Option<String>, max_length = 5, example = "4")]
    #[serde(default, with = "as_text::option")]
    pub hidden: Option<Stage>,
    /// What comes next; nothing when the tournament is over.
    pub next: Option<NextStep>,
    /// The tie that the main referee must decide before the tournament goes on.
    pub tie: Option<OpenTie>,
}

impl Progress {
    /// Of a tournament that has no stages here.
    pub fn without_stages(phase: Phase) -> Self {
        Self {
            phase,
            stage: None,
            started_at: None,
            round_minutes: None,
            ends_at: None,
            tables: 0,
            entered: 0,
            complete: 0,
            confirmed: 0,
            missing: Vec::new(),
            unconfirmed: Vec::new(),
            hidden: None,
            next: None,
            tie: None,
        }
    }
}

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NextStep {
    /// Choose rounds, games and stages.
    ChooseFormat,
    /// Draw the seats.
    Draw,
    /// Give out the seats by the standing.
    Seat,
    /// Begin to play.
    Start,
    /// Enter the sheets that are missing.
    EnterSheets,
    /// Enter sheets a second time.
    ConfirmSheets,
    /// End the round or stage.
    CloseRound,
    /// Set an order among tied players.
    DecideTie,
    /// Make the results final.
    Close,
}

/// A tie that must be decided.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OpenTie {
    /// For what.
    #[serde(with = "choice")]
    #[schema(value_type = String, max_length = 30, example = "enters_final")]
    pub question: TieQuestion,
    /// The ids of those who are tied.
    #[schema(max_items = 100_000)]
    pub candidates: Vec<String>,
}
