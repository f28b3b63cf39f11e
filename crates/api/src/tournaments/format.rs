//! The format of a tournament: rounds, games and stages, chosen before the start.

mod body;

pub(crate) use body::{FormatChoice, FormatItem};

use super::running::{Running, run, tournament_address};
use crate::auth::{Doing, deed};
use crate::kostka::Kostka;
use crate::problem::Problem;
use crate::write::{Receipt, Write};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::course::Order;
use projections::office::About;

/// Chooses rounds, games and stages.
///
/// Either by the name of a row of the format table, of which single values may differ, or by the games of each round. It can be
/// changed until the first round starts.
#[utoipa::path(
    put, path = "/api/v1/tournaments/{id}/format", tag = "tournaments", operation_id = "chooseFormat",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "7k2m9q4x8c1v5b3n6z0a")),
    request_body = FormatChoice,
    responses(
        (status = 200, description = "Chosen, or nothing had to change, or a rehearsal", body = Receipt),
        (status = 409, description = "The first round has started, or it is not played here"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn choose(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::ChooseFormat>,
    Write { body, head }: Write<FormatChoice>,
) -> Result<HttpResponse, Problem> {
    let act = head.edit(&kostka, doing.actor())?;
    let rulebook = doing.entry.now().and_then(|now| now.rulebook.clone()).unwrap_or_default();
    let plan = body.read(&rulebook)?;
    let address = tournament_address(doing.tournament());
    let running = Running { act, about: About::Whole, created: StatusCode::OK };
    run(&request, doing, running, |_| address, move |_| Ok(Order::ChooseFormat(plan.clone()))).await
}
