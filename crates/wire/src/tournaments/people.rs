//! Players and actors as answers about a tournament name them.

use crate::choice::named_enum;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A player with the name that is public today.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct NamedPlayer {
    /// The id of the player.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
    /// The name; absent if it was erased.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 401, example = "Łucja Przykładowa")]
    pub name: Option<String>,
}

/// A player with the name of today.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ListedPlayer {
    /// The opaque id.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub id: String,
    /// The first name; absent after an erasure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "Łucja")]
    pub first_name: Option<String>,
    /// The surname; absent after an erasure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "Przykładowa")]
    pub surname: Option<String>,
    /// The city that the player plays for; absent after an erasure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "Łódź")]
    pub city: Option<String>,
}

/// Somebody who plays; whoever was erased has only an id.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ShownPlayer)]
pub struct ShownPlayer {
    /// The id of the player.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
    /// The first name.
    #[schema(max_length = 200, example = "Łucja")]
    pub first_name: Option<String>,
    /// The surname.
    #[schema(max_length = 200, example = "Przykładowa")]
    pub surname: Option<String>,
    /// The city that the player plays for.
    #[schema(max_length = 200, example = "Łódź")]
    pub city: Option<String>,
    /// The voivodeship.
    #[schema(max_length = 200, example = "łódzkie")]
    pub voivodeship: Option<String>,
}

named_enum! {
    pub enum ActorKind {
        Account = "account",
        TableToken = "table_token",
        Applicant = "applicant",
        Service = "service",
        Operator = "operator",
    }
}

/// Whoever did something.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DoneBy {
    /// Whether it was an account, a table token, the link of an application or the operator.
    #[schema(value_type = String, max_length = 20, example = "account")]
    pub kind: ActorKind,
    /// Its id.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    pub id: String,
    /// The name on the account; for staff only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "Zofia Lewandowska")]
    pub name: Option<String>,
}
