//! One tournament as everybody sees it, changes of what was announced, and calling it off.

mod body;

pub(crate) use body::{DetailsChange, Outline, Tournament};

use super::body::PerhapsReason;
use super::running::{Running, run, tournament_address};
use crate::answer::{Answer, Audience};
use crate::auth::{Doing, deed};
use crate::kostka::Kostka;
use crate::params::{self, Params};
use crate::problem::{Problem, ProblemKind};
use crate::table;
use crate::write::{Receipt, Write};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::course::Order;
use domain::ids::EventId;
use projections::office::About;
use projections::views::{TournamentEntry, Views};
use std::sync::Arc;

/// A tournament that everybody may know of.
pub(super) fn public<'a>(views: &'a Views, id: &str) -> Result<&'a Arc<TournamentEntry>, Problem> {
    let id = EventId::parse(id).map_err(|_| ProblemKind::NotFound)?;
    let entry = views.tournaments.find(&id).filter(|entry| entry.is_public());
    Ok(entry.ok_or(ProblemKind::NotFound)?)
}

/// One tournament.
///
/// Applications are not shown here before they are approved.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}", tag = "tournaments", operation_id = "getTournament",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "7k2m9q4x8c1v5b3n6z0a")),
    responses(
        (status = 200, description = "The tournament", body = Tournament),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn show(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    id: web::Path<String>,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let views = kostka.views();
    let entry = public(&views, &id)?;
    let answer = Answer::json(entry.details_changed, Audience::Public, &Tournament::of(&views, entry))?;
    Ok(Arc::new(answer).respond(&request).await)
}

/// Changes name, venue, voivodeship or days.
///
/// Everything is given. Later than the last announcement it needs a reason, and is marked as announced late.
#[utoipa::path(
    put, path = "/api/v1/tournaments/{id}/details", tag = "tournaments", operation_id = "changeTournament",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "7k2m9q4x8c1v5b3n6z0a")),
    request_body = DetailsChange,
    responses(
        (status = 200, description = "Changed, or nothing had to change, or a rehearsal", body = Receipt),
        (status = 409, description = "It is under way or over"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn change(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::ChangeDetails>,
    Write { body, head }: Write<DetailsChange>,
) -> Result<HttpResponse, Problem> {
    let act = head.edit(&kostka, doing.actor())?;
    let changed = body.read()?;
    let address = tournament_address(doing.tournament());
    let running = Running { act, about: About::Whole, created: StatusCode::OK };
    run(
        &request,
        doing,
        running,
        |_| address,
        move |ink| {
            let reason = changed.reason.as_ref().map(|reason| ink.reason(reason));
            Ok(Order::ChangeDetails { details: changed.details(ink), reason })
        },
    )
    .await
}

/// Calls a tournament off, or breaks it off while it is played.
///
/// Later than the last announcement, and during play, it needs a reason.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/cancellation", tag = "tournaments", operation_id = "cancelTournament",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "7k2m9q4x8c1v5b3n6z0a")),
    request_body = PerhapsReason,
    responses(
        (status = 200, description = "Called off, or a rehearsal", body = Receipt),
        (status = 409, description = "It is over"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn cancel(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::Cancel>,
    Write { body, head }: Write<PerhapsReason>,
) -> Result<HttpResponse, Problem> {
    let reason = body.read()?;
    let act = head.act(&kostka, doing.actor());
    let address = tournament_address(doing.tournament());
    let running = Running { act, about: About::Whole, created: StatusCode::OK };
    run(
        &request,
        doing,
        running,
        |_| address,
        move |ink| Ok(Order::Cancel { reason: reason.as_ref().map(|reason| ink.reason(reason)) }),
    )
    .await
}
