//! What everybody may know: which tournament, and who plays in it.

use crate::problem::{Problem, ProblemKind};
use crate::sheet::Cell;
use domain::course::Stage;
use domain::ids::{EventId, PlayerId};
use projections::views::{TournamentEntry, Views};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// The tournament with this id, if everybody may know of it.
pub(super) fn tournament<'a>(views: &'a Views, id: &str) -> Result<&'a Arc<TournamentEntry>, Problem> {
    let id = EventId::parse(id).map_err(|_| ProblemKind::NotFound)?;
    let found = views.tournaments.find(&id).filter(|entry| entry.is_public());
    found.ok_or_else(|| ProblemKind::NotFound.into())
}

/// A stage as it is written.
pub(super) fn written(stage: Stage) -> String {
    stage.to_string()
}

/// Somebody who plays; whoever was erased has only an id.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ShownPlayer)]
pub(crate) struct Named {
    /// The id of the player.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub(super) player: String,
    /// The first name.
    #[schema(max_length = 200, example = "Łucja")]
    pub(super) first_name: Option<String>,
    /// The surname.
    #[schema(max_length = 200, example = "Przykładowa")]
    pub(super) surname: Option<String>,
    /// The city that the player plays for.
    #[schema(max_length = 200, example = "Łódź")]
    pub(super) city: Option<String>,
    /// The voivodeship.
    #[schema(max_length = 200, example = "łódzkie")]
    pub(super) voivodeship: Option<String>,
}

impl Named {
    /// The names of the columns.
    pub(super) const HEAD: [&'static str; 5] = ["player", "first_name", "surname", "city", "voivodeship"];

    pub(super) fn of(views: &Views, player: &PlayerId) -> Self {
        let person = views.players.get(player).and_then(|known| known.person.as_ref());
        Self {
            player: player.to_string(),
            first_name: person.map(|person| person.first_name.as_str().to_owned()),
            surname: person.map(|person| person.surname.as_str().to_owned()),
            city: person.map(|person| person.city.as_str().to_owned()),
            voivodeship: person.map(|person| person.voivodeship.as_str().to_owned()),
        }
    }

    pub(super) fn cells(&self) -> [Cell<'_>; 5] {
        [
            Cell::text(&self.player),
            Cell::maybe(self.first_name.as_deref()),
            Cell::maybe(self.surname.as_deref()),
            Cell::maybe(self.city.as_deref()),
            Cell::maybe(self.voivodeship.as_deref()),
        ]
    }
}
