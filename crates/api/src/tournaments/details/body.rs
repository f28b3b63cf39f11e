//! What clients send and get of a tournament as a whole.

use super::super::body::{class, perhaps_reason, phase, variant};
use super::super::format::FormatItem;
use super::super::running::{tournament_address, under};
use crate::conditional;
use crate::players::voivodeship;
use crate::problem::Problem;
use crate::reading::Reading;
use domain::Choice;
use domain::calendar::{Day, Window};
use domain::course::{Now, Phase};
use domain::deadlines::last_announcement_day;
use domain::event::EventDetails;
use domain::ids::EventId;
use domain::text::{Name, StatedReason};
use domain::voivodeship::Voivodeship;
use projections::office::Ink;
use projections::views::{Details, TournamentEntry, Views};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A tournament as everybody may see it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Tournament {
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
    /// What only tournaments have that run here.
    #[serde(flatten)]
    #[schema(value_type = Here)]
    here: Option<Here>,
    /// Where its parts are read.
    links: Links,
    /// The ETag of the tournament, for `If-Match`.
    #[schema(max_length = 24, example = "\"1042\"")]
    etag: String,
}

/// What only tournaments have that run here.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Here {
    #[schema(schema_with = variant, required = false)]
    variant: &'static str,
    /// How many persons are expected.
    #[schema(minimum = 1, maximum = 2000, example = 48, required = false)]
    planned_players: u32,
    /// The last day on which a change or a cancellation is announced in time.
    #[schema(format = Date, max_length = 10, example = "2027-03-13", required = false)]
    last_announcement: String,
    /// Whether a change or the cancellation was announced late.
    #[schema(required = false)]
    late_notice: bool,
    /// The rulebook that it is played by.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    rulebook: Option<String>,
    /// The SHA-256 of the seed of its draws, in hexadecimal; the seed is published when it is closed.
    #[schema(max_length = 64, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    seed_commitment: Option<String>,
    /// Rounds, games and stages, once they are chosen.
    format: Option<FormatItem>,
    /// The stages of the format in their order: `1`, `2`, …, `top`, `final`.
    #[schema(max_items = 22, required = false)]
    stages: Vec<String>,
    /// The stage that is played, or comes next.
    #[schema(max_length = 10, example = "1")]
    current_stage: Option<String>,
    /// Whether the first round has started: from then on the format stays as it is.
    #[schema(required = false)]
    started: bool,
}

/// Where the parts of a tournament are read.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Links {
    /// Itself.
    #[schema(max_length = 1200, example = "/api/v1/tournaments/7k2m9q4x8c1v5b3n6z0a")]
    tournament: String,
    /// Who plays.
    #[schema(max_length = 1200, example = "/api/v1/tournaments/7k2m9q4x8c1v5b3n6z0a/players")]
    players: String,
    /// The draws.
    #[schema(max_length = 1200, example = "/api/v1/tournaments/7k2m9q4x8c1v5b3n6z0a/draws")]
    draws: String,
    /// Who sits where.
    #[schema(max_length = 1200, example = "/api/v1/tournaments/7k2m9q4x8c1v5b3n6z0a/seating")]
    seating: String,
    /// The standings.
    #[schema(max_length = 1200, example = "/api/v1/tournaments/7k2m9q4x8c1v5b3n6z0a/standings")]
    standings: String,
    /// What is missing.
    #[schema(max_length = 1200, example = "/api/v1/tournaments/7k2m9q4x8c1v5b3n6z0a/progress")]
    progress: String,
    /// The final places.
    #[schema(max_length = 1200, example = "/api/v1/tournaments/7k2m9q4x8c1v5b3n6z0a/results")]
    results: String,
    /// Everything as it happens.
    #[schema(max_length = 1200, example = "/api/v1/tournaments/7k2m9q4x8c1v5b3n6z0a/live")]
    live: String,
}

impl Links {
    fn of(id: &EventId) -> Self {
        Self {
            tournament: tournament_address(id),
            players: under(id, "players"),
            draws: under(id, "draws"),
            seating: under(id, "seating"),
            standings: under(id, "standings"),
            progress: under(id, "progress"),
            results: under(id, "results"),
            live: under(id, "live"),
        }
    }
}

/// What is the same of every tournament, whether it runs here or was recorded afterwards.
pub(crate) struct Outline {
    pub(crate) days: Option<(Day, Day)>,
    pub(crate) voivodeship: Option<&'static str>,
    pub(crate) class: Option<&'static str>,
    pub(crate) phase: Phase,
}

impl Outline {
    pub(crate) fn of(views: &Views, entry: &TournamentEntry) -> Self {
        if let Some(now) = entry.now() {
            let class = now.approval.as_ref().map_or(now.application.class, |approval| approval.class);
            return Self {
                days: Some((now.details.first_day, now.details.last_day)),
                voivodeship: Some(now.details.voivodeship.name()),
                class: Some(class.name()),
                phase: now.phase,
            };
        }
        let happening = views.happenings.find(&entry.stream);
        let details = happening.and_then(|happening| match &happening.details {
            Details::Tournament { class, voivodeship } => Some((class.name(), voivodeship.name())),
            _ => None,
        });
        let days = |window: Window| (window.first(), window.last().unwrap_or(window.first()));
        Self {
            days: happening.and_then(|happening| happening.days).map(days),
            voivodeship: details.map(|(_, voivodeship)| voivodeship),
            class: details.map(|(class, _)| class),
            phase: Phase::Closed,
        }
    }
}

impl Tournament {
    pub(super) fn of(views: &Views, entry: &TournamentEntry) -> Self {
        let Outline { days, voivodeship, class, phase } = Outline::of(views, entry);
        Self {
            id: entry.id.to_string(),
            name: entry.name.as_ref().map(|name| name.as_str().to_owned()),
            venue: entry.venue.as_ref().map(|venue| venue.as_str().to_owned()),
            voivodeship,
            first_day: days.map(|(first, _)| first.to_string()),
            last_day: days.map(|(_, last)| last.to_string()),
            class,
            phase: phase.name(),
            here: entry.now().map(Here::of),
            links: Links::of(&entry.id),
            etag: conditional::etag_text(entry.details_changed),
        }
    }
}

impl Here {
    fn of(now: &Now) -> Self {
        let rulebook = now.rulebook.clone().unwrap_or_default();
        Self {
            variant: now.application.variant.name(),
            planned_players: now.application.planned_players,
            last_announcement: last_announcement_day(now.details.first_day, &rulebook).to_string(),
            late_notice: now.late_notice,
            rulebook: now.approval.as_ref().map(|approval| approval.rulebook_id.to_string()),
            seed_commitment: now.approval.as_ref().map(|approval| approval.seed.to_string()),
            format: now.plan.as_deref().map(FormatItem::of),
            stages: now.planned_stages().iter().map(ToString::to_string).collect(),
            current_stage: now.current_stage().map(|stage| stage.to_string()),
            started: now.has_started(),
        }
    }
}

/// What a tournament is called, where and when it takes place from then on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DetailsChange {
    /// What it is called.
    #[schema(min_length = 1, max_length = 100, example = "Jesienny Turniej Rummikub w Łodzi")]
    name: String,
    /// Where it takes place.
    #[schema(min_length = 1, max_length = 100, example = "Dom Kultury, ul. Wzorcowa 5, Łódź")]
    venue: String,
    #[schema(schema_with = voivodeship)]
    voivodeship: String,
    /// The first day.
    #[schema(format = Date, max_length = 10, example = "2027-03-27")]
    first_day: String,
    /// The last day, if it is another one.
    #[schema(format = Date, max_length = 10, example = "2027-03-27")]
    last_day: Option<String>,
    /// Why; needed if it is announced late. Only staff can read it.
    #[schema(min_length = 1, max_length = 2000, example = "Zmiana sali")]
    reason: Option<String>,
}

/// A change of which every value is one.
pub(super) struct Changed {
    name: Name,
    venue: Name,
    voivodeship: Voivodeship,
    first_day: Day,
    last_day: Day,
    pub(super) reason: Option<StatedReason>,
}

impl DetailsChange {
    pub(super) fn read(&self) -> Result<Changed, Problem> {
        let mut reading = Reading::default();
        let name = reading.name("/name", &self.name);
        let venue = reading.name("/venue", &self.venue);
        let voivodeship = reading.choice("/voivodeship", &self.voivodeship);
        let first_day = reading.day("/first_day", &self.first_day);
        let last_day = self.last_day.as_deref().map_or(first_day, |day| reading.day("/last_day", day));
        let reason = perhaps_reason(&mut reading, self.reason.as_deref());
        let (Some(name), Some(venue), Some(voivodeship)) = (name, venue, voivodeship) else {
            return Err(reading.problem());
        };
        let (Some(first_day), Some(last_day)) = (first_day, last_day) else { return Err(reading.problem()) };
        reading.finish()?;
        Ok(Changed { name, venue, voivodeship, first_day, last_day, reason })
    }
}

impl Changed {
    pub(super) fn details(&self, ink: &Ink<'_>) -> EventDetails {
        EventDetails {
            name: ink.name(&self.name),
            venue: ink.venue(&self.venue),
            voivodeship: self.voivodeship,
            first_day: self.first_day,
            last_day: self.last_day,
        }
    }
}
