//! Stationary leagues and their tables.

use super::lifecycle::{CompetitionStatus, Person, PlacedLine};
use crate::choice::named_enum;
use crate::common::{ListedPlayer, voivodeship};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

named_enum! {
    /// Where the places of a table come from.
    pub enum LeagueTableSource {
        Computed = "computed",
        Imported = "imported",
        Recorded = "recorded",
    }
}

/// A league in the list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LeagueItem {
    /// The opaque id.
    #[schema(max_length = 1024, example = "7k3m9q0x2v4b8n000001")]
    pub id: String,
    /// What it is called.
    #[schema(max_length = 500, example = "Liga Łódzka")]
    pub name: Option<String>,
    #[schema(schema_with = voivodeship)]
    pub voivodeship: String,
    /// `running` or `over`.
    #[schema(value_type = String, max_length = 10, example = "running")]
    pub status: CompetitionStatus,
    /// The first day: planned, or of the first meeting of a league that is over.
    #[schema(format = Date, max_length = 10, example = "2025-10-04")]
    pub first_day: Option<String>,
    /// The last day: planned, or of the end.
    #[schema(format = Date, max_length = 10, example = "2026-05-30")]
    pub last_day: Option<String>,
    /// How many meetings are recorded.
    #[schema(minimum = 0, maximum = 1000, example = 3)]
    pub meetings: usize,
    /// The ETag of the league.
    #[schema(max_length = 24, example = "\"317\"")]
    pub etag: String,
}

/// A league.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct League {
    /// What the list says of it.
    #[serde(flatten)]
    pub item: LeagueItem,
    /// When its application was sent.
    #[schema(format = DateTime, max_length = 40, example = "2025-09-03T12:00:00+02:00")]
    pub submitted_at: Option<String>,
    /// When it ended, once it is over.
    #[schema(format = DateTime, max_length = 40, example = "2026-05-30T18:30:00+02:00")]
    pub ended_at: Option<String>,
    /// How many meetings are planned.
    #[schema(minimum = 1, maximum = 1000, example = 8)]
    pub planned_meetings: Option<u32>,
    /// The rulebook that its games are checked with, if it is run here.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    pub rulebook: Option<String>,
    /// Whether it has as many meetings as a league needs, if it is run here (AMB-62).
    #[schema(example = true)]
    pub long_enough: Option<bool>,
    /// Who gave up a qualification there.
    #[schema(max_items = 10_000)]
    pub waivers: Vec<Person>,
}

/// The table of a league.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LeagueTable {
    /// Whether places may still change.
    #[schema(example = true)]
    pub provisional: bool,
    /// Where the places come from: `computed` from the games, `imported`, or as `recorded` of a league that is over.
    #[schema(value_type = String, max_length = 10, example = "computed")]
    pub source: LeagueTableSource,
    /// The rows, the best first; whoever has no place stands at the end.
    #[schema(max_items = 10_000)]
    pub rows: Vec<LeagueTableRow>,
}

/// A row of the table of a league.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LeagueTableRow {
    /// The place; absent for who was there and has no game.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    pub place: Option<u32>,
    /// Who.
    #[serde(flatten)]
    pub player: ListedPlayer,
    /// Big points: games won.
    #[schema(minimum = 0, maximum = 100_000, example = 9)]
    pub big: u32,
    /// Small points.
    #[schema(minimum = -100_000_000, maximum = 100_000_000, example = 214)]
    pub small: i64,
    /// Games played.
    #[schema(minimum = 0, maximum = 100_000, example = 16)]
    pub games: u32,
    /// Meetings attended.
    #[schema(minimum = 0, maximum = 1000, example = 4)]
    pub meetings: u32,
}

/// A league that is to be opened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewLeague {
    /// What it is called.
    #[schema(min_length = 1, max_length = 100, example = "Liga Łódzka")]
    pub name: String,
    #[schema(schema_with = voivodeship)]
    pub voivodeship: String,
    /// The first planned day.
    #[schema(format = Date, max_length = 10, example = "2025-10-04")]
    pub first_day: String,
    /// The last planned day.
    #[schema(format = Date, max_length = 10, example = "2026-05-30")]
    pub last_day: String,
    /// How many meetings are planned.
    #[schema(minimum = 1, maximum = 1000, example = 8)]
    pub planned_meetings: Option<u32>,
    /// When its application was sent; without it, at this moment.
    #[schema(format = DateTime, max_length = 40, example = "2025-09-03T12:00:00+02:00")]
    pub submitted_at: Option<String>,
    /// The id of an adopted rulebook.
    #[schema(min_length = 1, max_length = 1024, example = "pl-2024-25")]
    pub rulebook: String,
}

/// The table of a league that was made elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportedTable {
    /// Everybody with a place.
    #[schema(min_items = 1, max_items = 1000)]
    pub table: Vec<PlacedLine>,
}

/// What holds of a league that is over instead, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LeagueCorrection {
    /// What it is called.
    #[schema(min_length = 1, max_length = 100, example = "Liga Łódzka")]
    pub name: String,
    #[schema(schema_with = voivodeship)]
    pub voivodeship: String,
    /// When it ended.
    #[schema(format = DateTime, max_length = 40, example = "2026-05-30T18:30:00+02:00")]
    pub ended_at: String,
    /// When its application was sent.
    #[schema(format = DateTime, max_length = 40, example = "2025-09-03T12:00:00+02:00")]
    pub submitted_at: String,
    /// Its meetings, in the order of their days.
    #[schema(max_items = 1000)]
    pub meetings: Vec<CorrectedMeeting>,
    /// Its final table.
    #[schema(min_items = 1, max_items = 1000)]
    pub table: Vec<PlacedLine>,
    /// Why it is corrected.
    #[schema(min_length = 1, max_length = 2000, example = "Zamieniono dwa miejsca")]
    pub reason: String,
}

/// A meeting as the record of a league has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CorrectedMeeting {
    /// When it took place.
    #[schema(format = Date, max_length = 10, example = "2025-12-06")]
    pub day: String,
    /// Who was there, by id.
    #[schema(max_items = 1000)]
    pub present: Vec<String>,
}
