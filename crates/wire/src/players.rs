//! Players: registration, search and rectification.

use crate::common::voivodeship;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A player as everybody may see one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Player {
    /// The opaque id; it stays the same for ever.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub id: String,
    /// The first name.
    #[schema(max_length = 200, example = "Łucja")]
    pub first_name: String,
    /// The surname.
    #[schema(max_length = 200, example = "Przykładowa")]
    pub surname: String,
    /// The city that the player plays for.
    #[schema(max_length = 200, example = "Łódź")]
    pub city: String,
    #[schema(schema_with = voivodeship)]
    pub voivodeship: String,
    /// Whether the player comes from abroad.
    #[schema(example = false)]
    pub foreign: bool,
    /// The ETag of the player.
    #[schema(max_length = 24, example = "\"1042\"")]
    pub etag: String,
}

/// A player as staff see one; each look is recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PrivatePlayer {
    /// What everybody sees.
    #[serde(flatten)]
    pub player: Player,
    /// The country: a code of two letters, or its name.
    #[schema(max_length = 200, example = "PL")]
    pub country: String,
    /// The id in imported season bundles.
    #[schema(max_length = 1024, example = "lucja-p")]
    pub alias: Option<String>,
}

/// Somebody who is to be registered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerRegistration {
    /// The first name.
    #[schema(min_length = 1, max_length = 100, example = "Łucja")]
    pub first_name: String,
    /// The surname.
    #[schema(min_length = 1, max_length = 100, example = "Przykładowa")]
    pub surname: String,
    /// The city that the player plays for.
    #[schema(min_length = 1, max_length = 100, example = "Łódź")]
    pub city: String,
    #[schema(schema_with = voivodeship)]
    pub voivodeship: String,
    /// The country: a code of two letters, or its name. Whoever is not from `PL` comes from abroad.
    #[serde(default = "home")]
    #[schema(min_length = 1, max_length = 100, default = "PL", example = "PL")]
    pub country: String,
    /// Whether it is another person than those of the same name.
    #[serde(default)]
    #[schema(default = false, example = false)]
    pub namesake: bool,
}

/// What holds of a player instead, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerRectification {
    /// The first name.
    #[schema(min_length = 1, max_length = 100, example = "Łucja")]
    pub first_name: String,
    /// The surname.
    #[schema(min_length = 1, max_length = 100, example = "Przykładowa-Wzorcowa")]
    pub surname: String,
    /// The city that the player plays for.
    #[schema(min_length = 1, max_length = 100, example = "Zgierz")]
    pub city: String,
    #[schema(schema_with = voivodeship)]
    pub voivodeship: String,
    /// The country: a code of two letters, or its name.
    #[serde(default = "home")]
    #[schema(min_length = 1, max_length = 100, default = "PL", example = "PL")]
    pub country: String,
    /// Why it is put right.
    #[schema(min_length = 1, max_length = 2000, example = "Zmiana nazwiska po ślubie")]
    pub reason: String,
}

fn home() -> String {
    "PL".to_owned()
}
