//! Giving up the qualifications of a season outside an event: what a player tells the federation (R-WAV-03).

use super::season_id;
use crate::accounts::{Authorized, permission};
use crate::competitions::lifecycle;
use crate::competitions::lifecycle::ParseRequest;
use crate::http::address;
use crate::http::body::NoBody;
use crate::http::fields::FieldParser;
use crate::http::path::{PlayerPath, PlayerSeasonPath};
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::write::{self, AuthorizedWrite, Receipt};
use actix_web::http::StatusCode;
use actix_web::web;
use commands::CommandReceipt;
use domain::values::calendar::Moment;
use domain::values::ids::PlayerId;
use wire::qualifications::rulings::SeasonWaiver;

impl ParseRequest for SeasonWaiver {
    type Parsed = Option<Moment>;

    fn read(&self, fields: &mut FieldParser) -> Option<Self::Parsed> {
        Some(lifecycle::optional_moment(fields, "/declared_at", self.declared_at.as_deref()))
    }
}

/// Records that a player gives up all qualifications to the national championship of a season.
///
/// The season is that of the declaration. Whatever is decided after it passes the player over; what the player holds
/// already stays (R-WAV-03). The body may be left out.
#[utoipa::path(
    post, path = "/api/v1/players/{id}/waivers", tag = "decisions", operation_id = "declareSeasonWaiver",
    params(PlayerPath), request_body = SeasonWaiver,
    responses(
        (status = 201, description = "Recorded", body = Receipt),
        (status = 200, description = "A rehearsal: it would be recorded", body = Receipt),
        (status = 409, description = "The player has declared it before; `reason` and `rule` say so"),
        (status = 410, description = "The player was erased"),
    )
)]
pub(crate) async fn declare(
    path: web::Path<PlayerPath>,
    write: AuthorizedWrite<Authorized<permission::DecideExceptions>, SeasonWaiver>,
) -> HandlerResult {
    let declared_at = write.body.parse()?;
    let (metadata, player) = (write.metadata(), player_id(&path.id)?);
    write::execute(&write.request, StatusCode::CREATED, address, move |app| {
        app.commands.declare_waiver(&metadata, &app.projector, &player, declared_at)
    })
    .await
}

/// Takes back what a player declared in a season outside an event: it was recorded by mistake.
#[utoipa::path(
    delete, path = "/api/v1/players/{id}/waivers/{season}", tag = "decisions", operation_id = "withdrawSeasonWaiver",
    params(PlayerSeasonPath),
    responses(
        (status = 200, description = "Taken back, or a rehearsal", body = Receipt),
        (status = 409, description = "The player has declared nothing in that season"),
    )
)]
pub(crate) async fn withdraw(
    path: web::Path<PlayerSeasonPath>,
    write: AuthorizedWrite<Authorized<permission::DecideExceptions>, NoBody>,
) -> HandlerResult {
    let season = season_id(&path.season)?;
    let (metadata, player) = (write.metadata(), player_id(&path.id)?);
    write::execute(&write.request, StatusCode::OK, address, move |app| {
        app.commands.withdraw_waiver(&metadata, &app.projector, &player, &season)
    })
    .await
}

fn address(done: &CommandReceipt) -> String {
    format!("{}/waivers", address::of("players", done.resource.id()))
}

fn player_id(id: &str) -> Result<PlayerId, Problem> {
    PlayerId::parse(id).map_err(|_| ProblemKind::NotFound.into())
}
