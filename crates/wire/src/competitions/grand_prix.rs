//! Grand Prix cycles, their tournaments and standings.

use super::lifecycle::CompetitionStatus;
use crate::common::{ListedPlayer, OfficialEdition};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A cycle in the list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GrandPrixItem {
    /// The opaque id.
    #[schema(max_length = 1024, example = "7k3m9q0x2v4b8n000002")]
    pub id: String,
    /// What it is called.
    #[schema(max_length = 500, example = "Grand Prix Śląska")]
    pub name: Option<String>,
    /// `running` or `over`.
    #[schema(value_type = String, max_length = 10, example = "running")]
    pub status: CompetitionStatus,
    /// The day of its first tournament, once it has one.
    #[schema(format = Date, max_length = 10, example = "2025-10-11")]
    pub first_day: Option<String>,
    /// The day of its last tournament.
    #[schema(format = Date, max_length = 10, example = "2026-04-18")]
    pub last_day: Option<String>,
    /// How many tournaments belong to it.
    #[schema(minimum = 0, maximum = 1000, example = 5)]
    pub tournaments: usize,
    /// The id of the rulebook that its standings are computed with.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    pub rulebook: Option<String>,
    /// The ETag of the cycle.
    #[schema(max_length = 24, example = "\"402\"")]
    pub etag: String,
}

/// A cycle with its tournaments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GrandPrix {
    /// What the list says of it, but for the number of tournaments.
    #[schema(max_length = 1024, example = "7k3m9q0x2v4b8n000002")]
    pub id: String,
    /// What it is called.
    #[schema(max_length = 500, example = "Grand Prix Śląska")]
    pub name: Option<String>,
    /// `running` or `over`.
    #[schema(value_type = String, max_length = 10, example = "running")]
    pub status: CompetitionStatus,
    /// The id of the rulebook that its standings are computed with.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    pub rulebook: Option<String>,
    /// Its tournaments, in the order in which they were added.
    #[schema(max_items = 1000)]
    pub tournaments: Vec<Member>,
    /// Whether it is still running, so that places may change.
    #[schema(example = true)]
    pub provisional: bool,
    /// Whether it has at least five valid tournaments and not too many (R-AWG-01); if it has not, its qualification
    /// waits for a decision.
    #[schema(example = false)]
    pub complete: bool,
    /// How many of its tournaments are over and give points.
    #[schema(minimum = 0, maximum = 1000, example = 5)]
    pub valid_events: usize,
    /// How many different people have played in it.
    #[schema(minimum = 0, maximum = 1_000_000, example = 214)]
    pub persons: u32,
    /// The last place to which the qualification may pass.
    #[schema(minimum = 0, maximum = 100_000, example = 12)]
    pub depth: u32,
    /// The newest published edition of its table, if there is one.
    pub official: Option<OfficialEdition>,
    /// Everybody with points, the best first.
    #[schema(max_items = 100_000)]
    pub table: Vec<GrandPrixStanding>,
    /// The order that was set among players who are tied for the qualification, as ids.
    #[schema(max_items = 10_000)]
    pub tie: Option<Vec<String>>,
    /// The ETag of the cycle.
    #[schema(max_length = 24, example = "\"402\"")]
    pub etag: String,
}

/// A tournament of a cycle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Member {
    /// Its id.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    pub id: String,
    /// What it is called.
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    pub name: Option<String>,
    /// The day on which it ends, as far as it is known.
    #[schema(format = Date, max_length = 10, example = "2025-10-11")]
    pub day: Option<String>,
    /// Whether its results are recorded.
    #[schema(example = true)]
    pub over: bool,
    /// Whether it gives points.
    #[schema(example = true)]
    pub valid: bool,
}

/// The standings of a cycle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GrandPrixStandings {
    /// Whether the cycle is still running, so that places may change.
    #[schema(example = true)]
    pub provisional: bool,
    /// Whether it has at least five valid tournaments and not too many (R-AWG-01); if it has not, its qualification
    /// waits for a decision.
    #[schema(example = false)]
    pub complete: bool,
    /// How many tournaments belong to it.
    #[schema(minimum = 0, maximum = 1000, example = 5)]
    pub tournaments: usize,
    /// The tournaments that are over and give points, as ids.
    #[schema(max_items = 1000)]
    pub valid: Vec<String>,
    /// How many different people have played in it.
    #[schema(minimum = 0, maximum = 1_000_000, example = 214)]
    pub persons: u32,
    /// The last place to which the qualification may pass.
    #[schema(minimum = 0, maximum = 100_000, example = 12)]
    pub depth: u32,
    /// The rows, the best first.
    #[schema(max_items = 100_000)]
    pub rows: Vec<GrandPrixStanding>,
}

/// A row of the standings of a cycle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GrandPrixStanding {
    /// The place.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    pub place: u32,
    /// Who.
    #[serde(flatten)]
    pub player: ListedPlayer,
    /// The points of all tournaments.
    #[schema(minimum = 0, maximum = 1_000_000, example = 355)]
    pub points: u32,
    /// In how many tournaments points were earned.
    #[schema(minimum = 0, maximum = 1000, example = 5)]
    pub tournaments: u32,
    /// The best place in one of them.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    pub best_place: Option<u32>,
    /// What they are made of, the best place first.
    #[schema(max_items = 1000)]
    pub results: Vec<EarnedResult>,
}

/// The points of one tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct EarnedResult {
    /// The id of the tournament.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    pub event_id: String,
    /// What it is called.
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    pub event_name: Option<String>,
    /// The place there.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    pub place: u32,
    /// The points for it.
    #[schema(minimum = 0, maximum = 100_000, example = 100)]
    pub points: u32,
}

/// A cycle that is to be opened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGrandPrix {
    /// What it is called.
    #[schema(min_length = 1, max_length = 100, example = "Grand Prix Śląska")]
    pub name: String,
    /// The id of an adopted rulebook.
    #[schema(min_length = 1, max_length = 1024, example = "pl-2024-25")]
    pub rulebook: String,
}

/// What holds of a cycle that is over instead, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GrandPrixCorrection {
    /// What it is called.
    #[schema(min_length = 1, max_length = 100, example = "Grand Prix Śląska")]
    pub name: String,
    /// Its tournaments, as ids.
    #[schema(min_items = 1, max_items = 1000)]
    pub tournaments: Vec<String>,
    /// The id of an adopted rulebook.
    #[schema(min_length = 1, max_length = 1024, example = "pl-2024-25")]
    pub rulebook: String,
    /// Why it is corrected.
    #[schema(min_length = 1, max_length = 2000, example = "Turniej w Rybniku nie należał do cyklu")]
    pub reason: String,
}
