//! Seasons: their days, their rulebook, and the competitions that take place in them.

pub mod breakdown;
pub mod calendar;
pub mod comparison;
pub mod ranking;
pub mod rulebooks;

use crate::accounts::EventKindName;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A season in the list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SeasonItem {
    /// The id.
    #[schema(max_length = 1024, example = "2025-26")]
    pub id: String,
    /// The first day whose events belong to it.
    #[schema(format = Date, max_length = 10, example = "2025-09-01")]
    pub first_day: String,
    /// The last day.
    #[schema(format = Date, max_length = 10, example = "2026-06-30")]
    pub last_day: Option<String>,
    /// The first day of the national championship that ends it, once it is known.
    #[schema(format = Date, max_length = 10, example = "2026-07-04")]
    pub mp_first_day: Option<String>,
    /// The id of the rulebook that its lists are computed with.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    pub rulebook: String,
    /// The ETag of the season.
    #[schema(max_length = 24, example = "\"17\"")]
    pub etag: String,
}

/// A season with what takes place in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Season {
    /// What the list says of it.
    #[serde(flatten)]
    pub item: SeasonItem,
    /// The order that was set among players who are tied in the ranking, as ids.
    #[schema(max_items = 10_000)]
    pub ranking_tie: Option<Vec<String>>,
    /// What takes place in it, in the order of the days on which it ends.
    #[schema(max_items = 10_000)]
    pub happenings: Vec<SeasonCompetition>,
    /// Where its lists are.
    pub links: SeasonLinks,
}

/// Where the lists of a season are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SeasonLinks {
    /// The national ranking.
    #[schema(max_length = 4096, example = "/api/v1/seasons/2025-26/ranking")]
    pub ranking: String,
    /// The ranking from which qualifications are given, seven days before the championship.
    #[schema(max_length = 4096, example = "/api/v1/seasons/2025-26/ranking-snapshot")]
    pub ranking_snapshot: String,
    /// The qualifications to the national championship.
    #[schema(max_length = 4096, example = "/api/v1/seasons/2025-26/qualifications/mp")]
    pub mp_qualifications: String,
    /// The voivodeship championships that its events feed.
    #[schema(max_items = 1000)]
    pub mw: Vec<SeasonLink>,
    /// The Grand Prix cycles.
    #[schema(max_items = 1000)]
    pub grand_prix: Vec<SeasonLink>,
    /// What takes place, with deadlines.
    #[schema(max_length = 4096, example = "/api/v1/seasons/2025-26/calendar")]
    pub calendar: String,
    /// What differs between two moments.
    #[schema(max_length = 4096, example = "/api/v1/seasons/2025-26/diff")]
    pub diff: String,
    /// The published lists.
    #[schema(max_length = 4096, example = "/api/v1/lists")]
    pub lists: String,
}

/// Something that has a list of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SeasonLink {
    /// Its id.
    #[schema(max_length = 1024, example = "mw-2026-slaskie")]
    pub id: String,
    /// Where it is.
    #[schema(max_length = 4096, example = "/api/v1/mw/mw-2026-slaskie")]
    pub href: String,
}

/// Something that takes place in a season.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SeasonCompetition {
    /// What it is.
    #[schema(value_type = String, max_length = 30, example = "tournament")]
    pub kind: EventKindName,
    /// Its id among those of its kind.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    pub id: String,
    /// What it is called, unless it has no name.
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    pub name: Option<String>,
    /// The first day, as far as it is known.
    #[schema(format = Date, max_length = 10, example = "2025-10-11")]
    pub first_day: Option<String>,
    /// The last day.
    #[schema(format = Date, max_length = 10, example = "2025-10-11")]
    pub last_day: Option<String>,
    /// The voivodeship in which it takes place or whose it is.
    #[schema(max_length = 30, example = "łódzkie")]
    pub voivodeship: Option<String>,
    /// Its ETag.
    #[schema(max_length = 24, example = "\"218\"")]
    pub etag: String,
}

/// A season that is to be opened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSeason {
    /// Its id: small letters, digits and the signs `.`, `_` and `-`.
    #[schema(min_length = 1, max_length = 64, pattern = "^[a-z0-9][a-z0-9._-]*$", example = "2025-26")]
    pub id: String,
    /// The first day whose events belong to it.
    #[schema(format = Date, max_length = 10, example = "2025-09-01")]
    pub first_day: String,
    /// The last day.
    #[schema(format = Date, max_length = 10, example = "2026-06-30")]
    pub last_day: String,
    /// The first day of the national championship, once it is known.
    #[schema(format = Date, max_length = 10, example = "2026-07-04")]
    pub mp_first_day: Option<String>,
    /// The id of an adopted rulebook.
    #[schema(min_length = 1, max_length = 1024, example = "pl-2024-25")]
    pub rulebook: String,
}

/// What holds of a season instead, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeasonCorrection {
    /// The first day whose events belong to it.
    #[schema(format = Date, max_length = 10, example = "2025-09-01")]
    pub first_day: String,
    /// The last day.
    #[schema(format = Date, max_length = 10, example = "2026-06-28")]
    pub last_day: String,
    /// The first day of the national championship, once it is known.
    #[schema(format = Date, max_length = 10, example = "2026-07-11")]
    pub mp_first_day: Option<String>,
    /// The id of an adopted rulebook.
    #[schema(min_length = 1, max_length = 1024, example = "pl-2024-25")]
    pub rulebook: String,
    /// Why it is corrected.
    #[schema(min_length = 1, max_length = 2000, example = "Mistrzostwa przełożone o tydzień")]
    pub reason: String,
}
