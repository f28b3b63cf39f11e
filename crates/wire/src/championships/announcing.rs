//! Requests that announce, correct and schedule a voivodeship championship.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A voivodeship championship that is to be announced.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMw {
    /// Its id: small letters, digits and the signs `.`, `_` and `-`.
    #[schema(min_length = 1, max_length = 64, pattern = "^[a-z0-9][a-z0-9._-]*$", example = "mw-2026-slaskie")]
    pub id: String,
    /// Whose championship it is.
    #[schema(max_length = 30, example = "śląskie")]
    pub voivodeship: String,
    /// The first day whose events feed it.
    #[schema(format = Date, max_length = 10, example = "2025-10-12")]
    pub first_day: String,
    /// The last such day, before the championship is played.
    #[schema(format = Date, max_length = 10, example = "2026-10-09")]
    pub last_day: String,
    /// The id of an adopted rulebook.
    #[schema(min_length = 1, max_length = 1024, example = "pl-2024-25")]
    pub rulebook: String,
}

/// What holds of a voivodeship championship instead, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MwCorrection {
    /// Whose championship it is.
    #[schema(max_length = 30, example = "śląskie")]
    pub voivodeship: String,
    /// The first day whose events feed it.
    #[schema(format = Date, max_length = 10, example = "2025-10-12")]
    pub first_day: String,
    /// The last such day, before the championship is played.
    #[schema(format = Date, max_length = 10, example = "2026-10-09")]
    pub last_day: String,
    /// The id of an adopted rulebook.
    #[schema(min_length = 1, max_length = 1024, example = "pl-2024-25")]
    pub rulebook: String,
    /// Why it is corrected.
    #[schema(min_length = 1, max_length = 2000, example = "Mistrzostwa odbędą się tydzień później")]
    pub reason: String,
}

/// The days on which a championship is played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MwDays {
    /// The first day.
    #[schema(format = Date, max_length = 10, example = "2025-10-11")]
    pub first_day: String,
    /// The last day.
    #[schema(format = Date, max_length = 10, example = "2025-10-11")]
    pub last_day: String,
}

/// Who plays at this championship.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChampionshipChoice {
    /// The id of the player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
}
