//! Lists that differ, row by row, and the consequences of a command that was only rehearsed.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What would change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Consequences {
    #[serde(flatten)]
    pub lists: ChangedLists,
    /// Published lists that would not be what was published any more.
    #[schema(max_items = 1000)]
    pub drifted: Vec<DriftedList>,
}

/// A published list that would drift.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DriftedList {
    /// Which list.
    #[schema(max_length = 1100, example = "mp:2025")]
    pub list: String,
    /// What it is called.
    #[schema(max_length = 600, example = "Awanse do Mistrzostw Polski, sezon 2025")]
    pub title: String,
    /// The newest edition.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    pub edition: u32,
}

/// The lists that differ, by kind.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ChangedLists {
    /// Rankings: who moved, came or went.
    #[schema(max_items = 1000)]
    pub ranking: Vec<ChangedList>,
    /// Lists of the qualified for the national championship.
    #[schema(max_items = 1000)]
    pub qualifications: Vec<ChangedList>,
    /// Standings of Grand Prix cycles.
    #[schema(max_items = 1000)]
    pub grand_prix: Vec<ChangedList>,
    /// Lists of the qualified for voivodeship championships, and their wildcards.
    #[schema(max_items = 1000)]
    pub mw: Vec<ChangedList>,
}

/// A list that differs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ChangedList {
    /// Which list.
    #[schema(max_length = 1100, example = "ranking:2025")]
    pub list: String,
    /// What it is called.
    #[schema(max_length = 600, example = "Ranking krajowy, sezon 2025")]
    pub title: String,
    /// The digest of its canonical bytes before; absent if there was no such list.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub digest_before: Option<String>,
    /// The same after.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub digest_after: Option<String>,
    /// How many rows differ in what is shown here; a list whose digest alone differs has the same places and points
    /// from other results.
    #[schema(minimum = 0, maximum = 1_000_000, example = 12)]
    pub changed: usize,
    /// The rows that differ, in the order of the list, then those that are gone; a rehearsal shows the first hundred.
    #[schema(max_items = 100_000)]
    pub rows: Vec<ChangedRow>,
}

/// How a row differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// It was not there.
    Appeared,
    /// It is not there any more.
    Disappeared,
    /// It has another place.
    Moved,
    /// It has the same place, and something else is different.
    Changed,
}

/// A row that differs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ChangedRow {
    /// How it differs.
    pub change: ChangeKind,
    /// The player; absent for what is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player_id: Option<String>,
    /// What the player is called today.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 400, example = "Łucja Przykładowa")]
    pub name: Option<String>,
    /// The city that the player plays for today.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "Łódź")]
    pub city: Option<String>,
    /// The row before; absent if it was not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<RowState>,
    /// The row after; absent if it is not there any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<RowState>,
    /// The first event that changed the row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<CausingEvent>,
}

/// What stands in a row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RowState {
    /// The place in the list, or in the event that a qualification comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 1_000_000, example = 3)]
    pub place: Option<u32>,
    /// The total.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 4_294_967_295_i64, example = 185)]
    pub points: Option<u32>,
    /// The kind of source of a qualification.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 30, example = "tournament")]
    pub source: Option<String>,
    /// The event that it comes from; `ranking` for the ranking.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    pub event_id: Option<String>,
    /// What the event is called today.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    pub event_name: Option<String>,
    /// How sure a qualification is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 30, example = "proposed")]
    pub state: Option<String>,
    /// How many are open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 10_000, example = 1)]
    pub open: Option<u32>,
    /// Who is tied for what is open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 10_000)]
    pub candidates: Vec<String>,
    /// The same in words.
    #[schema(max_length = 2000, example = "3. miejsce, 185 punktów")]
    pub text: String,
}

/// An event that changed a row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CausingEvent {
    /// Where it stands in the log.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub position: u64,
    /// What happened.
    #[schema(max_length = 100, example = "tournament.corrected")]
    pub r#type: String,
    /// When it was recorded.
    #[schema(format = DateTime, max_length = 40, example = "2026-03-14T10:15:30.123456Z")]
    pub recorded_at: String,
    /// What happened, in words; absent where the public audit trail does not tell of it either.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4000, example = "Poprawiono turniej „Jesienny Turniej w Łodzi”")]
    pub sentence: Option<String>,
    /// The proof that the event is in the log.
    #[schema(max_length = 100, example = "/api/v1/log/events/1042/proof")]
    pub proof: String,
}

impl ChangedLists {
    pub fn iter(&self) -> impl Iterator<Item = &ChangedList> {
        self.ranking.iter().chain(&self.qualifications).chain(&self.grand_prix).chain(&self.mw)
    }
}
