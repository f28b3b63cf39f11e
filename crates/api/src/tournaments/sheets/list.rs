//! All sheets of a stage at once, for those who enter them.

use super::{Looking, Sheet, SheetState, is_blind};
use crate::answer::json;
use crate::auth::{AtWork, deed};
use crate::edge::KOSTKA_POSITION;
use crate::kostka::Kostka;
use crate::params::{self, Params};
use crate::problem::Problem;
use crate::table;
use crate::tournaments::who::Sight;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::course::{ActorRef, Stage};
use serde::Serialize;
use utoipa::ToSchema;

/// The sheets of a stage.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StageSheets {
    /// The number of the round, `top` or `final`.
    #[schema(max_length = 5, example = "2")]
    stage: String,
    /// Whether play has begun.
    started: bool,
    /// Whether it is over: a sheet is changed only with a reason then.
    closed: bool,
    /// One for each table, by number; none if nobody sits there yet.
    #[schema(max_items = 1000)]
    items: Vec<Sheet>,
}

/// All sheets of a stage, with their ETags; for those who work at the tournament.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/stages/{stage}/sheets", tag = "play", operation_id = "listSheets",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of a round, `top` or `final`", example = "2"),
    ),
    responses((status = 200, description = "The sheets", body = StageSheets)),
    security(("bearer" = []))
)]
pub(crate) async fn list(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    at_work: AtWork,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let stage = deed::stage(&request)?;
    let (entry, views) = (at_work.entry, kostka.views());
    let asking = ActorRef::parse(&format!("account/{}", at_work.signed_in.account)).ok();
    let looking = Looking { views: &views, entry: &entry, sight: Sight::Staff, asking: asking.as_ref() };
    let play = entry.now().and_then(|now| now.play(stage));
    let tables = play.map_or(0, |play| play.tables.len() as u32);
    let sheets = StageSheets {
        stage: stage.to_string(),
        started: play.is_some_and(|play| play.started),
        closed: play.is_some_and(|play| play.closed),
        items: (1..=tables).filter_map(|table| as_enterer(&looking, stage, table)).collect(),
    };
    let mut response = HttpResponse::Ok();
    response.insert_header((CACHE_CONTROL, "private, no-store"));
    response.insert_header((KOSTKA_POSITION, HeaderValue::from(kostka.projector.position().0)));
    Ok(json(&mut response, &sheets))
}

/// A sheet for somebody who may enter it: whoever may make the second entry is not shown the first one along with the others.
fn as_enterer(looking: &Looking<'_>, stage: Stage, number: u32) -> Option<Sheet> {
    let mut sheet = looking.sheet(stage, number)?;
    let now = looking.entry.now()?;
    let hides = now.table(stage, number).is_some_and(|table| is_blind(now, table, looking.asking));
    if let Some(results) = sheet.results.as_mut().filter(|it| hides && it.state == SheetState::Unconfirmed) {
        (results.games, results.sums) = (None, None);
    }
    Some(sheet)
}
