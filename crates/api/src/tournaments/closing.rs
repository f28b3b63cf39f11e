//! Making the results of a tournament final, and giving up a qualification.

use super::running::{Running, run, tournament_address};
use crate::auth::{Doing, deed};
use crate::kostka::Kostka;
use crate::problem::{FieldProblem, Problem, ProblemKind};
use crate::reading::Reading;
use crate::write::{Receipt, Write, WriteHead};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::calendar::Moment;
use domain::course::Order;
use domain::ids::PlayerId;
use formats::words::Message;
use projections::office::About;
use serde::Deserialize;
use utoipa::ToSchema;

/// A player who is named in a body.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OnePlayer {
    /// The id of the player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player: String,
}

/// A player who is registered with the service; others are noted with their place in the body.
pub(super) fn known_player(reading: &mut Reading, kostka: &Kostka, pointer: &str, id: &str) -> Option<PlayerId> {
    let known = PlayerId::parse(id).ok().filter(|id| kostka.views().players.get(id).is_some());
    if known.is_none() {
        let words = Message::new("unknown-player").excerpt("id", id.to_owned());
        reading.note(FieldProblem::pointer(pointer, "unknown-player", words));
    }
    known
}

/// What is said when a tournament is closed.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TournamentEnd {
    /// When play ended, from the first day on; without it now, or the end of the last day if that has passed.
    #[schema(format = DateTime, max_length = 40, example = "2026-03-14T18:30:00+01:00")]
    ended_at: Option<String>,
}

impl TournamentEnd {
    fn read(&self) -> Result<Option<Moment>, Problem> {
        let Some(text) = &self.ended_at else { return Ok(None) };
        Moment::parse(text).map(Some).map_err(|_| {
            let mut reading = Reading::default();
            reading.note(FieldProblem::pointer("/ended_at", "invalid-moment", Message::new("import-field-moment")));
            reading.problem()
        })
    }
}

/// Makes the results final.
///
/// Every stage is over and every dispute ruled on. The seed of the draws is revealed, and the places count for the season in which
/// play ended. The body may be left out.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/close", tag = "play", operation_id = "closeTournament",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07")),
    request_body = TournamentEnd,
    responses(
        (status = 200, description = "Closed, or a rehearsal", body = Receipt),
        (status = 409, description = "Something is left to be done; `reason` and `rule` say what"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn close(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::Close>,
    Write { body, head }: Write<TournamentEnd>,
) -> Result<HttpResponse, Problem> {
    let ended_at = body.read()?;
    let act = head.act(&kostka, doing.actor());
    let address = tournament_address(doing.tournament());
    let running = Running { act, about: About::Whole, created: StatusCode::OK };
    run(&request, doing, running, |_| address, move |ink| Ok(Order::Close { seed: ink.seed(), ended_at })).await
}

/// Notes that a player gives up the qualification.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/waivers", tag = "play", operation_id = "declareWaiver",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07")),
    request_body = OnePlayer,
    responses(
        (status = 201, description = "Noted", body = Receipt),
        (status = 200, description = "A rehearsal: it would be noted", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn declare_waiver(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::DeclareWaiver>,
    Write { body, head }: Write<OnePlayer>,
) -> Result<HttpResponse, Problem> {
    let mut reading = Reading::default();
    let player = known_player(&mut reading, &kostka, "/player", &body.player);
    let player = player.ok_or_else(|| reading.problem())?;
    let act = head.act(&kostka, doing.actor());
    let address = tournament_address(doing.tournament());
    let running = Running { act, about: About::Whole, created: StatusCode::CREATED };
    run(&request, doing, running, |_| address, move |_| Ok(Order::DeclareWaiver { player: player.clone() })).await
}

/// Takes back that a player gave up the qualification.
#[utoipa::path(
    delete, path = "/api/v1/tournaments/{id}/waivers/{player}", tag = "play", operation_id = "withdrawWaiver",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("player" = String, Path, max_length = 1024, description = "The id of the player", example = "2f6c1d0e9b8a4756x3f2"),
    ),
    responses(
        (status = 200, description = "Taken back, or a rehearsal", body = Receipt),
        (status = 409, description = "The player gave up nothing"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn withdraw_waiver(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::WithdrawWaiver>,
    path: web::Path<(String, String)>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    let player = PlayerId::parse(&path.1).map_err(|_| ProblemKind::NotFound)?;
    let act = head.act(&kostka, doing.actor());
    let address = tournament_address(doing.tournament());
    let running = Running { act, about: About::Whole, created: StatusCode::OK };
    run(&request, doing, running, |_| address, move |_| Ok(Order::WithdrawWaiver { player: player.clone() })).await
}
