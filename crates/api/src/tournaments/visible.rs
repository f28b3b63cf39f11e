//! Lookup of tournaments that are public.

use crate::http::problem::{Problem, ProblemKind};
use domain::values::ids::CompetitionId;
use projections::views::{TournamentEntry, Views};
use std::sync::Arc;

/// The tournament with this id, if it is public.
pub(super) fn tournament<'a>(views: &'a Views, id: &str) -> Result<&'a Arc<TournamentEntry>, Problem> {
    let id = CompetitionId::parse(id).map_err(|_| ProblemKind::NotFound)?;
    let found = views.tournaments.find(&id).filter(|entry| entry.is_public());
    found.ok_or_else(|| ProblemKind::NotFound.into())
}
