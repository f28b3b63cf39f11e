//! Why a player is qualified for the national championship, or is not.

use super::list::{QualificationState, source};
use crate::choice::ByName;
use crate::common::ListedPlayer;
use domain::qualification::Source;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why a player is qualified for the national championship, or is not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MpPlayer {
    /// Who.
    #[serde(flatten)]
    pub player: ListedPlayer,
    /// The season.
    #[schema(max_length = 1024, example = "2025-26")]
    pub season: String,
    /// The rulebook that is applied.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    pub rulebook: String,
    /// Whether the player stands on the list of the qualified, in whichever `state`.
    #[schema(example = true)]
    pub qualified: bool,
    /// `proposed` by the rules and not confirmed by anybody, `granted`, or `review`: granted, and the rules would give
    /// it to somebody else now. Null for somebody who is not on the list.
    #[schema(value_type = Option<String>, max_length = 10, example = "granted")]
    pub state: Option<QualificationState>,
    /// In words.
    #[schema(max_length = 1000, example = "Awans do Mistrzostw Polski: tak, Jesienny Turniej w Łodzi")]
    pub text: String,
    /// What each event of the player, and the ranking, gave or did not give, in the order of decision.
    #[schema(max_items = 10_000)]
    pub events: Vec<QualificationOutcome>,
}

/// What one event gave a player or did not give.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct QualificationOutcome {
    #[schema(schema_with = source)]
    pub source: ByName<Source>,
    /// The event, or `ranking`.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    pub event_id: String,
    /// What the event is called.
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    pub event_name: Option<String>,
    /// The place there, if the player has one.
    #[schema(minimum = 1, maximum = 100_000, example = 2)]
    pub place: Option<u32>,
    /// How many qualifications there were to give.
    #[schema(minimum = 0, maximum = 100_000, example = 2)]
    pub seats: u32,
    /// The last place that could get one; absent if there is no limit, or nothing to give.
    #[schema(minimum = 0, maximum = 100_000, example = 4)]
    pub depth: Option<u32>,
    /// Whether the player stands on the list of the qualified by it, in whichever `state`.
    #[schema(example = true)]
    pub qualified: bool,
    /// `proposed`, `granted` or `review`; null for somebody who is not on the list by it.
    #[schema(value_type = Option<String>, max_length = 10, example = "proposed")]
    pub state: Option<QualificationState>,
    /// What came of it: the `state`, or why there is none. `held-by-another`: the rules give it to the player now, and
    /// it stays with somebody who was granted it before.
    #[schema(max_length = 40, example = "proposed")]
    pub outcome: String,
    /// The rules behind it.
    #[schema(max_length = 200, example = "R-AWT-01, REG I.9")]
    pub rule: String,
    /// In words.
    #[schema(max_length = 1000, example = "awans proponowany, jeszcze niepotwierdzony")]
    pub text: String,
    /// What was missing; null unless everything was given out before it came to the player.
    pub missed: Option<MissedQualification>,
    /// Who was looked at before the player and got nothing, in order.
    #[schema(max_items = 10_000)]
    pub passed_over: Vec<PassedOver>,
    /// With whom the player was tied for it.
    #[schema(max_items = 10_000)]
    pub tied_with: Vec<ListedPlayer>,
}

/// How far somebody was from a qualification that others got.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MissedQualification {
    /// Who got the last one.
    pub last: ListedPlayer,
    /// With which place.
    #[schema(minimum = 1, maximum = 100_000, example = 80)]
    pub last_place: u32,
    /// How many stand between and could have got the next one; 0 for the next in line.
    #[schema(minimum = 0, maximum = 100_000, example = 0)]
    pub before: usize,
    /// How many points the last one had more; null where the table is not made of points.
    #[schema(minimum = 0, maximum = 10_000_000, example = 5)]
    pub points: Option<u32>,
}

/// Somebody who was looked at and got nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PassedOver {
    /// Who.
    #[serde(flatten)]
    pub player: ListedPlayer,
    /// The place.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    pub place: u32,
    /// Why.
    #[schema(max_length = 40, example = "holder")]
    pub outcome: String,
    /// The rules behind it.
    #[schema(max_length = 200, example = "R-AWT-02, REG I.9")]
    pub rule: String,
    /// In words.
    #[schema(max_length = 1000, example = "ma już awans: Wiosenny Turniej w Żorach")]
    pub text: String,
}
