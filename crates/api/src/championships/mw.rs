//! Voivodeship championships: who is qualified, what is open, and who may get a wildcard.

mod answers;
mod player;

use crate::http::answer::{Answer, Audience};
use crate::http::conditional::NotModified;
use crate::http::csv::Dialect;
use crate::http::list_response::{self, ListFormat};
use crate::http::paging::{self, Page, PageViews};
use crate::http::params;
use crate::http::path::{MwPath, MwPlayerPath};
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::{JsonRead, Read};
use crate::http::read_view::{ListReadOptions, ReadOptions, ReadView};
use crate::players::{parse_voivodeship, voivodeship};
use crate::qualifications::list::known_player;
use actix_web::web;
use answers::{championship_item, eligible_player_rows, is_in_season, list_key, mw_qualifications};
use domain::values::ids::ChampionshipId;
use events::envelope::Position;
use player::mw_player;
use projections::season_lists::championship_lists;
use projections::views::{Championship, Views};
use serde::Deserialize;
use utoipa::IntoParams;
use wire::championships::mw::{ChampionshipItem, MwPlayer, MwQualifications};

/// Which championships.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ChampionshipFilter {
    /// Only those of this season.
    #[param(max_length = 1024)]
    season: Option<String>,
    /// Only that of this voivodeship.
    #[param(schema_with = voivodeship)]
    voivodeship: Option<String>,
    /// As it was at a position of the log or at a time.
    #[param(max_length = 40)]
    as_of: Option<String>,
    /// The most items on the page.
    #[param(minimum = 1, maximum = 200, default = 100)]
    limit: Option<u16>,
    /// Where the page begins: `next` of the page before, with the same filters.
    #[param(max_length = 4096)]
    cursor: Option<String>,
    /// Asks for CSV, and for which.
    #[param(inline)]
    dialect: Option<Dialect>,
}

/// The voivodeship championships, by the last day of the events that feed them.
#[utoipa::path(
    get, path = "/api/v1/mw", tag = "qualifications", operation_id = "listMw",
    params(ChampionshipFilter),
    responses((status = 200, description = "A page of championships", content(
        (Page<ChampionshipItem> = "application/json"),
        (String = "text/csv", example = "id,voivodeship,season,first_day,last_day,played_from,played_to,qualified,pending,wildcards,cap,free,state,rulebook,etag\r\nmw-2026-slaskie,śląskie,2025-26,2025-09-01,2026-03-31,2026-04-18,2026-04-19,21,0,11,32,0,open,pl-2024-25,\"\"\"402\"\"\"\r\n"),
    )), NotModified)
)]
pub(crate) async fn list(Read { request, app, params: filter }: Read<ChampionshipFilter>) -> HandlerResult {
    let format = ListFormat::from_request(&request, filter.dialect)?;
    let limit = paging::page_size(filter.limit)?;
    params::check_max_length("season", filter.season.as_deref(), 1024)?;
    let voivodeship = filter.voivodeship.as_deref().map(parse_voivodeship).transpose()?;
    let list = format!("mw {:?} {:?} {:?}", filter.season, filter.voivodeship, filter.as_of);
    let cursor = filter.cursor.as_deref().map(|text| app.cursors.read(text, &list)).transpose()?;
    let (then, changed): (_, fn(&Views) -> Position) = (filter.as_of.as_deref(), |views| views.records.last_change);
    let PageViews { views, .. } = paging::views_as_of(&request, &app, then, cursor.as_ref(), changed).await?;
    let state = views.records.last_change;
    let page = app.blocking(move || {
        let fits = |item: &&Championship| voivodeship.is_none_or(|wanted| item.record.voivodeship == wanted);
        let items = views.records.championships().filter(fits).map(|item| championship_item(&views, item));
        let mut items: Vec<ChampionshipItem> =
            items.filter(|item| is_in_season(item, filter.season.as_deref())).collect();
        items.sort_by_cached_key(list_key);
        paging::page_after_cursor(items, list_key, cursor.as_ref(), limit)
    });
    let (items, after) = page.await?;
    let next = app.cursors.next(state, after, &list);
    Ok(list_response::page(&request, format, state, &Page { items, next })?.respond(&request).await)
}

/// A voivodeship championship: who is qualified, what is open, and whom a wildcard may be given.
///
/// Those that nobody has granted yet follow from the results by the rules, and may change with them.
#[utoipa::path(
    get, path = "/api/v1/mw/{id}", tag = "qualifications", operation_id = "getMw",
    params(MwPath, ListReadOptions),
    responses((status = 200, description = "The championship", content(
        (MwQualifications = "application/json"),
        (String = "text/csv", example = "player_id,name,city,voivodeship,by,event_id,event_name,place,state\r\n2f6c1d0e9b8a4756x3f2,Łucja Przykładowa,Rybnik,śląskie,tournament,t-2025-10-11-rybnik,Jesienny Turniej w Rybniku,1,granted\r\n2f6c1d0e9b8a4756x3f3,Jan Testowy,Żory,śląskie,wildcard,l-2025-zory,Liga Żorska,4,proposed\r\n"),
    )), NotModified)
)]
pub(crate) async fn show(
    path: web::Path<MwPath>,
    Read { request, app, params: options }: Read<ListReadOptions>,
) -> HandlerResult {
    let (format, options) = options.format(&request)?;
    let championship = parse_id(&path.id)?;
    let read_view = ReadView::load(&request, &app, &options).await?;
    let build = move |read_view: &ReadView| {
        let records = &read_view.views.records;
        let known = records.championship(&championship).ok_or(ProblemKind::NotFound)?;
        let set =
            championship_lists(records, &championship, read_view.rulebook_override()).ok_or(ProblemKind::NotFound)?;
        let body = mw_qualifications(read_view, &set, known).ok_or(ProblemKind::NotFound)?;
        let answer = match format {
            ListFormat::Json => Answer::computed(Audience::Public, &body)?.with_version(known.etag),
            ListFormat::Csv(dialect) => {
                list_response::computed_csv(dialect, &eligible_player_rows(&body))?.with_version(known.etag)
            }
        };
        Ok(answer.in_language(read_view.lang))
    };
    Ok(read_view.answer(&app, ("mw", &path.id, format), build).await?.respond_cacheable(&request).await)
}

/// Why a player is qualified for a voivodeship championship, may get a wildcard, or neither.
///
/// Every event that feeds the championship and in which the player has a place, with what came of it and why; who was
/// looked at before them and got nothing.
#[utoipa::path(
    get, path = "/api/v1/mw/{id}/players/{player}", tag = "qualifications", operation_id = "explainMwQualification",
    params(MwPlayerPath, ReadOptions),
    responses((status = 200, description = "Why", body = MwPlayer), NotModified)
)]
pub(crate) async fn player(
    path: web::Path<MwPlayerPath>,
    JsonRead { request, app, params: options }: JsonRead<ReadOptions>,
) -> HandlerResult {
    let championship = parse_id(&path.id)?;
    let player = path.player.clone();
    let read_view = ReadView::load(&request, &app, &options).await?;
    let build = move |read_view: &ReadView| {
        let records = &read_view.views.records;
        let known = records.championship(&championship).ok_or(ProblemKind::NotFound)?;
        let set =
            championship_lists(records, &championship, read_view.rulebook_override()).ok_or(ProblemKind::NotFound)?;
        let player = known_player(&set.facts, &player)?;
        let body = mw_player(read_view, &set, known, player).ok_or(ProblemKind::NotFound)?;
        Ok(Answer::computed(Audience::Public, &body)?.in_language(read_view.lang))
    };
    Ok(read_view.uncached_answer(&app, build).await?.respond(&request).await)
}

pub(crate) fn parse_id(id: &str) -> Result<ChampionshipId, Problem> {
    ChampionshipId::parse(id).map_err(|_| ProblemKind::NotFound.into())
}
