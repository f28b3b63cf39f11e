//! Takes events into the records.

use super::super::{ApplyError, CorruptHistory, ProjectedEvent, StreamId, View};
use super::key_index::ConversionCache;
use super::{
    ApplyRecordError, Championship, Change, ChangeKind, LedgerEntry, LedgerLine, Recorded, RecordedEventRef,
    RecordedPlayer, Records, SharedLazy, Table,
};
use domain::competitions::from_records::CompetitionDecisions;
use domain::competitions::grand_prix::decider::RunningGrandPrix;
use domain::competitions::league::decider::RunningLeague;
use domain::competitions::lifecycle::{RunningState, Transition};
use domain::competitions::online::decider::RunningOnline;
use domain::event::{
    ChampionshipEvent, Event, PlayerEvent, RulebookEvent, SeasonEvent, SeasonRecord, TieEvent, TournamentEvent,
    TournamentFact, TournamentRecord, WaiverEvent,
};
use domain::qualification::ledger::{Target, evolve};
use domain::tournament::result::ExceptionDecision;
use domain::values::calendar::Moment;
use domain::values::ids::{ChampionshipId, CompetitionId, PlayerId};
use events::envelope::{Position, StreamName, Timestamp, Version};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

impl Records {
    /// Takes in one event; an event that no list depends on leaves the lists as they are. No two events may have the
    /// same position.
    pub fn take(&mut self, event_ref: RecordedEventRef<'_>) -> Result<(), ApplyRecordError> {
        let at = EventApplier(event_ref);
        let RecordedEventRef { position, stream, event, .. } = event_ref;
        let changed = match event {
            Event::Rulebook(RulebookEvent::Adopted(record)) => {
                self.rulebooks.adopt(at.id()?, record, position)?;
                true
            }
            Event::Season(event) => {
                self.seasons_changed = position;
                at.apply_to(&mut self.seasons, at.id()?, &season_step(event))?
            }
            Event::Player(event) => self.apply_player(&at, event)?,
            // An application makes a tournament known; other acts, which most events of a long history are, change no
            // record.
            Event::Tournament(TournamentEvent::Act(act)) if !matches!(act.fact, TournamentFact::Applied(_)) => false,
            Event::Tournament(event) => {
                self.apply_competition(&at, &tournament_step(event), |records| &mut records.tournaments)?
            }
            Event::League(event) => {
                self.apply_competition(&at, &lifecycle_step::<RunningLeague>(event), |records| &mut records.leagues)?
            }
            Event::GrandPrix(event) => {
                self.apply_competition(&at, &lifecycle_step::<RunningGrandPrix>(event), |records| {
                    &mut records.all_grand_prix
                })?
            }
            Event::Online(event) => {
                self.apply_competition(&at, &lifecycle_step::<RunningOnline>(event), |records| &mut records.online)?
            }
            Event::Championship(event) => self.apply_championship(&at, event)?,
            Event::Ledger(event) => {
                let target: Target = stream.id().parse().map_err(|_| CorruptHistory::OtherKind(stream.clone()))?;
                let entry = self.ledgers.get(&target).map(|entry| entry.as_ref().clone()).unwrap_or_default();
                let ledger = evolve(entry.ledger, event).map_err(|problem| CorruptHistory::of(stream, problem))?;
                let line = LedgerLine { position, recorded_at: event_ref.recorded_at, event: event.clone() };
                let history = entry.history.push_back(Arc::new(line));
                self.ledgers.insert_mut(target, Arc::new(LedgerEntry { ledger, history, etag: position }));
                true
            }
            Event::List(_) | Event::Account(_) | Event::Log(_) => false,
        };
        if changed {
            self.last_change = position;
            let computed = std::mem::take(&mut self.lists);
            if computed.get().is_some() {
                self.previous_lists = computed;
            }
        }
        Ok(())
    }

    /// Takes in an event that is not recorded. It gets a position that no other has, recorded or supposed: positions
    /// tell states apart.
    pub fn apply_hypothetical(&mut self, stream: &StreamName, event: &Event) -> Result<(), ApplyRecordError> {
        let (position, version, recorded_at) = (hypothetical_position(), Version(0), Timestamp(0));
        self.take(RecordedEventRef { position, version, recorded_at, stream, event })
    }

    /// Whether lists may depend on what the event changed.
    fn apply_player(&mut self, at: &EventApplier<'_>, event: &PlayerEvent) -> Result<bool, CorruptHistory> {
        let RecordedEventRef { position, version, .. } = at.0;
        let id: PlayerId = at.id()?;
        let known = self.players.get(&id);
        if let PlayerEvent::Registered(record) = event {
            if known.is_some() {
                return Err(at.recorded_twice());
            }
            let player = RecordedPlayer { record: *record, erased: false, registered: position, version };
            self.players.insert_mut(id, player);
            self.key_index = SharedLazy::default();
            return Ok(true);
        }
        let mut player = RecordedPlayer { version, ..known.ok_or_else(|| at.not_recorded())?.clone() };
        match event {
            PlayerEvent::Registered(_) => {}
            PlayerEvent::Rectified(correction) => {
                if player.record.foreign != correction.record.foreign {
                    self.key_index = SharedLazy::default();
                }
                player.record = correction.record;
            }
            PlayerEvent::Erased => player.erased = true,
            PlayerEvent::WaiverDeclared { declared_at } => {
                self.change_waivers(&id, position, |waivers| waivers.push(*declared_at));
            }
            PlayerEvent::WaiverWithdrawn { declared_at } => {
                self.change_waivers(&id, position, |waivers| waivers.retain(|known| known != declared_at));
            }
        }
        self.players.insert_mut(id, player);
        Ok(!matches!(event, PlayerEvent::Erased))
    }

    fn change_waivers(&mut self, player: &PlayerId, position: Position, change: impl FnOnce(&mut Vec<Moment>)) {
        let mut waivers = self.waivers.get(player).cloned().unwrap_or_default();
        change(&mut waivers);
        self.waivers.insert_mut(player.clone(), waivers);
        self.waivers_changed = position;
    }

    fn apply_championship(&mut self, at: &EventApplier<'_>, event: &ChampionshipEvent) -> Result<bool, CorruptHistory> {
        let RecordedEventRef { position, version, .. } = at.0;
        let id: ChampionshipId = at.id()?;
        let known = self.championships.get(&id).map(|known| Championship::clone(known));
        let known = known.map(|known| Championship { etag: position, version, ..known });
        let championship = match event {
            ChampionshipEvent::Announced(_) if known.is_some() => return Err(at.recorded_twice()),
            ChampionshipEvent::Announced(record) => Championship {
                id: id.clone(),
                record: record.clone(),
                days: None,
                announced: position,
                etag: position,
                version,
            },
            ChampionshipEvent::Corrected(correction) => {
                Championship { record: correction.record.clone(), ..known.ok_or_else(|| at.not_recorded())? }
            }
            ChampionshipEvent::Scheduled { days } => {
                Championship { days: Some(*days), ..known.ok_or_else(|| at.not_recorded())? }
            }
        };
        self.championships.insert_mut(id, Arc::new(championship));
        Ok(true)
    }

    /// Whether lists may depend on what the event changed: a new competition changes keys.
    fn apply_competition<R: Clone>(
        &mut self,
        at: &EventApplier<'_>,
        step: &Step<'_, R>,
        table: fn(&mut Self) -> &mut Table<CompetitionId, R>,
    ) -> Result<bool, CorruptHistory> {
        let id: CompetitionId = at.id()?;
        let is_new = !self.competitions.contains(&id);
        if is_new {
            self.competitions.insert_mut(id.clone());
            self.key_index = SharedLazy::default();
        }
        Ok(at.apply_to(table(self), id, step)? || is_new)
    }
}

impl View for Records {
    fn apply(&mut self, fact: &ProjectedEvent<'_>) -> Result<(), ApplyError> {
        let ProjectedEvent { position, version, recorded_at, stream, event, .. } = *fact;
        Ok(self.take(RecordedEventRef { position, version, recorded_at, stream, event })?)
    }
}

/// A position that nothing in a log and nothing else that is supposed has.
pub(super) fn hypothetical_position() -> Position {
    static NEXT: AtomicU64 = AtomicU64::new(1 << 62);
    Position(NEXT.fetch_add(1, Ordering::Relaxed))
}

/// What an event does to a record.
enum Step<'a, R> {
    Recorded(&'a R),
    Corrected(&'a R),
    Waiver(&'a WaiverEvent),
    Tie(&'a TieEvent),
    Exception(Option<ExceptionDecision>),
    /// What runs has no record yet.
    Unrecorded,
}

fn season_step(event: &SeasonEvent) -> Step<'_, SeasonRecord> {
    match event {
        SeasonEvent::Opened(record) => Step::Recorded(record),
        SeasonEvent::Corrected(correction) => Step::Corrected(&correction.record),
        SeasonEvent::RankingTie(tie) => Step::Tie(tie),
    }
}

fn tournament_step(event: &TournamentEvent) -> Step<'_, TournamentRecord> {
    match event {
        TournamentEvent::Act(_) => Step::Unrecorded,
        TournamentEvent::Recorded(record) => Step::Recorded(record),
        TournamentEvent::Corrected(correction) => Step::Corrected(&correction.record),
        TournamentEvent::ExceptionDecided(decision) => Step::Exception(Some(*decision)),
        TournamentEvent::ExceptionDecisionWithdrawn => Step::Exception(None),
        TournamentEvent::Waiver(waiver) => Step::Waiver(waiver),
        TournamentEvent::Tie(tie) => Step::Tie(tie),
    }
}

/// What an event does to the record of a league, a Grand Prix or an online event.
fn lifecycle_step<R: RunningState>(event: &R::Event) -> Step<'_, R::Record> {
    match R::transition(event) {
        Transition::Open(_) | Transition::Progress => Step::Unrecorded,
        Transition::Record(record) => Step::Recorded(record),
        Transition::Correct(correction) => Step::Corrected(&correction.record),
        Transition::Waiver(waiver) => Step::Waiver(waiver),
        Transition::Tie(tie) => Step::Tie(tie),
    }
}

struct EventApplier<'a>(RecordedEventRef<'a>);

impl EventApplier<'_> {
    fn id<I: StreamId>(&self) -> Result<I, CorruptHistory> {
        I::of(self.0.stream)
    }

    fn not_recorded(&self) -> CorruptHistory {
        CorruptHistory::NotRecorded(self.0.stream.clone())
    }

    fn recorded_twice(&self) -> CorruptHistory {
        CorruptHistory::RecordedTwice(self.0.stream.clone())
    }

    /// Whether there was anything to do.
    fn apply_to<I: Clone + Ord, R: Clone>(
        &self,
        table: &mut Table<I, R>,
        id: I,
        step: &Step<'_, R>,
    ) -> Result<bool, CorruptHistory> {
        let RecordedEventRef { position, version, recorded_at, event, .. } = self.0;
        let known = table.get(&id).map(Arc::as_ref);
        let by_event = || ChangeKind::ByEvent(Arc::new(event.clone()));
        // The record of a season is small enough to be kept with its event.
        let with_record = |kind| if matches!(event, Event::Season(_)) { by_event() } else { kind };
        let decided = |decide: &dyn Fn(&mut CompetitionDecisions)| {
            let known = known.ok_or_else(|| self.not_recorded())?;
            let mut decisions = known.decisions.clone();
            decide(&mut decisions);
            Ok((Arc::clone(&known.record), decisions, by_event()))
        };
        let (record, decisions, kind) = match *step {
            Step::Unrecorded => return Ok(false),
            Step::Recorded(_) if known.is_some() => return Err(self.recorded_twice()),
            Step::Recorded(record) => {
                (Arc::new(record.clone()), CompetitionDecisions::default(), with_record(ChangeKind::Recorded))
            }
            Step::Corrected(record) => {
                let decisions = known.ok_or_else(|| self.not_recorded())?.decisions.clone();
                (Arc::new(record.clone()), decisions, with_record(ChangeKind::Corrected))
            }
            Step::Waiver(waiver) => decided(&|decisions| waiver.apply_to(&mut decisions.waivers))?,
            Step::Tie(tie) => decided(&|decisions| decisions.tie = tie.order())?,
            Step::Exception(exception) => decided(&|decisions| decisions.exception = exception)?,
        };
        let trail = known.map_or(&[][..], |known| &known.trail).iter().cloned();
        let trail = trail.chain([Change { position, recorded_at, kind }]).collect();
        let conversion_cache = ConversionCache::default();
        let recorded = Recorded { id: id.clone(), record, decisions, etag: position, version, trail, conversion_cache };
        table.insert_mut(id, Arc::new(recorded));
        Ok(true)
    }
}
