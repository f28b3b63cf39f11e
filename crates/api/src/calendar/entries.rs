//! The entries of a calendar: what takes place, and the days that the rules set.

use crate::address;
use crate::listed::called;
use domain::Choice;
use domain::calendar::{Day, Window};
use domain::course::Phase;
use domain::deadlines::{decision_due, last_announcement_day, ranking_qualification_day};
use domain::ids::{ChampionshipId, SeasonId};
use domain::rulebook::Rulebook;
use events::envelope::{StreamKind, StreamName};
use formats::words::{Lang, Message};
use projections::views::{Details, Happening, SeasonEntry, Views};
use serde::Serialize;
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// The calendar of a season.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Calendar {
    /// The id of the season.
    #[schema(max_length = 1024, example = "2025-26")]
    pub(super) season: String,
    /// The first day whose events belong to it.
    #[schema(format = Date, max_length = 10, example = "2025-09-01")]
    first_day: String,
    /// The last day.
    #[schema(format = Date, max_length = 10, example = "2026-06-30")]
    last_day: Option<String>,
    /// By day; what has none yet stands at the end.
    #[schema(max_items = 20_000)]
    pub(super) items: Vec<Entry>,
}

/// One entry.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Entry {
    /// What it is: `tournament`, `league`, `grand-prix`, `online-event`, `championship`, `national-championship`, or a day that the rules
    /// set: `ranking-qualification-day`, `last-announcement-day`, `decision-due`.
    #[schema(max_length = 40, example = "tournament")]
    pub(super) kind: &'static str,
    /// The id of the event, championship or season that it is about.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    pub(super) id: String,
    /// In words: the name of the event, or what has to be done.
    #[schema(max_length = 1000, example = "Jesienny Turniej w Łodzi")]
    pub(super) summary: String,
    /// The first day, once it is known.
    #[schema(format = Date, max_length = 10, example = "2025-10-11")]
    pub(super) first_day: Option<String>,
    /// The last day.
    #[schema(format = Date, max_length = 10, example = "2025-10-11")]
    pub(super) last_day: Option<String>,
    /// The class of a tournament.
    #[schema(max_length = 30, example = "ordinary")]
    pub(super) class: Option<&'static str>,
    /// The voivodeship in which it takes place or whose it is.
    #[schema(max_length = 30, example = "łódzkie")]
    pub(super) voivodeship: Option<&'static str>,
    /// How far it is: `approved`, `running` or `closed`; absent for days that the rules set.
    #[schema(max_length = 30, example = "closed")]
    pub(super) phase: Option<&'static str>,
    /// Where more is told of it.
    #[schema(max_length = 4096, example = "/api/v1/tournaments/t-2025-10-11-lodz")]
    pub(super) href: Option<String>,
    #[serde(skip)]
    pub(super) days: Option<(Day, Day)>,
}

impl Calendar {
    /// The calendar as everybody may see it, or with the applications that wait.
    pub(super) fn of(views: &Views, season: &SeasonId, sees_applications: bool, lang: Lang) -> Option<Self> {
        let season = views.seasons.find(season)?;
        let rulebook = views.rulebooks.find(&season.record.rulebook);
        let rulebook = rulebook.and_then(|entry| entry.record.rulebook().ok()).unwrap_or_default();
        let diary = Diary { views, season, rulebook, lang };
        let mut items: Vec<Entry> = diary.happenings();
        items.extend(diary.championships());
        items.extend(diary.national_championship());
        items.extend(diary.announcements());
        if sees_applications {
            items.extend(diary.decisions());
        }
        let key = |entry: &Entry| (entry.days.is_none(), entry.days, entry.kind, entry.id.clone());
        items.sort_by_key(key);
        let window = season.record.window;
        let (first_day, last_day) = (window.first().to_string(), window.last().map(|day| day.to_string()));
        Some(Self { season: season.id.to_string(), first_day, last_day, items })
    }
}

struct Diary<'a> {
    views: &'a Views,
    season: &'a SeasonEntry,
    rulebook: Rulebook,
    lang: Lang,
}

impl Diary<'_> {
    fn happenings(&self) -> Vec<Entry> {
        let happenings = self.views.season_happenings(&self.season.id).into_iter();
        happenings.filter(|it| it.kind() != StreamKind::Championship).map(|it| self.happening(it)).collect()
    }

    fn happening(&self, happening: &Happening) -> Entry {
        let days = self.views.happenings.days(happening).map(both);
        let (class, voivodeship) = match &happening.details {
            Details::Tournament { class, voivodeship } => (Some(class.name()), Some(voivodeship.name())),
            Details::League { voivodeship } | Details::Championship { voivodeship, .. } => {
                (None, Some(voivodeship.name()))
            }
            Details::GrandPrix { .. } | Details::Online { .. } => (None, None),
        };
        let course = self.views.tournaments.of_stream(&happening.stream);
        let phase = course.and_then(|entry| entry.now()).map(|now| now.phase);
        let phase = phase.unwrap_or(if happening.running { Phase::Running } else { Phase::Closed });
        let (kind, id) = (happening.kind().name(), happening.id());
        let name = called(happening, self.lang).unwrap_or_else(|| self.name_of(&happening.stream, kind));
        Entry {
            class,
            voivodeship,
            phase: Some(phase.name()),
            href: collection(happening.kind()).map(|collection| address::of(collection, id)),
            ..entry(kind, id, name, days)
        }
    }

    /// What an event is called, or at least what it is.
    fn name_of(&self, stream: &StreamName, kind: &str) -> String {
        let name = projections::sentence::event_name(self.views, stream);
        name.unwrap_or_else(|| self.lang.say(&Message::new(format!("calendar-{kind}"))))
    }

    /// The voivodeship championships that the season feeds, or that are played in it.
    fn championships(&self) -> Vec<Entry> {
        let records = &self.views.records;
        let fed = self.views.season_happenings(&self.season.id).into_iter();
        let fed = fed.filter(|it| it.kind() == StreamKind::Championship);
        let mut ids: BTreeSet<ChampionshipId> = fed.filter_map(|it| ChampionshipId::parse(it.id()).ok()).collect();
        let within = |days: Window| self.season.record.window.holds(days.first());
        ids.extend(records.championships().filter(|it| it.days.is_some_and(within)).map(|it| it.id.clone()));
        let found = ids.iter().filter_map(|id| records.championship(id));
        found
            .map(|championship| {
                let voivodeship = championship.record.voivodeship.name();
                let summary = Message::new("calendar-championship-of").with("voivodeship", voivodeship);
                let (kind, id) = (StreamKind::Championship.name(), championship.id.as_str());
                Entry {
                    voivodeship: Some(voivodeship),
                    href: Some(address::of("mw", id)),
                    ..entry(kind, id, self.lang.say(&summary), championship.days.map(both))
                }
            })
            .collect()
    }

    fn national_championship(&self) -> Vec<Entry> {
        let Some(first) = self.season.record.mp_first_day else { return Vec::new() };
        let id = self.season.id.as_str();
        let day = |kind: &'static str, day: Day| {
            let summary = Message::new(format!("calendar-{kind}")).with("season", id);
            Entry {
                href: Some(address::of("seasons", id)),
                ..entry(kind, id, self.lang.say(&summary), Some((day, day)))
            }
        };
        vec![
            day("national-championship", first),
            day("ranking-qualification-day", ranking_qualification_day(first, &self.rulebook)),
        ]
    }

    /// Until when a change of what is still to come may be announced.
    fn announcements(&self) -> Vec<Entry> {
        let happenings = self.views.season_happenings(&self.season.id).into_iter();
        let to_come = happenings.filter(|it| it.running && it.kind() == StreamKind::Tournament);
        let still = to_come.filter(|it| {
            let now = self.views.tournaments.of_stream(&it.stream).and_then(|entry| entry.now());
            now.is_some_and(|now| now.phase == Phase::Approved)
        });
        still
            .filter_map(|it| {
                let day = last_announcement_day(it.days?.first(), &self.rulebook);
                let name = self.name_of(&it.stream, it.kind().name());
                let summary = Message::new("calendar-last-announcement-day").with("name", name);
                Some(Entry {
                    href: Some(address::of("tournaments", it.id())),
                    ..entry("last-announcement-day", it.id(), self.lang.say(&summary), Some((day, day)))
                })
            })
            .collect()
    }

    /// Until when applications are to be decided.
    fn decisions(&self) -> Vec<Entry> {
        let waiting = self.views.tournaments.list().filter_map(|entry| {
            let now = entry.now().filter(|now| now.phase == Phase::Submitted)?;
            let inside = self.season.record.window.holds(now.details.last_day);
            inside.then(|| (entry.id.as_str(), decision_due(now.application.submitted_at.day(), &self.rulebook)))
        });
        let summary = || self.lang.text("calendar-decision-due");
        waiting
            .map(|(id, day)| Entry {
                href: Some(address::of("applications", id)),
                ..entry("decision-due", id, summary(), Some((day, day)))
            })
            .collect()
    }
}

fn entry(kind: &'static str, id: &str, summary: String, days: Option<(Day, Day)>) -> Entry {
    Entry {
        kind,
        id: id.to_owned(),
        summary,
        first_day: days.map(|(first, _)| first.to_string()),
        last_day: days.map(|(_, last)| last.to_string()),
        class: None,
        voivodeship: None,
        phase: None,
        href: None,
        days,
    }
}

fn both(window: Window) -> (Day, Day) {
    (window.first(), window.last().unwrap_or(window.first()))
}

/// Under which address events of a kind are found.
fn collection(kind: StreamKind) -> Option<&'static str> {
    match kind {
        StreamKind::Tournament => Some("tournaments"),
        StreamKind::League => Some("leagues"),
        StreamKind::GrandPrix => Some("grand-prix"),
        StreamKind::OnlineEvent => Some("online-events"),
        _ => None,
    }
}
