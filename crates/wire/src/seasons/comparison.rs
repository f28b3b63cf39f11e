//! Comparison of a season between two moments, and what-if requests.

use super::rulebooks::Adoption;
use crate::changed_lists::{ChangedLists, Consequences};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is supposed: exactly one of these.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WhatIf {
    /// The season has another rulebook: the id of one that is in force, or a preset and what differs from it.
    pub rulebook: Option<WhatIfRulebook>,
    /// Two players are one and the same.
    pub merge: Option<Merge>,
    /// A player was disqualified from a tournament that is over.
    pub disqualify: Option<Disqualify>,
    /// A player declines a qualification.
    pub decline: Option<Decline>,
    /// A player gives up qualifications outside an event.
    pub waiver: Option<WhatIfWaiver>,
}

/// A rulebook that a season might have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum WhatIfRulebook {
    /// The id of one that is in force.
    Adopted(String),
    /// One that nobody has adopted.
    New(Adoption),
}

/// Two players who might be one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Merge {
    /// Who stays.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub keep: String,
    /// Whose results go to the other.
    #[schema(min_length = 1, max_length = 1024, example = "7b8a47563f2e1d0c9b8a")]
    pub drop: String,
}

/// A disqualification.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Disqualify {
    /// The tournament.
    #[schema(min_length = 1, max_length = 1024, example = "t-2025-10-11-lodz")]
    pub tournament: String,
    /// The player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
}

/// A qualification that might be declined.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Decline {
    /// The event that it comes from; `ranking` for the ranking.
    #[schema(min_length = 1, max_length = 1024, example = "t-2025-10-11-lodz")]
    pub event_id: String,
    /// The player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
    /// Whether it passes to the next person.
    pub pass_on: bool,
    /// The voivodeship championship; the national championship of the season if nobody says.
    #[schema(max_length = 1024, example = "mw-2025-lodzkie")]
    pub championship: Option<String>,
}

/// Qualifications that might be given up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WhatIfWaiver {
    /// The player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
    /// When; now if nobody says.
    #[schema(format = DateTime, max_length = 40, example = "2026-05-01T12:00:00+02:00")]
    pub declared_at: Option<String>,
}

/// What would be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WhatIfResult {
    /// The season.
    #[schema(max_length = 1024, example = "2025")]
    pub season: String,
    /// The position of the log that it starts from.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub position: u64,
    /// The digest of all lists of the season as they are.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub digest_before: String,
    /// The digest of all lists of the season as they would be.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub digest_after: String,
    /// What would change.
    pub consequences: Consequences,
}

/// What changed between two moments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SeasonDiff {
    /// The season.
    #[schema(max_length = 1024, example = "2025")]
    pub season: String,
    /// The earlier moment.
    pub from: LogMoment,
    /// The later moment.
    pub to: LogMoment,
    #[serde(flatten)]
    pub lists: ChangedLists,
}

/// A moment in the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LogMoment {
    /// After the event at this position.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub position: u64,
    /// When that was recorded.
    #[schema(format = DateTime, max_length = 40, example = "2026-03-14T10:15:30.123456Z")]
    pub recorded_at: String,
}
