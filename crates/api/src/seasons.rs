//! Seasons: their days, their rulebook, and the competitions that take place in them.

pub(crate) mod calendar;
pub(crate) mod comparison;
pub(crate) mod rulebooks;

mod answers;
pub(crate) mod ranking;

pub(crate) use answers::{rulebook_id, window};

use crate::accounts::{Authorized, permission};
use crate::http::address;
use crate::http::answer::{Answer, Audience};
use crate::http::app::AppState;
use crate::http::as_of::{self, AsOf};
use crate::http::conditional::NotModified;
use crate::http::csv::Dialect;
use crate::http::list_response::{self, ListFormat, Row};
use crate::http::paging::{self, Cursor, Page, PageViews};
use crate::http::path::SeasonIdPath;
use crate::http::problem::{FieldProblem, HandlerResult, Problem, ProblemKind};
use crate::http::read::{JsonRead, Read};
use crate::http::write::{self, AuthorizedWrite, Receipt, ToProblem};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, web};
use commands::CommandReceipt;
use domain::season::decider::Rejection;
use domain::values::ids::SeasonId;
use events::envelope::Position;
use formats::localization::Message;
use projections::views::{SeasonEntry, Views};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;
use wire::seasons::{NewSeason, Season, SeasonCorrection, SeasonItem};

const LIST: &str = "seasons";

/// Which part of a list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListPageParams {
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

/// A page of a list, and what it is made of.
pub(crate) struct ListSnapshot {
    request: HttpRequest,
    app: web::Data<AppState>,
    format: ListFormat,
    limit: usize,
    /// The list as of the requested moment, or as of the first page.
    pub(crate) views: Arc<Views>,
    today: Arc<Views>,
    cursor: Option<Cursor>,
    name: String,
    changed: fn(&Views) -> Position,
}

impl Read<ListPageParams> {
    /// The read models behind this page of the list; `changed` gives the position at which the list last changed.
    pub(crate) async fn snapshot(self, list: &str, changed: fn(&Views) -> Position) -> Result<ListSnapshot, Problem> {
        let Self { request, app, params } = self;
        let format = ListFormat::from_request(&request, params.dialect)?;
        let limit = paging::page_size(params.limit)?;
        let then = params.as_of.as_deref();
        let name = paging::cursor_list_name(list.to_owned(), then);
        let cursor = params.cursor.as_deref().map(|text| app.cursors.read(text, &name)).transpose()?;
        let PageViews { views, today } = paging::views_as_of(&request, &app, then, cursor.as_ref(), changed).await?;
        Ok(ListSnapshot { request, app, format, limit, views, today, cursor, name, changed })
    }
}

impl ListSnapshot {
    /// Answers with the page of these entries, which are in the order of their keys; `state` is when it last changed.
    pub(crate) async fn respond<T, R: Row>(
        &self,
        state: Position,
        entries: Vec<T>,
        key: impl Fn(&T) -> String,
        item: impl Fn(T) -> Option<R>,
    ) -> HandlerResult {
        let (entries, after) = paging::page_after_cursor(entries, key, self.cursor.as_ref(), self.limit);
        let next = self.app.cursors.next((self.changed)(&self.views), after, &self.name);
        let page = Page { items: entries.into_iter().filter_map(item).collect(), next };
        let answer = list_response::page(&self.request, self.format, state, &page)?;
        Ok(answer.respond(&self.request).await)
    }

    /// The position at which a page last changed: every page has the names of today, so this is that of today's list.
    pub(crate) fn state(&self) -> Position {
        (self.changed)(&self.today)
    }
}

/// The seasons, the first first.
#[utoipa::path(
    get, path = "/api/v1/seasons", tag = "seasons", operation_id = "listSeasons",
    params(ListPageParams),
    responses((status = 200, description = "A page of seasons", content(
        (Page<SeasonItem> = "application/json"),
        (String = "text/csv", example = "id,first_day,last_day,mp_first_day,rulebook,etag\r\n2025-26,2025-09-01,2026-06-30,2026-07-04,pl-2024-25,\"\"\"17\"\"\"\r\n"),
    )), NotModified)
)]
pub(crate) async fn list(read: Read<ListPageParams>) -> HandlerResult {
    let snapshot = read.snapshot(LIST, |views| views.records.seasons_changed).await?;
    let seasons = snapshot.views.records.seasons_by_day();
    let item = |season| Some(answers::season_item(season));
    snapshot.respond(snapshot.state(), seasons, |season| season_key(season), item).await
}

/// The sort key of the list: the first day, then the id.
fn season_key(season: &SeasonEntry) -> String {
    format!("{} {}", season.record.window.first(), season.id)
}

/// One season with what takes place in it.
///
/// The ETag also tells what takes place; `If-Match` looks at the season itself only.
#[utoipa::path(
    get, path = "/api/v1/seasons/{id}", tag = "seasons", operation_id = "getSeason",
    params(SeasonIdPath, AsOf),
    responses((status = 200, description = "The season", body = Season), NotModified)
)]
pub(crate) async fn show(
    path: web::Path<SeasonIdPath>,
    JsonRead { request, app, params: AsOf { as_of } }: JsonRead<AsOf>,
) -> HandlerResult {
    let id = parse_id(&path.id)?;
    let views = as_of::views(&request, &app, as_of.as_deref()).await?;
    let season = views.records.season(&id).ok_or_else(|| no_season(&app.views(), &id))?;
    let answer = Answer::computed(Audience::Public, &answers::season_answer(&views, season))?.with_version(season.etag);
    Ok(answer.respond(&request).await)
}

/// Opens a season.
#[utoipa::path(
    post, path = "/api/v1/seasons", tag = "seasons", operation_id = "openSeason",
    request_body = NewSeason,
    responses(
        (status = 201, description = "Opened", body = Receipt),
        (status = 200, description = "A rehearsal: it would be opened", body = Receipt),
        (status = 409, description = "The id is taken, or some of the days belong to another season"),
    )
)]
pub(crate) async fn open(write: AuthorizedWrite<Authorized<permission::ManageSeasons>, NewSeason>) -> HandlerResult {
    let (id, record) = answers::read_new_season(&write.body)?;
    let metadata = write.metadata();
    write::execute(&write.request, StatusCode::CREATED, address, move |app| {
        app.commands.open_season(&metadata, &app.projector, &id, &record)
    })
    .await
}

/// Corrects a season.
#[utoipa::path(
    put, path = "/api/v1/seasons/{id}", tag = "seasons", operation_id = "correctSeason",
    params(SeasonIdPath), request_body = SeasonCorrection,
    responses(
        (status = 200, description = "Corrected, or nothing had to change", body = Receipt),
        (status = 409, description = "Some of the days belong to another season"),
    )
)]
pub(crate) async fn correct(
    path: web::Path<SeasonIdPath>,
    write: AuthorizedWrite<Authorized<permission::ManageSeasons>, SeasonCorrection>,
) -> HandlerResult {
    let id = parse_id(&path.id)?;
    let metadata = write.metadata_if_match()?;
    let (record, reason) = answers::read_correction(&write.body)?;
    write::execute(&write.request, StatusCode::OK, address, move |app| {
        app.commands.correct_season(&metadata, &app.projector, &id, &record, Some(&reason))
    })
    .await
}

fn address(done: &CommandReceipt) -> String {
    address::of("seasons", done.resource.id())
}

pub(crate) fn parse_id(id: &str) -> Result<SeasonId, Problem> {
    SeasonId::parse(id).map_err(|_| unknown_season())
}

/// The refusal for a season that was never opened.
pub(crate) fn unknown_season() -> Problem {
    Problem::new(ProblemKind::NotFound)
        .because(Message::new("season-unknown"))
        .with_extension("reason", "unknown-season")
}

/// The refusal for a season that older views lack: opened later, or never.
pub(crate) fn no_season(today: &Views, season: &SeasonId) -> Problem {
    if today.records.season(season).is_none() {
        return unknown_season();
    }
    Problem::new(ProblemKind::NotFound)
        .because(Message::new("season-not-yet-recorded"))
        .with_extension("reason", "season-not-yet-recorded")
}

impl ToProblem for Rejection {
    fn problem(&self) -> Problem {
        let conflict = || Problem::new(ProblemKind::Conflict).with_extension("reason", self.code());
        match self {
            Self::UnknownSeason => unknown_season(),
            Self::AlreadyOpen => conflict().because(Message::new("season-exists")),
            Self::Overlaps { other } => conflict()
                .because(Message::new("season-overlaps").excerpt("other", other.to_string()))
                .with_extension("other", other.as_str()),
            Self::ChampionshipInside => Problem::new(ProblemKind::Unprocessable).at(answers::championship_inside()),
            Self::UnknownRulebook => Problem::new(ProblemKind::Unprocessable).at(FieldProblem::pointer(
                "/rulebook",
                self.code(),
                Message::new("field-rulebook"),
            )),
        }
    }
}
