//! All recorded facts after all corrections: what a season bundle holds, by opaque ids.

mod record_table;

pub(crate) use record_table::StreamId;
pub use record_table::{Entry, RecordTable};

use domain::competitions::class::OnlineEvent;
use domain::event::{
    AccountEvent, AccountRecord, ChampionshipEvent, ChampionshipRecord, Commitment, Event, GrandPrixEvent,
    GrandPrixRecord, Grant, LeagueEvent, LeagueRecord, LogEvent, LossRecord, OnlineOpening, OnlineTableEvent,
    OnlineTableRecord, PlayerEvent, PlayerRecord, RulebookEvent, RulebookRecord, SeasonEvent, SeasonRecord, TieEvent,
    TournamentEvent, TournamentRecord, WaiverEvent,
};
use domain::tournament::result::ExceptionDecision;
use domain::values::calendar::{Day, Moment};
use domain::values::ids::{AccountId, ChampionshipId, CompetitionId, InvalidId, PlayerId, RulebookId, SeasonId};
use events::envelope::{Position, RecordedRef, StreamName, Version};
use events::log::{Log, ReadError};
use events::stored::{self, DecodeError};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// What was decided about an event beside its record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Decisions {
    /// Who gave up a qualification there.
    pub waivers: Vec<PlayerId>,
    /// The order that was set among tied players.
    pub tie: Option<Vec<PlayerId>>,
    /// The decision on a low attendance; tournaments only.
    pub exception: Option<ExceptionDecision>,
}

/// What is known of a player beside the record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlayerState {
    /// Whether everything that identified the player was destroyed.
    pub erased: bool,
    /// When the player gave up qualifications outside an event.
    pub waivers: Vec<Moment>,
}

/// What is known of an account beside the record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AccountState {
    /// What its holder may do.
    pub grants: Vec<Grant>,
    pub disabled: bool,
}

/// An event that is run here and not over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunningCompetition {
    /// How many events its stream has.
    pub version: Version,
    /// To its name, if it has one.
    pub name: Option<Commitment>,
    /// Which edition of an online event it is, and the last day on which it is planned.
    pub edition: Option<(OnlineEvent, u32, Day)>,
}

/// Everything that was recorded; each shelf in the order in which its things came into the log.
#[derive(Debug, Clone, Default)]
pub struct RecordBook {
    /// The last event that it knows.
    pub position: Position,
    pub rulebooks: RecordTable<RulebookId, RulebookRecord, ()>,
    /// Seasons, with the order set among players who are tied in the ranking.
    pub seasons: RecordTable<SeasonId, SeasonRecord, Decisions>,
    pub players: RecordTable<PlayerId, PlayerRecord, PlayerState>,
    pub tournaments: RecordTable<CompetitionId, TournamentRecord, Decisions>,
    pub leagues: RecordTable<CompetitionId, LeagueRecord, Decisions>,
    /// Grand Prix cycles.
    pub grand_prix: RecordTable<CompetitionId, GrandPrixRecord, Decisions>,
    /// Online events.
    pub online: RecordTable<CompetitionId, OnlineTableRecord, Decisions>,
    /// Voivodeship championships.
    pub championships: RecordTable<ChampionshipId, ChampionshipRecord, ()>,
    /// Leagues, Grand Prix cycles and online events that are run here and have no record yet.
    pub running: BTreeMap<StreamName, RunningCompetition>,
    pub accounts: RecordTable<AccountId, AccountRecord, AccountState>,
    /// Accepted losses of the end of the log, the first first.
    pub losses: Vec<LossRecord>,
}

/// A history that no decider could have written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CorruptHistory {
    /// Something happened to a thing that was never recorded.
    #[error("{0} has events before its record")]
    NotRecorded(StreamName),
    /// A thing was recorded a second time.
    #[error("{0} is recorded twice")]
    RecordedTwice(StreamName),
    /// The stream is of another kind than the event.
    #[error("{0} holds an event of another kind")]
    OtherKind(StreamName),
    /// Something happened that could not happen as things stood.
    #[error("an event of {0} does not fit what came before it")]
    DoesNotFit(StreamName),
    /// A stream whose id is no id.
    #[error("{stream} has no valid id: {problem}")]
    InvalidId {
        /// The stream.
        stream: StreamName,
        /// What is wrong with its id.
        problem: InvalidId,
    },
}

impl CorruptHistory {
    /// What the rules say of the history of a stream.
    pub(crate) fn of(stream: &StreamName, problem: domain::event::history::CorruptHistory) -> Self {
        use domain::event::history::CorruptHistory as Problem;
        match problem {
            Problem::NotRecorded => Self::NotRecorded(stream.clone()),
            Problem::RecordedTwice => Self::RecordedTwice(stream.clone()),
            Problem::DoesNotFit => Self::DoesNotFit(stream.clone()),
        }
    }
}

/// Why the log could not be folded.
#[derive(Debug, thiserror::Error)]
pub enum FoldError {
    /// It could not be read.
    #[error("the log could not be read")]
    Read(#[from] ReadError),
    /// An event that this program does not understand stops the fold: going on would give a wrong answer.
    #[error("the event at position {position} cannot be understood")]
    Decode {
        /// Where it stands.
        position: Position,
        /// What is wrong.
        #[source]
        problem: DecodeError,
    },
    /// The events do not fit together.
    #[error("the event at position {position} does not fit what came before it")]
    History {
        /// Where it stands.
        position: Position,
        /// What is wrong.
        #[source]
        problem: CorruptHistory,
    },
}

impl RecordBook {
    /// Folds the log up to where it stands.
    pub fn fold(log: &dyn Log, progress: &mut dyn FnMut(Position)) -> Result<Self, FoldError> {
        let head = log.head()?.position;
        let mut book = Self::default();
        let mut problem = None;
        log.scan(Position::START, head, &mut |event| match book.apply_recorded(event) {
            Ok(()) => {
                progress(event.position);
                ControlFlow::Continue(())
            }
            Err(error) => {
                problem = Some(error);
                ControlFlow::Break(())
            }
        })?;
        problem.map_or(Ok(book), Err)
    }

    fn apply_recorded(&mut self, recorded: &RecordedRef<'_>) -> Result<(), FoldError> {
        let position = recorded.position;
        let event = stored::decode(recorded.event_type, recorded.schema_version, recorded.payload)
            .map_err(|problem| FoldError::Decode { position, problem })?;
        let stream = recorded.stream_name()?;
        self.apply(&stream, recorded.version, event).map_err(|problem| FoldError::History { position, problem })?;
        self.position = position;
        Ok(())
    }

    /// Takes in one event.
    pub fn apply(&mut self, stream: &StreamName, version: Version, event: Event) -> Result<(), CorruptHistory> {
        let at = EventApplier { stream, version };
        match event {
            Event::Rulebook(RulebookEvent::Adopted(record)) => at.put(&mut self.rulebooks, record),
            Event::Season(event) => match event {
                SeasonEvent::Opened(record) => at.add(&mut self.seasons, record),
                SeasonEvent::Corrected(correction) => at.correct(&mut self.seasons, correction.record),
                SeasonEvent::RankingTie(tie) => at.decide(&mut self.seasons, |state| decide_tie(state, tie)),
            },
            Event::Player(event) => match event {
                PlayerEvent::Registered(record) => at.add(&mut self.players, record),
                PlayerEvent::Rectified(correction) => at.correct(&mut self.players, correction.record),
                PlayerEvent::Erased => at.decide(&mut self.players, |state| state.erased = true),
                PlayerEvent::WaiverDeclared { declared_at } => {
                    at.decide(&mut self.players, |state| state.waivers.push(declared_at))
                }
                PlayerEvent::WaiverWithdrawn { declared_at } => {
                    at.decide(&mut self.players, |state| state.waivers.retain(|known| *known != declared_at))
                }
            },
            Event::Tournament(event) => match event {
                // What the season counts follows as a record when the tournament is closed.
                TournamentEvent::Act(_) => Ok(()),
                TournamentEvent::Recorded(record) => at.add(&mut self.tournaments, record),
                TournamentEvent::Corrected(correction) => at.correct(&mut self.tournaments, correction.record),
                TournamentEvent::ExceptionDecided(decision) => {
                    at.decide(&mut self.tournaments, |state| state.exception = Some(decision))
                }
                TournamentEvent::ExceptionDecisionWithdrawn => {
                    at.decide(&mut self.tournaments, |state| state.exception = None)
                }
                TournamentEvent::Waiver(waiver) => at.decide(&mut self.tournaments, |state| waive(state, waiver)),
                TournamentEvent::Tie(tie) => at.decide(&mut self.tournaments, |state| decide_tie(state, tie)),
            },
            Event::League(event) => match event {
                LeagueEvent::Opened(opening) => at.open(&mut self.running, Some(opening.name), None),
                LeagueEvent::MeetingRecorded(_)
                | LeagueEvent::MeetingCorrected(_)
                | LeagueEvent::MeetingWithdrawn(_)
                | LeagueEvent::TableImported { .. }
                | LeagueEvent::TableWithdrawn { .. }
                | LeagueEvent::WaiverNoted(_)
                | LeagueEvent::WaiverNoteWithdrawn { .. }
                | LeagueEvent::Closed { .. } => at.advance_running(&mut self.running),
                LeagueEvent::Recorded(record) => {
                    self.running.remove(stream);
                    at.add(&mut self.leagues, record)
                }
                LeagueEvent::Corrected(correction) => at.correct(&mut self.leagues, correction.record),
                LeagueEvent::Waiver(waiver) => at.decide(&mut self.leagues, |state| waive(state, waiver)),
                LeagueEvent::Tie(tie) => at.decide(&mut self.leagues, |state| decide_tie(state, tie)),
            },
            Event::GrandPrix(event) => match event {
                GrandPrixEvent::Opened(opening) => at.open(&mut self.running, Some(opening.name), None),
                GrandPrixEvent::TournamentAdded { .. }
                | GrandPrixEvent::TournamentRemoved(_)
                | GrandPrixEvent::Closed => at.advance_running(&mut self.running),
                GrandPrixEvent::Recorded(record) => {
                    self.running.remove(stream);
                    at.add(&mut self.grand_prix, record)
                }
                GrandPrixEvent::Corrected(correction) => at.correct(&mut self.grand_prix, correction.record),
                GrandPrixEvent::Tie(tie) => at.decide(&mut self.grand_prix, |state| decide_tie(state, tie)),
            },
            Event::Online(event) => match event {
                OnlineTableEvent::Opened(OnlineOpening { kind, edition, days, .. }) => {
                    let last = days.last().unwrap_or(days.first());
                    at.open(&mut self.running, None, Some((kind, edition, last)))
                }
                OnlineTableEvent::TableRecorded { .. }
                | OnlineTableEvent::TableWithdrawn { .. }
                | OnlineTableEvent::WaiverNoted(_)
                | OnlineTableEvent::WaiverNoteWithdrawn { .. }
                | OnlineTableEvent::Closed { .. } => at.advance_running(&mut self.running),
                OnlineTableEvent::Recorded(record) => {
                    self.running.remove(stream);
                    at.add(&mut self.online, record)
                }
                OnlineTableEvent::Corrected(correction) => at.correct(&mut self.online, correction.record),
                OnlineTableEvent::Waiver(waiver) => at.decide(&mut self.online, |state| waive(state, waiver)),
                OnlineTableEvent::Tie(tie) => at.decide(&mut self.online, |state| decide_tie(state, tie)),
            },
            Event::Championship(event) => match event {
                ChampionshipEvent::Announced(record) => at.add(&mut self.championships, record),
                ChampionshipEvent::Corrected(correction) => at.correct(&mut self.championships, correction.record),
                // A bundle has the days whose events feed it, and no other.
                ChampionshipEvent::Scheduled { .. } => at.decide(&mut self.championships, |()| ()),
            },
            // What persons have granted and published is no fact that a bundle holds.
            Event::Ledger(_) | Event::List(_) => Ok(()),
            Event::Account(event) => match event {
                AccountEvent::Opened(record) => at.add(&mut self.accounts, record),
                AccountEvent::Rectified(correction) => at.correct(&mut self.accounts, correction.record),
                AccountEvent::RoleGranted(grant) => at.decide(&mut self.accounts, |state| state.grants.push(grant)),
                AccountEvent::RoleRevoked(grant) => {
                    at.decide(&mut self.accounts, |state| state.grants.retain(|known| *known != grant))
                }
                AccountEvent::Disabled { .. } => at.decide(&mut self.accounts, |state| state.disabled = true),
                AccountEvent::AccessRenewed => at.decide(&mut self.accounts, |_| ()),
                AccountEvent::Enabled => at.decide(&mut self.accounts, |state| state.disabled = false),
            },
            Event::Log(LogEvent::LossAccepted(loss)) => {
                self.losses.push(loss);
                Ok(())
            }
        }
    }
}

fn waive(state: &mut Decisions, waiver: WaiverEvent) {
    match waiver {
        WaiverEvent::Declared { player } => state.waivers.push(player),
        WaiverEvent::Withdrawn { player } => state.waivers.retain(|known| *known != player),
    }
}

fn decide_tie(state: &mut Decisions, tie: TieEvent) {
    state.tie = match tie {
        TieEvent::Decided { order } => Some(order),
        TieEvent::DecisionWithdrawn => None,
    };
}

/// Where an event stands in its stream.
struct EventApplier<'a> {
    stream: &'a StreamName,
    version: Version,
}

impl EventApplier<'_> {
    fn id<I: record_table::StreamId>(&self) -> Result<I, CorruptHistory> {
        if !I::KINDS.contains(&self.stream.kind()) {
            return Err(CorruptHistory::OtherKind(self.stream.clone()));
        }
        I::parse(self.stream.id()).map_err(|problem| CorruptHistory::InvalidId { stream: self.stream.clone(), problem })
    }

    fn entry<'s, I: record_table::StreamId, R, S>(
        &self,
        record_table: &'s mut RecordTable<I, R, S>,
    ) -> Result<&'s mut Entry<I, R, S>, CorruptHistory> {
        let id = self.id::<I>()?;
        record_table.find_mut(&id).ok_or_else(|| CorruptHistory::NotRecorded(self.stream.clone()))
    }

    fn add<I: record_table::StreamId, R, S: Default>(
        &self,
        record_table: &mut RecordTable<I, R, S>,
        record: R,
    ) -> Result<(), CorruptHistory> {
        let entry = Entry { id: self.id()?, version: self.version, record, state: S::default() };
        if record_table.add(entry) { Ok(()) } else { Err(CorruptHistory::RecordedTwice(self.stream.clone())) }
    }

    /// The beginning of an event that is run here.
    fn open(
        &self,
        running: &mut BTreeMap<StreamName, RunningCompetition>,
        name: Option<Commitment>,
        edition: Option<(OnlineEvent, u32, Day)>,
    ) -> Result<(), CorruptHistory> {
        self.id::<CompetitionId>()?;
        if self.version != Version(1) {
            return Err(CorruptHistory::RecordedTwice(self.stream.clone()));
        }
        running.insert(self.stream.clone(), RunningCompetition { version: self.version, name, edition });
        Ok(())
    }

    /// One more fact of an event that is run here.
    fn advance_running(&self, running: &mut BTreeMap<StreamName, RunningCompetition>) -> Result<(), CorruptHistory> {
        let entry = running.get_mut(self.stream).ok_or_else(|| CorruptHistory::NotRecorded(self.stream.clone()))?;
        entry.version = self.version;
        Ok(())
    }

    /// The first record of a thing, or a newer one.
    fn put<I: record_table::StreamId, R, S: Default>(
        &self,
        record_table: &mut RecordTable<I, R, S>,
        record: R,
    ) -> Result<(), CorruptHistory> {
        if self.version == Version(1) { self.add(record_table, record) } else { self.correct(record_table, record) }
    }

    fn correct<I: record_table::StreamId, R, S>(
        &self,
        record_table: &mut RecordTable<I, R, S>,
        record: R,
    ) -> Result<(), CorruptHistory> {
        let entry = self.entry(record_table)?;
        entry.version = self.version;
        entry.record = record;
        Ok(())
    }

    fn decide<I: record_table::StreamId, R, S>(
        &self,
        record_table: &mut RecordTable<I, R, S>,
        decide: impl FnOnce(&mut S),
    ) -> Result<(), CorruptHistory> {
        let entry = self.entry(record_table)?;
        entry.version = self.version;
        decide(&mut entry.state);
        Ok(())
    }
}
