//! Draws of seats: made with a seed that was committed to, and shown so that anyone can make them again.

mod body;

pub(crate) use body::Draws;

use super::body::perhaps_reason;
use super::details::public;
use super::running::{Running, run, under};
use crate::answer::{Answer, Audience};
use crate::auth::{Doing, deed};
use crate::kostka::Kostka;
use crate::negotiate;
use crate::params::{self, Params};
use crate::problem::{FieldProblem, Problem, ProblemKind};
use crate::reading::Reading;
use crate::table;
use crate::write::{Receipt, Write};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::course::{Order, Stage};
use formats::words::Message;
use projections::office::About;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// The draws of a tournament, with what is needed to make them again.
///
/// The seed is shown once the tournament is closed; its hash was published when it was approved.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/draws", tag = "tournaments", operation_id = "listDraws",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "7k2m9q4x8c1v5b3n6z0a")),
    responses(
        (status = 200, description = "The draws", body = Draws),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn list(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    id: web::Path<String>,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let lang = negotiate::language(request.headers());
    let views = kostka.views();
    let entry = public(&views, &id)?;
    let now = entry.now().ok_or(ProblemKind::NotFound)?;
    let answer = Answer::json(entry.details_changed, Audience::Public, &Draws::of(entry, now, lang))?;
    Ok(Arc::new(answer.in_language(lang)).respond(&request).await)
}

/// What is to be drawn.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewDraw {
    /// The round; the current one if it is not said.
    #[schema(min_length = 1, max_length = 10, example = "1")]
    stage: Option<String>,
    /// Why it is drawn again, for everybody to read; needed from the second draw of a round on.
    #[schema(min_length = 1, max_length = 2000, example = "Jedna osoba przyszła w ostatniej chwili")]
    reason: Option<String>,
}

/// Draws the seats of a round.
///
/// Those who are checked in get the seats. A second draw needs a reason, and everybody can read it.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/draws", tag = "tournaments", operation_id = "drawSeats",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "7k2m9q4x8c1v5b3n6z0a")),
    request_body = NewDraw,
    responses(
        (status = 201, description = "Drawn", body = Receipt),
        (status = 200, description = "A rehearsal", body = Receipt),
        (status = 409, description = "There is no format, so many cannot be seated, or it is not the turn of the round"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn draw(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::Draw>,
    Write { body, head }: Write<NewDraw>,
) -> Result<HttpResponse, Problem> {
    let mut reading = Reading::default();
    let stage = body.stage.as_deref().map(Stage::parse).transpose();
    if stage.is_err() {
        reading.note(FieldProblem::pointer("/stage", "invalid-stage", Message::new("field-stage")));
    }
    let reason = perhaps_reason(&mut reading, body.reason.as_deref());
    reading.finish()?;
    let stage = stage.ok().flatten();
    let act = head.act(&kostka, doing.actor());
    let address = under(doing.tournament(), "draws");
    let running = Running { act, about: About::Whole, created: StatusCode::CREATED };
    run(
        &request,
        doing,
        running,
        |_| address,
        move |ink| {
            let current = ink.course().here().and_then(|running| running.now.current_stage());
            Ok(Order::Draw {
                stage: stage.or(current).unwrap_or(Stage::Round(1)),
                seed: ink.seed(),
                reason: reason.as_ref().map(|reason| ink.redraw_reason(reason)),
            })
        },
    )
    .await
}
