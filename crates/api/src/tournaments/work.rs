//! What somebody who works at a tournament may do there, and how its stages stand.

use super::who::NamedPlayer;
use crate::answer::json;
use crate::auth::AtWork;
use crate::kostka::Kostka;
use crate::params::{self, Params};
use crate::problem::Problem;
use crate::table;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::Choice;
use domain::course::{ActKind, Now, Stage, may_act};
use domain::rulebook::Rulebook;
use serde::Serialize;
use utoipa::ToSchema;

/// A tournament as somebody sees it who works there.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Work {
    /// The kinds of acts that her roles let her do, whether or not it is the time for them; as `kind` in the list of acts.
    #[schema(max_items = 100, example = json!(["draw", "start_stage"]))]
    may: Vec<&'static str>,
    /// The stages of the format, in their order.
    #[schema(max_items = 30)]
    stages: Vec<StageState>,
    /// Those who gave up the qualification.
    #[schema(max_items = 2000)]
    waivers: Vec<NamedPlayer>,
}

/// How a stage stands.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StageState {
    /// The number of a round, `top` or `final`.
    #[schema(max_length = 5, example = "3")]
    stage: String,
    /// How many tables it has.
    #[schema(minimum = 0, maximum = 100_000, example = 8)]
    tables: u32,
    /// How often its seats were drawn.
    #[schema(minimum = 0, maximum = 4_294_967_295_i64, example = 1)]
    draws: u32,
    /// Whether seats are given out.
    seated: bool,
    /// Whether play has begun.
    started: bool,
    /// Whether it is over.
    closed: bool,
    /// Whether it is left out.
    skipped: bool,
    /// Whether the rules let its results be hidden while it is played.
    can_be_hidden: bool,
}

/// What the caller may do at a tournament, and how its stages stand; for those who work there.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/work", tag = "play", operation_id = "getWork",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07")),
    responses((status = 200, description = "What she may do, and how the stages stand", body = Work)),
    security(("bearer" = []))
)]
pub(crate) async fn show(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    at_work: AtWork,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let authorised = at_work.authorised();
    let (views, now) = (kostka.views(), at_work.entry.now());
    let default = Rulebook::default();
    let rulebook = now.and_then(|now| now.rulebook.as_deref()).unwrap_or(&default);
    let may = |kind: &&ActKind| may_act(&authorised, &at_work.entry.id, **kind, rulebook);
    let stages = now.map(Now::planned_stages).unwrap_or_default();
    let draws = |stage| at_work.entry.course.here().map_or(0, |running| running.draws_of(stage));
    let state = |now: &Now, stage: Stage| StageState { draws: draws(stage), ..state(now, stage, rulebook) };
    let work = Work {
        may: ActKind::ALL.iter().filter(may).map(|kind| kind.name()).collect(),
        stages: now.into_iter().flat_map(|now| stages.iter().map(|stage| state(now, *stage))).collect(),
        waivers: now.into_iter().flat_map(|now| now.waivers.iter()).map(|it| NamedPlayer::of(&views, it)).collect(),
    };
    Ok(json(HttpResponse::Ok().insert_header((CACHE_CONTROL, "private, no-store")), &work))
}

fn state(now: &Now, stage: Stage, rulebook: &Rulebook) -> StageState {
    let play = now.play(stage);
    StageState {
        stage: stage.to_string(),
        tables: play.map_or(0, |play| play.tables.len() as u32),
        draws: 0,
        seated: play.is_some_and(|play| !play.tables.is_empty()),
        started: play.is_some_and(|play| play.started),
        closed: play.is_some_and(|play| play.closed),
        skipped: play.is_some_and(|play| play.skipped),
        can_be_hidden: now.can_be_hidden(stage, rulebook),
    }
}
