//! The records that the lists of a season are computed from, after all corrections; lists are computed once for each
//! state, on the first read.

mod computed;
mod key_index;
mod merged;
mod take;

pub use computed::{ComputedLists, RuleSet};
pub use key_index::KeyIndex;
pub use merged::BothPlayed;

use super::{ApplyError, CorruptHistory, Rulebooks};
use computed::SharedLazy;
use domain::competitions::from_records::CompetitionDecisions;
use domain::event::{
    ChampionshipRecord, Event, GrandPrixRecord, LeagueRecord, LedgerEvent, OnlineTableRecord, PlayerRecord,
    SeasonRecord, TournamentRecord,
};
use domain::qualification::ledger::{Ledger, Target};
use domain::rulebook::{InvalidOverride, Rulebook};
use domain::values::calendar::{Day, Moment, Window};
use domain::values::ids::{ChampionshipId, CompetitionId, PlayerId, PlayerKey, RulebookId, SeasonId};
use events::envelope::{Position, StreamKind, StreamName, Timestamp, Version};
use key_index::ConversionCache;
use rpds::{RedBlackTreeMapSync, RedBlackTreeSetSync, VectorSync};
use std::sync::Arc;

type Table<I, R> = RedBlackTreeMapSync<I, Arc<Recorded<I, R>>>;

/// Everything that lists are computed from.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Records {
    /// The last event that changed any of it.
    pub last_change: Position,
    pub rulebooks: Rulebooks,
    players: RedBlackTreeMapSync<PlayerId, RecordedPlayer>,
    /// Every known competition, running or closed, so that closing one changes no key.
    competitions: RedBlackTreeSetSync<CompetitionId>,
    waivers: RedBlackTreeMapSync<PlayerId, Vec<Moment>>,
    seasons: Table<SeasonId, SeasonRecord>,
    tournaments: Table<CompetitionId, TournamentRecord>,
    leagues: Table<CompetitionId, LeagueRecord>,
    all_grand_prix: Table<CompetitionId, GrandPrixRecord>,
    online: Table<CompetitionId, OnlineTableRecord>,
    championships: RedBlackTreeMapSync<ChampionshipId, Arc<Championship>>,
    ledgers: RedBlackTreeMapSync<Target, Arc<LedgerEntry>>,
    /// The keys of all players and competitions; cleared when one is added.
    key_index: SharedLazy<Arc<KeyIndex>>,
    /// Cleared by each change.
    lists: SharedLazy<ComputedLists>,
    /// The last lists computed before the last change, from which unchanged ones are taken over.
    previous_lists: SharedLazy<ComputedLists>,
    /// The last event about a waiver outside of events.
    waivers_changed: Position,
    /// The last event about a season.
    pub seasons_changed: Position,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Recorded<I, R> {
    pub id: I,
    /// Its record after all corrections.
    pub record: Arc<R>,
    /// What was decided about it; for a season, the order of tied players in the ranking.
    pub decisions: CompetitionDecisions,
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

pub type SeasonEntry = Recorded<SeasonId, SeasonRecord>;

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
    pub position: Position,
    pub recorded_at: Timestamp,
    pub kind: ChangeKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangeKind {
    /// It was recorded; the record itself is in the log.
    Recorded,
    /// Its record was replaced; the record itself is in the log.
    Corrected,
    ByEvent(Arc<Event>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Championship {
    pub id: ChampionshipId,
    /// Its record after all corrections.
    pub record: ChampionshipRecord,
    /// The days on which it is played, once they are set.
    pub days: Option<Window>,
    pub announced: Position,
    pub etag: Position,
    /// How many events its stream has.
    pub version: Version,
}

/// What was done about the qualifications of a championship.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LedgerEntry {
    pub ledger: Ledger,
    pub history: VectorSync<Arc<LedgerLine>>,
    pub etag: Position,
}

/// One act on a ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerLine {
    pub position: Position,
    pub recorded_at: Timestamp,
    pub event: LedgerEvent,
}

/// Why an event cannot be taken in.
#[derive(Debug, thiserror::Error)]
pub enum ApplyRecordError {
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
    pub position: Position,
    /// The version of the stream after it.
    pub version: Version,
    pub recorded_at: Timestamp,
    pub stream: &'a StreamName,
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

    pub fn season(&self, id: &SeasonId) -> Option<&SeasonEntry> {
        self.seasons.get(id).map(Arc::as_ref)
    }

    pub fn seasons(&self) -> impl Iterator<Item = &SeasonEntry> {
        self.seasons.values().map(Arc::as_ref)
    }

    /// Every season, by its first day.
    pub fn seasons_by_day(&self) -> Vec<&SeasonEntry> {
        let mut seasons: Vec<&SeasonEntry> = self.seasons().collect();
        seasons.sort_by_key(|season| season.record.window.first());
        seasons
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
    pub fn season_on(&self, day: Day) -> Option<&SeasonEntry> {
        self.seasons().find(|season| season.record.window.holds(day))
    }

    /// Every list, computed on the first read after a change.
    pub fn computed(&self) -> &ComputedLists {
        self.lists.get_or_compute(|| ComputedLists::new(self, self.previous_lists.get()))
    }

    /// A copy without computed lists and keys, for snapshots.
    pub(crate) fn without_lists(&self) -> Self {
        let mut records = self.clone();
        records.clear_computed();
        records.key_index = SharedLazy::default();
        records
    }

    fn clear_computed(&mut self) {
        (self.lists, self.previous_lists) = (SharedLazy::default(), SharedLazy::default());
    }

    /// Whether anything that was computed from it is held here.
    #[cfg(test)]
    pub(crate) fn has_computed_lists(&self) -> bool {
        self.lists.is_computed() || self.key_index.is_computed()
    }

    /// Reuses what was computed from other records: all lists if both end with the same event, otherwise the keys if
    /// they are compatible, so that competitions that are the same in both need not be converted again.
    pub(crate) fn reuse_computed(&mut self, other: &Self) {
        if self.last_change == other.last_change {
            (self.key_index, self.lists) = (other.key_index.clone(), other.lists.clone());
        } else if self.keys_compatible_with(other) {
            self.key_index = other.key_index.clone();
            self.lists = SharedLazy::default();
        }
    }

    /// Whether the keys of other records can be used here: they have every player and competition of these records, and
    /// players have the same origin. Additional ones appear in no list.
    fn keys_compatible_with(&self, other: &Self) -> bool {
        let known = |(id, player): (&PlayerId, &RecordedPlayer)| {
            other.players.get(id).is_some_and(|other| other.record.foreign == player.record.foreign)
        };
        self.players.iter().all(known) && self.competitions.iter().all(|id| other.competitions.contains(id))
    }

    /// The keys of all players and competitions.
    pub(super) fn key_index(&self) -> &Arc<KeyIndex> {
        self.key_index.get_or_compute(|| Arc::new(KeyIndex::new(&self.players, &self.competitions)))
    }
}

/// The stream of the qualifications of a championship.
pub fn ledger_stream(target: &Target) -> Option<StreamName> {
    StreamName::new(StreamKind::Ledger, &target.to_string()).ok()
}
