//! What several subjects share: pages of a list, receipts, problem documents, people and competitions by name.

use crate::changed_lists::Consequences;
use domain::Choice;
use domain::values::voivodeship::Voivodeship;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::{Object, ObjectBuilder, Type};

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Page<T> {
    /// The items, in the order of the list.
    #[schema(max_items = 200)]
    pub items: Vec<T>,
    /// The cursor of the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4096, example = "MTd8YTFiMmMzZDR8cDAwNw")]
    pub next: Option<String>,
}

/// What a write has come to. A retry with the same idempotency key gets the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Receipt {
    /// What was written to.
    #[schema(max_length = 1200, example = "/api/v1/players/pl_2f6c1d0e9b8a47563f2e1d0c9b8a4756")]
    pub resource: String,
    /// The id of what was written to, as the address has it.
    #[schema(max_length = 1200, example = "2f6c1d0e9b8a4756x3f2")]
    pub id: String,
    /// The ETag of the resource after it.
    #[schema(max_length = 24, example = "\"1042\"")]
    pub etag: String,
    /// The position of the log after it; `wait_for` it to read what was written.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub position: u64,
    /// When it was recorded.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    pub recorded_at: String,
    /// The facts that were recorded; none if nothing had to change.
    #[schema(max_items = 1000)]
    pub events: Vec<RecordedEvent>,
    /// Whether it was only a rehearsal: nothing was recorded.
    pub dry_run: bool,
    /// What it would change in the lists of seasons; only in a rehearsal of what lists depend on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consequences: Option<Box<Consequences>>,
    /// A secret that goes with it, like the token of an invitation; shown here and never again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500)]
    pub secret: Option<String>,
}

/// A fact that was recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RecordedEvent {
    /// Where it stands in the log; absent in a rehearsal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub position: Option<u64>,
    /// What happened.
    #[schema(max_length = 100, example = "player.registered")]
    pub r#type: String,
}

/// Somebody on a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = PlayerOnList)]
pub struct ListedPlayer {
    /// The opaque id.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player_id: String,
    /// What the player is called; somebody who was erased is called a deleted player.
    #[schema(max_length = 400, example = "Łucja Przykładowa")]
    pub name: String,
    /// The city that the player plays for; absent after an erasure.
    #[schema(max_length = 200, example = "Łódź")]
    pub city: Option<String>,
    /// The voivodeship; absent after an erasure.
    #[schema(schema_with = voivodeship)]
    pub voivodeship: Option<String>,
}

/// An edition that is published.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OfficialEdition {
    /// The list.
    #[schema(max_length = 1100, example = "mp:2025-26")]
    pub list: String,
    /// The number of the edition.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    pub edition: u32,
    /// The digest of its canonical bytes.
    #[schema(max_length = 64, example = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae")]
    pub digest: String,
    /// When it was published.
    #[schema(format = DateTime, max_length = 40, example = "2026-06-28T09:00:00Z")]
    pub published_at: String,
    /// Where it is.
    #[schema(max_length = 4096, example = "/api/v1/lists/mp%3A2025-26/editions/1")]
    pub href: String,
}

/// The schema of a voivodeship: one of the sixteen names.
pub fn voivodeship() -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(Voivodeship::NAMES.iter().copied()))
        .examples([serde_json::json!("łódzkie")])
        .description(Some("The voivodeship, by its Polish name in small letters."))
        .build()
}

/// A problem document (RFC 9457), as far as it is the same for every kind of problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    pub r#type: String,
    pub title: String,
    pub status: u16,
    /// The stable code of the kind of problem.
    pub code: String,
    pub detail: String,
    pub request_id: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<FieldProblem>,
}

/// One wrong value of a request, at a JSON pointer, a parameter or a header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldProblem {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameter: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
    pub code: String,
    pub detail: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}
