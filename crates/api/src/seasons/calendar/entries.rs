//! Builds the calendar of a season: competitions, championships, and the days that the rules set.

use crate::http::address;
use crate::http::display_names::competition_display_name;
use crate::seasons::answers::kind_and_voivodeship;
use domain::Choice;
use domain::rulebook::Rulebook;
use domain::season::deadlines::{decision_due, last_announcement_day, ranking_qualification_day};
use domain::tournament::course::Phase;
use domain::values::calendar::{Day, Window};
use domain::values::ids::{ChampionshipId, SeasonId};
use events::envelope::{StreamKind, StreamName};
use formats::localization::{Lang, Message};
use projections::views::{Competition, Details, SeasonEntry, Views};
use std::collections::BTreeSet;
use wire::accounts::EventKindName;
use wire::seasons::calendar::{Calendar, DayKind, Entry, EntryKind};

/// The public calendar, or the one with the applications that wait for a decision.
pub(super) fn calendar(views: &Views, season: &SeasonId, sees_applications: bool, lang: Lang) -> Option<Calendar> {
    let season = views.records.season(season)?;
    let rulebook = views.records.rulebooks.find(&season.record.rulebook);
    let rulebook = rulebook.and_then(|entry| entry.record.rulebook().ok()).unwrap_or_default();
    let builder = CalendarBuilder { views, season, rulebook, lang };
    let mut items: Vec<DatedEntry> = builder.competitions();
    items.extend(builder.championships());
    items.extend(builder.national_championship());
    items.extend(builder.announcements());
    if sees_applications {
        items.extend(builder.decisions());
    }
    items.sort_by(|one, other| one.key().cmp(&other.key()));
    let window = season.record.window;
    let (first_day, last_day) = (window.first().to_string(), window.last().map(|day| day.to_string()));
    let items = items.into_iter().map(|it| it.entry).collect();
    Some(Calendar { season: season.id.to_string(), first_day, last_day, items })
}

struct DatedEntry {
    days: Option<(Day, Day)>,
    entry: Entry,
}

impl DatedEntry {
    /// By day, entries without one last, then by the names of kinds.
    fn key(&self) -> (bool, Option<(Day, Day)>, &str, &str) {
        (self.days.is_none(), self.days, self.entry.kind.name(), &self.entry.id)
    }

    fn at(mut self, href: String) -> Self {
        self.entry.href = Some(href);
        self
    }
}

struct CalendarBuilder<'a> {
    views: &'a Views,
    season: &'a SeasonEntry,
    rulebook: Rulebook,
    lang: Lang,
}

impl CalendarBuilder<'_> {
    fn competitions(&self) -> Vec<DatedEntry> {
        let competitions = self.views.season_competitions(&self.season.id).into_iter();
        competitions.filter(|it| it.kind() != StreamKind::Championship).map(|it| self.competition(it)).collect()
    }

    fn competition(&self, competition: &Competition) -> DatedEntry {
        let days = self.views.competitions.days(competition).map(first_and_last);
        let (kind, voivodeship) = kind_and_voivodeship(&competition.details);
        let kind = EntryKind::Competition(kind);
        let course = self.views.tournaments.of_stream(&competition.stream);
        let phase = course.and_then(|entry| entry.state()).map(|state| state.phase);
        let phase = phase.unwrap_or(if competition.running { Phase::Running } else { Phase::Closed });
        let id = competition.id();
        let name =
            competition_display_name(competition, self.lang).unwrap_or_else(|| self.name_of(&competition.stream, kind));
        let mut dated = entry(kind, id, name, days);
        if let Details::Tournament { class, .. } = &competition.details {
            dated.entry.class = Some(class.name().to_owned());
        }
        dated.entry.voivodeship = voivodeship.map(|it| it.name().to_owned());
        dated.entry.phase = Some(phase.into());
        dated.entry.href = address::of_stream(&competition.stream);
        dated
    }

    /// The name of a competition, or the word for its kind.
    fn name_of(&self, stream: &StreamName, kind: EntryKind) -> String {
        let name = projections::sentence::event_name(self.views, stream);
        name.unwrap_or_else(|| self.lang.render(&Message::new(format!("calendar-{}", kind.name()))))
    }

    /// The voivodeship championships that the season feeds, or that are played in it.
    fn championships(&self) -> Vec<DatedEntry> {
        let records = &self.views.records;
        let fed = self.views.season_competitions(&self.season.id).into_iter();
        let fed = fed.filter(|it| it.kind() == StreamKind::Championship);
        let mut ids: BTreeSet<ChampionshipId> = fed.filter_map(|it| ChampionshipId::parse(it.id()).ok()).collect();
        let within = |days: Window| self.season.record.window.holds(days.first());
        ids.extend(records.championships().filter(|it| it.days.is_some_and(within)).map(|it| it.id.clone()));
        let found = ids.iter().filter_map(|id| records.championship(id));
        found
            .map(|championship| {
                let voivodeship = championship.record.voivodeship.name();
                let summary = Message::new("calendar-championship-of").with("voivodeship", voivodeship);
                let (id, days) = (championship.id.as_str(), championship.days.map(first_and_last));
                let mut dated =
                    entry(EntryKind::Competition(EventKindName::Championship), id, self.lang.render(&summary), days);
                dated.entry.voivodeship = Some(voivodeship.to_owned());
                dated.at(address::of("mw", id))
            })
            .collect()
    }

    fn national_championship(&self) -> Vec<DatedEntry> {
        let Some(first) = self.season.record.mp_first_day else { return Vec::new() };
        let id = self.season.id.as_str();
        let day = |kind: DayKind, day: Day| {
            let summary = Message::new(format!("calendar-{}", kind.name())).with("season", id);
            entry(EntryKind::Day(kind), id, self.lang.render(&summary), Some((day, day))).at(address::of("seasons", id))
        };
        vec![
            day(DayKind::NationalChampionship, first),
            day(DayKind::RankingQualificationDay, ranking_qualification_day(first, &self.rulebook)),
        ]
    }

    /// The last days to announce a change of the tournaments that are still to come.
    fn announcements(&self) -> Vec<DatedEntry> {
        let competitions = self.views.season_competitions(&self.season.id).into_iter();
        let to_come = competitions.filter(|it| it.running && it.kind() == StreamKind::Tournament);
        let still = to_come.filter(|it| {
            let state = self.views.tournaments.of_stream(&it.stream).and_then(|entry| entry.state());
            state.is_some_and(|state| state.phase == Phase::Approved)
        });
        still
            .filter_map(|it| {
                let day = last_announcement_day(it.days?.first(), &self.rulebook);
                let name = self.name_of(&it.stream, EntryKind::Competition(EventKindName::Tournament));
                let summary = Message::new("calendar-last-announcement-day").with("name", name);
                let dated = entry(
                    EntryKind::Day(DayKind::LastAnnouncementDay),
                    it.id(),
                    self.lang.render(&summary),
                    Some((day, day)),
                );
                Some(dated.at(address::of("tournaments", it.id())))
            })
            .collect()
    }

    fn decisions(&self) -> Vec<DatedEntry> {
        let waiting = self.views.tournaments.list().filter_map(|entry| {
            let state = entry.state().filter(|state| state.phase == Phase::Submitted)?;
            let inside = self.season.record.window.holds(state.details.last_day);
            inside.then(|| (entry.id.as_str(), decision_due(state.application.submitted_at.day(), &self.rulebook)))
        });
        let summary = || self.lang.text("calendar-decision-due");
        waiting
            .map(|(id, day)| {
                entry(EntryKind::Day(DayKind::DecisionDue), id, summary(), Some((day, day)))
                    .at(address::of("applications", id))
            })
            .collect()
    }
}

fn entry(kind: EntryKind, id: &str, summary: String, days: Option<(Day, Day)>) -> DatedEntry {
    let entry = Entry {
        kind,
        id: id.to_owned(),
        summary,
        first_day: days.map(|(first, _)| first.to_string()),
        last_day: days.map(|(_, last)| last.to_string()),
        class: None,
        voivodeship: None,
        phase: None,
        href: None,
    };
    DatedEntry { days, entry }
}

fn first_and_last(window: Window) -> (Day, Day) {
    (window.first(), window.last().unwrap_or(window.first()))
}
