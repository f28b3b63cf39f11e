//! Players and actors of a tournament as answers name them, and how much a reader may see at a table.

use crate::accounts::Caller;
use crate::http::app::AppState;
use crate::http::csv::Cell;
use domain::tournament::course::{ActorRef, Credentials, Stage};
use domain::values::ids::{AccountId, CompetitionId, PlayerId};
use projections::views::Views;
use wire::tournaments::people::{ActorKind, DoneBy, ListedPlayer, NamedPlayer, ShownPlayer};

pub(crate) fn named_player(views: &Views, player: &PlayerId) -> NamedPlayer {
    NamedPlayer { player: player.to_string(), name: player_name(views, player) }
}

/// A player with the name and city that are public today.
pub(crate) fn listed_player(views: &Views, id: &PlayerId) -> ListedPlayer {
    let person = views.players.get(id).and_then(|player| player.person.as_ref());
    ListedPlayer {
        id: id.to_string(),
        first_name: person.map(|person| person.first_name.as_str().to_owned()),
        surname: person.map(|person| person.surname.as_str().to_owned()),
        city: person.map(|person| person.city.as_str().to_owned()),
    }
}

/// A player with the name, city and voivodeship that are public today.
pub(super) fn shown_player(views: &Views, player: &PlayerId) -> ShownPlayer {
    let person = views.players.get(player).and_then(|known| known.person.as_ref());
    ShownPlayer {
        player: player.to_string(),
        first_name: person.map(|person| person.first_name.as_str().to_owned()),
        surname: person.map(|person| person.surname.as_str().to_owned()),
        city: person.map(|person| person.city.as_str().to_owned()),
        voivodeship: person.map(|person| person.voivodeship.as_str().to_owned()),
    }
}

/// The CSV columns of a [`ShownPlayer`].
pub(super) const SHOWN_PLAYER_HEAD: [&str; 5] = ["player", "first_name", "surname", "city", "voivodeship"];

pub(super) fn shown_player_cells(player: &ShownPlayer) -> [Cell<'_>; 5] {
    [
        Cell::text(&player.player),
        Cell::maybe(player.first_name.as_deref()),
        Cell::maybe(player.surname.as_deref()),
        Cell::maybe(player.city.as_deref()),
        Cell::maybe(player.voivodeship.as_deref()),
    ]
}

/// The full name of a player; none after an erasure.
pub(crate) fn player_name(views: &Views, player: &PlayerId) -> Option<String> {
    let person = views.players.get(player)?.person.as_ref()?;
    Some(format!("{} {}", person.first_name.as_str(), person.surname.as_str()))
}

/// An actor with the name of the account, for staff.
pub(crate) fn done_by(views: &Views, by: &ActorRef) -> DoneBy {
    let mut done = done_by_unnamed(by);
    if done.kind == ActorKind::Account {
        let account = AccountId::parse(&done.id).ok();
        let entry = account.and_then(|account| views.accounts.find(&account));
        done.name = entry.and_then(|entry| entry.name.as_ref()).map(|name| name.as_str().to_owned());
    }
    done
}

/// An actor without the name of the account, for other readers.
pub(crate) fn done_by_unnamed(by: &ActorRef) -> DoneBy {
    let (kind, id) = by.as_str().split_once('/').unwrap_or(("operator", by.as_str()));
    let kind = match kind {
        "account" => ActorKind::Account,
        "table" => ActorKind::TableToken,
        "applicant" => ActorKind::Applicant,
        "service" => ActorKind::Service,
        _ => ActorKind::Operator,
    };
    DoneBy { kind, id: id.to_owned(), name: None }
}

/// How much a reader may see at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TableVisibility {
    /// Everything, including the names of accounts.
    Staff,
    /// The sheet of this table, without the names of accounts.
    Table,
    /// Public results only.
    Public,
}

impl TableVisibility {
    /// What a caller may see of one table.
    pub(crate) fn of(
        app: &AppState,
        caller: &Caller,
        tournament: &CompetitionId,
        (stage, table): (Stage, u32),
    ) -> Self {
        match caller {
            Caller::Account(signed_in) if signed_in.has_role_at(tournament) && !signed_in.lacks_second_factor(app) => {
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

pub(crate) fn is_other_table(credentials: &Credentials, wanted: (Stage, u32)) -> bool {
    matches!(credentials, Credentials::Table { stage, table, .. } if (*stage, *table) != wanted)
}
