//! Meetings of a league and the games played there.

use super::lifecycle::Person;
use crate::choice::ByName;
use domain::game::Ending;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A meeting in the list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MeetingItem {
    /// Its number.
    #[schema(minimum = 1, maximum = 1000, example = 3)]
    pub number: u32,
    /// When it took place.
    #[schema(format = Date, max_length = 10, example = "2025-12-06")]
    pub day: String,
    /// How many were there.
    #[schema(minimum = 0, maximum = 100_000, example = 24)]
    pub present: usize,
    /// How many tables of games are recorded.
    #[schema(minimum = 0, maximum = 100_000, example = 6)]
    pub tables: usize,
    /// How many games were played at them.
    #[schema(minimum = 0, maximum = 100_000, example = 24)]
    pub games: usize,
    /// The ETag of the meeting.
    #[schema(max_length = 24, example = "\"291\"")]
    pub etag: String,
}

/// A meeting.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Meeting {
    /// Its number.
    #[schema(minimum = 1, maximum = 1000, example = 3)]
    pub number: u32,
    /// When it took place.
    #[schema(format = Date, max_length = 10, example = "2025-12-06")]
    pub day: String,
    /// Who was there.
    #[schema(max_items = 10_000)]
    pub present: Vec<Person>,
    /// The games, table by table.
    #[schema(max_items = 1000)]
    pub tables: Vec<MeetingTable>,
    /// The ETag of the meeting.
    #[schema(max_length = 24, example = "\"291\"")]
    pub etag: String,
}

/// A table of a meeting.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MeetingTable {
    /// Who sat there, by id, in the order of the seats.
    #[schema(max_items = 4)]
    pub seats: Vec<String>,
    /// The games in their order.
    #[schema(max_items = 100)]
    pub games: Vec<MeetingGame>,
}

/// A game of a meeting.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MeetingGame {
    /// How it ended.
    #[schema(value_type = String, max_length = 30, example = "rack_emptied")]
    pub ending: ByName<Ending>,
    /// The small points by seat; none of a game that was not played.
    #[schema(max_items = 4, example = json!([57, -20, -37]))]
    pub small: Vec<i32>,
    /// The big points by seat, computed.
    #[schema(max_items = 4, example = json!([1, 0, 0]))]
    pub big: Vec<u32>,
}

/// A meeting that is to be recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMeeting {
    /// Its number; without one, the next.
    #[schema(minimum = 1, maximum = 1000, example = 3)]
    pub number: Option<u32>,
    /// When it took place.
    #[schema(format = Date, max_length = 10, example = "2025-12-06")]
    pub day: String,
    /// Who was there, by id.
    #[schema(min_items = 1, max_items = 1000, example = json!(["2f6c1d0e9b8a4756x3f2"]))]
    pub present: Vec<String>,
    /// The games, table by table; without them only the attendance is known.
    #[serde(default)]
    #[schema(max_items = 200)]
    pub tables: Vec<NewTable>,
    /// Records games that look wrong, too; then a reason is needed.
    #[serde(default)]
    #[schema(default = false, example = false)]
    pub accept_warnings: bool,
    /// Why games that look wrong are right.
    #[schema(min_length = 1, max_length = 2000, example = "Sprawdzono z tabelką punktową")]
    pub reason: Option<String>,
}

/// What holds of a meeting instead, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MeetingCorrection {
    /// When it took place.
    #[schema(format = Date, max_length = 10, example = "2025-12-06")]
    pub day: String,
    /// Who was there, by id.
    #[schema(min_items = 1, max_items = 1000, example = json!(["2f6c1d0e9b8a4756x3f2"]))]
    pub present: Vec<String>,
    /// The games, table by table.
    #[serde(default)]
    #[schema(max_items = 200)]
    pub tables: Vec<NewTable>,
    /// Records games that look wrong, too.
    #[serde(default)]
    #[schema(default = false, example = false)]
    pub accept_warnings: bool,
    /// Why it is corrected.
    #[schema(min_length = 1, max_length = 2000, example = "Pomylono stoliki")]
    pub reason: String,
}

/// A table that is to be recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// Who sat at A, B, C and D, by id.
    #[schema(min_items = 3, max_items = 4)]
    pub seats: Vec<String>,
    /// The games in their order.
    #[schema(min_items = 1, max_items = 20)]
    pub games: Vec<NewGame>,
}

/// A game that is to be recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// How it ended: `rack_emptied`, `time_expired`, `pool_exhausted` or `not_played`.
    #[schema(max_length = 30, example = "rack_emptied")]
    pub ending: String,
    /// The small points by seat; left out for a game that was not played.
    #[schema(max_items = 4, example = json!([57, -20, -37]))]
    pub small: Option<Vec<i32>>,
}
