//! Second entry of a sheet, its waiver, and permission for a table to go on with two players.

use super::entering::SubmittedSheet;
use super::{place, sheet_address};
use crate::accounts::{AuthorizedAtTournament, tournament_command};
use crate::http::app::AppState;
use crate::http::problem::Problem;
use crate::http::write::{Receipt, Write, WriteHead};
use crate::tournaments::execute::{Running, run};
use crate::tournaments::requests::read_reason;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use commands::EtagScope;
use domain::tournament::course::{Part, Stage, TournamentAction};
use wire::tournaments::play::SheetInput;
use wire::tournaments::reasons::RequiredReason;

/// Enters a sheet a second time, without having seen the first entry.
///
/// If the two are the same, the sheet is confirmed; otherwise the refusal names the games that differ, and not what stands there.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet/second-entry", tag = "play", operation_id = "confirmSheet",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of a round, `top` or `final`", example = "2"),
        ("table" = u32, Path, minimum = 1, maximum = 1000, description = "The table", example = 4),
    ),
    request_body = SheetInput,
    responses(
        (status = 200, description = "Confirmed, or a rehearsal", body = Receipt),
        (status = 409, description = "The entries differ, or the same person made both; `reason` and `rule` say which"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn confirm(
    request: HttpRequest,
    app: web::Data<AppState>,
    authorized: AuthorizedAtTournament<tournament_command::ConfirmSheet>,
    Write { body, head }: Write<SheetInput>,
) -> Result<HttpResponse, Problem> {
    let submitted_sheet = SubmittedSheet::read(&request, &body, &authorized.principal.authorised)?;
    let act = head.act(&app, authorized.actor());
    let (stage, table) = submitted_sheet.place;
    let address = sheet_address(authorized.tournament(), submitted_sheet.place);
    let running = Running { act, about: EtagScope::Part(Part::Sheet(stage, table)), created: StatusCode::OK };
    run(
        &request,
        authorized,
        running,
        |_| address,
        move |_| Ok(TournamentAction::ConfirmSheet(submitted_sheet.input())),
    )
    .await
}

/// Does without the second entry of a sheet.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet/second-entry-waiver", tag = "play", operation_id = "waiveSecondEntry",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of a round, `top` or `final`", example = "2"),
        ("table" = u32, Path, minimum = 1, maximum = 1000, description = "The table", example = 4),
    ),
    request_body = RequiredReason,
    responses(
        (status = 200, description = "It counts as it is, or a rehearsal", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn waive_second_entry(
    request: HttpRequest,
    app: web::Data<AppState>,
    authorized: AuthorizedAtTournament<tournament_command::WaiveSecondEntry>,
    Write { body, head }: Write<RequiredReason>,
) -> Result<HttpResponse, Problem> {
    with_reason(&request, &app, authorized, &head, &body, |(stage, table), reason| TournamentAction::WaiveSecondEntry {
        stage,
        table,
        reason,
    })
    .await
}

/// Lets a table go on with two players.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/two-players", tag = "play", operation_id = "allowTableOfTwo",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of a round, `top` or `final`", example = "2"),
        ("table" = u32, Path, minimum = 1, maximum = 1000, description = "The table", example = 4),
    ),
    request_body = RequiredReason,
    responses(
        (status = 200, description = "Allowed, or a rehearsal", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn allow_two(
    request: HttpRequest,
    app: web::Data<AppState>,
    authorized: AuthorizedAtTournament<tournament_command::AllowTableOfTwo>,
    Write { body, head }: Write<RequiredReason>,
) -> Result<HttpResponse, Problem> {
    with_reason(&request, &app, authorized, &head, &body, |(stage, table), reason| TournamentAction::AllowTableOfTwo {
        stage,
        table,
        reason,
    })
    .await
}

/// Runs a command on a table that needs a reason.
async fn with_reason<D>(
    request: &HttpRequest,
    app: &AppState,
    authorized: AuthorizedAtTournament<D>,
    head: &WriteHead,
    body: &RequiredReason,
    order: fn((Stage, u32), domain::event::Commitment) -> TournamentAction,
) -> Result<HttpResponse, Problem> {
    let place = place(request)?;
    let reason = read_reason(body)?;
    let act = head.act(app, authorized.actor());
    let address = sheet_address(authorized.tournament(), place);
    let running = Running { act, about: EtagScope::Part(Part::Sheet(place.0, place.1)), created: StatusCode::OK };
    run(request, authorized, running, |_| address, move |sealer| Ok(order(place, sealer.reason(&reason)))).await
}
