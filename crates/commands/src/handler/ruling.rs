//! Commands that decide what the rules leave to a person: a small attendance, a tie for a qualification, and a waiver
//! of the qualifications of a season outside a competition.

use super::{
    CommandError, CommandHandler, CommandMetadata, CommandReceipt, LoadedStream, Lookup, Plan, TargetStream, events_of,
};
use domain::competitions::grand_prix::decider::RunningGrandPrix;
use domain::competitions::league::decider::RunningLeague;
use domain::competitions::lifecycle::{RunningState, Transition};
use domain::competitions::online::decider::RunningOnline;
use domain::event::{
    Event, GrandPrixEvent, LeagueEvent, OnlineCompetitionEvent, SeasonEvent, TieEvent, TournamentEvent,
};
use domain::qualification::ruling::{
    ExceptionAction, ExceptionOutcome, Rejection, TieAction, Ties, decide_exception, decide_tie,
};
use domain::qualification::waiver;
use domain::tournament::result::ExceptionDecision;
use domain::values::calendar::Moment;
use domain::values::ids::{CompetitionId, PlayerId, SeasonId};
use events::envelope::{InvalidStreamName, Position, StreamKind, StreamName, Version};
use projections::projector::Projector;
use projections::season_lists::{ranking_ties, small_attendance, ties_of};
use projections::views::Views;

/// Where players are tied for a qualification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TieScope {
    Tournament(CompetitionId),
    League(CompetitionId),
    GrandPrix(CompetitionId),
    OnlineEvent(CompetitionId),
    Ranking(SeasonId),
}

impl TieScope {
    /// What the decision is recorded of.
    pub fn stream(&self) -> Result<StreamName, InvalidStreamName> {
        let id = match self {
            Self::Tournament(id) | Self::League(id) | Self::GrandPrix(id) | Self::OnlineEvent(id) => id.as_str(),
            Self::Ranking(id) => id.as_str(),
        };
        StreamName::new(self.kind(), id)
    }

    fn kind(&self) -> StreamKind {
        match self {
            Self::Tournament(_) => StreamKind::Tournament,
            Self::League(_) => StreamKind::League,
            Self::GrandPrix(_) => StreamKind::GrandPrix,
            Self::OnlineEvent(_) => StreamKind::OnlineEvent,
            Self::Ranking(_) => StreamKind::Season,
        }
    }

    fn event(&self, tie: TieEvent) -> Event {
        match self {
            Self::Tournament(_) => Event::Tournament(TournamentEvent::Tie(tie)),
            Self::League(_) => Event::League(LeagueEvent::Tie(tie)),
            Self::GrandPrix(_) => Event::GrandPrix(GrandPrixEvent::Tie(tie)),
            Self::OnlineEvent(_) => Event::Online(OnlineCompetitionEvent::Tie(tie)),
            Self::Ranking(_) => Event::Season(SeasonEvent::RankingTie(tie)),
        }
    }
}

/// The two decisions on a stream, each with an ETag of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RulingKind {
    Attendance,
    Tie,
}

/// A stream as far as rulings need it.
#[derive(Default)]
struct RulingState {
    /// Whether there is a record that something can be decided about.
    over: bool,
    exception: Option<ExceptionDecision>,
    tie: Option<Vec<PlayerId>>,
}

impl RulingState {
    /// Takes in an event; gives where the decision stands if the event is about that.
    fn apply(&mut self, event: &Event, position: Position) -> Option<(RulingKind, Position)> {
        match event {
            Event::Tournament(TournamentEvent::ExceptionDecided(decision)) => {
                self.exception = Some(*decision);
                Some((RulingKind::Attendance, position))
            }
            Event::Tournament(TournamentEvent::ExceptionDecisionWithdrawn) => {
                self.exception = None;
                Some((RulingKind::Attendance, Position::START))
            }
            Event::Tournament(TournamentEvent::Recorded(_)) | Event::Season(SeasonEvent::Opened(_)) => {
                self.over = true;
                None
            }
            Event::Tournament(TournamentEvent::Tie(tie)) | Event::Season(SeasonEvent::RankingTie(tie)) => {
                Some(self.apply_tie(tie, position))
            }
            Event::League(event) => self.apply_transition(&RunningLeague::transition(event), position),
            Event::GrandPrix(event) => self.apply_transition(&RunningGrandPrix::transition(event), position),
            Event::Online(event) => self.apply_transition(&RunningOnline::transition(event), position),
            Event::Tournament(TournamentEvent::Act(_) | TournamentEvent::Corrected(_) | TournamentEvent::Waiver(_))
            | Event::Season(SeasonEvent::Corrected(_))
            | Event::Rulebook(_)
            | Event::Player(_)
            | Event::Championship(_)
            | Event::Ledger(_)
            | Event::List(_)
            | Event::Account(_)
            | Event::Log(_) => None,
        }
    }

    fn apply_transition<O, T>(
        &mut self,
        transition: &Transition<'_, O, T>,
        position: Position,
    ) -> Option<(RulingKind, Position)> {
        match transition {
            Transition::Record(_) => {
                self.over = true;
                None
            }
            Transition::Tie(tie) => Some(self.apply_tie(tie, position)),
            Transition::Open(_) | Transition::Progress | Transition::Correct(_) | Transition::Waiver(_) => None,
        }
    }

    fn apply_tie(&mut self, tie: &TieEvent, position: Position) -> (RulingKind, Position) {
        self.tie = tie.order();
        (RulingKind::Tie, if self.tie.is_some() { position } else { Position::START })
    }
}

impl CommandHandler {
    /// Decides whether a tournament with a small attendance gives a qualification, or takes that back (R-FMT-16).
    ///
    /// `action` builds the action at the time of the command.
    pub fn rule_exception(
        &self,
        metadata: &CommandMetadata,
        projector: &Projector,
        tournament: &CompetitionId,
        action: &dyn Fn(Moment) -> ExceptionAction,
    ) -> Result<CommandReceipt, CommandError<Rejection>> {
        let stream = StreamName::new(StreamKind::Tournament, tournament.as_str())?;
        // Whether a decision is needed depends on the season and its rulebook.
        let _guard = self.lock_across_streams();
        let load = || self.load_ruling(&stream, RulingKind::Attendance);
        let plan = |loaded: &LoadedStream<RulingState>| {
            projector.catch_up(self.log.head()?.position)?;
            let over = loaded.state.over.then(|| small_attendance(&projector.views().records, tournament)).flatten();
            let attendance = over.ok_or(CommandError::Rejected(Rejection::NotOver))?;
            let action = action(self.moment());
            let outcome =
                decide_exception(loaded.state.exception, attendance, action).map_err(CommandError::Rejected)?;
            let event = match outcome {
                ExceptionOutcome::Unchanged => None,
                ExceptionOutcome::Decided(decision) => Some(TournamentEvent::ExceptionDecided(decision)),
                ExceptionOutcome::Withdrawn => Some(TournamentEvent::ExceptionDecisionWithdrawn),
            };
            Ok(Plan::of(event.into_iter().map(Event::from).collect()))
        };
        self.execute_with_loader(metadata, &stream, &load, &plan)
    }

    /// Sets the order among players who are tied for a qualification, or takes it back (AMB-41, AMB-60).
    pub fn rule_tie(
        &self,
        metadata: &CommandMetadata,
        projector: &Projector,
        about: &TieScope,
        action: &dyn Fn(Moment) -> TieAction,
    ) -> Result<CommandReceipt, CommandError<Rejection>> {
        let stream = about.stream()?;
        // Who is tied depends on all players who hold a qualification.
        let _guard = self.lock_across_streams();
        let load = || self.load_ruling(&stream, RulingKind::Tie);
        let plan = |loaded: &LoadedStream<RulingState>| {
            if !loaded.state.over {
                return Err(CommandError::Rejected(Rejection::NotOver));
            }
            projector.catch_up(self.log.head()?.position)?;
            let action = action(self.moment());
            let ties = ties(projector, about);
            let tie = decide_tie(loaded.state.tie.as_deref(), &ties, &action).map_err(CommandError::Rejected)?;
            Ok(Plan::of(tie.map(|tie| about.event(tie)).into_iter().collect()))
        };
        self.execute_with_loader(metadata, &stream, &load, &plan)
    }

    /// Records that a player gives up the qualifications of a season (R-WAV-03); without a time, at this moment.
    pub fn declare_waiver(
        &self,
        metadata: &CommandMetadata,
        projector: &Projector,
        player: &PlayerId,
        declared_at: Option<Moment>,
    ) -> Result<CommandReceipt, CommandError<waiver::Rejection>> {
        self.run_waiver(metadata, projector, player, &|views| {
            let now = self.moment();
            let declared_at = declared_at.unwrap_or(now);
            let season = views.records.season_on(declared_at.day()).map(|season| season.record.window);
            Ok(waiver::Command::Declare { declared_at, now, season })
        })
    }

    /// Takes back what a player declared in a season.
    pub fn withdraw_waiver(
        &self,
        metadata: &CommandMetadata,
        projector: &Projector,
        player: &PlayerId,
        season: &SeasonId,
    ) -> Result<CommandReceipt, CommandError<waiver::Rejection>> {
        self.run_waiver(metadata, projector, player, &|views| {
            let season = views.records.season(season).ok_or(CommandError::NotFound)?;
            Ok(waiver::Command::Withdraw { season: season.record.window })
        })
    }

    fn run_waiver(
        &self,
        metadata: &CommandMetadata,
        projector: &Projector,
        player: &PlayerId,
        command: &dyn Fn(&Views) -> Result<waiver::Command, CommandError<waiver::Rejection>>,
    ) -> Result<CommandReceipt, CommandError<waiver::Rejection>> {
        let stream = StreamName::new(StreamKind::Player, player.as_str())?;
        let _guard = self.lock_across_streams();
        self.execute(metadata, &TargetStream::existing(&stream, waiver::evolve), |loaded| {
            projector.catch_up(self.log.head()?.position)?;
            let command = command(&projector.views())?;
            Ok(Plan::of(events_of(waiver::decide(&loaded.state, command))?))
        })
    }

    /// A stream with what was ruled on it; its ETag is that of the one decision, and none where nothing was decided.
    fn load_ruling<R>(
        &self,
        stream: &StreamName,
        on: RulingKind,
    ) -> Result<LoadedStream<RulingState>, CommandError<R>> {
        let mut loaded = LoadedStream { version: Version(0), etag: Position::START, state: RulingState::default() };
        self.each_decoded_event(stream, &mut |recorded, event| {
            loaded.version = recorded.version;
            if let Some((_, stands_at)) = loaded.state.apply(&event, recorded.position).filter(|(kind, _)| *kind == on)
            {
                loaded.etag = stands_at;
            }
            Ok(())
        })?;
        if loaded.version == Version(0) { Err(CommandError::NotFound) } else { Ok(loaded) }
    }
}

fn ties(projector: &Projector, about: &TieScope) -> Ties {
    let views = projector.views();
    match about {
        TieScope::Tournament(id) | TieScope::League(id) | TieScope::GrandPrix(id) | TieScope::OnlineEvent(id) => {
            ties_of(&views.records, about.kind(), id)
        }
        TieScope::Ranking(id) => ranking_ties(&views.records, id),
    }
}
