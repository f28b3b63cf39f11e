//! The national ranking of a season: its pages, and the one from which qualifications are given.

mod body;
mod breakdown;
mod comparison;
mod order;
mod shown;

pub(crate) use breakdown::{__path_explain, explain};
pub(crate) use comparison::{__path_compare, compare};

use crate::answer::{Answer, Audience, Key};
use crate::kostka::Kostka;
use crate::negotiate::{self, Form};
use crate::paging::{self, Cursor, Shown};
use crate::params::{self, Params};
use crate::players::{WantedCity, check_search, voivodeship};
use crate::problem::{Problem, ProblemKind};
use crate::route::RoutePattern;
use crate::sheet::{self, Dialect};
use crate::table::{Row, Shape};
use crate::tournaments::application::unknown_choice;
use actix_web::{HttpRequest, HttpResponse, web};
use body::{Drawer, Official, RankingHead, RankingItem, RankingPage};
use domain::Choice;
use domain::deadlines::last_snapshot_day;
use domain::ids::PlayerId;
use domain::publication::ListId;
use domain::qualification::mp::ranking_for_qualification;
use domain::voivodeship::Voivodeship;
use events::envelope::Position;
use formats::words::{Lang, Message};
use order::{Selection, Sort, Start};
use projections::views::Views;
use serde::Deserialize;
use shown::{Season, Wanted};
use std::sync::Arc;
use utoipa::IntoParams;

/// The most rows on a page.
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
pub(crate) struct Lens {
    /// As it was at a position of the log, or at a time (RFC 3339), with the names of today.
    #[param(min_length = 1, max_length = 40)]
    as_of: Option<String>,
    /// Under another adopted rulebook than that of the season.
    #[param(min_length = 1, max_length = 1024)]
    rulebook: Option<String>,
}

/// Which of the two rankings of a season.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Which {
    /// With everything that counts.
    Live,
    /// With what counts for the qualifications of the ranking (AMB-58).
    Snapshot,
}

impl Which {
    fn address(self) -> &'static str {
        match self {
            Self::Live => "ranking",
            Self::Snapshot => "ranking-snapshot",
        }
    }
}

/// The national ranking, live.
///
/// Everybody with points stands in it, and can be found: there is no cut-off. All pages show the ranking as it stood when the first was
/// asked for, with the names of today.
#[utoipa::path(
    get, path = "/api/v1/seasons/{season}/ranking", tag = "seasons", operation_id = "getRanking",
    params(("season" = String, Path, max_length = 1024, description = "The id of the season", example = "2025-26"), RankingFilter),
    responses(
        (
            status = 200, description = "A page of the ranking",
            content(
                (RankingPage = "application/json"),
                (String = "text/csv", example = "place,player_id,name,city,voivodeship,points,counted,results\r\n1,2f6c1d0e9b8a4756x3f2,Łucja Przykładowa,Łódź,łódzkie,100,1,t-2025-10-11-lodz 1 100\r\n"),
            ),
        ),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn list(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    season: web::Path<String>,
    Params(filter): Params<RankingFilter>,
) -> Result<HttpResponse, Problem> {
    page(&request, &kostka, &season, filter, Which::Live).await
}

/// The ranking from which qualifications to the national championship are given: with the events that ended until seven days before it.
#[utoipa::path(
    get, path = "/api/v1/seasons/{season}/ranking-snapshot", tag = "seasons", operation_id = "getRankingSnapshot",
    params(("season" = String, Path, max_length = 1024, description = "The id of the season", example = "2025-26"), RankingFilter),
    responses(
        (
            status = 200, description = "A page of the ranking",
            content(
                (RankingPage = "application/json"),
                (String = "text/csv", example = "place,player_id,name,city,voivodeship,points,counted,results\r\n1,2f6c1d0e9b8a4756x3f2,Łucja Przykładowa,Łódź,łódzkie,100,1,t-2025-10-11-lodz 1 100\r\n"),
            ),
        ),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn snapshot(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    season: web::Path<String>,
    Params(filter): Params<RankingFilter>,
) -> Result<HttpResponse, Problem> {
    page(&request, &kostka, &season, filter, Which::Snapshot).await
}

async fn page(
    request: &HttpRequest,
    kostka: &web::Data<Kostka>,
    season: &str,
    filter: RankingFilter,
    which: Which,
) -> Result<HttpResponse, Problem> {
    let shape = Shape::wanted(request, filter.dialect)?;
    let lang = negotiate::language(request.headers());
    let limit = rows(filter.limit, shape)?;
    if let Some(form) = filter.kept_form(shape, lang, limit) {
        let views = kostka.views();
        let (state, key) = (state(&views), Key::about(which.address(), season, form));
        if let Some(answer) = kostka.answers.find(&key, state) {
            return Ok(answer.respond_again(request).await);
        }
        let asked = Asked::new(&filter, season, which, lang, limit, None)?;
        let (name, here) = (filter.list(season, which), kostka.clone());
        // Whoever asks first after a change may have to wait until all lists are computed.
        let page = kostka.blocking(move || asked.drawn(&here, &views, &views, &name)).await??;
        let build = || Ok(page.answer(request, shape, lang)?.at(RoutePattern::of(request)));
        let answer = kostka.answers.answer(key, state, build)?;
        return Ok(answer.respond_again(request).await);
    }
    let name = filter.list(season, which);
    let cursor = filter.cursor.as_deref().map(|text| kostka.cursors.read(text, &name)).transpose()?;
    let asked = Asked::new(&filter, season, which, lang, limit, cursor.as_ref())?;
    let then = filter.as_of.as_deref();
    let Shown { views, today } = paging::views_as_of(request, kostka, then, cursor.as_ref(), asked.changed()).await?;
    // Only a page of the whole live ranking costs no more than the page.
    let is_short = asked.selection.is_whole() && asked.wanted.rulebook.is_none() && which == Which::Live;
    let entries = if is_short && filter.as_of.is_none() { limit } else { usize::MAX };
    let (turn, here) = (asked.wanted.turn(request, kostka, &views).await?, kostka.clone());
    let work = move || {
        let _turn = turn;
        asked.drawn(&here, &views, &today, &name)
    };
    let page = paging::go_through(entries, work).await??;
    Ok(Arc::new(page.answer(request, shape, lang)?).respond(request).await)
}

/// The last event that can have changed a ranking, the names in it, or what was published of it.
fn state(views: &Views) -> Position {
    let Views { records, players, happenings, editions, .. } = views;
    records.changed.max(players.changed).max(happenings.changed).max(editions.changed)
}

/// How many rows are wanted. Whoever saves a file expects all of it: CSV has pages only for those who ask for them.
fn rows(limit: Option<u16>, shape: Shape) -> Result<usize, Problem> {
    match (limit, shape) {
        (None, Shape::Csv(_)) => Ok(usize::MAX),
        (None, Shape::Json) => Ok(usize::from(paging::DEFAULT_ITEMS)),
        (Some(limit @ 1..=MAX_ROWS), _) => Ok(usize::from(limit)),
        (Some(_), _) => Err(params::wrong("limit", "field-limit-500")),
    }
}

/// A player who has no place in this ranking.
fn not_in_ranking() -> Problem {
    Problem::new(ProblemKind::NotFound).because(Message::new("not-in-ranking")).fact("reason", "not-in-ranking")
}

impl RankingFilter {
    /// A number for each form of the first page that is kept; none for other pages. Pages of other lengths are not kept: whoever asks
    /// for all of them would drive the answers of others out.
    fn kept_form(&self, shape: Shape, lang: Lang, limit: usize) -> Option<u64> {
        let Self { q, voivodeship, city, sort, around, limit: _, cursor, as_of, rulebook, dialect } = self;
        let texts = [q, voivodeship, city, around, cursor, as_of, rulebook];
        let is_first = sort.is_none() && texts.into_iter().all(Option::is_none);
        let lengths = [usize::from(paging::DEFAULT_ITEMS), usize::from(MAX_ROWS), usize::MAX];
        let length = lengths.iter().position(|length| *length == limit)?;
        let form = 2 * shape.number() + u64::from(dialect.is_some());
        is_first.then(|| (2 * form + u64::from(lang == Lang::En)) * lengths.len() as u64 + length as u64)
    }

    /// What tells the list from others with other filters.
    fn list(&self, season: &str, which: Which) -> String {
        let Self { q, voivodeship, city, sort, as_of, rulebook, .. } = self;
        let sort = sort.unwrap_or_default();
        format!("{} {season:?} {q:?} {voivodeship:?} {city:?} {sort:?} {as_of:?} {rulebook:?}", which.address())
    }

    fn selection(&self) -> Result<Selection, Problem> {
        self.q.as_deref().map_or(Ok(()), check_search)?;
        let voivodeship =
            |name: &str| Voivodeship::parse(name).map_err(|_| unknown_choice::<Voivodeship>("voivodeship"));
        Ok(Selection {
            search: self.q.clone(),
            voivodeship: self.voivodeship.as_deref().map(voivodeship).transpose()?,
            city: self.city.as_deref().map(WantedCity::read).transpose()?,
            sort: self.sort.unwrap_or_default(),
        })
    }
}

/// What is asked for, read and checked.
struct Asked {
    wanted: Wanted,
    which: Which,
    selection: Selection,
    start: Start,
    limit: usize,
    lang: Lang,
    /// Whether it is asked for as of a moment.
    is_as_of: bool,
}

impl Asked {
    fn new(
        filter: &RankingFilter,
        season: &str,
        which: Which,
        lang: Lang,
        limit: usize,
        cursor: Option<&Cursor>,
    ) -> Result<Self, Problem> {
        let start = match (&filter.around, cursor) {
            (Some(_), Some(_)) => return Err(params::wrong("around", "field-around-and-cursor")),
            (Some(player), None) => Start::Around(PlayerId::parse(player).map_err(|_| not_in_ranking())?),
            (None, Some(cursor)) => Start::After(cursor.after.clone()),
            (None, None) => Start::Beginning,
        };
        let wanted = Wanted::read(season, filter.rulebook.as_deref())?;
        let is_as_of = filter.as_of.is_some();
        Ok(Self { wanted, which, selection: filter.selection()?, start, limit, lang, is_as_of })
    }

    /// Tells when the list last changed. What players are called matters only to some, and to none as of a moment: what was recorded
    /// until then is shown with the people of today on every page.
    fn changed(&self) -> fn(&Views) -> Position {
        if self.selection.is_by_name() && !self.is_as_of {
            |views| views.records.changed.max(views.players.changed)
        } else {
            |views| views.records.changed
        }
    }

    /// The page, of these views, with the names of today.
    fn drawn(&self, kostka: &Kostka, views: &Views, today: &Views, name: &str) -> Result<RankingPage, Problem> {
        self.wanted.show(kostka, views, |season| {
            let Season { facts, index, lists, rulebook, .. } = season;
            let record = &facts.seasons[*index];
            let snapshot = match self.which {
                Which::Live => None,
                Which::Snapshot => Some(ranking_for_qualification(facts, record).ok_or_else(no_snapshot)?),
            };
            let table = snapshot.as_ref().unwrap_or(&lists.ranking);
            let list = match self.which {
                Which::Live => ListId::Ranking(record.id.clone()),
                Which::Snapshot => ListId::RankingSnapshot(record.id.clone()),
            };
            let until = record.mp_first_day.filter(|_| self.which == Which::Snapshot);
            let part = self.selection.part(facts, table, views, &self.start, self.limit)?;
            let drawer = Drawer { facts, today, lang: self.lang };
            let items = part.rows.iter().filter_map(|row| table.row(*row)).map(|row| drawer.item(&row)).collect();
            let cursor = |after| Cursor { position: self.changed()(views), after };
            Ok(RankingPage {
                head: RankingHead {
                    season: record.id.to_string(),
                    rulebook: rulebook.to_string(),
                    until: until.map(|day| last_snapshot_day(day, &facts.rulebook).to_string()),
                    official: Official::newest(views, &list),
                },
                total: part.total,
                offset: part.offset,
                items,
                next: part.after.map(|after| kostka.cursors.write(&cursor(after), name)),
                previous: part.before.map(|before| kostka.cursors.write(&cursor(before), name)),
            })
        })
    }
}

/// A season whose championship has no day yet has no snapshot.
fn no_snapshot() -> Problem {
    let problem = Problem::new(ProblemKind::NotFound).because(Message::new("no-championship-day"));
    problem.fact("reason", "no-championship-day")
}

impl RankingPage {
    fn answer(&self, request: &HttpRequest, shape: Shape, lang: Lang) -> Result<Answer, Problem> {
        let answer = match shape {
            Shape::Json => Answer::computed(Audience::Public, self)?,
            Shape::Csv(dialect) => {
                let body = sheet::write(dialect, RankingItem::HEAD, self.items.iter().map(Row::cells))?;
                Answer::by_content(Audience::Public, Form::Csv, body.into())
            }
        };
        Ok(answer.in_language(lang).linked(paging::link(request, self.next.as_deref())))
    }
}
