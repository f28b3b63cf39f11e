//! Decides what a command brings about in the course of a tournament, or which rule refuses it.

mod application;
mod closing;
mod officiating;
mod players;
mod seating;
mod sheets;
mod undo;

pub use seating::open_tie;

use super::{ActKind, Authorised, Command, Course, Now, Order, Phase, Rejection, Running, Stage, may_act};
use crate::event::{TournamentAct, TournamentEvent, TournamentFact};
use crate::rulebook::Rulebook;

/// What a command brings about.
#[derive(Default)]
struct Decision {
    facts: Vec<TournamentFact>,
    /// What follows in the season from these facts.
    effects: Vec<TournamentEvent>,
}

impl Decision {
    /// Nothing has to change.
    fn nothing() -> Self {
        Self::default()
    }
}

impl From<TournamentFact> for Decision {
    fn from(fact: TournamentFact) -> Self {
        Self { facts: vec![fact], effects: Vec::new() }
    }
}

impl From<Vec<TournamentFact>> for Decision {
    fn from(facts: Vec<TournamentFact>) -> Self {
        Self { facts, effects: Vec::new() }
    }
}

/// What happens if the command is carried out; a harmless repeat brings about nothing.
pub fn decide(course: &Course, command: &Command) -> Result<Vec<TournamentEvent>, Rejection> {
    match (course, &command.order) {
        (Course::Unknown, Order::Apply(application)) => {
            let decision = application::apply(application, command.at)?;
            Ok(written(decision, 0, command))
        }
        (Course::Unknown, _) => Err(Rejection::UnknownTournament),
        (Course::Recorded | Course::Here(_), Order::Apply(_)) => Err(Rejection::AlreadyApplied),
        (Course::Recorded, order) => {
            check_authority(command, order.kind(), &Rulebook::default())?;
            Err(Rejection::RecordedFromBundle)
        }
        (Course::Here(running), order) => {
            let decision = decide_here(running, command, order)?;
            Ok(written(decision, running.acts, command))
        }
    }
}

/// The decision as events: everything that one command brings about has one number.
fn written(decision: Decision, acts: u32, command: &Command) -> Vec<TournamentEvent> {
    let number = acts.saturating_add(1);
    let act = |fact| TournamentEvent::Act(TournamentAct { number, by: command.by.id.clone(), fact });
    decision.facts.into_iter().map(act).chain(decision.effects).collect()
}

fn check_authority(command: &Command, kind: ActKind, rulebook: &Rulebook) -> Result<(), Rejection> {
    if may_act(&command.by.authorised, &command.tournament, kind, rulebook) {
        Ok(())
    } else {
        Err(Rejection::NotAllowed { kind })
    }
}

fn decide_here(running: &Running, command: &Command, order: &Order) -> Result<Decision, Rejection> {
    let now = &running.now;
    let default = Rulebook::default();
    let rulebook = now.rulebook.as_deref().unwrap_or(&default);
    check_authority(command, order.kind().in_phase(now.phase), rulebook)?;
    check_table(now, command)?;
    let here = Here { running, now, rulebook, command };
    match order {
        Order::Apply(_) => Err(Rejection::AlreadyApplied),
        Order::Approve { class, rulebook_id, rulebook, seed } => here.approve(*class, rulebook_id, rulebook, *seed),
        Order::Reject { reason } => here.reject(*reason),
        Order::ChangeDetails { details, reason } => here.change_details(details, *reason),
        Order::Cancel { reason } => here.cancel(*reason),
        Order::ChooseFormat(plan) => here.choose_format(plan),
        Order::Register { registrations } => here.register(registrations),
        Order::ChangeRegistration(registration) => here.change_registration(registration),
        Order::WithdrawRegistration { player } => here.withdraw_registration(player),
        Order::CheckIn { players } => here.check_in(players),
        Order::NoteAbsent { players } => here.note_absent(players),
        Order::Draw { stage, seed, reason } => here.draw(*stage, seed, *reason),
        Order::SeatStage { stage } => here.seat_stage(*stage),
        Order::StartStage { stage } => here.start_stage(*stage),
        Order::SkipStage { stage, reason } => here.skip_stage(*stage, *reason),
        Order::AdmitLate(registration) => here.admit_late(registration),
        Order::NoteLeaving { player } => here.note_leaving(player),
        Order::EnterSheet(input) => here.enter_sheet(input),
        Order::ConfirmSheet(input) => here.confirm_sheet(input),
        Order::WaiveSecondEntry { stage, table, reason } => here.waive_second_entry(*stage, *table, *reason),
        Order::AllowTableOfTwo { stage, table, reason } => here.allow_table_of_two(*stage, *table, *reason),
        Order::CloseStage { stage, seat_next } => here.close_stage(*stage, *seat_next),
        Order::HideResults { stage } => here.hide_results(*stage),
        Order::RevealResults { stage } => here.reveal_results(*stage),
        Order::GiveSanction { player, sanction, reason } => here.give_sanction(player, *sanction, *reason),
        Order::OpenDispute { stage, table, game, matter } => here.open_dispute(*stage, *table, *game, *matter),
        Order::RuleDispute { dispute, ruling } => here.rule_dispute(*dispute, *ruling),
        Order::DecideTie { question, order, reason } => here.decide_tie(*question, order, *reason),
        Order::DeclareWaiver { player } => here.declare_waiver(player),
        Order::WithdrawWaiver { player } => here.withdraw_waiver(player),
        Order::Close { seed, ended_at } => here.close(seed, *ended_at),
        Order::ImportResults { lines, planned_games, ended_at } => {
            here.import_results(lines, *planned_games, *ended_at)
        }
        Order::CorrectSheet { input } => here.correct_sheet(input),
        Order::CorrectResults { lines, reason } => here.correct_results(lines, *reason),
        Order::Undo { act, reason } => here.undo(*act, *reason),
    }
}

/// A token is good for its own table, until its round is over.
fn check_table(now: &Now, command: &Command) -> Result<(), Rejection> {
    let Authorised::Table { stage, table, .. } = command.by.authorised else { return Ok(()) };
    let wanted = match &command.order {
        Order::EnterSheet(input) | Order::ConfirmSheet(input) => (input.stage, input.table),
        Order::OpenDispute { stage, table, .. } => (*stage, *table),
        order => return Err(Rejection::NotAllowed { kind: order.kind() }),
    };
    if wanted != (stage, table) {
        return Err(Rejection::OtherTable { stage, table });
    }
    match now.play(stage) {
        Some(play) if play.closed => Err(Rejection::StageClosed { stage }),
        _ => Ok(()),
    }
}

/// Everything that a decision on a known tournament looks at.
struct Here<'a> {
    running: &'a Running,
    now: &'a Now,
    rulebook: &'a Rulebook,
    command: &'a Command,
}

impl Here<'_> {
    /// Refuses unless the tournament is in one of these phases.
    fn in_phase(&self, phases: &[Phase]) -> Result<(), Rejection> {
        if phases.contains(&self.now.phase) { Ok(()) } else { Err(Rejection::WrongPhase { phase: self.now.phase }) }
    }

    /// The refusal of an act that needs a reason and has none.
    fn reason_missing(&self) -> Rejection {
        Rejection::ReasonMissing { kind: self.command.order.kind() }
    }

    /// Refuses unless the tournament is approved and not over.
    fn under_way(&self) -> Result<(), Rejection> {
        self.in_phase(&[Phase::Approved, Phase::Running])
    }

    /// Refuses unless the first round has not started.
    fn before_start(&self) -> Result<(), Rejection> {
        self.under_way()?;
        if self.now.has_started() { Err(Rejection::Started) } else { Ok(()) }
    }

    /// Refuses a stage that the format does not have, or before which another one is not over.
    fn in_turn(&self, stage: Stage) -> Result<(), Rejection> {
        let planned = self.now.planned_stages();
        if self.now.plan.is_none() {
            return Err(Rejection::FormatMissing);
        }
        if !planned.contains(&stage) {
            return Err(Rejection::NoSuchStage { stage });
        }
        let is_open = |earlier: &&Stage| **earlier < stage && !self.now.play(**earlier).is_some_and(|play| play.closed);
        match planned.iter().find(is_open) {
            Some(earlier) => Err(Rejection::OutOfOrder { stage: *earlier }),
            None => Ok(()),
        }
    }
}
