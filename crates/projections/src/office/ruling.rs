//! Acts by which a person settles what the rules leave open: a small attendance, a tie for a qualification, and giving up the
//! qualifications of a season outside an event.

use super::{Act, ActError, Done, HistoryProblem, Known, Office, Plan, Stood, Subject};
use crate::projector::Projector;
use crate::season_lists::{ranking_ties, small_attendance, ties_of};
use domain::calendar::Moment;
use domain::event::{Event, GrandPrixEvent, LeagueEvent, OnlineTableEvent, SeasonEvent, TieEvent, TournamentEvent};
use domain::ids::{EventId, PlayerId, SeasonId};
use domain::ruling::{ExceptionOutcome, ExceptionWish, Rejection, TieWish, Ties, decide_exception, decide_tie};
use domain::tournament::ExceptionDecision;
use domain::waiver;
use events::envelope::{InvalidStreamName, Position, Recorded, StreamKind, StreamName, Version};
use events::stored;

/// Where players are tied for a qualification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TieAbout {
    /// In a tournament.
    Tournament(EventId),
    /// In a league.
    League(EventId),
    /// In a Grand Prix cycle.
    GrandPrix(EventId),
    /// In an edition of an online event.
    OnlineEvent(EventId),
    /// In the ranking of a season.
    Ranking(SeasonId),
}

impl TieAbout {
    /// What the decision is recorded of.
    pub fn stream(&self) -> Result<StreamName, InvalidStreamName> {
        match self {
            Self::Tournament(id) => StreamName::new(StreamKind::Tournament, id.as_str()),
            Self::League(id) => StreamName::new(StreamKind::League, id.as_str()),
            Self::GrandPrix(id) => StreamName::new(StreamKind::GrandPrix, id.as_str()),
            Self::OnlineEvent(id) => StreamName::new(StreamKind::OnlineEvent, id.as_str()),
            Self::Ranking(id) => StreamName::new(StreamKind::Season, id.as_str()),
        }
    }

    fn event(&self, tie: TieEvent) -> Event {
        match self {
            Self::Tournament(_) => Event::Tournament(TournamentEvent::Tie(tie)),
            Self::League(_) => Event::League(LeagueEvent::Tie(tie)),
            Self::GrandPrix(_) => Event::GrandPrix(GrandPrixEvent::Tie(tie)),
            Self::OnlineEvent(_) => Event::Online(OnlineTableEvent::Tie(tie)),
            Self::Ranking(_) => Event::Season(SeasonEvent::RankingTie(tie)),
        }
    }
}

/// What somebody wants of the order among tied players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TieAsk {
    /// Set it.
    Decide {
        /// The players, the best first.
        order: Vec<PlayerId>,
    },
    /// Take it back.
    Withdraw,
}

/// What somebody wants of the decision on a small attendance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExceptionAsk {
    /// Take it.
    Decide {
        /// Whether the tournament may give a qualification.
        granted: bool,
    },
    /// Take it back.
    Withdraw,
}

/// What somebody wants of a player's declarations outside events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WaiverAsk {
    /// Record one.
    Declare {
        /// When the player said so; at this moment if it is not given.
        declared_at: Option<Moment>,
    },
    /// Take back what was declared in a season.
    Withdraw {
        /// Which.
        season: SeasonId,
    },
}

/// The two decisions on a stream, each with an ETag of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RuledOn {
    Attendance,
    Tie,
}

/// A stream as far as rulings need it.
#[derive(Default)]
struct Ruled {
    /// Whether there is a record that something can be decided about.
    over: bool,
    exception: Option<ExceptionDecision>,
    tie: Option<Vec<PlayerId>>,
}

impl Ruled {
    /// Takes in an event; gives where the decision stands if the event is about that.
    fn take_in(&mut self, event: Event, position: Position) -> Option<(RuledOn, Position)> {
        let tie = match event {
            Event::Tournament(TournamentEvent::ExceptionDecided(decision)) => {
                self.exception = Some(decision);
                return Some((RuledOn::Attendance, position));
            }
            Event::Tournament(TournamentEvent::ExceptionDecisionWithdrawn) => {
                self.exception = None;
                return Some((RuledOn::Attendance, Position::START));
            }
            Event::Tournament(TournamentEvent::Recorded(_))
            | Event::League(LeagueEvent::Recorded(_))
            | Event::GrandPrix(GrandPrixEvent::Recorded(_))
            | Event::Online(OnlineTableEvent::Recorded(_))
            | Event::Season(SeasonEvent::Opened(_)) => {
                self.over = true;
                return None;
            }
            Event::Tournament(TournamentEvent::Tie(tie))
            | Event::League(LeagueEvent::Tie(tie))
            | Event::GrandPrix(GrandPrixEvent::Tie(tie))
            | Event::Online(OnlineTableEvent::Tie(tie))
            | Event::Season(SeasonEvent::RankingTie(tie)) => tie,
            _ => return None,
        };
        self.tie = match tie {
            TieEvent::Decided { order } => Some(order),
            TieEvent::DecisionWithdrawn => None,
        };
        Some((RuledOn::Tie, if self.tie.is_some() { position } else { Position::START }))
    }
}

impl Office {
    /// Decides whether a tournament with a small attendance gives a qualification, or takes that back (R-FMT-16).
    pub fn rule_exception(
        &self,
        act: &Act,
        projector: &Projector,
        tournament: &EventId,
        ask: ExceptionAsk,
    ) -> Result<Done, ActError<Rejection>> {
        let stream = StreamName::new(StreamKind::Tournament, tournament.as_str())?;
        // Whether a decision is needed depends on the season and its rulebook.
        let _alone = self.one_at_a_time();
        let load = || self.ruled(&stream, RuledOn::Attendance);
        let plan = |stood: &Stood<Ruled>| {
            projector.catch_up(self.log.head()?.position)?;
            let over = stood.state.over.then(|| small_attendance(&projector.views().records, tournament)).flatten();
            let attendance = over.ok_or(ActError::Rejected(Rejection::NotOver))?;
            let wish = match ask {
                ExceptionAsk::Decide { granted } => ExceptionWish::Decide { granted, at: self.moment() },
                ExceptionAsk::Withdraw => ExceptionWish::Withdraw,
            };
            let outcome = decide_exception(stood.state.exception, attendance, wish).map_err(ActError::Rejected)?;
            let event = match outcome {
                ExceptionOutcome::Unchanged => None,
                ExceptionOutcome::Decided(decision) => Some(TournamentEvent::ExceptionDecided(decision)),
                ExceptionOutcome::Withdrawn => Some(TournamentEvent::ExceptionDecisionWithdrawn),
            };
            Ok(Plan { events: event.into_iter().map(Event::Tournament).collect(), ..Plan::default() })
        };
        self.perform_on(act, &stream, &load, &plan)
    }

    /// Sets the order among players who are tied for a qualification, or takes it back (AMB-41, AMB-60).
    pub fn rule_tie(
        &self,
        act: &Act,
        projector: &Projector,
        about: &TieAbout,
        ask: &TieAsk,
    ) -> Result<Done, ActError<Rejection>> {
        let stream = about.stream()?;
        // Who is tied depends on everybody who holds a qualification.
        let _alone = self.one_at_a_time();
        let load = || self.ruled(&stream, RuledOn::Tie);
        let plan = |stood: &Stood<Ruled>| {
            if !stood.state.over {
                return Err(ActError::Rejected(Rejection::NotOver));
            }
            projector.catch_up(self.log.head()?.position)?;
            let wish = match ask {
                TieAsk::Decide { order } => TieWish::Decide { order: order.clone(), at: self.moment() },
                TieAsk::Withdraw => TieWish::Withdraw,
            };
            let ties = ties(projector, about);
            let tie = decide_tie(stood.state.tie.as_deref(), &ties, &wish).map_err(ActError::Rejected)?;
            Ok(Plan { events: tie.map(|tie| about.event(tie)).into_iter().collect(), ..Plan::default() })
        };
        self.perform_on(act, &stream, &load, &plan)
    }

    /// Records that a player gives up the qualifications of a season, or takes that back (R-WAV-03).
    pub fn rule_waiver(
        &self,
        act: &Act,
        projector: &Projector,
        player: &PlayerId,
        ask: &WaiverAsk,
    ) -> Result<Done, ActError<waiver::Rejection>> {
        let stream = StreamName::new(StreamKind::Player, player.as_str())?;
        let evolve = |state, event: &Event| match event {
            Event::Player(event) => Ok(waiver::evolve(state, event)?),
            _ => Err(HistoryProblem::OtherKind),
        };
        let _alone = self.one_at_a_time();
        self.perform(act, &Subject { stream: &stream, evolve, must_exist: true }, |stood| {
            projector.catch_up(self.log.head()?.position)?;
            let views = projector.views();
            let now = self.moment();
            let command = match ask {
                WaiverAsk::Declare { declared_at } => {
                    let declared_at = declared_at.unwrap_or(now);
                    let season = views.records.season_on(declared_at.day()).map(|season| season.record.window);
                    waiver::Command::Declare { declared_at, now, season }
                }
                WaiverAsk::Withdraw { season } => {
                    let season = views.records.season(season).ok_or(ActError::NotFound)?;
                    waiver::Command::Withdraw { season: season.record.window }
                }
            };
            let events = waiver::decide(&stood.state, command).map_err(ActError::Rejected)?;
            Ok(Plan { events: events.into_iter().map(Event::Player).collect(), ..Plan::default() })
        })
    }

    /// A stream with what was ruled on it; its ETag is that of the one decision, and none where nothing was decided.
    fn ruled<R>(&self, stream: &StreamName, on: RuledOn) -> Result<Stood<Ruled>, ActError<R>> {
        let mut stood = Stood { version: Version(0), etag: Position::START, state: Ruled::default() };
        self.each_event(stream, &mut |recorded: &Recorded| {
            let (position, event) = (recorded.position, &recorded.event);
            let event = stored::decode(&event.event_type, event.schema_version, &event.payload).map_err(|problem| {
                let problem = HistoryProblem::Decode { position, problem };
                ActError::History { stream: stream.clone(), problem }
            })?;
            stood.version = recorded.version;
            if let Some((_, stands_at)) = stood.state.take_in(event, position).filter(|(ruled, _)| *ruled == on) {
                stood.etag = stands_at;
            }
            Ok::<(), ActError<R>>(())
        })?;
        if stood.version == Version(0) { Err(ActError::NotFound) } else { Ok(stood) }
    }
}

fn ties(projector: &Projector, about: &TieAbout) -> Ties {
    let views = projector.views();
    match about {
        TieAbout::Tournament(id) => ties_of(&views.records, StreamKind::Tournament, id),
        TieAbout::League(id) => ties_of(&views.records, StreamKind::League, id),
        TieAbout::GrandPrix(id) => ties_of(&views.records, StreamKind::GrandPrix, id),
        TieAbout::OnlineEvent(id) => ties_of(&views.records, StreamKind::OnlineEvent, id),
        TieAbout::Ranking(id) => ranking_ties(&views.records, id),
    }
}
