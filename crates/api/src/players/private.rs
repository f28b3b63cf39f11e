//! The private data of a player, for staff; every read is recorded.

use super::answers::private_player;
use super::{known, parse_id, player_stream};
use crate::accounts::{Action, AuditNote, Authorized, Outcome, permission};
use crate::http::answer::{Answer, Audience};
use crate::http::path::PlayerPath;
use crate::http::problem::{HandlerResult, ProblemKind};
use crate::http::read::JsonRead;
use actix_web::web;
use events::vault::PlayerProfile;
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
    let (blocking_app, of) = (app.clone(), player_stream(&id)?);
    let profile = app.blocking(move || blocking_app.vault_record::<PlayerProfile>(&of)).await??;
    let alias = profile.and_then(|profile| profile.record.alias.clone());
    let note = AuditNote::of(&request, &app, Action::ReadPrivate, Outcome::Done);
    app.audit.enqueue(&app, &note.about(format!("player/{id}")));
    let body = private_player(player, alias.as_ref()).ok_or(ProblemKind::Gone)?;
    Ok(Answer::json(player.etag, Audience::Private, &body)?.respond(&request).await)
}
