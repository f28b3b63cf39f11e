//! The national ranking of a season, and its snapshot from which qualifications are given.

mod breakdown;
mod comparison;
mod order;
mod rows;
mod season_query;

pub(crate) use breakdown::{__path_explain, explain};
pub(crate) use comparison::{__path_compare, compare};

use crate::http::answer::{Answer, AnswerKey, Audience};
use crate::http::app::AppState;
use crate::http::conditional::NotModified;
use crate::http::csv::{self, Dialect};
use crate::http::endpoint::RoutePattern;
use crate::http::list_response::{ListFormat, Row};
use crate::http::negotiate::{self, Form};
use crate::http::paging::{self, Cursor, PageViews};
use crate::http::params;
use crate::http::path::SeasonPath;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::Read;
use crate::players::{CityFilter, check_search, parse_voivodeship, voivodeship};
use actix_web::{HttpRequest, web};
use domain::publication::ListId;
use domain::qualification::mp::ranking_for_qualification;
use domain::season::deadlines::last_snapshot_day;
use domain::values::ids::PlayerId;
use events::envelope::Position;
use formats::localization::{Lang, Message};
use order::{PageStart, Selection, Sort};
use projections::views::Views;
use rows::{RankingRowBuilder, newest_edition};
use season_query::{Season, SeasonQuery};
use serde::Deserialize;
use utoipa::IntoParams;
use wire::seasons::ranking::{RankingHead, RankingItem, RankingPage};

const MAX_ROWS: u16 = 500;

/// Which rows of which ranking.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RankingFilter {
    /// Words of first name, surname or city, or beginnings of them; `lukasz` finds Łukasz.
    #[param(min_length = 1, max_length = 200)]
    q: Option<String>,
    /// Only players of this voivodeship.
    #[param(schema_with = voivodeship)]
    voivodeship: Option<String>,
    /// Only players of this city, however it is written.
    #[param(min_length = 1, max_length = 200)]
    city: Option<String>,
    /// What the rows are sorted by; `-` turns the order round.
    #[param(inline)]
    sort: Option<Sort>,
    /// The page that holds this player, instead of the first; not together with `cursor`.
    #[param(min_length = 1, max_length = 1024)]
    around: Option<String>,
    /// The most rows on the page. CSV without it has all rows.
    #[param(minimum = 1, maximum = 500, default = 100)]
    limit: Option<u16>,
    /// Where the page begins: `next` or `previous` of another page, with the same filters.
    #[param(max_length = 4096)]
    cursor: Option<String>,
    /// As it was at a position of the log, or at a time (RFC 3339), with the names of today.
    #[param(min_length = 1, max_length = 40)]
    as_of: Option<String>,
    /// Under another adopted rulebook than that of the season.
    #[param(min_length = 1, max_length = 1024)]
    rulebook: Option<String>,
    /// Asks for CSV, and for which.
    #[param(inline)]
    dialect: Option<Dialect>,
}

/// Which moment, and under which rules.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RankingReadOptions {
    /// As it was at a position of the log, or at a time (RFC 3339), with the names of today.
    #[param(min_length = 1, max_length = 40)]
    as_of: Option<String>,
    /// Under another adopted rulebook than that of the season.
    #[param(min_length = 1, max_length = 1024)]
    rulebook: Option<String>,
}

/// Which of the two rankings of a season.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RankingKind {
    /// With everything that counts.
    Live,
    /// With what counts for the qualifications of the ranking (AMB-58).
    Snapshot,
}

impl RankingKind {
    fn address(self) -> &'static str {
        match self {
            Self::Live => "ranking",
            Self::Snapshot => "ranking-snapshot",
        }
    }
}

/// The national ranking, live.
///
/// Everybody with points stands in it, and can be found: there is no cut-off. All pages show the ranking as it stood
/// when the first was asked for, with the names of today.
#[utoipa::path(
    get, path = "/api/v1/seasons/{season}/ranking", tag = "seasons", operation_id = "getRanking",
    params(SeasonPath, RankingFilter),
    responses((status = 200, description = "A page of the ranking", content(
        (RankingPage = "application/json"),
        (String = "text/csv", example = "place,player_id,name,city,voivodeship,points,counted,results\r\n1,2f6c1d0e9b8a4756x3f2,Łucja Przykładowa,Łódź,łódzkie,100,1,t-2025-10-11-lodz 1 100\r\n"),
    )), NotModified)
)]
pub(crate) async fn list(
    path: web::Path<SeasonPath>,
    Read { request, app, params: filter }: Read<RankingFilter>,
) -> HandlerResult {
    page(&request, &app, &path.season, filter, RankingKind::Live).await
}

/// The ranking from which qualifications to the national championship are given: with the events that ended until seven
/// days before it.
#[utoipa::path(
    get, path = "/api/v1/seasons/{season}/ranking-snapshot", tag = "seasons", operation_id = "getRankingSnapshot",
    params(SeasonPath, RankingFilter),
    responses((status = 200, description = "A page of the ranking", content(
        (RankingPage = "application/json"),
        (String = "text/csv", example = "place,player_id,name,city,voivodeship,points,counted,results\r\n1,2f6c1d0e9b8a4756x3f2,Łucja Przykładowa,Łódź,łódzkie,100,1,t-2025-10-11-lodz 1 100\r\n"),
    )), NotModified)
)]
pub(crate) async fn snapshot(
    path: web::Path<SeasonPath>,
    Read { request, app, params: filter }: Read<RankingFilter>,
) -> HandlerResult {
    page(&request, &app, &path.season, filter, RankingKind::Snapshot).await
}

async fn page(
    request: &HttpRequest,
    app: &web::Data<AppState>,
    season: &str,
    filter: RankingFilter,
    ranking_kind: RankingKind,
) -> HandlerResult {
    let format = ListFormat::from_request(request, filter.dialect)?;
    let lang = negotiate::language(request.headers());
    let limit = rows(filter.limit, format)?;
    if let Some(form) = filter.cache_variant(format, lang, limit) {
        let views = app.views();
        let (state, key) = (state(&views), AnswerKey::about(ranking_kind.address(), season, form));
        if let Some(kept) = app.answers.find(&key, state) {
            return Ok(kept.respond_cacheable(request).await);
        }
        let asked = RankingQuery::new(&filter, season, ranking_kind, lang, limit, None)?;
        let (name, blocking_app) = (filter.list(season, ranking_kind), app.clone());
        // The first request after a change may have to wait until all lists are computed.
        let page = app.blocking(move || asked.render_page(&blocking_app, &views, &views, &name)).await??;
        let build = || Ok(answer(&page, request, format, lang)?.at(RoutePattern::of(request)));
        let kept = app.answers.answer(key, state, build)?;
        return Ok(kept.respond_cacheable(request).await);
    }
    let name = filter.list(season, ranking_kind);
    let cursor = filter.cursor.as_deref().map(|text| app.cursors.read(text, &name)).transpose()?;
    let asked = RankingQuery::new(&filter, season, ranking_kind, lang, limit, cursor.as_ref())?;
    let then = filter.as_of.as_deref();
    let PageViews { views, today } = paging::views_as_of(request, app, then, cursor.as_ref(), asked.changed()).await?;
    // Only a page of the whole live ranking costs no more than the page.
    let is_short = asked.selection.is_whole() && asked.wanted.rulebook.is_none() && ranking_kind == RankingKind::Live;
    let entries = if is_short && filter.as_of.is_none() { limit } else { usize::MAX };
    let (permit, blocking_app) = (asked.wanted.permit(request, app, &views).await?, app.clone());
    let work = move || {
        let _permit = permit;
        asked.render_page(&blocking_app, &views, &today, &name)
    };
    let page = paging::run_or_spawn_blocking(entries, work).await??;
    Ok(answer(&page, request, format, lang)?.respond(request).await)
}

/// The last event that can have changed a ranking, its names or its newest edition.
fn state(views: &Views) -> Position {
    let Views { records, players, competitions, editions, .. } = views;
    records.last_change.max(players.changed).max(competitions.changed).max(editions.changed)
}

/// The number of rows of a page. CSV without `limit` has all rows, because a saved file is expected to be complete.
fn rows(limit: Option<u16>, format: ListFormat) -> Result<usize, Problem> {
    match (limit, format) {
        (None, ListFormat::Csv(_)) => Ok(usize::MAX),
        (None, ListFormat::Json) => Ok(usize::from(paging::DEFAULT_ITEMS)),
        (Some(limit @ 1..=MAX_ROWS), _) => Ok(usize::from(limit)),
        (Some(_), _) => Err(params::wrong("limit", "field-limit-500")),
    }
}

/// The refusal for a player who has no place in this ranking.
fn not_in_ranking() -> Problem {
    Problem::new(ProblemKind::NotFound)
        .because(Message::new("not-in-ranking"))
        .with_extension("reason", "not-in-ranking")
}

impl RankingFilter {
    /// The variant of the first page in the cache; none for other pages. Pages of unusual lengths are not cached: they
    /// would evict what most clients ask for.
    fn cache_variant(&self, format: ListFormat, lang: Lang, limit: usize) -> Option<u64> {
        let Self { q, voivodeship, city, sort, around, limit: _, cursor, as_of, rulebook, dialect } = self;
        let texts = [q, voivodeship, city, around, cursor, as_of, rulebook];
        let is_first = sort.is_none() && texts.into_iter().all(Option::is_none);
        let lengths = [usize::from(paging::DEFAULT_ITEMS), usize::from(MAX_ROWS), usize::MAX];
        let length = lengths.iter().position(|length| *length == limit)?;
        let form = 2 * format.number() + u64::from(dialect.is_some());
        is_first.then(|| (2 * form + u64::from(lang == Lang::En)) * lengths.len() as u64 + length as u64)
    }

    /// The name of the list in cursors: differs for each combination of filters.
    fn list(&self, season: &str, ranking_kind: RankingKind) -> String {
        let Self { q, voivodeship, city, sort, as_of, rulebook, .. } = self;
        let sort = sort.unwrap_or_default();
        format!("{} {season:?} {q:?} {voivodeship:?} {city:?} {sort:?} {as_of:?} {rulebook:?}", ranking_kind.address())
    }

    fn selection(&self) -> Result<Selection, Problem> {
        self.q.as_deref().map_or(Ok(()), check_search)?;
        Ok(Selection {
            search: self.q.clone(),
            voivodeship: self.voivodeship.as_deref().map(parse_voivodeship).transpose()?,
            city: self.city.as_deref().map(CityFilter::read).transpose()?,
            sort: self.sort.unwrap_or_default(),
        })
    }
}

struct RankingQuery {
    wanted: SeasonQuery,
    ranking_kind: RankingKind,
    selection: Selection,
    start: PageStart,
    limit: usize,
    lang: Lang,
    is_as_of: bool,
}

impl RankingQuery {
    fn new(
        filter: &RankingFilter,
        season: &str,
        ranking_kind: RankingKind,
        lang: Lang,
        limit: usize,
        cursor: Option<&Cursor>,
    ) -> Result<Self, Problem> {
        let start = match (&filter.around, cursor) {
            (Some(_), Some(_)) => return Err(params::wrong("around", "field-around-and-cursor")),
            (Some(player), None) => PageStart::Around(PlayerId::parse(player).map_err(|_| not_in_ranking())?),
            (None, Some(cursor)) => PageStart::After(cursor.after.clone()),
            (None, None) => PageStart::Beginning,
        };
        let wanted = SeasonQuery::read(season, filter.rulebook.as_deref())?;
        let is_as_of = filter.as_of.is_some();
        Ok(Self { wanted, ranking_kind, selection: filter.selection()?, start, limit, lang, is_as_of })
    }

    /// The position at which the list last changed. Names matter only if rows are filtered or sorted by them, and never
    /// as of a moment, because those pages are filtered by the names of today.
    fn changed(&self) -> fn(&Views) -> Position {
        if self.selection.is_by_name() && !self.is_as_of {
            |views| views.records.last_change.max(views.players.changed)
        } else {
            |views| views.records.last_change
        }
    }

    fn render_page(&self, app: &AppState, views: &Views, today: &Views, name: &str) -> Result<RankingPage, Problem> {
        self.wanted.show(app, views, |season| {
            let Season { facts, index, lists, rulebook, .. } = season;
            let record = &facts.seasons[*index];
            let snapshot = match self.ranking_kind {
                RankingKind::Live => None,
                RankingKind::Snapshot => Some(ranking_for_qualification(facts, record).ok_or_else(no_snapshot)?),
            };
            let table = snapshot.as_ref().unwrap_or(&lists.ranking);
            let list = match self.ranking_kind {
                RankingKind::Live => ListId::Ranking(record.id.clone()),
                RankingKind::Snapshot => ListId::RankingSnapshot(record.id.clone()),
            };
            let until = record.mp_first_day.filter(|_| self.ranking_kind == RankingKind::Snapshot);
            let part = self.selection.part(facts, table, views, &self.start, self.limit)?;
            let row_builder = RankingRowBuilder { facts, today, lang: self.lang };
            let items = part.rows.iter().filter_map(|row| table.row(*row)).map(|row| row_builder.item(&row)).collect();
            let cursor = |after| Cursor { position: self.changed()(views), after };
            Ok(RankingPage {
                head: RankingHead {
                    season: record.id.to_string(),
                    rulebook: rulebook.to_string(),
                    until: until.map(|day| last_snapshot_day(day, &facts.rulebook).to_string()),
                    official: newest_edition(views, &list),
                },
                total: part.total,
                offset: part.offset,
                items,
                next: part.after.map(|after| app.cursors.write(&cursor(after), name)),
                previous: part.before.map(|before| app.cursors.write(&cursor(before), name)),
            })
        })
    }
}

/// The refusal for a season whose championship has no day yet: it has no snapshot.
fn no_snapshot() -> Problem {
    let problem = Problem::new(ProblemKind::NotFound).because(Message::new("no-championship-day"));
    problem.with_extension("reason", "no-championship-day")
}

fn answer(page: &RankingPage, request: &HttpRequest, format: ListFormat, lang: Lang) -> Result<Answer, Problem> {
    let answer = match format {
        ListFormat::Json => Answer::computed(Audience::Public, page)?,
        ListFormat::Csv(dialect) => {
            let body = csv::write(dialect, RankingItem::HEAD, page.items.iter().map(Row::cells))?;
            Answer::by_content(Audience::Public, Form::Csv, body.into())
        }
    };
    Ok(answer.in_language(lang).with_link(paging::link(request, page.next.as_deref())))
}
