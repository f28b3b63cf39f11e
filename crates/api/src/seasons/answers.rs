//! Fills answers about seasons, and reads requests to open and correct them.

use crate::http::address;
use crate::http::conditional;
use crate::http::fields::FieldParser;
use crate::http::list_response::csv_row;
use crate::http::problem::{FieldProblem, Problem};
use domain::Choice;
use domain::event::SeasonRecord;
use domain::values::calendar::{Day, Window};
use domain::values::ids::{RulebookId, SeasonId};
use domain::values::text::StatedReason;
use domain::values::voivodeship::Voivodeship;
use events::envelope::StreamKind;
use formats::localization::Message;
use projections::season_lists::championships_of;
use projections::views::{Competition, Details, SeasonEntry, Views};
use wire::accounts::EventKindName;
use wire::seasons::{NewSeason, Season, SeasonCompetition, SeasonCorrection, SeasonItem, SeasonLink, SeasonLinks};

pub(super) fn season_item(season: &SeasonEntry) -> SeasonItem {
    let SeasonRecord { window, mp_first_day, rulebook } = &*season.record;
    SeasonItem {
        id: season.id.to_string(),
        first_day: window.first().to_string(),
        last_day: window.last().map(|day| day.to_string()),
        mp_first_day: mp_first_day.map(|day| day.to_string()),
        rulebook: rulebook.to_string(),
        etag: conditional::etag_text(season.etag),
    }
}

csv_row! { SeasonItem, |row|
    id, first_day, last_day, mp_first_day, rulebook, etag
}

fn season_links(views: &Views, season: &SeasonId, competitions: &[&Competition]) -> SeasonLinks {
    let here = address::of("seasons", season.as_str());
    let link = |collection: &str, id: &str| SeasonLink { id: id.to_owned(), href: address::of(collection, id) };
    let cycles = competitions.iter().filter(|competition| competition.kind() == StreamKind::GrandPrix);
    let championships = championships_of(&views.records, season);
    SeasonLinks {
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

pub(super) fn season_answer(views: &Views, season: &SeasonEntry) -> Season {
    let tie = season.decisions.tie.as_ref().map(|order| order.iter().map(ToString::to_string).collect());
    let competitions = views.season_competitions(&season.id);
    let links = season_links(views, &season.id, &competitions);
    let happenings = competitions.into_iter().map(|competition| season_competition(views, competition)).collect();
    Season { item: season_item(season), ranking_tie: tie, happenings, links }
}

/// What a competition is, and the voivodeship in which it takes place or whose it is.
pub(super) fn kind_and_voivodeship(details: &Details) -> (EventKindName, Option<Voivodeship>) {
    match details {
        Details::Tournament { voivodeship, .. } => (EventKindName::Tournament, Some(*voivodeship)),
        Details::League { voivodeship } => (EventKindName::League, Some(*voivodeship)),
        Details::Championship { voivodeship, .. } => (EventKindName::Championship, Some(*voivodeship)),
        Details::GrandPrix { .. } => (EventKindName::GrandPrix, None),
        Details::Online { .. } => (EventKindName::OnlineEvent, None),
    }
}

fn season_competition(views: &Views, competition: &Competition) -> SeasonCompetition {
    let days = views.competitions.days(competition);
    let (kind, voivodeship) = kind_and_voivodeship(&competition.details);
    SeasonCompetition {
        kind,
        id: competition.id().to_owned(),
        name: competition.name.as_ref().map(|name| name.as_str().to_owned()),
        first_day: days.map(|days| days.first().to_string()),
        last_day: days.and_then(Window::last).map(|day| day.to_string()),
        voivodeship: voivodeship.map(|it| it.name().to_owned()),
        etag: conditional::etag_text(competition.etag),
    }
}

pub(super) fn read_new_season(body: &NewSeason) -> Result<(SeasonId, SeasonRecord), Problem> {
    FieldParser::read(|fields| {
        let id = fields.new_id("/id", &body.id).and_then(|()| SeasonId::parse(&body.id).ok());
        id.zip(read(fields, [&body.first_day, &body.last_day], body.mp_first_day.as_deref(), &body.rulebook))
    })
}

pub(super) fn read_correction(body: &SeasonCorrection) -> Result<(SeasonRecord, StatedReason), Problem> {
    FieldParser::read(|fields| {
        let record = read(fields, [&body.first_day, &body.last_day], body.mp_first_day.as_deref(), &body.rulebook);
        record.zip(fields.reason("/reason", &body.reason))
    })
}

fn read(fields: &mut FieldParser, days: [&str; 2], mp_first_day: Option<&str>, rulebook: &str) -> Option<SeasonRecord> {
    let first = fields.day("/first_day", days[0]);
    let last = fields.day("/last_day", days[1]);
    let window = window(fields, first, last);
    let mp_first_day = mp_first_day.and_then(|text| championship(fields, text, last));
    let rulebook = rulebook_id(fields, rulebook);
    Some(SeasonRecord { window: window?, mp_first_day, rulebook: rulebook? })
}

pub(crate) fn window(fields: &mut FieldParser, first: Option<Day>, last: Option<Day>) -> Option<Window> {
    let (first, last) = first.zip(last)?;
    Window::new(first, Some(last))
        .ok()
        .or_else(|| fields.wrong("/last_day", "before-first-day", Message::new("field-window")))
}

fn championship(fields: &mut FieldParser, text: &str, last: Option<Day>) -> Option<Day> {
    let day = fields.day("/mp_first_day", text)?;
    if last.is_some_and(|last| day <= last) {
        fields.add_problem(championship_inside());
        return None;
    }
    Some(day)
}

pub(super) fn championship_inside() -> FieldProblem {
    FieldProblem::pointer("/mp_first_day", "championship-inside-season", Message::new("field-championship-inside"))
}

pub(crate) fn rulebook_id(fields: &mut FieldParser, text: &str) -> Option<RulebookId> {
    RulebookId::parse(text)
        .ok()
        .filter(|_| text.len() <= 1024 && !text.contains('\0'))
        .or_else(|| fields.wrong("/rulebook", "unknown-rulebook", Message::new("field-rulebook")))
}
