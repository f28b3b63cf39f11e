//! Rulings: what named persons settle about an event or a player because the rules leave it to them.

mod refusal;
pub(crate) mod ties;
pub(crate) mod waivers;

use crate::accounts::{Authorized, permission};
use crate::competitions::lifecycle::parse_id;
use crate::http::address;
use crate::http::body::NoBody;
use crate::http::path::TournamentPath;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::write::{self, AuthorizedWrite, IfMatchHeader, Receipt};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, web};
use commands::{CommandMetadata, CommandReceipt};
use domain::qualification::ruling::ExceptionAction;
use domain::values::calendar::Moment;
use domain::values::ids::SeasonId;
use wire::qualifications::rulings::ExceptionRuling;

/// Decides whether a tournament with a small attendance gives a qualification.
///
/// Only where the rulebook of the season asks for it: 24 to 27 participants in one of the nine voivodeships (R-FMT-16).
/// A positive decision takes effect at this moment, and candidates are judged by who holds a qualification then
/// (AMB-14). Without `If-Match` nothing must have been decided before.
#[utoipa::path(
    put, path = "/api/v1/tournaments/{id}/exception", tag = "decisions", operation_id = "decideException",
    params(TournamentPath, IfMatchHeader), request_body = ExceptionRuling,
    responses(
        (status = 201, description = "Decided", body = Receipt),
        (status = 200, description = "Decided otherwise than before, a rehearsal, or nothing had to change", body = Receipt),
        (status = 409, description = "The tournament is not over, or its attendance needs no decision; `reason` and `rule` say which"),
    )
)]
pub(crate) async fn decide_exception(
    path: web::Path<TournamentPath>,
    write: AuthorizedWrite<Authorized<permission::DecideExceptions>, ExceptionRuling>,
) -> HandlerResult {
    let (metadata, is_new) = write.metadata_for_put();
    let granted = write.body.granted;
    let action = move |at| ExceptionAction::Decide { granted, at };
    rule_exception(&write.request, &path.id, metadata, created(is_new), action).await
}

/// Takes back the decision on a small attendance: it was recorded by mistake.
#[utoipa::path(
    delete, path = "/api/v1/tournaments/{id}/exception", tag = "decisions", operation_id = "withdrawException",
    params(TournamentPath),
    responses(
        (status = 200, description = "Taken back, or nothing was decided", body = Receipt),
        (status = 409, description = "The tournament is not over"),
    )
)]
pub(crate) async fn withdraw_exception(
    path: web::Path<TournamentPath>,
    write: AuthorizedWrite<Authorized<permission::DecideExceptions>, NoBody>,
) -> HandlerResult {
    rule_exception(&write.request, &path.id, write.metadata_if_match()?, StatusCode::OK, |_| ExceptionAction::Withdraw)
        .await
}

async fn rule_exception(
    request: &HttpRequest,
    id: &str,
    metadata: CommandMetadata,
    created: StatusCode,
    action: impl Fn(Moment) -> ExceptionAction + Send + 'static,
) -> HandlerResult {
    let id = parse_id(id)?;
    let address = |done: &CommandReceipt| format!("{}/exception", address::of("tournaments", done.resource.id()));
    write::execute(request, created, address, move |app| {
        app.commands.rule_exception(&metadata, &app.projector, &id, &action)
    })
    .await
}

fn created(is_new: bool) -> StatusCode {
    if is_new { StatusCode::CREATED } else { StatusCode::OK }
}

pub(crate) fn season_id(id: &str) -> Result<SeasonId, Problem> {
    SeasonId::parse(id).map_err(|_| ProblemKind::NotFound.into())
}
