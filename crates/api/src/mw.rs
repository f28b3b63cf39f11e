//! Voivodeship championships: who is qualified, what is open, and who may get a wildcard.

mod body;
mod player;

use crate::answer::{Answer, Audience};
use crate::kostka::Kostka;
use crate::paging::{self, Cursor, Page, Shown};
use crate::params::{self, Params};
use crate::players::{known_voivodeship, voivodeship};
use crate::problem::{Problem, ProblemKind};
use crate::qualifications::known_player;
use crate::seen::{Lens, ListLens, Seen};
use crate::sheet::Dialect;
use crate::table::{self, Shape};
use actix_web::{HttpRequest, HttpResponse, web};
use body::{ChampionshipItem, MwQualifications};
use domain::ids::ChampionshipId;
use events::envelope::Position;
use player::MwPlayer;
use projections::season_lists::championship_lists;
use projections::views::{Championship, Views};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

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
    responses(
        (
            status = 200, description = "A page of championships",
            content(
                (Page<ChampionshipItem> = "application/json"),
                (String = "text/csv", example = "id,voivodeship,season,first_day,last_day,played_from,played_to,qualified,pending,wildcards,cap,free,state,rulebook,etag\r\nmw-2026-slaskie,śląskie,2025-26,2025-09-01,2026-03-31,2026-04-18,2026-04-19,21,0,11,32,0,open,pl-2024-25,\"\"\"402\"\"\"\r\n"),
            ),
        ),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn list(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    Params(filter): Params<ChampionshipFilter>,
) -> Result<HttpResponse, Problem> {
    let shape = Shape::wanted(&request, filter.dialect)?;
    let limit = paging::items(filter.limit)?;
    params::not_longer("season", filter.season.as_deref(), 1024)?;
    let voivodeship = filter.voivodeship.as_deref().map(known_voivodeship).transpose()?;
    let list = format!("mw {:?} {:?} {:?}", filter.season, filter.voivodeship, filter.as_of);
    let cursor = filter.cursor.as_deref().map(|text| kostka.cursors.read(text, &list)).transpose()?;
    let (then, changed): (_, fn(&Views) -> Position) = (filter.as_of.as_deref(), |views| views.records.changed);
    let Shown { views, .. } = paging::views_as_of(&request, &kostka, then, cursor.as_ref(), changed).await?;
    let state = views.records.changed;
    let page = kostka.blocking(move || {
        let fits = |item: &&Championship| voivodeship.is_none_or(|wanted| item.record.voivodeship == wanted);
        let items = views.records.championships().filter(fits).map(|item| ChampionshipItem::of(&views, item));
        let mut items: Vec<ChampionshipItem> = items.filter(|item| item.is_of(filter.season.as_deref())).collect();
        items.sort_by_cached_key(ChampionshipItem::key);
        paging::part(items, ChampionshipItem::key, cursor.as_ref(), limit)
    });
    let (items, after) = page.await?;
    let next = after.map(|after| kostka.cursors.write(&Cursor { position: state, after }, &list));
    let answer = table::page(&request, shape, state, &Page { items, next })?;
    Ok(Arc::new(answer).respond(&request).await)
}

/// A voivodeship championship: who is qualified, what is open, and whom a wildcard may be given.
///
/// Those that nobody has granted yet follow from the results by the rules, and may change with them.
#[utoipa::path(
    get, path = "/api/v1/mw/{id}", tag = "qualifications", operation_id = "getMw",
    params(("id" = String, Path, max_length = 1024, description = "The id of the championship", example = "mw-2026-slaskie"), ListLens),
    responses(
        (
            status = 200, description = "The championship",
            content(
                (MwQualifications = "application/json"),
                (String = "text/csv", example = "player_id,name,city,voivodeship,by,event_id,event_name,place,state\r\n2f6c1d0e9b8a4756x3f2,Łucja Przykładowa,Rybnik,śląskie,tournament,t-2025-10-11-rybnik,Jesienny Turniej w Rybniku,1,granted\r\n2f6c1d0e9b8a4756x3f3,Jan Testowy,Żory,śląskie,wildcard,l-2025-zory,Liga Żorska,4,proposed\r\n"),
            ),
        ),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn show(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    id: web::Path<String>,
    Params(lens): Params<ListLens>,
) -> Result<HttpResponse, Problem> {
    let (shape, lens) = lens.shape(&request)?;
    let championship = parse_id(&id)?;
    let seen = Seen::through(&request, &kostka, &lens).await?;
    let build = move |seen: &Seen| {
        let records = &seen.views.records;
        let known = records.championship(&championship).ok_or(ProblemKind::NotFound)?;
        let set = championship_lists(records, &championship, seen.other()).ok_or(ProblemKind::NotFound)?;
        let body = MwQualifications::of(seen, &set, known).ok_or(ProblemKind::NotFound)?;
        let answer = match shape {
            Shape::Json => Answer::computed(Audience::Public, &body)?.of_version(known.etag),
            Shape::Csv(dialect) => table::computed_csv(dialect, &body.rows())?.of_version(known.etag),
        };
        Ok(answer.in_language(seen.lang))
    };
    let answer = seen.answer(&kostka, ("mw", &id, shape), build).await?;
    Ok(answer.respond_again(&request).await)
}

/// Why a player is qualified for a voivodeship championship, may get a wildcard, or neither.
///
/// Every event that feeds the championship and in which the player has a place, with what came of it and why; who was looked at before
/// them and got nothing.
#[utoipa::path(
    get, path = "/api/v1/mw/{id}/players/{player}", tag = "qualifications", operation_id = "explainMwQualification",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the championship", example = "mw-2026-slaskie"),
        ("player" = String, Path, max_length = 1024, description = "The id of the player", example = "2f6c1d0e9b8a4756x3f2"),
        Lens,
    ),
    responses(
        (status = 200, description = "Why", body = MwPlayer),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn player(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    path: web::Path<(String, String)>,
    Params(lens): Params<Lens>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let championship = parse_id(&path.0)?;
    let player = path.1.clone();
    let seen = Seen::through(&request, &kostka, &lens).await?;
    let build = move |seen: &Seen| {
        let records = &seen.views.records;
        let known = records.championship(&championship).ok_or(ProblemKind::NotFound)?;
        let set = championship_lists(records, &championship, seen.other()).ok_or(ProblemKind::NotFound)?;
        let player = known_player(&set.facts, &player)?;
        let body = MwPlayer::of(seen, &set, known, player).ok_or(ProblemKind::NotFound)?;
        Ok(Answer::computed(Audience::Public, &body)?.in_language(seen.lang))
    };
    let answer = seen.made(&kostka, build).await?;
    Ok(answer.respond(&request).await)
}

/// The id of a championship in an address.
pub(crate) fn parse_id(id: &str) -> Result<ChampionshipId, Problem> {
    ChampionshipId::parse(id).map_err(|_| ProblemKind::NotFound.into())
}
