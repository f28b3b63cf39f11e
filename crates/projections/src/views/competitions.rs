//! Read model of all competitions of a season: tournaments, leagues, Grand Prix, online events and championships.

use super::{ApplyError, ProjectedEvent, TournamentEntry, Tournaments, View};
use domain::competitions::class::{OnlineEvent, TournamentClass};
use domain::competitions::grand_prix::decider::RunningGrandPrix;
use domain::competitions::league::decider::RunningLeague;
use domain::competitions::lifecycle::{RunningState, Transition};
use domain::competitions::online::decider::RunningOnline;
use domain::event::{
    ChampionshipEvent, ChampionshipRecord, Event, GrandPrixEvent, GrandPrixOpening, GrandPrixRecord, LeagueOpening,
    LeagueRecord, OnlineOpening, OnlineTableRecord, TournamentEvent, TournamentRecord,
};
use domain::tournament::course::Phase;
use domain::values::calendar::{Day, Window};
use domain::values::ids::{ChampionshipId, CompetitionId, RulebookId};
use domain::values::voivodeship::Voivodeship;
use events::envelope::{Position, StreamKind, StreamName};
use events::vault::{EventName, EventTexts};
use rpds::RedBlackTreeMapSync;
use std::ops::Bound;
use std::sync::Arc;

/// Everything that takes place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Competitions {
    /// The last event that changed one of them.
    pub changed: Position,
    by_stream: RedBlackTreeMapSync<StreamName, Arc<Competition>>,
    /// By the day on which they end; no stream stands before every stream of a day.
    by_day: RedBlackTreeMapSync<(Day, Option<StreamName>), Arc<Competition>>,
    /// Those that take place on the days of others.
    undated: RedBlackTreeMapSync<StreamName, Arc<Competition>>,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Competition {
    /// What it is, and its id among its kind.
    pub stream: StreamName,
    /// What it is called, unless it has no name or its name was destroyed.
    pub name: Option<EventName>,
    /// Its own days; a Grand Prix cycle has those of its tournaments, see [`Competitions::days`].
    pub days: Option<Window>,
    /// What only its kind has.
    pub details: Details,
    /// Whether it is run here and not over; its days are those planned.
    pub running: bool,
    /// The last event that changed it.
    pub etag: Position,
}

/// What only one kind has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Details {
    Tournament {
        class: TournamentClass,
        voivodeship: Voivodeship,
    },
    League {
        voivodeship: Voivodeship,
    },
    GrandPrix {
        tournaments: Vec<CompetitionId>,
        /// The rulebook that its standings are computed with.
        rulebook: RulebookId,
    },
    Online {
        kind: OnlineEvent,
        /// Which edition of the season.
        edition: u32,
    },
    Championship {
        voivodeship: Voivodeship,
        /// The rulebook that its list is computed with.
        rulebook: RulebookId,
    },
}

impl Competition {
    /// What it is.
    pub fn kind(&self) -> StreamKind {
        self.stream.kind()
    }

    /// Its id among those of its kind.
    pub fn id(&self) -> &str {
        self.stream.id()
    }
}

impl Competitions {
    /// The one of this kind and id.
    pub fn find(&self, stream: &StreamName) -> Option<&Competition> {
        self.by_stream.get(stream).map(Arc::as_ref)
    }

    /// All of them by kind, then by id.
    pub fn list(&self) -> impl Iterator<Item = &Competition> {
        self.by_stream.values().map(Arc::as_ref)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.by_stream.size()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.by_stream.is_empty()
    }

    /// The days on which it takes place, as far as they are known.
    pub fn days(&self, competition: &Competition) -> Option<Window> {
        let Details::GrandPrix { tournaments, .. } = &competition.details else { return competition.days };
        let days = |id: &CompetitionId| {
            let stream = StreamName::new(StreamKind::Tournament, id.as_str()).ok()?;
            self.find(&stream).and_then(|tournament| tournament.days)
        };
        let days: Vec<Window> = tournaments.iter().filter_map(days).collect();
        let first = days.iter().map(|window| window.first()).min()?;
        let last = days.iter().map(|window| last_day(*window)).max();
        Window::new(first, last).ok()
    }

    /// The day that decides to which season it belongs: the one on which it ends; of a voivodeship championship, whose
    /// days are those of the events that feed it, the first.
    pub fn season_day(&self, competition: &Competition) -> Option<Day> {
        self.days(competition).map(|days| index_day(competition, days))
    }

    /// Those whose day falls within a window, each with that day; in no particular order.
    pub(super) fn within(&self, window: Window) -> Vec<(Day, &Competition)> {
        let inside = |(day, _): &(Day, &Competition)| window.holds(*day);
        let from = (window.first(), None);
        let dated = self.by_day.range((Bound::Included(&from), Bound::Unbounded));
        let dated = dated.map(|((day, _), competition)| (*day, competition.as_ref())).take_while(inside);
        let undated =
            self.undated.values().filter_map(|grand_prix| Some((self.season_day(grand_prix)?, grand_prix.as_ref())));
        dated.chain(undated.filter(inside)).collect()
    }

    /// Lists tournaments that are approved, with what was announced of them, until their results take over.
    pub(super) fn apply_tournament_state(
        &mut self,
        fact: &ProjectedEvent<'_>,
        tournaments: &Tournaments,
    ) -> Result<(), ApplyError> {
        let Event::Tournament(TournamentEvent::Act(_)) = fact.event else { return Ok(()) };
        // Nothing that is announced can change otherwise, and most acts change nothing of it.
        if tournaments.list_changed != fact.position {
            return Ok(());
        }
        let Some(entry) = tournaments.find(&fact.id()?) else { return Ok(()) };
        match entry.state().map(|state| state.phase) {
            Some(Phase::Approved | Phase::Running) => self.announce(fact, entry),
            Some(Phase::Submitted | Phase::Rejected | Phase::Cancelled) => self.call_off(fact),
            Some(Phase::Closed) | None => {}
        }
        Ok(())
    }

    fn announce(&mut self, fact: &ProjectedEvent<'_>, entry: &TournamentEntry) {
        let Some((state, approval)) = entry.state().and_then(|state| Some((state, state.approval.as_ref()?))) else {
            return;
        };
        let announced = Competition {
            stream: fact.stream.clone(),
            name: entry.name.clone(),
            days: Window::new(state.details.first_day, Some(state.details.last_day)).ok(),
            details: Details::Tournament { class: approval.class, voivodeship: state.details.voivodeship },
            running: true,
            etag: fact.position,
        };
        let known = self.find(fact.stream);
        if known.is_some_and(|known| Competition { etag: known.etag, ..announced.clone() } == *known) {
            return;
        }
        self.put(announced);
        self.changed = fact.position;
    }

    fn call_off(&mut self, fact: &ProjectedEvent<'_>) {
        if self.find(fact.stream).is_some_and(|known| known.running) {
            self.remove_from_index(fact.stream);
            self.by_stream.remove_mut(fact.stream);
            self.changed = fact.position;
        }
    }

    /// Gives one of them another name, without noting a change.
    pub(super) fn rename(&mut self, stream: &StreamName, name: Option<&EventName>) {
        if let Some(known) = self.find(stream).filter(|known| known.name.as_ref() != name) {
            self.put(Competition { name: name.cloned(), ..known.clone() });
        }
    }

    fn put(&mut self, competition: Competition) {
        self.remove_from_index(&competition.stream);
        let (stream, competition) = (competition.stream.clone(), Arc::new(competition));
        match competition.days {
            Some(days) => {
                self.by_day.insert_mut((index_day(&competition, days), Some(stream.clone())), Arc::clone(&competition));
            }
            None => self.undated.insert_mut(stream.clone(), Arc::clone(&competition)),
        }
        self.by_stream.insert_mut(stream, competition);
    }

    fn remove_from_index(&mut self, stream: &StreamName) {
        let Some(known) = self.by_stream.get(stream) else { return };
        match known.days {
            Some(days) => self.by_day.remove_mut(&(index_day(known, days), Some(stream.clone()))),
            None => self.undated.remove_mut(stream),
        };
    }
}

fn index_day(competition: &Competition, days: Window) -> Day {
    match competition.details {
        Details::Championship { .. } => days.first(),
        Details::Tournament { .. } | Details::League { .. } | Details::GrandPrix { .. } | Details::Online { .. } => {
            last_day(days)
        }
    }
}

/// A championship may not know its end yet.
fn last_day(window: Window) -> Day {
    window.last().unwrap_or(window.first())
}

/// What a record says of days, and what only its kind has.
struct CompetitionFields {
    days: Option<Window>,
    details: Details,
}

/// What happened, as far as it matters here.
enum Step {
    Opened(CompetitionFields),
    /// A tournament belongs to a cycle, or does not.
    Member(CompetitionId, bool),
    Recorded(CompetitionFields),
    Corrected(CompetitionFields),
    /// The resource changed, but nothing that is shown here.
    Decided,
}

impl View for Competitions {
    fn apply(&mut self, fact: &ProjectedEvent<'_>) -> Result<(), ApplyError> {
        let Some(step) = step(fact.event) else { return Ok(()) };
        if let Event::Championship(_) = fact.event {
            fact.id::<ChampionshipId>()?;
        } else {
            fact.id::<CompetitionId>()?;
        }
        let known = self.find(fact.stream);
        let stream = fact.stream.clone();
        let competition = match step {
            Step::Opened(CompetitionFields { days, details }) => {
                fact.unknown(known)?;
                Competition { stream, name: name(fact)?, days, details, running: true, etag: fact.position }
            }
            Step::Member(tournament, belongs) => {
                let mut grand_prix = fact.known(known)?.clone();
                if let Details::GrandPrix { tournaments, .. } = &mut grand_prix.details {
                    tournaments.retain(|known| *known != tournament);
                    tournaments.extend(belongs.then_some(tournament));
                }
                Competition { etag: fact.position, ..grand_prix }
            }
            Step::Recorded(CompetitionFields { days, details }) => {
                fact.unknown(known.filter(|known| !known.running))?;
                Competition { stream, name: name(fact)?, days, details, running: false, etag: fact.position }
            }
            Step::Corrected(CompetitionFields { days, details }) => {
                let (known, name) = (fact.known(known)?, name(fact)?);
                if known.name != name {
                    fact.replaces_text();
                }
                Competition { stream, name, days, details, running: false, etag: fact.position }
            }
            Step::Decided => Competition { etag: fact.position, ..fact.known(known)?.clone() },
        };
        self.put(competition);
        self.changed = fact.position;
        Ok(())
    }
}

fn name(fact: &ProjectedEvent<'_>) -> Result<Option<EventName>, ApplyError> {
    Ok(fact.text::<EventTexts>()?.map(|texts| texts.name))
}

fn step(event: &Event) -> Option<Step> {
    Some(match event {
        Event::Tournament(event) => match event {
            // See [`Competitions::apply_tournament_state`].
            TournamentEvent::Act(_) => return None,
            TournamentEvent::Recorded(record) => Step::Recorded(tournament(record)),
            TournamentEvent::Corrected(correction) => Step::Corrected(tournament(&correction.record)),
            TournamentEvent::ExceptionDecided(_)
            | TournamentEvent::ExceptionDecisionWithdrawn
            | TournamentEvent::Waiver(_)
            | TournamentEvent::Tie(_) => Step::Decided,
        },
        Event::League(event) => lifecycle_step::<RunningLeague>(event, opened_league, league),
        Event::GrandPrix(GrandPrixEvent::TournamentAdded { tournament }) => Step::Member(tournament.clone(), true),
        Event::GrandPrix(GrandPrixEvent::TournamentRemoved(removed)) => Step::Member(removed.tournament.clone(), false),
        Event::GrandPrix(event) => lifecycle_step::<RunningGrandPrix>(event, opened_grand_prix, grand_prix),
        Event::Online(event) => lifecycle_step::<RunningOnline>(event, opened_online, online),
        Event::Championship(event) => match event {
            ChampionshipEvent::Announced(record) => Step::Recorded(championship(record)),
            ChampionshipEvent::Corrected(correction) => Step::Corrected(championship(&correction.record)),
            ChampionshipEvent::Scheduled { .. } => Step::Decided,
        },
        Event::Rulebook(_)
        | Event::Season(_)
        | Event::Player(_)
        | Event::Ledger(_)
        | Event::List(_)
        | Event::Account(_)
        | Event::Log(_) => return None,
    })
}

/// What happened to a league, a Grand Prix or an online event.
fn lifecycle_step<R: RunningState>(
    event: &R::Event,
    opened: fn(&R::Opening) -> CompetitionFields,
    recorded: fn(&R::Record) -> CompetitionFields,
) -> Step {
    match R::transition(event) {
        Transition::Open(opening) => Step::Opened(opened(opening)),
        Transition::Record(record) => Step::Recorded(recorded(record)),
        Transition::Correct(correction) => Step::Corrected(recorded(&correction.record)),
        Transition::Progress | Transition::Waiver(_) | Transition::Tie(_) => Step::Decided,
    }
}

fn one_day(day: Day) -> Option<Window> {
    Window::new(day, Some(day)).ok()
}

fn tournament(record: &TournamentRecord) -> CompetitionFields {
    let TournamentRecord { class, voivodeship, ended_at, .. } = record;
    CompetitionFields {
        days: one_day(ended_at.day()),
        details: Details::Tournament { class: *class, voivodeship: *voivodeship },
    }
}

fn league(record: &LeagueRecord) -> CompetitionFields {
    let last = record.ended_at.day();
    let first = record.meetings.iter().map(|meeting| meeting.day).min().unwrap_or(last);
    let days = Window::new(first.min(last), Some(last)).ok();
    CompetitionFields { days, details: Details::League { voivodeship: record.voivodeship } }
}

fn grand_prix(record: &GrandPrixRecord) -> CompetitionFields {
    let GrandPrixRecord { tournaments, rulebook, .. } = record;
    CompetitionFields {
        days: None,
        details: Details::GrandPrix { tournaments: tournaments.clone(), rulebook: rulebook.clone() },
    }
}

fn online(record: &OnlineTableRecord) -> CompetitionFields {
    let OnlineTableRecord { kind, edition, ended_at, .. } = record;
    CompetitionFields { days: one_day(ended_at.day()), details: Details::Online { kind: *kind, edition: *edition } }
}

fn opened_league(opening: &LeagueOpening) -> CompetitionFields {
    CompetitionFields { days: Some(opening.days), details: Details::League { voivodeship: opening.voivodeship } }
}

fn opened_grand_prix(opening: &GrandPrixOpening) -> CompetitionFields {
    let rulebook = opening.rulebook.clone();
    CompetitionFields { days: None, details: Details::GrandPrix { tournaments: Vec::new(), rulebook } }
}

fn opened_online(opening: &OnlineOpening) -> CompetitionFields {
    let OnlineOpening { kind, edition, days, .. } = *opening;
    CompetitionFields { days: Some(days), details: Details::Online { kind, edition } }
}

fn championship(record: &ChampionshipRecord) -> CompetitionFields {
    let ChampionshipRecord { voivodeship, window, rulebook } = record;
    let details = Details::Championship { voivodeship: *voivodeship, rulebook: rulebook.clone() };
    CompetitionFields { days: Some(*window), details }
}
