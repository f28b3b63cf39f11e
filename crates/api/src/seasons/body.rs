//! What clients send and get of seasons.

use crate::address;
use crate::conditional;
use crate::problem::{FieldProblem, Problem};
use crate::reading::Reading;
use crate::sheet::Cell;
use crate::table::Row;
use domain::Choice;
use domain::calendar::{Day, Window};
use domain::event::SeasonRecord;
use domain::ids::{RulebookId, SeasonId};
use domain::text::StatedReason;
use events::envelope::StreamKind;
use formats::words::Message;
use projections::season_lists::championships_of;
use projections::views::{Details, Happening, SeasonEntry, Views};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A season in the list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SeasonItem {
    /// The id.
    #[schema(max_length = 1024, example = "2025-26")]
    id: String,
    /// The first day whose events belong to it.
    #[schema(format = Date, max_length = 10, example = "2025-09-01")]
    first_day: String,
    /// The last day.
    #[schema(format = Date, max_length = 10, example = "2026-06-30")]
    last_day: Option<String>,
    /// The first day of the national championship that ends it, once it is known.
    #[schema(format = Date, max_length = 10, example = "2026-07-04")]
    mp_first_day: Option<String>,
    /// The id of the rulebook that its lists are computed with.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    rulebook: String,
    /// The ETag of the season.
    #[schema(max_length = 24, example = "\"17\"")]
    etag: String,
}

impl SeasonItem {
    pub(super) fn of(season: &SeasonEntry) -> Self {
        let SeasonRecord { window, mp_first_day, rulebook } = &season.record;
        Self {
            id: season.id.to_string(),
            first_day: window.first().to_string(),
            last_day: window.last().map(|day| day.to_string()),
            mp_first_day: mp_first_day.map(|day| day.to_string()),
            rulebook: rulebook.to_string(),
            etag: conditional::etag_text(season.etag),
        }
    }
}

impl Row for SeasonItem {
    const HEAD: &'static [&'static str] = &["id", "first_day", "last_day", "mp_first_day", "rulebook", "etag"];

    fn cells(&self) -> Vec<Cell<'_>> {
        vec![
            Cell::text(&self.id),
            Cell::text(&self.first_day),
            Cell::maybe(self.last_day.as_deref()),
            Cell::maybe(self.mp_first_day.as_deref()),
            Cell::text(&self.rulebook),
            Cell::text(&self.etag),
        ]
    }
}

/// A season with what takes place in it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Season {
    /// What the list says of it.
    #[serde(flatten)]
    item: SeasonItem,
    /// The order that was set among players who are tied in the ranking, as ids.
    #[schema(max_items = 10_000)]
    ranking_tie: Option<Vec<String>>,
    /// What takes place in it, in the order of the days on which it ends.
    #[schema(max_items = 10_000)]
    happenings: Vec<SeasonHappening>,
    /// Where its lists are.
    links: SeasonLinks,
}

/// Where the lists of a season are.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SeasonLinks {
    /// The national ranking.
    #[schema(max_length = 4096, example = "/api/v1/seasons/2025-26/ranking")]
    ranking: String,
    /// The ranking from which qualifications are given, seven days before the championship.
    #[schema(max_length = 4096, example = "/api/v1/seasons/2025-26/ranking-snapshot")]
    ranking_snapshot: String,
    /// The qualifications to the national championship.
    #[schema(max_length = 4096, example = "/api/v1/seasons/2025-26/qualifications/mp")]
    mp_qualifications: String,
    /// The voivodeship championships that its events feed.
    #[schema(max_items = 1000)]
    mw: Vec<SeasonLink>,
    /// The Grand Prix cycles.
    #[schema(max_items = 1000)]
    grand_prix: Vec<SeasonLink>,
    /// What takes place, with deadlines.
    #[schema(max_length = 4096, example = "/api/v1/seasons/2025-26/calendar")]
    calendar: String,
    /// What differs between two moments.
    #[schema(max_length = 4096, example = "/api/v1/seasons/2025-26/diff")]
    diff: String,
    /// The published lists.
    #[schema(max_length = 4096, example = "/api/v1/lists")]
    lists: String,
}

/// Something that has a list of its own.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SeasonLink {
    /// Its id.
    #[schema(max_length = 1024, example = "mw-2026-slaskie")]
    id: String,
    /// Where it is.
    #[schema(max_length = 4096, example = "/api/v1/mw/mw-2026-slaskie")]
    href: String,
}

impl SeasonLinks {
    fn of(views: &Views, season: &SeasonId, happenings: &[&Happening]) -> Self {
        let here = address::of("seasons", season.as_str());
        let link = |collection: &str, id: &str| SeasonLink { id: id.to_owned(), href: address::of(collection, id) };
        let cycles = happenings.iter().filter(|happening| happening.kind() == StreamKind::GrandPrix);
        let championships = championships_of(&views.records, season);
        Self {
            ranking: format!("{here}/ranking"),
            ranking_snapshot: format!("{here}/ranking-snapshot"),
            mp_qualifications: format!("{here}/qualifications/mp"),
            mw: championships.map(|it| link("mw", it.id.as_str())).collect(),
            grand_prix: cycles.map(|it| link("grand-prix", it.id())).collect(),
            calendar: format!("{here}/calendar"),
            diff: format!("{here}/diff"),
            lists: format!("{}/lists", address::API),
        }
    }
}

/// Something that takes place in a season.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SeasonHappening {
    /// What it is.
    #[schema(max_length = 30, example = "tournament")]
    kind: &'static str,
    /// Its id among those of its kind.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    id: String,
    /// What it is called, unless it has no name.
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    name: Option<String>,
    /// The first day, as far as it is known.
    #[schema(format = Date, max_length = 10, example = "2025-10-11")]
    first_day: Option<String>,
    /// The last day.
    #[schema(format = Date, max_length = 10, example = "2025-10-11")]
    last_day: Option<String>,
    /// The voivodeship in which it takes place or whose it is.
    #[schema(max_length = 30, example = "łódzkie")]
    voivodeship: Option<&'static str>,
    /// Its ETag.
    #[schema(max_length = 24, example = "\"218\"")]
    etag: String,
}

impl Season {
    pub(super) fn of(views: &Views, season: &SeasonEntry) -> Self {
        let tie = season.tie.as_ref().map(|order| order.iter().map(ToString::to_string).collect());
        let happenings = views.season_happenings(&season.id);
        let links = SeasonLinks::of(views, &season.id, &happenings);
        let happenings = happenings.into_iter().map(|happening| SeasonHappening::of(views, happening)).collect();
        Self { item: SeasonItem::of(season), ranking_tie: tie, happenings, links }
    }
}

impl SeasonHappening {
    fn of(views: &Views, happening: &Happening) -> Self {
        let days = views.happenings.days(happening);
        let voivodeship = match &happening.details {
            Details::Tournament { voivodeship, .. }
            | Details::League { voivodeship }
            | Details::Championship { voivodeship, .. } => Some(voivodeship.name()),
            Details::GrandPrix { .. } | Details::Online { .. } => None,
        };
        Self {
            kind: happening.kind().name(),
            id: happening.id().to_owned(),
            name: happening.name.as_ref().map(|name| name.as_str().to_owned()),
            first_day: days.map(|days| days.first().to_string()),
            last_day: days.and_then(Window::last).map(|day| day.to_string()),
            voivodeship,
            etag: conditional::etag_text(happening.etag),
        }
    }
}

/// A season that is to be opened.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSeason {
    /// Its id: small letters, digits and the signs `.`, `_` and `-`.
    #[schema(min_length = 1, max_length = 64, pattern = "^[a-z0-9][a-z0-9._-]*$", example = "2025-26")]
    id: String,
    /// The first day whose events belong to it.
    #[schema(format = Date, max_length = 10, example = "2025-09-01")]
    first_day: String,
    /// The last day.
    #[schema(format = Date, max_length = 10, example = "2026-06-30")]
    last_day: String,
    /// The first day of the national championship, once it is known.
    #[serde(default)]
    #[schema(format = Date, max_length = 10, example = "2026-07-04")]
    mp_first_day: Option<String>,
    /// The id of an adopted rulebook.
    #[schema(min_length = 1, max_length = 1024, example = "pl-2024-25")]
    rulebook: String,
}

/// What holds of a season instead, and why.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeasonCorrection {
    /// The first day whose events belong to it.
    #[schema(format = Date, max_length = 10, example = "2025-09-01")]
    first_day: String,
    /// The last day.
    #[schema(format = Date, max_length = 10, example = "2026-06-28")]
    last_day: String,
    /// The first day of the national championship, once it is known.
    #[serde(default)]
    #[schema(format = Date, max_length = 10, example = "2026-07-11")]
    mp_first_day: Option<String>,
    /// The id of an adopted rulebook.
    #[schema(min_length = 1, max_length = 1024, example = "pl-2024-25")]
    rulebook: String,
    /// Why it is corrected.
    #[schema(min_length = 1, max_length = 2000, example = "Mistrzostwa przełożone o tydzień")]
    reason: String,
}

impl NewSeason {
    pub(super) fn read(&self) -> Result<(SeasonId, SeasonRecord), Problem> {
        let mut reading = Reading::default();
        let id = reading.new_id("/id", &self.id).and_then(|()| SeasonId::parse(&self.id).ok());
        let record =
            read(&mut reading, [&self.first_day, &self.last_day], self.mp_first_day.as_deref(), &self.rulebook);
        id.zip(record).ok_or_else(|| reading.problem())
    }
}

impl SeasonCorrection {
    pub(super) fn read(&self) -> Result<(SeasonRecord, StatedReason), Problem> {
        let mut reading = Reading::default();
        let record =
            read(&mut reading, [&self.first_day, &self.last_day], self.mp_first_day.as_deref(), &self.rulebook);
        let reason = reading.reason("/reason", &self.reason);
        record.zip(reason).ok_or_else(|| reading.problem())
    }
}

fn read(reading: &mut Reading, days: [&str; 2], mp_first_day: Option<&str>, rulebook: &str) -> Option<SeasonRecord> {
    let first = reading.day("/first_day", days[0]);
    let last = reading.day("/last_day", days[1]);
    let window = window(reading, first, last);
    let mp_first_day = match mp_first_day {
        None => Some(None),
        Some(text) => championship(reading, text, last).map(Some),
    };
    let rulebook = rulebook_id(reading, rulebook);
    Some(SeasonRecord { window: window?, mp_first_day: mp_first_day?, rulebook: rulebook? })
}

pub(crate) fn window(reading: &mut Reading, first: Option<Day>, last: Option<Day>) -> Option<Window> {
    let (first, last) = first.zip(last)?;
    let window = Window::new(first, Some(last)).ok();
    if window.is_none() {
        reading.note(FieldProblem::pointer("/last_day", "before-first-day", Message::new("field-window")));
    }
    window
}

fn championship(reading: &mut Reading, text: &str, last: Option<Day>) -> Option<Day> {
    let day = reading.day("/mp_first_day", text)?;
    if last.is_some_and(|last| day <= last) {
        reading.note(championship_inside());
        return None;
    }
    Some(day)
}

pub(super) fn championship_inside() -> FieldProblem {
    FieldProblem::pointer("/mp_first_day", "championship-inside-season", Message::new("field-championship-inside"))
}

pub(crate) fn rulebook_id(reading: &mut Reading, text: &str) -> Option<RulebookId> {
    let id = RulebookId::parse(text).ok().filter(|_| text.len() <= 1024 && !text.contains('\0'));
    if id.is_none() {
        reading.note(FieldProblem::pointer("/rulebook", "unknown-rulebook", Message::new("field-rulebook")));
    }
    id
}
