//! Giving up the qualifications of a season outside an event: what a player tells the federation (R-WAV-03).

use super::season_id;
use crate::address;
use crate::auth::{Allowed, permission};
use crate::kostka::Kostka;
use crate::problem::{Problem, ProblemKind};
use crate::reading::Reading;
use crate::running;
use crate::write::{self, Receipt, Write, WriteHead};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::calendar::Moment;
use domain::ids::PlayerId;
use projections::office::{Act, Done, WaiverAsk};
use serde::Deserialize;
use utoipa::ToSchema;

/// A declaration that a player made outside an event.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeasonWaiver {
    /// When; without it, at this moment.
    #[serde(default)]
    #[schema(format = DateTime, max_length = 40, example = "2025-03-01T12:00:00+01:00")]
    declared_at: Option<String>,
}

impl SeasonWaiver {
    fn read(&self) -> Result<Option<Moment>, Problem> {
        let mut reading = Reading::default();
        let read = self.declared_at.as_deref().map(|text| running::moment(&mut reading, "/declared_at", text));
        match read {
            Some(None) => Err(reading.problem()),
            found => Ok(found.flatten()),
        }
    }
}

/// Records that a player gives up all qualifications to the national championship of a season.
///
/// The season is that of the declaration. Whatever is decided after it passes the player over; what the player holds already stays (R-WAV-03). The body may be left out.
#[utoipa::path(
    post, path = "/api/v1/players/{id}/waivers", tag = "decisions", operation_id = "declareSeasonWaiver",
    params(("id" = String, Path, max_length = 1024, description = "The id of the player", example = "2f6c1d0e9b8a4756x3f2")),
    request_body = SeasonWaiver,
    responses(
        (status = 201, description = "Recorded", body = Receipt),
        (status = 200, description = "A rehearsal: it would be recorded", body = Receipt),
        (status = 409, description = "The player has declared it before; `reason` and `rule` say so"),
        (status = 410, description = "The player was erased"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn declare(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::DecideExceptions>,
    id: web::Path<String>,
    Write { body, head }: Write<SeasonWaiver>,
) -> Result<HttpResponse, Problem> {
    let declared_at = body.read()?;
    let act = head.act(&kostka, allowed.actor());
    run(&request, &id, act, StatusCode::CREATED, WaiverAsk::Declare { declared_at }).await
}

/// Takes back what a player declared in a season outside an event: it was recorded by mistake.
#[utoipa::path(
    delete, path = "/api/v1/players/{id}/waivers/{season}", tag = "decisions", operation_id = "withdrawSeasonWaiver",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the player", example = "2f6c1d0e9b8a4756x3f2"),
        ("season" = String, Path, max_length = 1024, description = "The id of the season", example = "2025-26"),
    ),
    responses(
        (status = 200, description = "Taken back, or a rehearsal", body = Receipt),
        (status = 409, description = "The player has declared nothing in that season"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn withdraw(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::DecideExceptions>,
    path: web::Path<(String, String)>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    let act = head.act(&kostka, allowed.actor());
    let season = season_id(&path.1)?;
    run(&request, &path.0, act, StatusCode::OK, WaiverAsk::Withdraw { season }).await
}

async fn run(
    request: &HttpRequest,
    id: &str,
    act: Act,
    created: StatusCode,
    ask: WaiverAsk,
) -> Result<HttpResponse, Problem> {
    let player = PlayerId::parse(id).map_err(|_| ProblemKind::NotFound)?;
    let address = |done: &Done| format!("{}/waivers", address::of("players", done.resource.id()));
    write::execute(request, created, address, move |kostka| {
        kostka.office.rule_waiver(&act, &kostka.projector, &player, &ask)
    })
    .await
}
