//! Rulings: what named persons settle about an event or a player because the rules leave it to them.

mod refusal;
pub(crate) mod ties;
pub(crate) mod waivers;

use crate::address;
use crate::auth::{Allowed, permission};
use crate::kostka::Kostka;
use crate::problem::{Problem, ProblemKind};
use crate::running::parse_id;
use crate::write::{self, Basis, Receipt, Write, WriteHead};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::ids::SeasonId;
use projections::office::{Act, Done, ExceptionAsk};
use serde::Deserialize;
use utoipa::ToSchema;

/// The word of the main organiser on a small attendance.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExceptionRuling {
    /// Whether the tournament gives a qualification although fewer played than the rules ask for.
    #[schema(example = true)]
    granted: bool,
}

/// Decides whether a tournament with a small attendance gives a qualification.
///
/// Only where the rulebook of the season asks for it: 24 to 27 participants in one of the nine voivodeships (R-FMT-16). A positive
/// decision takes effect at this moment, and candidates are judged by who holds a qualification then (AMB-14). Without `If-Match` nothing must have been decided before.
#[utoipa::path(
    put, path = "/api/v1/tournaments/{id}/exception", tag = "decisions", operation_id = "decideException",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"), Basis),
    request_body = ExceptionRuling,
    responses(
        (status = 201, description = "Decided", body = Receipt),
        (status = 200, description = "Decided otherwise than before, a rehearsal, or nothing had to change", body = Receipt),
        (status = 409, description = "The tournament is not over, or its attendance needs no decision; `reason` and `rule` say which"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn decide_exception(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::DecideExceptions>,
    id: web::Path<String>,
    Write { body, head }: Write<ExceptionRuling>,
) -> Result<HttpResponse, Problem> {
    let (act, is_new) = head.put(&kostka, allowed.actor());
    rule_exception(&request, &id, act, created(is_new), ExceptionAsk::Decide { granted: body.granted }).await
}

/// Takes back the decision on a small attendance: it was recorded by mistake.
#[utoipa::path(
    delete, path = "/api/v1/tournaments/{id}/exception", tag = "decisions", operation_id = "withdrawException",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07")),
    responses(
        (status = 200, description = "Taken back, or nothing was decided", body = Receipt),
        (status = 409, description = "The tournament is not over"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn withdraw_exception(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::DecideExceptions>,
    id: web::Path<String>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    let act = head.edit(&kostka, allowed.actor())?;
    rule_exception(&request, &id, act, StatusCode::OK, ExceptionAsk::Withdraw).await
}

async fn rule_exception(
    request: &HttpRequest,
    id: &str,
    act: Act,
    created: StatusCode,
    ask: ExceptionAsk,
) -> Result<HttpResponse, Problem> {
    let id = parse_id(id)?;
    let address = |done: &Done| format!("{}/exception", address::of("tournaments", done.resource.id()));
    write::execute(request, created, address, move |kostka| {
        kostka.office.rule_exception(&act, &kostka.projector, &id, ask)
    })
    .await
}

/// The status of something that was put in its place.
fn created(is_new: bool) -> StatusCode {
    if is_new { StatusCode::CREATED } else { StatusCode::OK }
}

/// The id of a season in an address.
pub(crate) fn season_id(id: &str) -> Result<SeasonId, Problem> {
    SeasonId::parse(id).map_err(|_| ProblemKind::NotFound.into())
}
