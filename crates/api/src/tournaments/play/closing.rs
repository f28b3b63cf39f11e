//! Closing a tournament, and waivers of the qualification it gives.

use crate::http::app::AppState;
use crate::http::body::NoBody;
use crate::http::fields::FieldParser;
use crate::http::path::{TournamentPath, TournamentPlayerPath};
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::write::Receipt;
use crate::tournaments::execute::TournamentWrite;
use actix_web::web;
use domain::tournament::course::{CommandKind, TournamentAction};
use domain::values::calendar::Moment;
use domain::values::ids::PlayerId;
use formats::localization::Message;
use wire::tournaments::play::{OnePlayer, TournamentEnd};

/// A player who is registered with the service, erased ones included; others are noted as field problems.
pub(crate) fn known_player(fields: &mut FieldParser, app: &AppState, pointer: &str, id: &str) -> Option<PlayerId> {
    PlayerId::parse(id).ok().filter(|id| app.views().players.get(id).is_some()).or_else(|| {
        fields.wrong(pointer, "unknown-player", Message::new("unknown-player").excerpt("id", id.to_owned()))
    })
}

pub(crate) fn read_ended_at(fields: &mut FieldParser, text: &str) -> Option<Moment> {
    let words = || Message::new("import-field-moment");
    Moment::parse(text).ok().or_else(|| fields.wrong("/ended_at", "invalid-moment", words()))
}

/// The end of play, if the request states it.
fn read_end(body: &TournamentEnd) -> Result<Option<Moment>, Problem> {
    FieldParser::read(|fields| Some(body.ended_at.as_deref().and_then(|text| read_ended_at(fields, text))))
}

/// Makes the results final.
///
/// Every stage is over and every dispute ruled on. The seed of the draws is revealed, and the places count for the
/// season in which play ended. The body may be left out.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/close", tag = "play", operation_id = "closeTournament",
    params(TournamentPath), request_body = TournamentEnd,
    responses(
        (status = 200, description = "Closed, or a rehearsal", body = Receipt),
        (status = 409, description = "Something is left to be done; `reason` and `rule` say what"),
    )
)]
pub(crate) async fn close(write: TournamentWrite<{ CommandKind::Close as u8 }, TournamentEnd>) -> HandlerResult {
    let ended_at = read_end(&write.body)?;
    write.run(move |sealer| TournamentAction::Close { seed: sealer.seed(), ended_at }).await
}

/// Notes that a player gives up the qualification.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/waivers", tag = "play", operation_id = "declareWaiver",
    params(TournamentPath), request_body = OnePlayer,
    responses(
        (status = 201, description = "Noted", body = Receipt),
        (status = 200, description = "A rehearsal: it would be noted", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    )
)]
pub(crate) async fn declare_waiver(
    write: TournamentWrite<{ CommandKind::DeclareWaiver as u8 }, OnePlayer>,
) -> HandlerResult {
    let player = FieldParser::read(|fields| known_player(fields, &write.app, "/player", &write.body.player))?;
    write.created().run_action(TournamentAction::DeclareWaiver { player }).await
}

/// Takes back that a player gave up the qualification.
#[utoipa::path(
    delete, path = "/api/v1/tournaments/{id}/waivers/{player}", tag = "play", operation_id = "withdrawWaiver",
    params(TournamentPlayerPath),
    responses(
        (status = 200, description = "Taken back, or a rehearsal", body = Receipt),
        (status = 409, description = "The player gave up nothing"),
    )
)]
pub(crate) async fn withdraw_waiver(
    path: web::Path<TournamentPlayerPath>,
    write: TournamentWrite<{ CommandKind::WithdrawWaiver as u8 }, NoBody>,
) -> HandlerResult {
    let player = PlayerId::parse(&path.player).map_err(|_| ProblemKind::NotFound)?;
    write.run_action(TournamentAction::WithdrawWaiver { player }).await
}
