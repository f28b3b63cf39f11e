//! Requests that settle what the rules leave to a person: small attendance, ties, waivers.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The word of the main organiser on a small attendance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExceptionRuling {
    /// Whether the tournament gives a qualification although fewer played than the rules ask for.
    #[schema(example = true)]
    pub granted: bool,
}

/// The order among players who are tied for a qualification.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TieRuling {
    /// The ids of everybody who is tied, the best first.
    #[schema(min_items = 2, max_items = 2000)]
    pub order: Vec<String>,
}

/// A declaration that a player made outside an event.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeasonWaiver {
    /// When; without it, at this moment.
    #[schema(format = DateTime, max_length = 40, example = "2025-03-01T12:00:00+01:00")]
    pub declared_at: Option<String>,
}
