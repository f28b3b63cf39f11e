//! Ties for a qualification: the order that the Administrators set among players whom the rules cannot tell apart.

use super::{created, season_id};
use crate::address;
use crate::auth::{Allowed, permission};
use crate::kostka::Kostka;
use crate::problem::Problem;
use crate::reading::Reading;
use crate::running::{parse_id, player_id};
use crate::write::{self, Basis, Receipt, Write, WriteHead};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::ids::PlayerId;
use projections::office::{Act, Done, TieAbout, TieAsk};
use serde::Deserialize;
use utoipa::ToSchema;

/// The order among players who are tied for a qualification.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TieRuling {
    /// The ids of everybody who is tied, the best first.
    #[schema(min_items = 2, max_items = 2000)]
    order: Vec<String>,
}

impl TieRuling {
    fn read(&self) -> Result<TieAsk, Problem> {
        let mut reading = Reading::default();
        let order = self.order.iter().enumerate();
        let order: Vec<Option<PlayerId>> =
            order.map(|(index, id)| player_id(&mut reading, &format!("/order/{index}"), id)).collect();
        let order: Option<Vec<PlayerId>> = order.into_iter().collect();
        order.map(|order| TieAsk::Decide { order }).ok_or_else(|| reading.problem())
    }
}

async fn decide(
    request: &HttpRequest,
    kostka: &Kostka,
    allowed: &Allowed<permission::DecideTies>,
    about: TieAbout,
    Write { body, head }: Write<TieRuling>,
) -> Result<HttpResponse, Problem> {
    let ask = body.read()?;
    let (act, is_new) = head.put(kostka, allowed.actor());
    run(request, about, act, created(is_new), ask).await
}

async fn withdraw(
    request: &HttpRequest,
    kostka: &Kostka,
    allowed: &Allowed<permission::DecideTies>,
    about: TieAbout,
    head: &WriteHead,
) -> Result<HttpResponse, Problem> {
    let act = head.edit(kostka, allowed.actor())?;
    run(request, about, act, StatusCode::OK, TieAsk::Withdraw).await
}

async fn run(
    request: &HttpRequest,
    about: TieAbout,
    act: Act,
    created: StatusCode,
    ask: TieAsk,
) -> Result<HttpResponse, Problem> {
    let (collection, tie) = match &about {
        TieAbout::Tournament(_) => ("tournaments", "qualification-tie"),
        TieAbout::League(_) => ("leagues", "qualification-tie"),
        TieAbout::GrandPrix(_) => ("grand-prix", "qualification-tie"),
        TieAbout::OnlineEvent(_) => ("online-events", "qualification-tie"),
        TieAbout::Ranking(_) => ("seasons", "ranking-tie"),
    };
    let address = move |done: &Done| format!("{}/{tie}", address::of(collection, done.resource.id()));
    write::execute(request, created, address, move |kostka| {
        kostka.office.rule_tie(&act, &kostka.projector, &about, &ask)
    })
    .await
}

/// Sets the order among players who are tied in a tournament.
///
/// The order names everybody who is tied there for any championship. Without `If-Match` no order must have been set before.
#[utoipa::path(
    put, path = "/api/v1/tournaments/{id}/qualification-tie", tag = "decisions", operation_id = "decideTournamentQualificationTie",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"), Basis),
    request_body = TieRuling,
    responses(
        (status = 201, description = "Set", body = Receipt),
        (status = 200, description = "Set otherwise than before, a rehearsal, or nothing had to change", body = Receipt),
        (status = 409, description = "Nobody is tied, or it is too early; `reason` and `rule` say which"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn decide_tournament(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::DecideTies>,
    id: web::Path<String>,
    write: Write<TieRuling>,
) -> Result<HttpResponse, Problem> {
    decide(&request, &kostka, &allowed, TieAbout::Tournament(parse_id(&id)?), write).await
}

/// Takes back the order that was set among players who are tied in a tournament.
#[utoipa::path(
    delete, path = "/api/v1/tournaments/{id}/qualification-tie", tag = "decisions", operation_id = "withdrawTournamentQualificationTie",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07")),
    responses((status = 200, description = "Taken back, or none was set", body = Receipt)),
    security(("bearer" = []))
)]
pub(crate) async fn withdraw_tournament(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::DecideTies>,
    id: web::Path<String>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    withdraw(&request, &kostka, &allowed, TieAbout::Tournament(parse_id(&id)?), &head).await
}

/// Sets the order among players who are tied in the table of a league.
#[utoipa::path(
    put, path = "/api/v1/leagues/{id}/qualification-tie", tag = "decisions", operation_id = "decideLeagueQualificationTie",
    params(("id" = String, Path, max_length = 1024, description = "The id of the league", example = "7k3m9q0x2v4b8n000001"), Basis),
    request_body = TieRuling,
    responses(
        (status = 201, description = "Set", body = Receipt),
        (status = 200, description = "Set otherwise than before, a rehearsal, or nothing had to change", body = Receipt),
        (status = 409, description = "Nobody is tied, or it is too early; `reason` and `rule` say which"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn decide_league(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::DecideTies>,
    id: web::Path<String>,
    write: Write<TieRuling>,
) -> Result<HttpResponse, Problem> {
    decide(&request, &kostka, &allowed, TieAbout::League(parse_id(&id)?), write).await
}

/// Takes back the order that was set among players who are tied in the table of a league.
#[utoipa::path(
    delete, path = "/api/v1/leagues/{id}/qualification-tie", tag = "decisions", operation_id = "withdrawLeagueQualificationTie",
    params(("id" = String, Path, max_length = 1024, description = "The id of the league", example = "7k3m9q0x2v4b8n000001")),
    responses((status = 200, description = "Taken back, or none was set", body = Receipt)),
    security(("bearer" = []))
)]
pub(crate) async fn withdraw_league(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::DecideTies>,
    id: web::Path<String>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    withdraw(&request, &kostka, &allowed, TieAbout::League(parse_id(&id)?), &head).await
}

/// Sets the order among players who are tied in the standings of a Grand Prix cycle.
#[utoipa::path(
    put, path = "/api/v1/grand-prix/{id}/qualification-tie", tag = "decisions", operation_id = "decideGrandPrixQualificationTie",
    params(("id" = String, Path, max_length = 1024, description = "The id of the cycle", example = "7k3m9q0x2v4b8n000002"), Basis),
    request_body = TieRuling,
    responses(
        (status = 201, description = "Set", body = Receipt),
        (status = 200, description = "Set otherwise than before, a rehearsal, or nothing had to change", body = Receipt),
        (status = 409, description = "Nobody is tied, or it is too early; `reason` and `rule` say which"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn decide_grand_prix(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::DecideTies>,
    id: web::Path<String>,
    write: Write<TieRuling>,
) -> Result<HttpResponse, Problem> {
    decide(&request, &kostka, &allowed, TieAbout::GrandPrix(parse_id(&id)?), write).await
}

/// Takes back the order that was set among players who are tied in the standings of a Grand Prix cycle.
#[utoipa::path(
    delete, path = "/api/v1/grand-prix/{id}/qualification-tie", tag = "decisions", operation_id = "withdrawGrandPrixQualificationTie",
    params(("id" = String, Path, max_length = 1024, description = "The id of the cycle", example = "7k3m9q0x2v4b8n000002")),
    responses((status = 200, description = "Taken back, or none was set", body = Receipt)),
    security(("bearer" = []))
)]
pub(crate) async fn withdraw_grand_prix(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::DecideTies>,
    id: web::Path<String>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    withdraw(&request, &kostka, &allowed, TieAbout::GrandPrix(parse_id(&id)?), &head).await
}

/// Sets the order among players who are tied in the table of an online event.
#[utoipa::path(
    put, path = "/api/v1/online-events/{id}/qualification-tie", tag = "decisions", operation_id = "decideOnlineEventQualificationTie",
    params(("id" = String, Path, max_length = 1024, description = "The id of the online event", example = "7k3m9q0x2v4b8n000003"), Basis),
    request_body = TieRuling,
    responses(
        (status = 201, description = "Set", body = Receipt),
        (status = 200, description = "Set otherwise than before, a rehearsal, or nothing had to change", body = Receipt),
        (status = 409, description = "Nobody is tied, or it is too early; `reason` and `rule` say which"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn decide_online_event(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::DecideTies>,
    id: web::Path<String>,
    write: Write<TieRuling>,
) -> Result<HttpResponse, Problem> {
    decide(&request, &kostka, &allowed, TieAbout::OnlineEvent(parse_id(&id)?), write).await
}

/// Takes back the order that was set among players who are tied in the table of an online event.
#[utoipa::path(
    delete, path = "/api/v1/online-events/{id}/qualification-tie", tag = "decisions", operation_id = "withdrawOnlineEventQualificationTie",
    params(("id" = String, Path, max_length = 1024, description = "The id of the online event", example = "7k3m9q0x2v4b8n000003")),
    responses((status = 200, description = "Taken back, or none was set", body = Receipt)),
    security(("bearer" = []))
)]
pub(crate) async fn withdraw_online_event(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::DecideTies>,
    id: web::Path<String>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    withdraw(&request, &kostka, &allowed, TieAbout::OnlineEvent(parse_id(&id)?), &head).await
}

/// Sets the order among players who are tied for the last qualification of the ranking.
///
/// Only when the day of the ranking is over, seven days before the championship: until then it changes (AMB-58).
#[utoipa::path(
    put, path = "/api/v1/seasons/{season}/ranking-tie", tag = "decisions", operation_id = "decideRankingQualificationTie",
    params(("season" = String, Path, max_length = 1024, description = "The id of the season", example = "2025-26"), Basis),
    request_body = TieRuling,
    responses(
        (status = 201, description = "Set", body = Receipt),
        (status = 200, description = "Set otherwise than before, a rehearsal, or nothing had to change", body = Receipt),
        (status = 409, description = "Nobody is tied, or it is too early; `reason` and `rule` say which"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn decide_ranking(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::DecideTies>,
    id: web::Path<String>,
    write: Write<TieRuling>,
) -> Result<HttpResponse, Problem> {
    decide(&request, &kostka, &allowed, TieAbout::Ranking(season_id(&id)?), write).await
}

/// Takes back the order that was set among players who are tied for the last qualification of the ranking.
#[utoipa::path(
    delete, path = "/api/v1/seasons/{season}/ranking-tie", tag = "decisions", operation_id = "withdrawRankingQualificationTie",
    params(("season" = String, Path, max_length = 1024, description = "The id of the season", example = "2025-26")),
    responses((status = 200, description = "Taken back, or none was set", body = Receipt)),
    security(("bearer" = []))
)]
pub(crate) async fn withdraw_ranking(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::DecideTies>,
    id: web::Path<String>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    withdraw(&request, &kostka, &allowed, TieAbout::Ranking(season_id(&id)?), &head).await
}
