//! Rounds and stages: seats by the standing, start, end, leaving out, hiding and showing results.

use super::running::{Running, run, tournament_address};
use crate::auth::{Doing, deed};
use crate::kostka::Kostka;
use crate::problem::Problem;
use crate::reading::Reading;
use crate::write::{Receipt, Write, WriteHead};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::course::{Order, Stage};
use domain::text::StatedReason;
use projections::office::{About, Act};
use serde::Deserialize;
use utoipa::ToSchema;

/// How a round or stage is ended.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StageEnd {
    /// Whether the seats of the next one are given out at once, by the standing after this one.
    #[serde(default)]
    #[schema(default = false, example = true)]
    seat_next: bool,
}

/// Why something is done.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Because {
    /// Why, for staff to read.
    #[schema(min_length = 1, max_length = 2000, example = "Tak zdecydował sędzia główny")]
    reason: String,
}

impl Because {
    /// The reason, if it is one.
    pub(super) fn read(&self) -> Result<StatedReason, Problem> {
        let mut reading = Reading::default();
        let reason = reading.reason("/reason", &self.reason);
        reason.ok_or_else(|| reading.problem())
    }
}

/// Does an act on a stage.
async fn act_on<D>(
    request: &HttpRequest,
    doing: Doing<D>,
    act: Act,
    order: impl Fn(Stage) -> Order + Send + 'static,
) -> Result<HttpResponse, Problem> {
    let stage = deed::stage(request)?;
    let address = tournament_address(doing.tournament());
    let running = Running { act, about: About::Whole, created: StatusCode::OK };
    run(request, doing, running, |_| address, move |_| Ok(order(stage))).await
}

/// Gives out the seats of a round or stage by the standing.
///
/// The first round is drawn instead. Seats can be given out again until play starts, for example after somebody has gone home.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/seating", tag = "play", operation_id = "seatStage",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of a round, `top` or `final`", example = "2"),
    ),
    responses(
        (status = 200, description = "Seated, or a rehearsal", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn seat(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::SeatStage>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&kostka, doing.actor());
    act_on(&request, doing, act, |stage| Order::SeatStage { stage }).await
}

/// Starts a round or stage.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/start", tag = "play", operation_id = "startStage",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of a round, `top` or `final`", example = "2"),
    ),
    responses(
        (status = 200, description = "Started, or a rehearsal", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn start(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::StartStage>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&kostka, doing.actor());
    act_on(&request, doing, act, |stage| Order::StartStage { stage }).await
}

/// Ends a round or stage, and seats the next one if that is wanted; both are one act.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/close", tag = "play", operation_id = "closeStage",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of a round, `top` or `final`", example = "2"),
    ),
    request_body = StageEnd,
    responses(
        (status = 200, description = "Ended, or a rehearsal", body = Receipt),
        (status = 409, description = "Sheets are missing, or the rules do not allow it otherwise; `reason` and `rule` say why"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn close(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::CloseStage>,
    Write { body, head }: Write<StageEnd>,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&kostka, doing.actor());
    act_on(&request, doing, act, move |stage| Order::CloseStage { stage, seat_next: body.seat_next }).await
}

/// Does without a TOP stage or a final.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/skip", tag = "play", operation_id = "skipStage",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "`top` or `final`", example = "top"),
    ),
    request_body = Because,
    responses(
        (status = 200, description = "Left out, or a rehearsal", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn skip(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::SkipStage>,
    Write { body, head }: Write<Because>,
) -> Result<HttpResponse, Problem> {
    let stage = deed::stage(&request)?;
    let reason = body.read()?;
    let act = head.act(&kostka, doing.actor());
    let address = tournament_address(doing.tournament());
    let running = Running { act, about: About::Whole, created: StatusCode::OK };
    run(&request, doing, running, |_| address, move |ink| Ok(Order::SkipStage { stage, reason: ink.reason(&reason) }))
        .await
}

/// Hides the results of the last round or of the final from everybody but staff, until all sheets are in.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/hiding", tag = "play", operation_id = "hideResults",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of the last round, or `final`", example = "4"),
    ),
    responses(
        (status = 200, description = "Hidden, or a rehearsal", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn hide(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::HideResults>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&kostka, doing.actor());
    act_on(&request, doing, act, |stage| Order::HideResults { stage }).await
}

/// Shows hidden results before all sheets are in.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/reveal", tag = "play", operation_id = "revealResults",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of the last round, or `final`", example = "4"),
    ),
    responses(
        (status = 200, description = "Shown, or a rehearsal", body = Receipt),
        (status = 409, description = "They are not hidden; `reason` and `rule` say so"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn reveal(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::RevealResults>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&kostka, doing.actor());
    act_on(&request, doing, act, |stage| Order::RevealResults { stage }).await
}
