//! Acts on Grand Prix cycles: opening, tournaments, closing, and corrections after it.

use super::{Act, ActError, Done, HistoryProblem, Known, Office, Plan, Stood, Subject};
use domain::authority::Hand;
use domain::event::{Commitment, Correction, Event, GrandPrixOpening, GrandPrixRecord};
use domain::grand_prix::decider::{Beside, Command, GrandPrix, Wish, decide, evolve};
use domain::ids::{EventId, RulebookId};
use domain::running::Rejection;
use domain::text::{Name, StatedReason};
use events::envelope::{StreamKind, StreamName};
use events::vault::{EventTexts, Prepared};

/// A cycle that is to be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CycleDetails {
    /// What it is called.
    pub name: Name,
    /// The rulebook that its standings are computed with.
    pub rulebook: RulebookId,
}

/// What holds of a cycle that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CycleRecordDetails {
    /// What it is called.
    pub name: Name,
    /// Its tournaments.
    pub tournaments: Vec<EventId>,
    /// The rulebook that its standings are computed with.
    pub rulebook: RulebookId,
}

/// What somebody wants of a cycle that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CycleWish {
    /// Let a tournament belong to it.
    AddTournament(EventId),
    /// Take a tournament out of it.
    RemoveTournament {
        /// Which.
        tournament: EventId,
        /// Why.
        reason: StatedReason,
    },
    /// Close it.
    Close,
    /// Correct its record.
    Correct {
        /// What holds instead.
        details: CycleRecordDetails,
        /// Why.
        reason: StatedReason,
    },
}

impl CycleWish {
    fn reason(&self) -> Option<&StatedReason> {
        match self {
            Self::RemoveTournament { reason, .. } | Self::Correct { reason, .. } => Some(reason),
            Self::AddTournament(_) | Self::Close => None,
        }
    }
}

type Outcome = Result<Done, ActError<Rejection>>;

impl Office {
    /// Opens a cycle under a new opaque id.
    pub fn open_cycle(&self, act: &Act, by: Hand, details: &CycleDetails) -> Outcome {
        let stream = StreamName::new(StreamKind::GrandPrix, &self.opaque_id())?;
        self.perform(act, &subject(&stream, false), |stood| {
            let name = self.vault.prepare(&EventTexts { name: details.name.as_str().into() });
            let opening = GrandPrixOpening { name: name.commitment(), rulebook: details.rulebook.clone() };
            let rulebook = self.rules_of_cycle(&details.rulebook)?;
            let beside = Beside { rulebook, ..Beside::default() };
            let events = decided(stood, &Command { by, wish: Wish::Open(opening), beside })?;
            Ok(Plan { events, texts: vec![name], ..Plan::default() })
        })
    }

    /// Does something to a cycle.
    pub fn run_cycle(&self, act: &Act, known: &dyn Known, by: Hand, id: &EventId, wish: &CycleWish) -> Outcome {
        let stream = StreamName::new(StreamKind::GrandPrix, id.as_str())?;
        self.perform(act, &subject(&stream, true), |stood| {
            let (first_id, reason) = self.reason(wish.reason());
            let commitment = reason.as_ref().map(Prepared::commitment);
            let mut texts: Vec<Prepared> = reason.into_iter().collect();
            let (beside, reason) = (self.beside_cycle(known, stood, wish)?, commitment);
            let wish = match wish.clone() {
                CycleWish::AddTournament(tournament) => Wish::AddTournament { tournament },
                CycleWish::RemoveTournament { tournament, .. } => {
                    Wish::RemoveTournament { tournament, reason: reason.unwrap_or(Commitment([0; 32])) }
                }
                CycleWish::Close => Wish::Close,
                CycleWish::Correct { details: CycleRecordDetails { name, tournaments, rulebook }, .. } => {
                    let kept = match &stood.state {
                        GrandPrix::Over(cycle) => Some(cycle.record.name),
                        GrandPrix::Running(_) | GrandPrix::Unknown => None,
                    };
                    let name = self.event_name(&stream, kept, &name, &mut texts)?;
                    let record = GrandPrixRecord { name, tournaments, rulebook };
                    Wish::Correct(Correction { record, reason })
                }
            };
            let events = decided(stood, &Command { by, wish, beside })?;
            Ok(Plan { first_id: Some(first_id), events, texts, ..Plan::default() })
        })
    }

    /// What the rules ask of the tournaments and of the rulebook.
    fn beside_cycle(
        &self,
        known: &dyn Known,
        stood: &Stood<GrandPrix>,
        wish: &CycleWish,
    ) -> Result<Beside, ActError<Rejection>> {
        known.catch_up(self.log.head()?.position)?;
        let of_cycle = match &stood.state {
            GrandPrix::Unknown => None,
            GrandPrix::Running(cycle) => Some((&cycle.opening.rulebook, cycle.tournaments.as_slice())),
            GrandPrix::Over(cycle) => Some((&cycle.record.rulebook, cycle.record.tournaments.as_slice())),
        };
        let (rulebook, members) = of_cycle.ok_or(ActError::NotFound)?;
        let (rulebook, wanted): (&RulebookId, &[EventId]) = match wish {
            CycleWish::AddTournament(tournament) => (rulebook, std::slice::from_ref(tournament)),
            CycleWish::Correct { details, .. } => (&details.rulebook, &details.tournaments),
            CycleWish::RemoveTournament { .. } | CycleWish::Close => (rulebook, &[]),
        };
        let found = members.iter().chain(wanted).filter_map(|id| Some((id.clone(), known.cycle_tournament(id)?)));
        Ok(Beside { tournaments: found.collect(), rulebook: self.rules_of_cycle(rulebook)? })
    }

    fn rules_of_cycle(&self, id: &RulebookId) -> Result<Option<domain::rulebook::Rulebook>, ActError<Rejection>> {
        Ok(self.adopted(id)?.and_then(|record| record.rulebook().ok()))
    }
}

fn subject(stream: &StreamName, must_exist: bool) -> Subject<'_, GrandPrix> {
    let evolve = |state, event: &Event| match event {
        Event::GrandPrix(event) => Ok(evolve(state, event)?),
        _ => Err(HistoryProblem::OtherKind),
    };
    Subject { stream, evolve, must_exist }
}

fn decided(stood: &Stood<GrandPrix>, command: &Command) -> Result<Vec<Event>, ActError<Rejection>> {
    let events = decide(&stood.state, command).map_err(ActError::Rejected)?;
    Ok(events.into_iter().map(Event::GrandPrix).collect())
}
