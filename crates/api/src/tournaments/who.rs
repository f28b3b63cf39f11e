//! Players and doers of a tournament as answers call them.

use crate::auth::Caller;
use crate::kostka::Kostka;
use domain::course::{ActorRef, Authorised, Stage};
use domain::ids::{AccountId, EventId, PlayerId};
use projections::views::Views;
use serde::Serialize;
use utoipa::ToSchema;

/// A player with the name that is public today.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct NamedPlayer {
    /// The id of the player.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub(crate) player: String,
    /// The name; absent if it was erased.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 401, example = "Łucja Przykładowa")]
    pub(crate) name: Option<String>,
}

impl NamedPlayer {
    pub(crate) fn of(views: &Views, player: &PlayerId) -> Self {
        Self { player: player.to_string(), name: player_name(views, player) }
    }
}

/// What everybody may call a player.
pub(crate) fn player_name(views: &Views, player: &PlayerId) -> Option<String> {
    let person = views.players.get(player)?.person.as_ref()?;
    Some(format!("{} {}", person.first_name.as_str(), person.surname.as_str()))
}

/// Whoever did something.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct DoneBy {
    /// Whether it was an account, a table token, the link of an application or the operator.
    #[schema(max_length = 20, example = "account")]
    kind: String,
    /// Its id.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    id: String,
    /// The name on the account; for staff only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "Zofia Lewandowska")]
    name: Option<String>,
}

impl DoneBy {
    /// With the name, for staff.
    pub(crate) fn named(views: &Views, by: &ActorRef) -> Self {
        let mut done = Self::unnamed(by);
        if done.kind == "account" {
            let account = AccountId::parse(&done.id).ok();
            let entry = account.and_then(|account| views.accounts.find(&account));
            done.name = entry.and_then(|entry| entry.name.as_ref()).map(|name| name.as_str().to_owned());
        }
        done
    }

    /// Without it, for others who may know that somebody did it.
    pub(crate) fn unnamed(by: &ActorRef) -> Self {
        let (kind, id) = by.as_str().split_once('/').unwrap_or(("operator", by.as_str()));
        let kind = if kind == "table" { "table_token" } else { kind };
        Self { kind: kind.to_owned(), id: id.to_owned(), name: None }
    }
}

/// How much a reader may see at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sight {
    /// Everything, with the names of accounts.
    Staff,
    /// This table's own paper.
    Table,
    /// What everybody sees.
    Public,
}

impl Sight {
    /// What a caller may see of one table.
    pub(crate) fn of(kostka: &Kostka, caller: &Caller, tournament: &EventId, (stage, table): (Stage, u32)) -> Self {
        match caller {
            Caller::Account(signed_in) if signed_in.works_at(tournament) && !signed_in.lacks_second_factor(kostka) => {
                Self::Staff
            }
            Caller::Table(scope)
                if scope.tournament == *tournament && (scope.stage, u32::from(scope.table)) == (stage, table) =>
            {
                Self::Table
            }
            Caller::Account(_) | Caller::Table(_) | Caller::Applicant(_) | Caller::Anonymous => Self::Public,
        }
    }
}

/// Whether somebody asks with the token of another table than this.
pub(crate) fn is_other_table(authorised: &Authorised, wanted: (Stage, u32)) -> bool {
    matches!(authorised, Authorised::Table { stage, table, .. } if (*stage, *table) != wanted)
}
