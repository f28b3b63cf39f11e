//! The list of tournaments that everybody may know of, and its pages.

use super::application::unknown_choice;
use super::body::{class, phase};
use super::details::Outline;
use crate::conditional;
use crate::kostka::Kostka;
use crate::paging::{self, Cursor, Page, Shown};
use crate::params::Params;
use crate::players::voivodeship;
use crate::problem::Problem;
use crate::sheet::{Cell, Dialect};
use crate::table::{self, Row, Shape};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::Choice;
use domain::class::TournamentClass;
use domain::course::Phase;
use domain::ids::SeasonId;
use domain::voivodeship::Voivodeship;
use events::envelope::Position;
use projections::views::{TournamentEntry, Views};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

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

/// A tournament in the list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TournamentItem {
    /// The id.
    #[schema(max_length = 1024, example = "7k2m9q4x8c1v5b3n6z0a")]
    id: String,
    /// What it is called; absent if the name was destroyed.
    #[schema(max_length = 500, example = "Jesienny Turniej Rummikub w Łodzi")]
    name: Option<String>,
    /// Where it takes place; absent if it did not run here.
    #[schema(max_length = 500, example = "Miejska Biblioteka Publiczna, ul. Przykładowa 1, Łódź")]
    venue: Option<String>,
    #[schema(schema_with = voivodeship)]
    voivodeship: Option<&'static str>,
    /// The first day.
    #[schema(format = Date, max_length = 10, example = "2027-03-20")]
    first_day: Option<String>,
    /// The last day.
    #[schema(format = Date, max_length = 10, example = "2027-03-20")]
    last_day: Option<String>,
    #[schema(schema_with = class)]
    class: Option<&'static str>,
    #[schema(schema_with = phase)]
    phase: &'static str,
    /// The ETag of the tournament.
    #[schema(max_length = 24, example = "\"1042\"")]
    etag: String,
}

impl Row for TournamentItem {
    const HEAD: &'static [&'static str] =
        &["id", "name", "venue", "voivodeship", "first_day", "last_day", "class", "phase", "etag"];

    fn cells(&self) -> Vec<Cell<'_>> {
        vec![
            Cell::text(&self.id),
            Cell::maybe(self.name.as_deref()),
            Cell::maybe(self.venue.as_deref()),
            Cell::maybe(self.voivodeship),
            Cell::maybe(self.first_day.as_deref()),
            Cell::maybe(self.last_day.as_deref()),
            Cell::maybe(self.class),
            Cell::text(self.phase),
            Cell::text(&self.etag),
        ]
    }
}

/// What is looked for.
struct Wanted {
    season: Option<SeasonId>,
    phase: Option<Phase>,
    voivodeship: Option<&'static str>,
    class: Option<&'static str>,
}

/// The longest id in characters.
const MAX_ID_CHARS: usize = 1024;

impl TournamentFilter {
    fn read(&self) -> Result<Wanted, Problem> {
        // No season has so long an id.
        if self.season.as_ref().is_some_and(|season| season.chars().count() > MAX_ID_CHARS) {
            return Err(crate::params::wrong("season", "field-season"));
        }
        let season = self.season.as_deref().map(SeasonId::parse).transpose();
        let phase = self.phase.as_deref().map(|name| parse::<Phase>("phase", name)).transpose()?;
        let voivodeship = self.voivodeship.as_deref().map(|name| parse::<Voivodeship>("voivodeship", name));
        let class = self.class.as_deref().map(|name| parse::<TournamentClass>("class", name)).transpose()?;
        Ok(Wanted {
            season: season.map_err(|_| crate::params::wrong("season", "field-season"))?,
            phase,
            voivodeship: voivodeship.transpose()?.map(Voivodeship::name),
            class: class.map(TournamentClass::name),
        })
    }

    /// What tells the list from others with other filters.
    fn list(&self) -> String {
        let list = format!("tournaments {:?} {:?} {:?} {:?}", self.season, self.phase, self.voivodeship, self.class);
        paging::name_as_of(list, self.as_of.as_deref())
    }
}

fn parse<T: Choice>(parameter: &'static str, name: &str) -> Result<T, Problem> {
    T::parse(name).map_err(|_| unknown_choice::<T>(parameter))
}

impl Wanted {
    fn fits(&self, views: &Views, outline: &Outline) -> bool {
        let in_season = |wanted: &SeasonId| {
            let season = outline.days.and_then(|(_, last)| views.seasons.on(last));
            season.is_some_and(|season| season.id == *wanted)
        };
        self.phase.is_none_or(|phase| phase == outline.phase)
            && (self.voivodeship.is_none() || self.voivodeship == outline.voivodeship)
            && (self.class.is_none() || self.class == outline.class)
            && self.season.as_ref().is_none_or(in_season)
    }
}

/// When the list or what tells its seasons apart last changed.
fn changed(views: &Views) -> Position {
    views.tournaments.list_changed.max(views.seasons.changed)
}

/// The tournaments, by their first day.
///
/// Those that are approved and not played yet, those that are played, and those that are over.
#[utoipa::path(
    get, path = "/api/v1/tournaments", tag = "tournaments", operation_id = "listTournaments",
    params(TournamentFilter),
    responses(
        (
            status = 200, description = "A page of tournaments",
            content(
                (Page<TournamentItem> = "application/json"),
                (String = "text/csv", example = "id,name,venue,voivodeship,first_day,last_day,class,phase,etag\r\n7k2m9q4x8c1v5b3n6z0a,Jesienny Turniej,Biblioteka,łódzkie,2027-03-20,2027-03-20,ordinary,approved,\"\"\"1042\"\"\"\r\n"),
            ),
        ),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn list(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    Params(filter): Params<TournamentFilter>,
) -> Result<HttpResponse, Problem> {
    let shape = Shape::wanted(&request, filter.dialect)?;
    let limit = paging::items(filter.limit)?;
    let (wanted, name) = (filter.read()?, filter.list());
    let cursor = filter.cursor.as_deref().map(|text| kostka.cursors.read(text, &name)).transpose()?;
    let then = filter.as_of.as_deref();
    let Shown { views, today } = paging::views_as_of(&request, &kostka, then, cursor.as_ref(), changed).await?;
    let position = changed(&views);
    let mut found: Vec<(&TournamentEntry, Outline)> = views
        .tournaments
        .list()
        .filter(|entry| entry.is_public())
        .map(|entry| (entry.as_ref(), Outline::of(&views, entry)))
        .filter(|(_, outline)| wanted.fits(&views, outline))
        .collect();
    found.sort_by_cached_key(key);
    let (page, after) = paging::part(found, key, cursor.as_ref(), limit);
    let next = after.map(|after| kostka.cursors.write(&Cursor { position, after }, &name));
    let items = page.into_iter().map(|(entry, outline)| item(&today, entry, &outline)).collect();
    // Names are of today on every page, so a page is as new as the list is today.
    let answer = table::page(&request, shape, changed(&today), &Page { items, next })?;
    Ok(Arc::new(answer).respond(&request).await)
}

/// By the first day, as the list is.
fn key((entry, outline): &(&TournamentEntry, Outline)) -> String {
    let first = outline.days.map(|(first, _)| first.to_string()).unwrap_or_default();
    format!("{first} {}", entry.id)
}

fn item(today: &Views, entry: &TournamentEntry, outline: &Outline) -> TournamentItem {
    let named = today.tournaments.find(&entry.id).map_or(entry, |entry| entry.as_ref());
    TournamentItem {
        id: entry.id.to_string(),
        name: named.name.as_ref().map(|name| name.as_str().to_owned()),
        venue: named.venue.as_ref().map(|venue| venue.as_str().to_owned()),
        voivodeship: outline.voivodeship,
        first_day: outline.days.map(|(first, _)| first.to_string()),
        last_day: outline.days.map(|(_, last)| last.to_string()),
        class: outline.class,
        phase: outline.phase.name(),
        etag: conditional::etag_text(entry.details_changed),
    }
}
