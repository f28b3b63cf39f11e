//! Ties that somebody must decide before the tournament can go on.

use super::running::{Running, run, tournament_address};
use super::who::NamedPlayer;
use crate::answer::json;
use crate::auth::{AtWork, Doing, deed};
use crate::kostka::Kostka;
use crate::params::{self, Params};
use crate::problem::Problem;
use crate::reading::Reading;
use crate::table;
use crate::tournaments::closing::known_player;
use crate::write::{Receipt, Write};
use actix_web::http::StatusCode;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::Choice;
use domain::course::{Order, open_tie};
use domain::event::TieQuestion;
use domain::ids::PlayerId;
use projections::office::About;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Players who are tied for something.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Tie {
    /// For what.
    #[schema(max_length = 30, example = "enters_final")]
    question: &'static str,
    /// Who; in the order that was set, if one was.
    #[schema(max_items = 2000)]
    players: Vec<NamedPlayer>,
}

/// The ties of a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Ties {
    /// The one that the main referee must decide before the tournament can go on.
    open: Option<Tie>,
    /// Those that were decided.
    #[schema(max_items = 10)]
    decided: Vec<Tie>,
}

/// An order among tied players.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TieDecision {
    /// For what.
    #[schema(max_length = 30, example = "enters_final")]
    question: String,
    /// The ids of all players who are tied, the best first.
    #[schema(min_items = 2, max_items = 2000)]
    order: Vec<String>,
    /// Why, for staff to read.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 2000, example = "Losowanie sędziego głównego")]
    reason: Option<String>,
}

/// The tie that must be decided, and those that were; for those who work at the tournament.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/ties", tag = "play", operation_id = "listTies",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07")),
    responses((status = 200, description = "The ties", body = Ties)),
    security(("bearer" = []))
)]
pub(crate) async fn list(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    AtWork { entry, .. }: AtWork,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let views = kostka.views();
    let tie = |question: TieQuestion, players: &[PlayerId]| Tie {
        question: question.name(),
        players: players.iter().map(|player| NamedPlayer::of(&views, player)).collect(),
    };
    let now = entry.now();
    let open = now.and_then(open_tie).map(|(question, players)| tie(question, &players));
    let decided = now.into_iter().flat_map(|now| now.ties.iter());
    let decided = decided.map(|(question, order)| tie(*question, order)).collect();
    Ok(json(HttpResponse::Ok().insert_header((CACHE_CONTROL, "private, no-store")), &Ties { open, decided }))
}

/// Sets an order among tied players.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/ties", tag = "play", operation_id = "decideTie",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07")),
    request_body = TieDecision,
    responses(
        (status = 200, description = "Decided, or a rehearsal", body = Receipt),
        (status = 409, description = "These players are not tied for that; `reason` and `rule` say so"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn decide(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::DecideTie>,
    Write { body, head }: Write<TieDecision>,
) -> Result<HttpResponse, Problem> {
    let mut reading = Reading::default();
    let question = reading.choice::<TieQuestion>("/question", &body.question);
    let order: Vec<Option<PlayerId>> = (0..)
        .zip(&body.order)
        .map(|(index, id)| known_player(&mut reading, &kostka, &format!("/order/{index}"), id))
        .collect();
    let reason = body.reason.as_deref().map(|text| reading.reason("/reason", text));
    let order: Option<Vec<PlayerId>> = order.into_iter().collect();
    let (Some(question), Some(order), None | Some(Some(_))) = (question, order, &reason) else {
        return Err(reading.problem());
    };
    let reason = reason.flatten();
    let act = head.act(&kostka, doing.actor());
    let address = format!("{}/ties", tournament_address(doing.tournament()));
    let running = Running { act, about: About::Whole, created: StatusCode::OK };
    run(
        &request,
        doing,
        running,
        |_| address,
        move |ink| {
            let reason = reason.as_ref().map(|reason| ink.reason(reason));
            Ok(Order::DecideTie { question, order: order.clone(), reason })
        },
    )
    .await
}
