//! What staff may see of a player beyond what is public.

use super::body::PrivatePlayer;
use super::{known, parse_id};
use crate::answer::{Answer, Audience};
use crate::auth::{Action, Allowed, Note, Outcome, permission};
use crate::kostka::Kostka;
use crate::params::{self, Params};
use crate::problem::{Problem, ProblemKind};
use crate::table;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::ids::PlayerId;
use events::envelope::{InvalidStreamName, StreamKind, StreamName};
use events::log::ReadError;
use events::vault::{Alias, PlayerProfile, UnsealError};
use std::sync::Arc;

/// What staff may see of a player.
///
/// Each look is recorded with who looked. Nobody keeps the answer.
#[utoipa::path(
    get, path = "/api/v1/players/{id}/private", tag = "players", operation_id = "getPrivatePlayer",
    params(("id" = String, Path, max_length = 1024, description = "The id of the player", example = "2f6c1d0e9b8a4756x3f2")),
    responses(
        (status = 200, description = "The player", body = PrivatePlayer),
        (status = 410, description = "The player was erased"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn show_private(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    _: Allowed<permission::SeePrivatePlayers>,
    id: web::Path<String>,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let id = parse_id(&id)?;
    let views = kostka.views();
    let player = known(views.players.get(&id))?;
    let (here, of) = (kostka.clone(), id.clone());
    let alias = kostka.blocking(move || alias(&here, &of)).await?.map_err(|error| {
        tracing::error!(%error, "the vault could not be read");
        Problem::new(ProblemKind::Internal)
    })?;
    let note = Note::of(&request, &kostka, Action::ReadPrivate, Outcome::Done);
    kostka.audit.note(&kostka, &note.about(format!("player/{id}")));
    let body = PrivatePlayer::new(player, alias.as_ref()).ok_or(ProblemKind::Gone)?;
    Ok(Arc::new(Answer::json(player.etag, Audience::Private, &body)?).respond(&request).await)
}

/// Why the vault has no answer.
#[derive(Debug, thiserror::Error)]
enum VaultError {
    #[error(transparent)]
    Name(#[from] InvalidStreamName),
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Unseal(#[from] UnsealError),
}

fn alias(kostka: &Kostka, player: &PlayerId) -> Result<Option<Alias>, VaultError> {
    let stream = StreamName::new(StreamKind::Player, player.as_str())?;
    let Some(sealed) = kostka.log.sealed(&stream)? else { return Ok(None) };
    let profile = kostka.vault.open(&sealed)?.record::<PlayerProfile>()?;
    Ok(profile.and_then(|profile| profile.record.alias.clone()))
}
