//! The records that the lists of a season are computed from, after all corrections; lists are computed once for each
//! state, on the first read.

mod computed;
mod key_index;
mod merged;

pub use computed::{Computed, RuleSet};
pub use key_index::KeyIndex;
pub use merged::BothPlayed;

use super::{ApplyError, CorruptHistory, ProjectedEvent, Rulebooks, StreamId, View};
use computed::SharedLazy;
use domain::competitions::from_records::CompetitionDecisions;
use domain::event::{
    ChampionshipEvent, ChampionshipRecord, Event, GrandPrixEvent, GrandPrixRecord, LeagueEvent, LeagueRecord,
    LedgerEvent, OnlineTableEvent, OnlineTableRecord, PlayerEvent, PlayerRecord, RulebookEvent, SeasonEvent,
    SeasonRecord, TieEvent, TournamentEvent, TournamentFact, TournamentRecord, WaiverEvent,
};
use domain::qualification::ledger::{Ledger, Target, evolve};
use domain::rulebook::{InvalidOverride, Rulebook};
use domain::values::calendar::{Day, Moment, Window};
use domain::values::ids::{ChampionshipId, CompetitionId, PlayerId, PlayerKey, RulebookId, SeasonId};
use events::envelope::{Position, StreamKind, StreamName, Timestamp, Version};
use key_index::ConversionCache;
use rpds::{RedBlackTreeMapSync, RedBlackTreeSetSync, VectorSync};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Everything that lists are computed from.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Records {
    /// The last event that changed any of it.
    pub changed: Position,
    pub rulebooks: Rulebooks,
    players: RedBlackTreeMapSync<PlayerId, RecordedPlayer>,
    /// Every competition that is known, also while it runs: so that closing one changes no key.
    events: RedBlackTreeSetSync<CompetitionId>,
    waivers: RedBlackTreeMapSync<PlayerId, Vec<Moment>>,
    seasons: RedBlackTreeMapSync<SeasonId, Arc<Recorded<SeasonId, SeasonRecord>>>,
    tournaments: RedBlackTreeMapSync<CompetitionId, Arc<Recorded<CompetitionId, TournamentRecord>>>,
    leagues: RedBlackTreeMapSync<CompetitionId, Arc<Recorded<CompetitionId, LeagueRecord>>>,
    all_grand_prix: RedBlackTreeMapSync<CompetitionId, Arc<Recorded<CompetitionId, GrandPrixRecord>>>,
    online: RedBlackTreeMapSync<CompetitionId, Arc<Recorded<CompetitionId, OnlineTableRecord>>>,
    championships: RedBlackTreeMapSync<ChampionshipId, Arc<Championship>>,
    ledgers: RedBlackTreeMapSync<Target, Arc<LedgerEntry>>,
    /// The keys of all players and competitions; made anew when there are more of them.
    key_index: SharedLazy<Arc<KeyIndex>>,
    /// The lists; made anew after each change.
    computed: SharedLazy<Computed>,
    /// Those that were made last before the last change.
    earlier: SharedLazy<Computed>,
    /// The last event about a waiver outside of events.
    waivers_changed: Position,
}

/// Something that is recorded, with what was decided about it.
#[derive(Debug, PartialEq, Eq)]
pub struct Recorded<I, R> {
    /// Its id.
    pub id: I,
    /// Its record after all corrections.
    pub record: Arc<R>,
    /// What was decided about it; of a season, the order among those who are tied in the ranking.
    pub beside: CompetitionDecisions,
    /// The last event that changed one of the two.
    pub etag: Position,
    /// How many events its stream had then.
    pub version: Version,
    /// Every event that made it what it is, in order.
    pub trail: Vec<Change>,
    /// The same for the calculations, as it was last asked for.
    conversion_cache: ConversionCache,
}

impl<I, R> Recorded<I, R> {
    /// The event that recorded it first.
    pub fn first_recorded(&self) -> Position {
        self.trail.first().map_or(self.etag, |change| change.position)
    }
}

/// A player, without anything that identifies them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedPlayer {
    pub record: PlayerRecord,
    /// Whether everything that identified the player was destroyed.
    pub erased: bool,
    pub registered: Position,
    /// How many events the stream has.
    pub version: Version,
}

/// An event that changed what is recorded of something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Where it stands in the log.
    pub position: Position,
    /// When it was recorded.
    pub recorded_at: Timestamp,
    /// What it was.
    pub what: Changed,
}

/// What changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Changed {
    /// It was recorded; the record itself is in the log.
    Recorded,
    /// Its record was replaced; the record itself is in the log.
    Corrected,
    /// What this event tells.
    ByEvent(Arc<Event>),
}

/// A voivodeship championship.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Championship {
    /// Its id.
    pub id: ChampionshipId,
    /// Its record after all corrections.
    pub record: ChampionshipRecord,
    /// The days on which it is played, once they are set.
    pub days: Option<Window>,
    pub announced: Position,
    /// The last event that changed it.
    pub etag: Position,
    /// How many events its stream has.
    pub version: Version,
}

/// What was done about the qualifications of a championship.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LedgerEntry {
    /// As it stands.
    pub ledger: Ledger,
    /// Everything that was done, in order.
    pub history: VectorSync<Arc<LedgerLine>>,
    /// The last event that changed it.
    pub etag: Position,
}

/// One act on a ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerLine {
    /// Where it stands in the log.
    pub position: Position,
    /// When it was recorded.
    pub recorded_at: Timestamp,
    /// What was done.
    pub event: LedgerEvent,
}

/// Why an event cannot be taken in.
#[derive(Debug, thiserror::Error)]
pub enum ApplyRecordError {
    /// It does not fit what came before it.
    #[error(transparent)]
    History(#[from] CorruptHistory),
    /// A rulebook that no program has adopted.
    #[error(transparent)]
    Rulebook(#[from] InvalidOverride),
}

impl From<ApplyRecordError> for ApplyError {
    fn from(unfit: ApplyRecordError) -> Self {
        match unfit {
            ApplyRecordError::History(problem) => Self::History(problem),
            ApplyRecordError::Rulebook(problem) => Self::Rulebook(problem),
        }
    }
}

/// An event as far as the lists care, without the texts of the vault.
#[derive(Debug, Clone, Copy)]
pub struct RecordedEventRef<'a> {
    /// Where it stands in the log.
    pub position: Position,
    /// The version of the stream after it.
    pub version: Version,
    pub recorded_at: Timestamp,
    pub stream: &'a StreamName,
    /// What happened.
    pub event: &'a Event,
}

impl Records {
    /// A tournament that is over.
    pub fn tournament(&self, id: &CompetitionId) -> Option<&Recorded<CompetitionId, TournamentRecord>> {
        self.tournaments.get(id).map(Arc::as_ref)
    }

    /// A league that is over.
    pub fn league(&self, id: &CompetitionId) -> Option<&Recorded<CompetitionId, LeagueRecord>> {
        self.leagues.get(id).map(Arc::as_ref)
    }

    /// A Grand Prix cycle that is over.
    pub fn grand_prix(&self, id: &CompetitionId) -> Option<&Recorded<CompetitionId, GrandPrixRecord>> {
        self.all_grand_prix.get(id).map(Arc::as_ref)
    }

    /// An edition of an online event that is over.
    pub fn online_event(&self, id: &CompetitionId) -> Option<&Recorded<CompetitionId, OnlineTableRecord>> {
        self.online.get(id).map(Arc::as_ref)
    }

    /// A season.
    pub fn season(&self, id: &SeasonId) -> Option<&Recorded<SeasonId, SeasonRecord>> {
        self.seasons.get(id).map(Arc::as_ref)
    }

    /// Every season, by id.
    pub fn seasons(&self) -> impl Iterator<Item = &Recorded<SeasonId, SeasonRecord>> {
        self.seasons.values().map(Arc::as_ref)
    }

    /// Every tournament that is over, by id.
    pub fn tournaments(&self) -> impl Iterator<Item = &Recorded<CompetitionId, TournamentRecord>> {
        self.tournaments.values().map(Arc::as_ref)
    }

    /// Every league that is over, by id.
    pub fn leagues(&self) -> impl Iterator<Item = &Recorded<CompetitionId, LeagueRecord>> {
        self.leagues.values().map(Arc::as_ref)
    }

    /// Every edition of an online event that is over, by id.
    pub fn online_events(&self) -> impl Iterator<Item = &Recorded<CompetitionId, OnlineTableRecord>> {
        self.online.values().map(Arc::as_ref)
    }

    /// Every Grand Prix cycle that is over, by id.
    pub fn all_grand_prix(&self) -> impl Iterator<Item = &Recorded<CompetitionId, GrandPrixRecord>> {
        self.all_grand_prix.values().map(Arc::as_ref)
    }

    /// A voivodeship championship.
    pub fn championship(&self, id: &ChampionshipId) -> Option<&Championship> {
        self.championships.get(id).map(Arc::as_ref)
    }

    /// Every voivodeship championship, by id.
    pub fn championships(&self) -> impl Iterator<Item = &Championship> {
        self.championships.values().map(Arc::as_ref)
    }

    pub fn player(&self, id: &PlayerId) -> Option<&RecordedPlayer> {
        self.players.get(id)
    }

    /// Every player, by id.
    pub fn players(&self) -> impl Iterator<Item = (&PlayerId, &RecordedPlayer)> {
        self.players.iter()
    }

    /// The key of a player in what is computed from these records.
    pub(crate) fn key_of(&self, id: &PlayerId) -> Option<PlayerKey> {
        self.key_index().player(id)
    }

    /// A rulebook in force and the event that adopted it.
    pub fn rulebook(&self, id: &RulebookId) -> Option<(Position, &Arc<Rulebook>)> {
        self.rulebooks.find(id).map(|entry| (entry.etag, &entry.rulebook))
    }

    /// What was done about the qualifications of a championship; nothing before the first act.
    pub fn ledger(&self, target: &Target) -> Option<&LedgerEntry> {
        self.ledgers.get(target).map(Arc::as_ref)
    }

    /// When a player gave up the qualifications of a season outside a competition.
    pub fn waivers(&self, player: &PlayerId) -> &[Moment] {
        self.waivers.get(player).map_or(&[], Vec::as_slice)
    }

    /// The season that a day belongs to.
    pub fn season_on(&self, day: Day) -> Option<&Recorded<SeasonId, SeasonRecord>> {
        self.seasons().find(|season| season.record.window.holds(day))
    }

    /// Every list, computed on the first read after a change.
    pub fn computed(&self) -> &Computed {
        self.computed.get_or_compute(|| Computed::new(self, self.earlier.get()))
    }

    /// The same without what was computed from it, for snapshots.
    pub(crate) fn without_lists(&self) -> Self {
        let mut records = self.clone();
        records.clear_computed();
        records.key_index = SharedLazy::default();
        records
    }

    fn clear_computed(&mut self) {
        (self.computed, self.earlier) = (SharedLazy::default(), SharedLazy::default());
    }

    /// Whether anything that was computed from it is held here.
    #[cfg(test)]
    pub(crate) fn has_computed_lists(&self) -> bool {
        self.computed.is_computed() || self.key_index.is_computed()
    }

    /// Takes over what was computed from other records, as far as it is the same for these: all lists if nothing lies
    /// between the two, or else the keys, so that events which are the same in both need not be turned into facts
    /// again.
    pub(crate) fn reuse_computed(&mut self, other: &Self) {
        if self.changed == other.changed {
            (self.key_index, self.computed) = (other.key_index.clone(), other.computed.clone());
        } else if self.keys_compatible_with(other) {
            self.key_index = other.key_index.clone();
            self.computed = SharedLazy::default();
        }
    }

    /// Whether the keys of other records are good for these: players and events who are not here yet are in no list,
    /// and all who are here are the same for the rules.
    fn keys_compatible_with(&self, other: &Self) -> bool {
        let known = |(id, player): (&PlayerId, &RecordedPlayer)| {
            other.players.get(id).is_some_and(|other| other.record.foreign == player.record.foreign)
        };
        self.players.iter().all(known) && self.events.iter().all(|id| other.events.contains(id))
    }

    /// The keys of all players and competitions.
    pub(super) fn key_index(&self) -> &Arc<KeyIndex> {
        self.key_index.get_or_compute(|| Arc::new(KeyIndex::new(&self.players, &self.events)))
    }

    /// Takes in one event; what no list depends on leaves everything as it is. Positions tell states apart, so that no
    /// two different events may come with the same.
    pub fn take(&mut self, event_ref: RecordedEventRef<'_>) -> Result<(), ApplyRecordError> {
        let at = EventApplier(event_ref);
        let RecordedEventRef { position, version, stream, event, .. } = event_ref;
        match event {
            Event::Rulebook(RulebookEvent::Adopted(record)) => self.rulebooks.adopt(at.id()?, record, position)?,
            Event::Season(event) => {
                let id: SeasonId = at.id()?;
                let known = self.seasons.get(&id).cloned();
                let recorded = match event {
                    SeasonEvent::Opened(record) => at.first(id, known.as_ref(), record)?,
                    SeasonEvent::Corrected(correction) => at.corrected(known, &correction.record)?,
                    SeasonEvent::RankingTie(tie) => at.decided(known, |beside| decide_tie(beside, tie))?,
                };
                self.seasons.insert_mut(recorded.id.clone(), Arc::new(recorded));
            }
            Event::Player(event) => {
                let changed = self.apply_player(&at, event)?;
                self.after(position, changed);
                return Ok(());
            }
            Event::Tournament(event) => {
                // An application makes a tournament known; other acts, which most events of a long history are, change
                // no record.
                if matches!(event, TournamentEvent::Act(act) if !matches!(act.fact, TournamentFact::Applied(_))) {
                    return Ok(());
                }
                let id: CompetitionId = at.id()?;
                let is_new = self.register_competition(&id);
                let known = self.tournaments.get(&id).cloned();
                let recorded = match event {
                    TournamentEvent::Act(_) => {
                        self.after(position, is_new);
                        return Ok(());
                    }
                    TournamentEvent::Recorded(record) => at.first(id, known.as_ref(), record)?,
                    TournamentEvent::Corrected(correction) => at.corrected(known, &correction.record)?,
                    TournamentEvent::ExceptionDecided(decision) => {
                        at.decided(known, |beside| beside.exception = Some(*decision))?
                    }
                    TournamentEvent::ExceptionDecisionWithdrawn => {
                        at.decided(known, |beside| beside.exception = None)?
                    }
                    TournamentEvent::Waiver(waiver) => at.decided(known, |beside| waive(beside, waiver))?,
                    TournamentEvent::Tie(tie) => at.decided(known, |beside| decide_tie(beside, tie))?,
                };
                self.tournaments.insert_mut(recorded.id.clone(), Arc::new(recorded));
            }
            Event::League(event) => {
                let id: CompetitionId = at.id()?;
                let is_new = self.register_competition(&id);
                let known = self.leagues.get(&id).cloned();
                let recorded = match event {
                    LeagueEvent::Recorded(record) => at.first(id, known.as_ref(), record)?,
                    LeagueEvent::Corrected(correction) => at.corrected(known, &correction.record)?,
                    LeagueEvent::Waiver(waiver) => at.decided(known, |beside| waive(beside, waiver))?,
                    LeagueEvent::Tie(tie) => at.decided(known, |beside| decide_tie(beside, tie))?,
                    LeagueEvent::Opened(_)
                    | LeagueEvent::MeetingRecorded(_)
                    | LeagueEvent::MeetingCorrected(_)
                    | LeagueEvent::MeetingWithdrawn(_)
                    | LeagueEvent::TableImported { .. }
                    | LeagueEvent::TableWithdrawn { .. }
                    | LeagueEvent::WaiverNoted(_)
                    | LeagueEvent::WaiverNoteWithdrawn { .. }
                    | LeagueEvent::Closed { .. } => {
                        self.after(position, is_new);
                        return Ok(());
                    }
                };
                self.leagues.insert_mut(recorded.id.clone(), Arc::new(recorded));
            }
            Event::GrandPrix(event) => {
                let id: CompetitionId = at.id()?;
                let is_new = self.register_competition(&id);
                let known = self.all_grand_prix.get(&id).cloned();
                let recorded = match event {
                    GrandPrixEvent::Recorded(record) => at.first(id, known.as_ref(), record)?,
                    GrandPrixEvent::Corrected(correction) => at.corrected(known, &correction.record)?,
                    GrandPrixEvent::Tie(tie) => at.decided(known, |beside| decide_tie(beside, tie))?,
                    GrandPrixEvent::Opened(_)
                    | GrandPrixEvent::TournamentAdded { .. }
                    | GrandPrixEvent::TournamentRemoved(_)
                    | GrandPrixEvent::Closed => {
                        self.after(position, is_new);
                        return Ok(());
                    }
                };
                self.all_grand_prix.insert_mut(recorded.id.clone(), Arc::new(recorded));
            }
            Event::Online(event) => {
                let id: CompetitionId = at.id()?;
                let is_new = self.register_competition(&id);
                let known = self.online.get(&id).cloned();
                let recorded = match event {
                    OnlineTableEvent::Recorded(record) => at.first(id, known.as_ref(), record)?,
                    OnlineTableEvent::Corrected(correction) => at.corrected(known, &correction.record)?,
                    OnlineTableEvent::Waiver(waiver) => at.decided(known, |beside| waive(beside, waiver))?,
                    OnlineTableEvent::Tie(tie) => at.decided(known, |beside| decide_tie(beside, tie))?,
                    OnlineTableEvent::Opened(_)
                    | OnlineTableEvent::TableRecorded { .. }
                    | OnlineTableEvent::TableWithdrawn { .. }
                    | OnlineTableEvent::WaiverNoted(_)
                    | OnlineTableEvent::WaiverNoteWithdrawn { .. }
                    | OnlineTableEvent::Closed { .. } => {
                        self.after(position, is_new);
                        return Ok(());
                    }
                };
                self.online.insert_mut(recorded.id.clone(), Arc::new(recorded));
            }
            Event::Championship(event) => {
                let id: ChampionshipId = at.id()?;
                let known = self.championships.get(&id).map(|known| known.as_ref().clone());
                let mut championship = match (event, known) {
                    (ChampionshipEvent::Announced(record), None) => Championship {
                        id,
                        record: record.clone(),
                        days: None,
                        announced: position,
                        etag: position,
                        version,
                    },
                    (ChampionshipEvent::Announced(_), Some(_)) => {
                        return Err(at.recorded_twice().into());
                    }
                    (ChampionshipEvent::Corrected(correction), Some(known)) => {
                        Championship { record: correction.record.clone(), ..known }
                    }
                    (ChampionshipEvent::Scheduled { days }, Some(known)) => Championship { days: Some(*days), ..known },
                    (ChampionshipEvent::Corrected(_) | ChampionshipEvent::Scheduled { .. }, None) => {
                        return Err(at.not_recorded().into());
                    }
                };
                (championship.etag, championship.version) = (position, version);
                self.championships.insert_mut(championship.id.clone(), Arc::new(championship));
            }
            Event::Ledger(event) => {
                let target: Target = stream.id().parse().map_err(|_| CorruptHistory::OtherKind(stream.clone()))?;
                let entry = self.ledgers.get(&target).map(|entry| entry.as_ref().clone()).unwrap_or_default();
                let ledger = evolve(entry.ledger, event).map_err(|problem| CorruptHistory::of(stream, problem))?;
                let line = LedgerLine { position, recorded_at: event_ref.recorded_at, event: event.clone() };
                let history = entry.history.push_back(Arc::new(line));
                self.ledgers.insert_mut(target, Arc::new(LedgerEntry { ledger, history, etag: position }));
            }
            Event::List(_) | Event::Account(_) | Event::Log(_) => return Ok(()),
        }
        self.after(position, true);
        Ok(())
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

    /// Takes in an event that is not recorded. It gets a position that no other has, recorded or supposed: positions
    /// tell states apart.
    pub fn apply_hypothetical(&mut self, stream: &StreamName, event: &Event) -> Result<(), ApplyRecordError> {
        let (position, version, recorded_at) = (hypothetical_position(), Version(0), Timestamp(0));
        self.take(RecordedEventRef { position, version, recorded_at, stream, event })
    }

    /// Notes that there is such a competition; true if it is new.
    fn register_competition(&mut self, id: &CompetitionId) -> bool {
        let is_new = !self.events.contains(id);
        if is_new {
            self.events.insert_mut(id.clone());
            self.key_index = SharedLazy::default();
        }
        is_new
    }

    fn after(&mut self, position: Position, changed: bool) {
        if changed {
            self.changed = position;
            let computed = std::mem::take(&mut self.computed);
            if computed.get().is_some() {
                self.earlier = computed;
            }
        }
    }
}

impl View for Records {
    fn apply(&mut self, fact: &ProjectedEvent<'_>) -> Result<(), ApplyError> {
        let ProjectedEvent { position, version, recorded_at, stream, event, .. } = *fact;
        Ok(self.take(RecordedEventRef { position, version, recorded_at, stream, event })?)
    }
}

/// A position that nothing in a log and nothing else that is supposed has.
fn hypothetical_position() -> Position {
    static NEXT: AtomicU64 = AtomicU64::new(1 << 62);
    Position(NEXT.fetch_add(1, Ordering::Relaxed))
}

/// An event and where it stands.
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

    fn first<I, R: Clone>(
        &self,
        id: I,
        known: Option<&Arc<Recorded<I, R>>>,
        record: &R,
    ) -> Result<Recorded<I, R>, CorruptHistory> {
        if known.is_some() {
            return Err(self.recorded_twice());
        }
        let (record, beside) = (Arc::new(record.clone()), CompetitionDecisions::default());
        let trail = vec![self.change(self.small().unwrap_or(Changed::Recorded))];
        Ok(Recorded {
            id,
            record,
            beside,
            etag: self.0.position,
            version: self.0.version,
            trail,
            conversion_cache: ConversionCache::default(),
        })
    }

    fn change_by_event(&self) -> Changed {
        Changed::ByEvent(Arc::new(self.0.event.clone()))
    }

    /// A record that is small enough to be kept with its event.
    fn small(&self) -> Option<Changed> {
        matches!(self.0.event, Event::Season(_)).then(|| self.change_by_event())
    }

    fn change(&self, what: Changed) -> Change {
        Change { position: self.0.position, recorded_at: self.0.recorded_at, what }
    }

    fn trail(&self, known: &[Change], what: Changed) -> Vec<Change> {
        known.iter().cloned().chain([self.change(what)]).collect()
    }

    fn corrected<I: Clone, R: Clone>(
        &self,
        known: Option<Arc<Recorded<I, R>>>,
        record: &R,
    ) -> Result<Recorded<I, R>, CorruptHistory> {
        let known = known.ok_or_else(|| self.not_recorded())?;
        Ok(Recorded {
            id: known.id.clone(),
            record: Arc::new(record.clone()),
            beside: known.beside.clone(),
            etag: self.0.position,
            version: self.0.version,
            trail: self.trail(&known.trail, self.small().unwrap_or(Changed::Corrected)),
            conversion_cache: ConversionCache::default(),
        })
    }

    fn decided<I: Clone, R>(
        &self,
        known: Option<Arc<Recorded<I, R>>>,
        decide: impl FnOnce(&mut CompetitionDecisions),
    ) -> Result<Recorded<I, R>, CorruptHistory> {
        let known = known.ok_or_else(|| self.not_recorded())?;
        let mut beside = known.beside.clone();
        decide(&mut beside);
        Ok(Recorded {
            id: known.id.clone(),
            record: Arc::clone(&known.record),
            beside,
            etag: self.0.position,
            version: self.0.version,
            trail: self.trail(&known.trail, self.change_by_event()),
            conversion_cache: ConversionCache::default(),
        })
    }
}

fn waive(beside: &mut CompetitionDecisions, waiver: &WaiverEvent) {
    match waiver {
        WaiverEvent::Declared { player } => beside.waivers.push(player.clone()),
        WaiverEvent::Withdrawn { player } => beside.waivers.retain(|known| known != player),
    }
}

fn decide_tie(beside: &mut CompetitionDecisions, tie: &TieEvent) {
    beside.tie = match tie {
        TieEvent::Decided { order } => Some(order.clone()),
        TieEvent::DecisionWithdrawn => None,
    };
}

/// The stream of the qualifications of a championship.
pub fn ledger_stream(target: &Target) -> Option<StreamName> {
    StreamName::new(StreamKind::Ledger, &target.to_string()).ok()
}
