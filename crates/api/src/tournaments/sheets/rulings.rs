//! What is decided on a sheet that is there: its second entry, doing without, and a table that goes on with two players.

use super::entering::HandedIn;
use super::{SheetInput, place, sheet_address};
use crate::auth::{Doing, deed};
use crate::kostka::Kostka;
use crate::problem::Problem;
use crate::tournaments::running::{Running, run};
use crate::tournaments::stages::Because;
use crate::write::{Receipt, Write, WriteHead};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::course::{Order, Part, Stage};
use projections::office::About;

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
    kostka: web::Data<Kostka>,
    doing: Doing<deed::ConfirmSheet>,
    Write { body, head }: Write<SheetInput>,
) -> Result<HttpResponse, Problem> {
    let handed_in = HandedIn::read(&request, &body, &doing.doer.authorised)?;
    let act = head.act(&kostka, doing.actor());
    let (stage, table) = handed_in.place;
    let address = sheet_address(doing.tournament(), handed_in.place);
    let running = Running { act, about: About::Part(Part::Sheet(stage, table)), created: StatusCode::OK };
    run(&request, doing, running, |_| address, move |_| Ok(Order::ConfirmSheet(handed_in.input()))).await
}

/// Does without the second entry of a sheet.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet/second-entry-waiver", tag = "play", operation_id = "waiveSecondEntry",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of a round, `top` or `final`", example = "2"),
        ("table" = u32, Path, minimum = 1, maximum = 1000, description = "The table", example = 4),
    ),
    request_body = Because,
    responses(
        (status = 200, description = "It counts as it is, or a rehearsal", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn waive_second_entry(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::WaiveSecondEntry>,
    Write { body, head }: Write<Because>,
) -> Result<HttpResponse, Problem> {
    with_reason(&request, &kostka, doing, &head, &body, |(stage, table), reason| Order::WaiveSecondEntry {
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
    request_body = Because,
    responses(
        (status = 200, description = "Allowed, or a rehearsal", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn allow_two(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::AllowTableOfTwo>,
    Write { body, head }: Write<Because>,
) -> Result<HttpResponse, Problem> {
    with_reason(&request, &kostka, doing, &head, &body, |(stage, table), reason| Order::AllowTableOfTwo {
        stage,
        table,
        reason,
    })
    .await
}

/// An act on a table that needs a reason.
async fn with_reason<D>(
    request: &HttpRequest,
    kostka: &Kostka,
    doing: Doing<D>,
    head: &WriteHead,
    body: &Because,
    order: fn((Stage, u32), domain::event::Commitment) -> Order,
) -> Result<HttpResponse, Problem> {
    let place = place(request)?;
    let reason = body.read()?;
    let act = head.act(kostka, doing.actor());
    let address = sheet_address(doing.tournament(), place);
    let running = Running { act, about: About::Part(Part::Sheet(place.0, place.1)), created: StatusCode::OK };
    run(request, doing, running, |_| address, move |ink| Ok(order(place, ink.reason(&reason)))).await
}
