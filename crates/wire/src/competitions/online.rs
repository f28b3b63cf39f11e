//! Online competitions and their tables.

use super::lifecycle::{CompetitionStatus, Person, PlacedLine};
use crate::choice::ByName;
use domain::Choice;
use domain::competitions::class::OnlineEvent as Kind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::{Object, ObjectBuilder, Type};

/// The schema of the kinds with a quota.
fn kind() -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(Kind::NAMES.iter().copied()))
        .examples([serde_json::json!("gold")])
        .description(Some("Which online event."))
        .build()
}

/// An online event in the list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OnlineItem {
    /// The opaque id.
    #[schema(max_length = 1024, example = "7k3m9q0x2v4b8n000003")]
    pub id: String,
    #[schema(schema_with = kind)]
    pub kind: ByName<Kind>,
    /// Which edition of the season.
    #[schema(minimum = 1, maximum = 1000, example = 1)]
    pub edition: u32,
    /// `running` or `over`.
    #[schema(value_type = String, max_length = 10, example = "running")]
    pub status: CompetitionStatus,
    /// The last day: planned, or of the end.
    #[schema(format = Date, max_length = 10, example = "2026-01-31")]
    pub last_day: String,
    /// How many stand in its table.
    #[schema(minimum = 0, maximum = 100_000, example = 32)]
    pub players: usize,
    /// The ETag of the event.
    #[schema(max_length = 24, example = "\"455\"")]
    pub etag: String,
}

/// An online event with its table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OnlineEvent {
    /// What the list says of it.
    #[serde(flatten)]
    pub item: OnlineItem,
    /// When its application was sent, if it had one.
    #[schema(format = DateTime, max_length = 40, example = "2025-09-03T12:00:00+02:00")]
    pub submitted_at: Option<String>,
    /// When it ended, once it is over.
    #[schema(format = DateTime, max_length = 40, example = "2026-01-31T21:00:00+01:00")]
    pub ended_at: Option<String>,
    /// Its table, the best first.
    #[schema(max_items = 10_000)]
    pub table: Vec<OnlineRow>,
    /// Who gave up a qualification there.
    #[schema(max_items = 10_000)]
    pub waivers: Vec<Person>,
}

/// A row of the table of an online event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OnlineRow {
    /// The place.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    pub place: u32,
    /// Who.
    #[serde(flatten)]
    pub person: Person,
}

/// An online event that is to be opened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewOnlineEvent {
    #[schema(schema_with = kind)]
    pub kind: String,
    /// Which edition of the season.
    #[schema(minimum = 1, maximum = 1000, example = 1)]
    pub edition: u32,
    /// The first planned day.
    #[schema(format = Date, max_length = 10, example = "2025-10-01")]
    pub first_day: String,
    /// The last planned day.
    #[schema(format = Date, max_length = 10, example = "2026-01-31")]
    pub last_day: String,
    /// When its application was sent, if it had one.
    #[schema(format = DateTime, max_length = 40, example = "2025-09-03T12:00:00+02:00")]
    pub submitted_at: Option<String>,
}

/// The table of an online event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OnlineTable {
    /// Everybody with a place.
    #[schema(min_items = 1, max_items = 1000)]
    pub table: Vec<PlacedLine>,
}

/// What holds of an online event that is over instead, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OnlineCorrection {
    #[schema(schema_with = kind)]
    pub kind: String,
    /// Which edition of the season.
    #[schema(minimum = 1, maximum = 1000, example = 1)]
    pub edition: u32,
    /// When it ended.
    #[schema(format = DateTime, max_length = 40, example = "2026-01-31T21:00:00+01:00")]
    pub ended_at: String,
    /// When its application was sent, if it had one.
    #[schema(format = DateTime, max_length = 40, example = "2025-09-03T12:00:00+02:00")]
    pub submitted_at: Option<String>,
    /// Its final table.
    #[schema(min_items = 1, max_items = 1000)]
    pub table: Vec<PlacedLine>,
    /// Why it is corrected.
    #[schema(min_length = 1, max_length = 2000, example = "Zamieniono dwa miejsca")]
    pub reason: String,
}
