//! Commands on a round or stage: seating by the standings, start, close, skip, hiding and showing results.

use crate::accounts::{AuthorizedAtTournament, tournament_command};
use crate::http::app::AppState;
use crate::http::problem::Problem;
use crate::http::write::{Receipt, Write, WriteHead};
use crate::tournaments::execute::{Running, run, tournament_address};
use crate::tournaments::requests::read_reason;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use commands::{CommandMetadata, EtagScope};
use domain::tournament::course::{Stage, TournamentAction};
use wire::tournaments::play::StageEnd;
use wire::tournaments::reasons::RequiredReason;

/// Runs a command on the stage of the address.
async fn run_stage_command<D>(
    request: &HttpRequest,
    authorized: AuthorizedAtTournament<D>,
    act: CommandMetadata,
    order: impl Fn(Stage) -> TournamentAction + Send + 'static,
) -> Result<HttpResponse, Problem> {
    let stage = tournament_command::stage(request)?;
    let address = tournament_address(authorized.tournament());
    let running = Running { act, about: EtagScope::Whole, created: StatusCode::OK };
    run(request, authorized, running, |_| address, move |_| Ok(order(stage))).await
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
    app: web::Data<AppState>,
    authorized: AuthorizedAtTournament<tournament_command::SeatStage>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&app, authorized.actor());
    run_stage_command(&request, authorized, act, |stage| TournamentAction::SeatStage { stage }).await
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
    app: web::Data<AppState>,
    authorized: AuthorizedAtTournament<tournament_command::StartStage>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&app, authorized.actor());
    run_stage_command(&request, authorized, act, |stage| TournamentAction::StartStage { stage }).await
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
    app: web::Data<AppState>,
    authorized: AuthorizedAtTournament<tournament_command::CloseStage>,
    Write { body, head }: Write<StageEnd>,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&app, authorized.actor());
    run_stage_command(&request, authorized, act, move |stage| TournamentAction::CloseStage {
        stage,
        seat_next: body.seat_next,
    })
    .await
}

/// Does without a TOP stage or a final.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/skip", tag = "play", operation_id = "skipStage",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "`top` or `final`", example = "top"),
    ),
    request_body = RequiredReason,
    responses(
        (status = 200, description = "Left out, or a rehearsal", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn skip(
    request: HttpRequest,
    app: web::Data<AppState>,
    authorized: AuthorizedAtTournament<tournament_command::SkipStage>,
    Write { body, head }: Write<RequiredReason>,
) -> Result<HttpResponse, Problem> {
    let stage = tournament_command::stage(&request)?;
    let reason = read_reason(&body)?;
    let act = head.act(&app, authorized.actor());
    let address = tournament_address(authorized.tournament());
    let running = Running { act, about: EtagScope::Whole, created: StatusCode::OK };
    run(
        &request,
        authorized,
        running,
        |_| address,
        move |sealer| Ok(TournamentAction::SkipStage { stage, reason: sealer.reason(&reason) }),
    )
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
    app: web::Data<AppState>,
    authorized: AuthorizedAtTournament<tournament_command::HideResults>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&app, authorized.actor());
    run_stage_command(&request, authorized, act, |stage| TournamentAction::HideResults { stage }).await
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
    app: web::Data<AppState>,
    authorized: AuthorizedAtTournament<tournament_command::RevealResults>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&app, authorized.actor());
    run_stage_command(&request, authorized, act, |stage| TournamentAction::RevealResults { stage }).await
}
