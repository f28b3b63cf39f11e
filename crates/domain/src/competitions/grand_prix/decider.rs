//! Decider of a Grand Prix: adding and removing tournaments, closing, and corrections after closing.

use crate::competitions::class::TournamentClass;
use crate::competitions::lifecycle::{Finished, Lifecycle, Rejection, RunningState, Transition};
use crate::event::history::CorruptHistory;
use crate::event::{Commitment, Correction, GrandPrixEvent, GrandPrixOpening, GrandPrixRecord, RemovedTournament};
use crate::people::authority::CompetitionAuthority;
use crate::rulebook::{Rulebook, parameters};
use crate::season::deadlines::grand_prix_decided;
use crate::values::calendar::Moment;
use crate::values::ids::CompetitionId;
use std::collections::BTreeMap;

pub type GrandPrix = Lifecycle<RunningGrandPrix, GrandPrixRecord>;
pub type FinishedGrandPrix = Finished<RunningGrandPrix, GrandPrixRecord>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningGrandPrix {
    pub opening: GrandPrixOpening,
    /// Its tournaments, in the order in which they were added.
    pub tournaments: Vec<CompetitionId>,
    /// Whether it is over; its record follows at once.
    pub closed: bool,
}

/// Facts about a member tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownTournament {
    pub class: TournamentClass,
    pub ended_at: Option<Moment>,
}

/// Facts outside the Grand Prix that its decider needs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Context {
    /// Every tournament that the command is about, as far as it is there.
    pub tournaments: BTreeMap<CompetitionId, KnownTournament>,
    /// The rulebook of the Grand Prix, if it was adopted.
    pub rulebook: Option<Rulebook>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Command {
    pub by: CompetitionAuthority,
    pub action: GrandPrixAction,
    pub context: Context,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GrandPrixAction {
    Open(GrandPrixOpening),
    AddTournament { tournament: CompetitionId },
    RemoveTournament { tournament: CompetitionId, reason: Commitment },
    Close,
    Correct(Correction<GrandPrixRecord>),
}

pub fn decide(state: &GrandPrix, command: &Command) -> Result<Vec<GrandPrixEvent>, Rejection> {
    let Command { by, action, context } = command;
    let open = match action {
        GrandPrixAction::Open(opening) => Some(|| {
            context.rulebook()?;
            Ok(vec![GrandPrixEvent::Opened(opening.clone())])
        }),
        GrandPrixAction::AddTournament { .. }
        | GrandPrixAction::RemoveTournament { .. }
        | GrandPrixAction::Close
        | GrandPrixAction::Correct(_) => None,
    };
    state.decide(*by, open, |running| run(running, action, context), |finished| correct(finished, action, context))
}

impl Context {
    fn rulebook(&self) -> Result<&Rulebook, Rejection> {
        self.rulebook.as_ref().ok_or(Rejection::UnknownRulebook)
    }

    /// A tournament that may belong to a Grand Prix (R-AWG-01).
    fn eliminatory(&self, tournament: &CompetitionId) -> Result<KnownTournament, Rejection> {
        let unknown = || Rejection::UnknownTournament { tournament: tournament.clone() };
        let known = self.tournaments.get(tournament).ok_or_else(unknown)?;
        if known.class != TournamentClass::Eliminatory {
            return Err(Rejection::NotEliminatory { tournament: tournament.clone() });
        }
        Ok(*known)
    }

    /// All of them are eliminatory and over, none stands twice, and there is at least one.
    fn check_members(&self, tournaments: &[CompetitionId]) -> Result<(), Rejection> {
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

fn run(
    grand_prix: &RunningGrandPrix,
    action: &GrandPrixAction,
    context: &Context,
) -> Result<Vec<GrandPrixEvent>, Rejection> {
    match action {
        GrandPrixAction::Open(_) => Err(Rejection::AlreadyOpen),
        GrandPrixAction::AddTournament { tournament } if grand_prix.tournaments.contains(tournament) => Ok(vec![]),
        GrandPrixAction::AddTournament { tournament } => {
            context.eliminatory(tournament)?;
            let max = context.rulebook()?.get(parameters::AWANS_GP_EVENTS).max;
            if grand_prix.tournaments.len() as u64 >= max.into() {
                return Err(Rejection::TooManyTournaments { max });
            }
            Ok(vec![GrandPrixEvent::TournamentAdded { tournament: tournament.clone() }])
        }
        GrandPrixAction::RemoveTournament { tournament, reason } => {
            if !grand_prix.tournaments.contains(tournament) {
                return Err(Rejection::TournamentNotInCycle { tournament: tournament.clone() });
            }
            let removed = RemovedTournament { tournament: tournament.clone(), reason: *reason };
            Ok(vec![GrandPrixEvent::TournamentRemoved(removed)])
        }
        GrandPrixAction::Close => {
            // A Grand Prix with too few valid members can close: its seat waits for a decision (AMB-71).
            context.check_members(&grand_prix.tournaments)?;
            let GrandPrixOpening { name, rulebook } = grand_prix.opening.clone();
            let record = GrandPrixRecord { name, tournaments: grand_prix.tournaments.clone(), rulebook };
            Ok(vec![GrandPrixEvent::Closed, GrandPrixEvent::Recorded(record)])
        }
        GrandPrixAction::Correct(_) => Err(Rejection::StillRunning),
    }
}

fn correct(
    grand_prix: &FinishedGrandPrix,
    action: &GrandPrixAction,
    context: &Context,
) -> Result<Vec<GrandPrixEvent>, Rejection> {
    match action {
        GrandPrixAction::Correct(correction) if correction.record == grand_prix.record => Ok(vec![]),
        GrandPrixAction::Correct(correction) => {
            context.rulebook()?;
            context.check_members(&correction.record.tournaments)?;
            Ok(vec![GrandPrixEvent::Corrected(correction.clone())])
        }
        GrandPrixAction::Close if grand_prix.state_at_closing.is_some() => Ok(vec![]),
        GrandPrixAction::Open(_) => Err(Rejection::AlreadyOpen),
        GrandPrixAction::AddTournament { .. } | GrandPrixAction::RemoveTournament { .. } | GrandPrixAction::Close => {
            Err(Rejection::Closed)
        }
    }
}

pub fn evolve(state: GrandPrix, event: &GrandPrixEvent) -> Result<GrandPrix, CorruptHistory> {
    state.evolve(event)
}

impl RunningState for RunningGrandPrix {
    type Event = GrandPrixEvent;
    type Opening = GrandPrixOpening;
    type Record = GrandPrixRecord;

    fn open(opening: &GrandPrixOpening) -> Self {
        Self { opening: opening.clone(), tournaments: Vec::new(), closed: false }
    }

    fn is_closed(&self) -> bool {
        self.closed
    }

    fn transition(event: &GrandPrixEvent) -> Transition<'_, GrandPrixOpening, GrandPrixRecord> {
        match event {
            GrandPrixEvent::Opened(opening) => Transition::Open(opening),
            GrandPrixEvent::Recorded(record) => Transition::Record(record),
            GrandPrixEvent::Corrected(correction) => Transition::Correct(correction),
            GrandPrixEvent::Tie(tie) => Transition::Tie(tie),
            GrandPrixEvent::TournamentAdded { .. } | GrandPrixEvent::TournamentRemoved(_) | GrandPrixEvent::Closed => {
                Transition::Progress
            }
        }
    }

    fn progress(&mut self, event: &GrandPrixEvent) {
        match event {
            GrandPrixEvent::TournamentAdded { tournament } => self.tournaments.push(tournament.clone()),
            GrandPrixEvent::TournamentRemoved(removed) => {
                self.tournaments.retain(|tournament| *tournament != removed.tournament);
            }
            GrandPrixEvent::Closed => self.closed = true,
            GrandPrixEvent::Opened(_)
            | GrandPrixEvent::Recorded(_)
            | GrandPrixEvent::Corrected(_)
            | GrandPrixEvent::Tie(_) => {}
        }
    }
}

#[cfg(test)]
mod tests;
