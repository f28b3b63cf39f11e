//! The nominee for the world championship.

use crate::competitions::lifecycle::Person;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who represents the country at the world championship.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WrcNominee {
    /// The id of the season whose national championship decides it.
    #[schema(max_length = 1024, example = "2025-26")]
    pub season: String,
    /// Who was named, if somebody was.
    pub nominee: Option<Placed>,
    /// The ETag of what was done about the qualifications of the season, for `If-Match`.
    #[schema(max_length = 24, example = "\"1042\"")]
    pub etag: String,
    /// What the rules say; only for those who may see what is not public of players, and only after the championship.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<WrcProposal>,
}

/// Somebody with a place in the national championship.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Placed {
    /// Who.
    #[serde(flatten)]
    pub person: Person,
    /// The place in the championship.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    pub place: u32,
}

/// Whom the rules propose.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WrcProposal {
    /// The id of the championship's tournament.
    #[schema(max_length = 1024, example = "mp-2026")]
    pub tournament: String,
    /// Stands for what is proposed, for `proposal` of whoever names the one.
    #[schema(pattern = "^[0-9a-f]{64}$", example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub digest: String,
    /// Whom the rules propose: nobody, one, or several who share the place and among whom a person chooses.
    #[schema(max_items = 100)]
    pub proposed: Vec<Placed>,
    /// Who stands before them and may not go.
    #[schema(max_items = 5000)]
    pub passed_over: Vec<NotNominated>,
    /// Who represented the country at the edition before, as it was assumed.
    #[schema(max_items = 100)]
    pub previous: Vec<Person>,
}

/// Somebody who may not go.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct NotNominated {
    /// Who, with the place.
    #[serde(flatten)]
    pub placed: Placed,
    /// Why: `not_a_citizen`, `represented_at_previous_wrc` or `behind_max_place`.
    #[schema(max_length = 40, example = "represented_at_previous_wrc")]
    pub reason: String,
    /// The same in words.
    #[schema(max_length = 500, example = "Reprezentował(a) Polskę na poprzednich WRC")]
    pub sentence: String,
}

/// Who is to be named.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Nominating {
    /// The id of the player; without it, whom the rules propose, and then `proposal` is needed.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: Option<String>,
    /// The digest of the proposal that was looked at.
    #[schema(
        min_length = 64,
        max_length = 64,
        pattern = "^[0-9a-f]{64}$",
        example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    )]
    pub proposal: Option<String>,
    /// The ids of those who represented the country at the edition before; without it, as it is recorded here.
    #[schema(max_items = 100)]
    pub previous: Option<Vec<String>>,
    /// Why somebody else than proposed.
    #[schema(min_length = 1, max_length = 2000, example = "Proponowana osoba nie może jechać")]
    pub reason: Option<String>,
}
