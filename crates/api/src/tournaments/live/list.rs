//! The public list of tournaments, page by page.

use crate::http::conditional::{self, NotModified};
use crate::http::csv::Dialect;
use crate::http::list_response::{self, ListFormat, csv_row};
use crate::http::paging::{self, Page, PageViews};
use crate::http::params;
use crate::http::problem::{HandlerResult, Problem};
use crate::http::read::Read;
use crate::players::parse_voivodeship;
use crate::players::voivodeship;
use crate::tournaments::desk::details::TournamentSummary;
use domain::Choice;
use domain::competitions::class::TournamentClass;
use domain::tournament::course::Phase;
use domain::values::ids::SeasonId;
use domain::values::voivodeship::Voivodeship;
use events::envelope::Position;
use projections::views::{TournamentEntry, Views};
use serde::Deserialize;
use utoipa::IntoParams;
use wire::tournaments::choices::{class, phase};
use wire::tournaments::live::TournamentItem;

/// Which tournaments.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct TournamentFilter {
    /// Only those that end in this season.
    #[param(min_length = 1, max_length = 1024)]
    season: Option<String>,
    /// Only those in this phase. Applications that are not approved are in another list.
    #[param(schema_with = phase)]
    phase: Option<String>,
    /// Only those of this voivodeship.
    #[param(schema_with = voivodeship)]
    voivodeship: Option<String>,
    /// Only those of this class.
    #[param(schema_with = class)]
    class: Option<String>,
    /// The most items on the page.
    #[param(minimum = 1, maximum = 200, default = 100)]
    limit: Option<u16>,
    /// Where the page begins: `next` of the page before, with the same filters.
    #[param(max_length = 4096)]
    cursor: Option<String>,
    /// As it was at a position of the log or at a time, with the names of today.
    #[param(max_length = 40)]
    as_of: Option<String>,
    /// Asks for CSV, and for which.
    #[param(inline)]
    dialect: Option<Dialect>,
}

csv_row! { TournamentItem, |row|
    id, name, venue, voivodeship: row.voivodeship.map(Voivodeship::name), first_day, last_day,
    class: row.class.map(TournamentClass::name), phase: row.phase.name(), etag
}

struct ParsedFilter {
    season: Option<SeasonId>,
    phase: Option<Phase>,
    voivodeship: Option<Voivodeship>,
    class: Option<TournamentClass>,
}

const MAX_ID_CHARS: usize = 1024;

impl TournamentFilter {
    fn read(&self) -> Result<ParsedFilter, Problem> {
        if self.season.as_ref().is_some_and(|season| season.chars().count() > MAX_ID_CHARS) {
            return Err(params::wrong("season", "field-season"));
        }
        let season = self.season.as_deref().map(SeasonId::parse).transpose();
        let phase = self.phase.as_deref().map(|name| params::choice("phase", name)).transpose()?;
        let voivodeship = self.voivodeship.as_deref().map(parse_voivodeship);
        let class = self.class.as_deref().map(|name| params::choice("class", name)).transpose()?;
        Ok(ParsedFilter {
            season: season.map_err(|_| crate::http::params::wrong("season", "field-season"))?,
            phase,
            voivodeship: voivodeship.transpose()?,
            class,
        })
    }

    /// The name of the list with these filters, for its cursors.
    fn list(&self) -> String {
        let list = format!("tournaments {:?} {:?} {:?} {:?}", self.season, self.phase, self.voivodeship, self.class);
        paging::cursor_list_name(list, self.as_of.as_deref())
    }
}

impl ParsedFilter {
    fn matches(&self, views: &Views, summary: &TournamentSummary) -> bool {
        let in_season = |wanted: &SeasonId| {
            let season = summary.days.and_then(|(_, last)| views.records.season_on(last));
            season.is_some_and(|season| season.id == *wanted)
        };
        self.phase.is_none_or(|phase| phase == summary.phase)
            && (self.voivodeship.is_none() || self.voivodeship == summary.voivodeship)
            && (self.class.is_none() || self.class == summary.class)
            && self.season.as_ref().is_none_or(in_season)
    }
}

/// When the list or the seasons last changed.
fn changed(views: &Views) -> Position {
    views.tournaments.list_changed.max(views.records.seasons_changed)
}

/// The tournaments, by their first day.
///
/// Those that are approved and not played yet, those that are played, and those that are over.
#[utoipa::path(
    get, path = "/api/v1/tournaments", tag = "tournaments", operation_id = "listTournaments",
    params(TournamentFilter),
    responses((status = 200, description = "A page of tournaments", content(
        (Page<TournamentItem> = "application/json"),
        (String = "text/csv", example = "id,name,venue,voivodeship,first_day,last_day,class,phase,etag\r\n7k2m9q4x8c1v5b3n6z0a,Jesienny Turniej,Biblioteka,łódzkie,2027-03-20,2027-03-20,ordinary,approved,\"\"\"1042\"\"\"\r\n"),
    )), NotModified)
)]
pub(crate) async fn list(Read { request, app, params: filter }: Read<TournamentFilter>) -> HandlerResult {
    let format = ListFormat::from_request(&request, filter.dialect)?;
    let limit = paging::page_size(filter.limit)?;
    let (wanted, name) = (filter.read()?, filter.list());
    let cursor = filter.cursor.as_deref().map(|text| app.cursors.read(text, &name)).transpose()?;
    let then = filter.as_of.as_deref();
    let PageViews { views, today } = paging::views_as_of(&request, &app, then, cursor.as_ref(), changed).await?;
    let position = changed(&views);
    let mut found: Vec<(&TournamentEntry, TournamentSummary)> = views
        .tournaments
        .list()
        .filter(|entry| entry.is_public())
        .map(|entry| (entry.as_ref(), TournamentSummary::of(&views, entry)))
        .filter(|(_, summary)| wanted.matches(&views, summary))
        .collect();
    found.sort_by_cached_key(key);
    let (page, after) = paging::page_after_cursor(found, key, cursor.as_ref(), limit);
    let next = app.cursors.next(position, after, &name);
    let items = page.into_iter().map(|(entry, summary)| item(&today, entry, &summary)).collect();
    // Every page shows current names, so its ETag is that of the current list.
    Ok(list_response::page(&request, format, changed(&today), &Page { items, next })?.respond(&request).await)
}

/// The sort key: the first day, then the id.
fn key((entry, summary): &(&TournamentEntry, TournamentSummary)) -> String {
    let first = summary.days.map(|(first, _)| first.to_string()).unwrap_or_default();
    format!("{first} {}", entry.id)
}

fn item(today: &Views, entry: &TournamentEntry, summary: &TournamentSummary) -> TournamentItem {
    let named = today.tournaments.find(&entry.id).map_or(entry, |entry| entry.as_ref());
    TournamentItem {
        id: entry.id.to_string(),
        name: named.name.as_ref().map(|name| name.as_str().to_owned()),
        venue: named.venue.as_ref().map(|venue| venue.as_str().to_owned()),
        voivodeship: summary.voivodeship,
        first_day: summary.days.map(|(first, _)| first.to_string()),
        last_day: summary.days.map(|(_, last)| last.to_string()),
        class: summary.class,
        phase: summary.phase,
        etag: conditional::etag_text(entry.details_changed),
    }
}
