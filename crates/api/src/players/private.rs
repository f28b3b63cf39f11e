//! The private data of a player, for staff; every read is recorded.

use super::answers::private_player;
use super::{known, parse_id};
use crate::accounts::{Action, Authorized, Note, Outcome, permission};
use crate::http::answer::{Answer, Audience};
use crate::http::app::AppState;
use crate::http::path::PlayerPath;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::JsonRead;
use actix_web::web;
use domain::values::ids::PlayerId;
use events::envelope::{InvalidStreamName, StreamKind, StreamName};
use events::log::ReadError;
use events::vault::{Alias, PlayerProfile, UnsealError};
use wire::players::PrivatePlayer;

/// What staff may see of a player.
///
/// Each look is recorded with who looked. Nobody keeps the answer.
#[utoipa::path(
    get, path = "/api/v1/players/{id}/private", tag = "players", operation_id = "getPrivatePlayer",
    params(PlayerPath),
    responses((status = 200, description = "The player", body = PrivatePlayer), (status = 410, description = "The player was erased")),
    security(("bearer" = []))
)]
pub(crate) async fn show_private(
    _: Authorized<permission::SeePrivatePlayers>,
    path: web::Path<PlayerPath>,
    JsonRead { request, app, .. }: JsonRead,
) -> HandlerResult {
    let id = parse_id(&path.id)?;
    let views = app.views();
    let player = known(views.players.get(&id))?;
    let (here, of) = (app.clone(), id.clone());
    let alias = app.blocking(move || alias(&here, &of)).await?.map_err(|error| {
        tracing::error!(%error, "the vault could not be read");
        Problem::new(ProblemKind::Internal)
    })?;
    let note = Note::of(&request, &app, Action::ReadPrivate, Outcome::Done);
    app.audit.note(&app, &note.about(format!("player/{id}")));
    let body = private_player(player, alias.as_ref()).ok_or(ProblemKind::Gone)?;
    Ok(Answer::json(player.etag, Audience::Private, &body)?.respond(&request).await)
}

/// Errors of reading the vault.
#[derive(Debug, thiserror::Error)]
enum VaultError {
    #[error(transparent)]
    Name(#[from] InvalidStreamName),
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Unseal(#[from] UnsealError),
}

fn alias(app: &AppState, player: &PlayerId) -> Result<Option<Alias>, VaultError> {
    let stream = StreamName::new(StreamKind::Player, player.as_str())?;
    let Some(sealed) = app.log.sealed(&stream)? else { return Ok(None) };
    let profile = app.vault.open(&sealed)?.record::<PlayerProfile>()?;
    Ok(profile.and_then(|profile| profile.record.alias.clone()))
}
