//! Decider of a running tournament.

mod application;
mod closing;
mod officiating;
mod players;
mod seating;
mod sheets;
mod undo;

pub use seating::open_tie;

use super::{
    Command, CommandKind, Credentials, HostedTournament, Phase, Rejection, SheetFindings, Stage, Tournament,
    TournamentAction, TournamentState, may_act,
};
use crate::event::{NumberedFact, TournamentEvent, TournamentFact};
use crate::rulebook::Rulebook;

/// What a command brings about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Decided {
    /// Empty for a harmless repeat.
    pub events: Vec<TournamentEvent>,
    /// What was found on the sheet that the command enters or corrects, in the state that it was decided on.
    pub findings: Option<SheetFindings>,
}

/// Events of a command, in the making.
#[derive(Default)]
pub(super) struct Decision {
    facts: Vec<TournamentFact>,
    /// Events for the season that follow from these facts.
    effects: Vec<TournamentEvent>,
    findings: Option<SheetFindings>,
}

impl Decision {
    /// Nothing has to change.
    fn no_change() -> Self {
        Self::default()
    }

    fn with_findings(self, findings: SheetFindings) -> Self {
        Self { findings: Some(findings), ..self }
    }
}

impl From<TournamentFact> for Decision {
    fn from(fact: TournamentFact) -> Self {
        Self { facts: vec![fact], ..Self::default() }
    }
}

impl From<Vec<TournamentFact>> for Decision {
    fn from(facts: Vec<TournamentFact>) -> Self {
        Self { facts, ..Self::default() }
    }
}

/// Decides a command: what it brings about, or the rule that refuses it.
pub fn decide(tournament: &Tournament, command: &Command) -> Result<Decided, Rejection> {
    match (tournament, &command.action) {
        (Tournament::Unknown, TournamentAction::Apply(application)) => {
            let decision = application::apply(application, command.at)?;
            Ok(numbered(decision, 0, command))
        }
        (Tournament::Unknown, _) => Err(Rejection::UnknownTournament),
        (Tournament::Recorded | Tournament::Hosted(_), TournamentAction::Apply(_)) => Err(Rejection::AlreadyApplied),
        (Tournament::Recorded, action) => {
            check_authority(command, action.kind(), &Rulebook::default())?;
            Err(Rejection::RecordedFromBundle)
        }
        (Tournament::Hosted(running), action) => {
            let decision = decide_hosted(running, command, action)?;
            Ok(numbered(decision, running.acts, command))
        }
    }
}

/// The decision with its facts as events: everything that one command brings about has one number.
fn numbered(decision: Decision, acts: u32, command: &Command) -> Decided {
    let number = acts.saturating_add(1);
    let act = |fact| TournamentEvent::Act(NumberedFact { number, by: command.by.id.clone(), fact });
    let events = decision.facts.into_iter().map(act).chain(decision.effects).collect();
    Decided { events, findings: decision.findings }
}

fn check_authority(command: &Command, kind: CommandKind, rulebook: &Rulebook) -> Result<(), Rejection> {
    if may_act(&command.by.credentials, &command.tournament, kind, rulebook) {
        Ok(())
    } else {
        Err(Rejection::NotAllowed { kind })
    }
}

fn decide_hosted(
    running: &HostedTournament,
    command: &Command,
    action: &TournamentAction,
) -> Result<Decision, Rejection> {
    let state = &running.state;
    let default = Rulebook::default();
    let rulebook = state.rulebook.as_deref().unwrap_or(&default);
    check_authority(command, action.kind().in_phase(state.phase), rulebook)?;
    check_table(state, command)?;
    let here = DecisionContext { running, state, rulebook, command };
    here.decide(action)
}

/// A token is good for its own table, until its round is over.
fn check_table(state: &TournamentState, command: &Command) -> Result<(), Rejection> {
    let Credentials::Table { stage, table, .. } = command.by.credentials else { return Ok(()) };
    let action = &command.action;
    let wanted = if let TournamentAction::EnterSheet(input) | TournamentAction::ConfirmSheet(input) = action {
        (input.stage, input.table)
    } else if let TournamentAction::OpenDispute { stage, table, .. } = action {
        (*stage, *table)
    } else {
        return Err(Rejection::NotAllowed { kind: action.kind() });
    };
    if wanted != (stage, table) {
        return Err(Rejection::OtherTable { stage, table });
    }
    match state.play(stage) {
        Some(play) if play.closed => Err(Rejection::StageClosed { stage }),
        _ => Ok(()),
    }
}

/// Everything that a decision on a known tournament looks at.
pub(super) struct DecisionContext<'a> {
    running: &'a HostedTournament,
    state: &'a TournamentState,
    rulebook: &'a Rulebook,
    command: &'a Command,
}

impl DecisionContext<'_> {
    /// Refuses unless the tournament is in one of these phases.
    fn in_phase(&self, phases: &[Phase]) -> Result<(), Rejection> {
        if phases.contains(&self.state.phase) { Ok(()) } else { Err(Rejection::WrongPhase { phase: self.state.phase }) }
    }

    /// The refusal of an act that needs a reason and has none.
    fn reason_missing(&self) -> Rejection {
        Rejection::ReasonMissing { kind: self.command.action.kind() }
    }

    /// Refuses unless the tournament is approved and not over.
    fn check_under_way(&self) -> Result<(), Rejection> {
        self.in_phase(&[Phase::Approved, Phase::Running])
    }

    /// Refuses unless the first round has not started.
    fn check_before_start(&self) -> Result<(), Rejection> {
        self.check_under_way()?;
        if self.state.has_started() { Err(Rejection::Started) } else { Ok(()) }
    }

    /// Refuses a stage that the format does not have, or before which another one is not over.
    fn check_stage_order(&self, stage: Stage) -> Result<(), Rejection> {
        let planned = self.state.planned_stages();
        if self.state.plan.is_none() {
            return Err(Rejection::FormatMissing);
        }
        if !planned.contains(&stage) {
            return Err(Rejection::NoSuchStage { stage });
        }
        let is_open =
            |earlier: &&Stage| **earlier < stage && !self.state.play(**earlier).is_some_and(|play| play.closed);
        match planned.iter().find(is_open) {
            Some(earlier) => Err(Rejection::OutOfOrder { stage: *earlier }),
            None => Ok(()),
        }
    }
}
