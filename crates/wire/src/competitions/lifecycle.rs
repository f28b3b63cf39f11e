//! What leagues, Grand Prix cycles and online competitions share: status, people, tables of places, waivers, closing.

use crate::choice::named_enum;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

named_enum! {
    /// Whether a competition goes on.
    pub enum CompetitionStatus {
        Running = "running",
        Over = "over",
    }
}

/// A player as far as everybody may know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Person {
    /// The opaque id.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
    /// What the player is called; somebody who was erased is called a deleted player.
    #[schema(max_length = 400, example = "Łucja Przykładowa")]
    pub name: String,
    /// The city that the player plays for.
    #[schema(max_length = 200, example = "Łódź")]
    pub city: Option<String>,
}

/// A line of a table of places.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlacedLine {
    /// The id of the player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
    /// The place; players who share one have the same, and the next is skipped: 1, 2, 2, 4.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    pub place: u32,
}

/// Why something is taken back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    /// In words.
    #[schema(min_length = 1, max_length = 2000, example = "Wpisano przez pomyłkę")]
    pub reason: String,
}

/// Somebody gives up a qualification.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WaiverDeclaration {
    /// The id of the player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
    /// When; without it, at this moment.
    #[schema(format = DateTime, max_length = 40, example = "2026-05-30T17:15:00+02:00")]
    pub declared_at: Option<String>,
}

/// The end of an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Closing {
    /// When it ended; without it, at this moment.
    #[schema(format = DateTime, max_length = 40, example = "2026-05-30T18:30:00+02:00")]
    pub ended_at: Option<String>,
}
