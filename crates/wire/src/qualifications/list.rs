//! Lists of qualified players, open qualifications and those that nobody took.

use crate::choice::{ByName, named_enum};
use crate::common::{ListedPlayer, OfficialEdition};
use domain::Choice;
use domain::qualification::Source;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

named_enum! {
    /// How sure a qualification is.
    pub enum QualificationState {
        Proposed = "proposed",
        Granted = "granted",
        Review = "review",
    }
    /// How far a wildcard is.
    pub enum WildcardState {
        Proposed = "proposed",
        Nominated = "nominated",
        Granted = "granted",
    }
}

impl From<domain::qualification::QualificationState> for QualificationState {
    fn from(state: domain::qualification::QualificationState) -> Self {
        match state {
            domain::qualification::QualificationState::Proposed => Self::Proposed,
            domain::qualification::QualificationState::Granted => Self::Granted,
            domain::qualification::QualificationState::Review => Self::Review,
        }
    }
}

/// The schema of the source of a qualification.
pub fn source() -> utoipa::openapi::Object {
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(utoipa::openapi::Type::String)
        .description(Some("Where a qualification comes from."))
        .enum_values(Some(Source::ALL.iter().map(|source| source.name())))
        .build()
}

/// The qualifications to the national championship of a season.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MpQualifications {
    /// The season.
    #[schema(max_length = 1024, example = "2025-26")]
    pub season: String,
    /// The rulebook that they are computed with.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    pub rulebook: String,
    /// The newest published edition of this list, if there is one.
    pub official: Option<OfficialEdition>,
    /// How many there are.
    pub summary: QualificationsSummary,
    /// Who is qualified, in the order of decision.
    #[schema(max_items = 10_000)]
    pub items: Vec<QualifiedPlayer>,
    /// What waits for a decision, in the order of decision.
    #[schema(max_items = 10_000)]
    pub pending: Vec<PendingQualification>,
    /// What nobody took, in the order of decision.
    #[schema(max_items = 10_000)]
    pub lapsed: Vec<LapsedQualification>,
}

/// Somebody who is qualified.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct QualifiedPlayer {
    /// Who.
    #[serde(flatten)]
    pub player: ListedPlayer,
    /// Where the qualification comes from.
    #[schema(schema_with = source)]
    pub source: ByName<Source>,
    /// The event, or `ranking`.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    pub event_id: String,
    /// What the event is called.
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    pub event_name: Option<String>,
    /// The place there.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    pub place: u32,
    /// `proposed` by the rules, `granted` by a person, or `review`: granted, and the rules would give it to somebody
    /// else now.
    #[schema(value_type = String, max_length = 10, example = "granted")]
    pub state: QualificationState,
}

/// Qualifications that wait for a decision: because of a tie, or because the rules name nobody.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PendingQualification {
    /// Where they come from.
    #[schema(schema_with = source)]
    pub source: ByName<Source>,
    /// The event, or `ranking`.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    pub event_id: String,
    /// What the event is called.
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    pub event_name: Option<String>,
    /// How many are left to give.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    pub open: u32,
    /// Who is tied for them; nobody if the rules name nobody.
    #[schema(max_items = 10_000)]
    pub candidates: Vec<ListedPlayer>,
}

/// Qualifications that nobody took.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LapsedQualification {
    /// Where they come from.
    #[schema(schema_with = source)]
    pub source: ByName<Source>,
    /// The event, or `ranking`.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    pub event_id: String,
    /// What the event is called.
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    pub event_name: Option<String>,
    /// How many.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    pub seats: u32,
    /// How many of them a person has given to nobody.
    #[schema(minimum = 0, maximum = 100_000, example = 0)]
    pub withheld: u32,
}

/// How many qualifications there are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct QualificationsSummary {
    /// From all sources.
    #[serde(flatten)]
    pub all: QualificationCounts,
    /// From each source that has any.
    #[schema(max_items = 10)]
    pub by_source: Vec<SourceCounts>,
}

/// How many qualifications are in which state.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct QualificationCounts {
    /// Granted by a person.
    #[schema(minimum = 0, maximum = 1_000_000, example = 40)]
    pub granted: u32,
    /// Given by the rules, and nobody has granted them yet.
    #[schema(minimum = 0, maximum = 1_000_000, example = 12)]
    pub proposed: u32,
    /// Granted, and the rules would give them to somebody else now.
    #[schema(minimum = 0, maximum = 1_000_000, example = 1)]
    pub review: u32,
    /// Left to give, and waiting for a decision.
    #[schema(minimum = 0, maximum = 1_000_000, example = 2)]
    pub pending: u32,
    /// That nobody took.
    #[schema(minimum = 0, maximum = 1_000_000, example = 0)]
    pub lapsed: u32,
}

/// How many qualifications of one source are in which state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SourceCounts {
    /// The source.
    #[schema(schema_with = source)]
    pub source: ByName<Source>,
    /// How many.
    #[serde(flatten)]
    pub counts: QualificationCounts,
}
