//! Decides on Grand Prix cycles that are run here: which tournaments belong to one, closing, and corrections after it.

use crate::authority::Hand;
use crate::calendar::Moment;
use crate::class::TournamentClass;
use crate::deadlines::grand_prix_decided;
use crate::event::{
    Commitment, Correction, GrandPrixEvent, GrandPrixOpening, GrandPrixRecord, RemovedTournament, TieEvent,
};
use crate::history::CorruptHistory;
use crate::ids::{EventId, PlayerId};
use crate::rulebook::{Rulebook, parameters};
use crate::running::{Rejection, check_corrector, check_opener, check_runner};
use std::collections::BTreeMap;

/// A cycle as far as decisions need it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum GrandPrix {
    /// No cycle has this id.
    #[default]
    Unknown,
    /// It is run here and not over.
    Running(RunningCycle),
    /// It is over.
    Over(FinishedCycle),
}

/// A cycle that is run here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningCycle {
    /// How it was opened.
    pub opening: GrandPrixOpening,
    /// Its tournaments, in the order in which they were added.
    pub tournaments: Vec<EventId>,
    /// Whether it is over; its record follows at once.
    pub closed: bool,
}

/// A cycle that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedCycle {
    /// Its record after all corrections.
    pub record: GrandPrixRecord,
    /// The order that was set among tied players.
    pub tie: Option<Vec<PlayerId>>,
    /// Whether it was run here.
    pub ran: bool,
}

/// What is known of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownTournament {
    /// Its declared class.
    pub class: TournamentClass,
    /// When it ended, if it is over.
    pub ended_at: Option<Moment>,
}

/// What is known beside the cycle itself.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Beside {
    /// Every tournament that the command is about, as far as it is there.
    pub tournaments: BTreeMap<EventId, KnownTournament>,
    /// The rulebook of the cycle, if it was adopted.
    pub rulebook: Option<Rulebook>,
}

/// What somebody wants of a cycle.
#[derive(Debug, Clone, PartialEq)]
pub struct Command {
    /// In whose right.
    pub by: Hand,
    /// What.
    pub wish: Wish,
    /// What else is known.
    pub beside: Beside,
}

/// What is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// Open it.
    Open(GrandPrixOpening),
    /// Let a tournament belong to it.
    AddTournament {
        /// Which.
        tournament: EventId,
    },
    /// Take a tournament out of it.
    RemoveTournament {
        /// Which.
        tournament: EventId,
        /// Why.
        reason: Commitment,
    },
    /// Close it.
    Close,
    /// Correct its record.
    Correct(Correction<GrandPrixRecord>),
}

/// What happens if the command is carried out.
pub fn decide(state: &GrandPrix, command: &Command) -> Result<Vec<GrandPrixEvent>, Rejection> {
    let Command { by, wish, beside } = command;
    match (state, wish) {
        (GrandPrix::Unknown, Wish::Open(opening)) => {
            check_opener(*by)?;
            beside.rulebook()?;
            Ok(vec![GrandPrixEvent::Opened(opening.clone())])
        }
        (GrandPrix::Running(_) | GrandPrix::Over(_), Wish::Open(_)) => {
            check_opener(*by)?;
            Err(Rejection::AlreadyOpen)
        }
        (GrandPrix::Unknown, _) => Err(Rejection::Unknown),
        (GrandPrix::Running(cycle), wish) => {
            check_runner(*by)?;
            run(cycle, wish, beside)
        }
        (GrandPrix::Over(cycle), wish) => {
            check_corrector(*by)?;
            correct(cycle, wish, beside)
        }
    }
}

impl Beside {
    fn rulebook(&self) -> Result<&Rulebook, Rejection> {
        self.rulebook.as_ref().ok_or(Rejection::UnknownRulebook)
    }

    /// A tournament that may belong to a cycle (R-AWG-01).
    fn eliminatory(&self, tournament: &EventId) -> Result<KnownTournament, Rejection> {
        let unknown = || Rejection::UnknownTournament { tournament: tournament.clone() };
        let known = self.tournaments.get(tournament).ok_or_else(unknown)?;
        if known.class != TournamentClass::Eliminatory {
            return Err(Rejection::NotEliminatory { tournament: tournament.clone() });
        }
        Ok(*known)
    }

    /// All of them are eliminatory and over, none stands twice, and there is at least one.
    fn check_members(&self, tournaments: &[EventId]) -> Result<(), Rejection> {
        if tournaments.is_empty() {
            return Err(Rejection::NoTournaments);
        }
        let mut ends = Vec::with_capacity(tournaments.len());
        for (index, tournament) in tournaments.iter().enumerate() {
            if tournaments[..index].contains(tournament) {
                return Err(Rejection::TournamentTwice { tournament: tournament.clone() });
            }
            ends.push(self.eliminatory(tournament)?.ended_at);
        }
        if grand_prix_decided(&ends).is_some() {
            return Ok(());
        }
        let running = ends.iter().position(Option::is_none).unwrap_or_default();
        Err(Rejection::TournamentRunning { tournament: tournaments[running].clone() })
    }
}

fn run(cycle: &RunningCycle, wish: &Wish, beside: &Beside) -> Result<Vec<GrandPrixEvent>, Rejection> {
    match wish {
        Wish::Open(_) => Err(Rejection::AlreadyOpen),
        Wish::AddTournament { tournament } if cycle.tournaments.contains(tournament) => Ok(vec![]),
        Wish::AddTournament { tournament } => {
            beside.eliminatory(tournament)?;
            let max = beside.rulebook()?.get(parameters::AWANS_GP_EVENTS).max;
            if cycle.tournaments.len() as u64 >= max.into() {
                return Err(Rejection::TooManyTournaments { max });
            }
            Ok(vec![GrandPrixEvent::TournamentAdded { tournament: tournament.clone() }])
        }
        Wish::RemoveTournament { tournament, reason } => {
            if !cycle.tournaments.contains(tournament) {
                return Err(Rejection::NotAMember { tournament: tournament.clone() });
            }
            let removed = RemovedTournament { tournament: tournament.clone(), reason: *reason };
            Ok(vec![GrandPrixEvent::TournamentRemoved(removed)])
        }
        Wish::Close => {
            // Fewer valid members than a cycle needs are no reason to keep it open: its seat waits for a decision (AMB-71).
            beside.check_members(&cycle.tournaments)?;
            let GrandPrixOpening { name, rulebook } = cycle.opening.clone();
            let record = GrandPrixRecord { name, tournaments: cycle.tournaments.clone(), rulebook };
            Ok(vec![GrandPrixEvent::Closed, GrandPrixEvent::Recorded(record)])
        }
        Wish::Correct(_) => Err(Rejection::StillRunning),
    }
}

fn correct(cycle: &FinishedCycle, wish: &Wish, beside: &Beside) -> Result<Vec<GrandPrixEvent>, Rejection> {
    match wish {
        Wish::Correct(correction) if correction.record == cycle.record => Ok(vec![]),
        Wish::Correct(correction) => {
            beside.rulebook()?;
            beside.check_members(&correction.record.tournaments)?;
            Ok(vec![GrandPrixEvent::Corrected(correction.clone())])
        }
        Wish::Close if cycle.ran => Ok(vec![]),
        Wish::Open(_) => Err(Rejection::AlreadyOpen),
        Wish::AddTournament { .. } | Wish::RemoveTournament { .. } | Wish::Close => Err(Rejection::Closed),
    }
}

/// The cycle after an event.
pub fn evolve(state: GrandPrix, event: &GrandPrixEvent) -> Result<GrandPrix, CorruptHistory> {
    match (state, event) {
        (GrandPrix::Unknown, GrandPrixEvent::Opened(opening)) => {
            Ok(GrandPrix::Running(RunningCycle { opening: opening.clone(), tournaments: Vec::new(), closed: false }))
        }
        (GrandPrix::Unknown, GrandPrixEvent::Recorded(record)) => Ok(over(record, false)),
        (GrandPrix::Unknown, _) => Err(CorruptHistory::NotRecorded),
        (GrandPrix::Running(cycle), GrandPrixEvent::Recorded(record)) if cycle.closed => Ok(over(record, true)),
        (GrandPrix::Running(cycle), event) => evolve_running(cycle, event).map(GrandPrix::Running),
        (GrandPrix::Over(mut cycle), event) => {
            match event {
                GrandPrixEvent::Corrected(correction) => cycle.record = correction.record.clone(),
                GrandPrixEvent::Tie(TieEvent::Decided { order }) => cycle.tie = Some(order.clone()),
                GrandPrixEvent::Tie(TieEvent::DecisionWithdrawn) => cycle.tie = None,
                GrandPrixEvent::Opened(_)
                | GrandPrixEvent::Recorded(_)
                | GrandPrixEvent::TournamentAdded { .. }
                | GrandPrixEvent::TournamentRemoved(_)
                | GrandPrixEvent::Closed => return Err(CorruptHistory::RecordedTwice),
            }
            Ok(GrandPrix::Over(cycle))
        }
    }
}

fn over(record: &GrandPrixRecord, ran: bool) -> GrandPrix {
    GrandPrix::Over(FinishedCycle { record: record.clone(), tie: None, ran })
}

fn evolve_running(mut cycle: RunningCycle, event: &GrandPrixEvent) -> Result<RunningCycle, CorruptHistory> {
    match event {
        GrandPrixEvent::Opened(_) | GrandPrixEvent::Recorded(_) => return Err(CorruptHistory::RecordedTwice),
        GrandPrixEvent::Corrected(_) | GrandPrixEvent::Tie(_) => return Err(CorruptHistory::NotRecorded),
        GrandPrixEvent::TournamentAdded { tournament } => cycle.tournaments.push(tournament.clone()),
        GrandPrixEvent::TournamentRemoved(removed) => {
            cycle.tournaments.retain(|tournament| *tournament != removed.tournament);
        }
        GrandPrixEvent::Closed => cycle.closed = true,
    }
    Ok(cycle)
}

#[cfg(test)]
mod tests;
