//! Seasons: their days, their rulebook, and what takes place in them.

mod body;
pub(crate) mod ranking;

pub(crate) use body::{NewSeason, Season, SeasonCorrection, SeasonItem, rulebook_id, window};

use crate::address;
use crate::answer::{Answer, Audience};
use crate::as_of::{self, AsOf};
use crate::auth::{Allowed, permission};
use crate::kostka::Kostka;
use crate::paging::{self, Cursor, Page, Shown};
use crate::params::Params;
use crate::problem::{FieldProblem, Problem, ProblemKind};
use crate::sheet::Dialect;
use crate::table::{self, Shape};
use crate::write::{self, Receipt, Refusal, Write};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::ids::SeasonId;
use domain::season::decider::Rejection;
use events::envelope::Position;
use formats::words::Message;
use projections::office::Done;
use projections::views::{SeasonEntry, Views};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

/// The name of the list in its cursors.
const LIST: &str = "seasons";

/// Which part of a list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Part {
    /// The most items on the page.
    #[param(minimum = 1, maximum = 200, default = 100)]
    pub(crate) limit: Option<u16>,
    /// Where the page begins: `next` of the page before.
    #[param(max_length = 4096)]
    pub(crate) cursor: Option<String>,
    /// As it was at a position of the log or at a time, with the names of today.
    #[param(max_length = 40)]
    pub(crate) as_of: Option<String>,
    /// Asks for CSV, and for which.
    #[param(inline)]
    pub(crate) dialect: Option<Dialect>,
}

/// A part of a list that was asked for, with what it is made of.
pub(crate) struct PartShown {
    /// The list as it stood at the moment, or when its first page was asked for.
    pub(crate) views: Arc<Views>,
    /// The read models of today.
    pub(crate) today: Arc<Views>,
    /// Where the page begins.
    pub(crate) cursor: Option<Cursor>,
    name: String,
    changed: fn(&Views) -> Position,
}

impl Part {
    /// What the part of the list of this name is made of; `changed` tells when the list last changed.
    pub(crate) async fn shown(
        &self,
        request: &HttpRequest,
        kostka: &web::Data<Kostka>,
        list: &str,
        changed: fn(&Views) -> Position,
    ) -> Result<PartShown, Problem> {
        let then = self.as_of.as_deref();
        let name = paging::name_as_of(list.to_owned(), then);
        let cursor = self.cursor.as_deref().map(|text| kostka.cursors.read(text, &name)).transpose()?;
        let Shown { views, today } = paging::views_as_of(request, kostka, then, cursor.as_ref(), changed).await?;
        Ok(PartShown { views, today, cursor, name, changed })
    }
}

impl PartShown {
    /// The cursor of the page that begins after a key.
    pub(crate) fn next(&self, kostka: &Kostka, after: Option<String>) -> Option<String> {
        let position = (self.changed)(&self.views);
        after.map(|after| kostka.cursors.write(&Cursor { position, after }, &self.name))
    }

    /// When a page last changed: names are of today on every page, so it is as new as the list is today.
    pub(crate) fn state(&self) -> Position {
        (self.changed)(&self.today)
    }
}

/// The seasons, the first first.
#[utoipa::path(
    get, path = "/api/v1/seasons", tag = "seasons", operation_id = "listSeasons",
    params(Part),
    responses(
        (
            status = 200, description = "A page of seasons",
            content(
                (Page<SeasonItem> = "application/json"),
                (String = "text/csv", example = "id,first_day,last_day,mp_first_day,rulebook,etag\r\n2025-26,2025-09-01,2026-06-30,2026-07-04,pl-2024-25,\"\"\"17\"\"\"\r\n"),
            ),
        ),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn list(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    Params(part): Params<Part>,
) -> Result<HttpResponse, Problem> {
    let shape = Shape::wanted(&request, part.dialect)?;
    let limit = paging::items(part.limit)?;
    let shown = part.shown(&request, &kostka, LIST, |views| views.seasons.changed).await?;
    let key = |season: &&SeasonEntry| season_key(season);
    let seasons = shown.views.seasons.list();
    let (seasons, after) = paging::part(seasons, key, shown.cursor.as_ref(), limit);
    let next = shown.next(&kostka, after);
    let page = Page { items: seasons.into_iter().map(SeasonItem::of).collect(), next };
    let answer = table::page(&request, shape, shown.state(), &page)?;
    Ok(Arc::new(answer).respond(&request).await)
}

/// By the first day, as the list is.
fn season_key(season: &SeasonEntry) -> String {
    format!("{} {}", season.record.window.first(), season.id)
}

/// One season with what takes place in it.
///
/// The ETag also tells what takes place; `If-Match` looks at the season itself only.
#[utoipa::path(
    get, path = "/api/v1/seasons/{id}", tag = "seasons", operation_id = "getSeason",
    params(("id" = String, Path, max_length = 1024, description = "The id of the season", example = "2025-26"), AsOf),
    responses(
        (status = 200, description = "The season", body = Season),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn show(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    id: web::Path<String>,
    Params(AsOf { as_of }): Params<AsOf>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let id = parse_id(&id)?;
    let views = as_of::views(&request, &kostka, as_of.as_deref()).await?;
    let season = views.seasons.find(&id).ok_or_else(|| no_season(&kostka.views(), &id))?;
    let answer = Answer::computed(Audience::Public, &Season::of(&views, season))?.of_version(season.etag);
    Ok(Arc::new(answer).respond(&request).await)
}

/// Opens a season.
#[utoipa::path(
    post, path = "/api/v1/seasons", tag = "seasons", operation_id = "openSeason",
    request_body = NewSeason,
    responses(
        (status = 201, description = "Opened", body = Receipt),
        (status = 200, description = "A rehearsal: it would be opened", body = Receipt),
        (status = 409, description = "The id is taken, or some of the days belong to another season"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn open(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::RuleSeasons>,
    Write { body, head }: Write<NewSeason>,
) -> Result<HttpResponse, Problem> {
    let (id, record) = body.read()?;
    let act = head.act(&kostka, allowed.actor());
    write::execute(&request, StatusCode::CREATED, address, move |kostka| {
        kostka.office.open_season(&act, &kostka.projector, &id, &record)
    })
    .await
}

/// Corrects a season.
#[utoipa::path(
    put, path = "/api/v1/seasons/{id}", tag = "seasons", operation_id = "correctSeason",
    params(("id" = String, Path, max_length = 1024, description = "The id of the season", example = "2025-26")),
    request_body = SeasonCorrection,
    responses(
        (status = 200, description = "Corrected, or nothing had to change", body = Receipt),
        (status = 409, description = "Some of the days belong to another season"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn correct(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::RuleSeasons>,
    id: web::Path<String>,
    Write { body, head }: Write<SeasonCorrection>,
) -> Result<HttpResponse, Problem> {
    let id = parse_id(&id)?;
    let act = head.edit(&kostka, allowed.actor())?;
    let (record, reason) = body.read()?;
    write::execute(&request, StatusCode::OK, address, move |kostka| {
        kostka.office.correct_season(&act, &kostka.projector, &id, &record, Some(&reason))
    })
    .await
}

fn address(done: &Done) -> String {
    address::of("seasons", done.resource.id())
}

pub(crate) fn parse_id(id: &str) -> Result<SeasonId, Problem> {
    SeasonId::parse(id).map_err(|_| unknown_season())
}

/// A season that nobody has opened.
pub(crate) fn unknown_season() -> Problem {
    Problem::new(ProblemKind::NotFound).because(Message::new("season-unknown")).fact("reason", "unknown-season")
}

/// A season that is not in older views: it was opened later, or never.
pub(crate) fn no_season(today: &Views, season: &SeasonId) -> Problem {
    if today.seasons.find(season).is_none() {
        return unknown_season();
    }
    Problem::new(ProblemKind::NotFound)
        .because(Message::new("season-not-yet-recorded"))
        .fact("reason", "season-not-yet-recorded")
}

impl Refusal for Rejection {
    fn problem(&self) -> Problem {
        let conflict = || Problem::new(ProblemKind::Conflict).fact("reason", self.code());
        match self {
            Self::UnknownSeason => unknown_season(),
            Self::AlreadyOpen => conflict().because(Message::new("season-exists")),
            Self::Overlaps { other } => conflict()
                .because(Message::new("season-overlaps").excerpt("other", other.to_string()))
                .fact("other", other.as_str()),
            Self::ChampionshipInside => Problem::new(ProblemKind::Unprocessable).at(body::championship_inside()),
            Self::UnknownRulebook => Problem::new(ProblemKind::Unprocessable).at(FieldProblem::pointer(
                "/rulebook",
                self.code(),
                Message::new("field-rulebook"),
            )),
        }
    }
}
