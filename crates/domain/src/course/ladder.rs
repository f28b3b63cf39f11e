//! The ladder of undo: what was done, by whom, what it touched, and how the tournament stood before.

use super::{ActKind, ActorRef, Now, Stage};
use crate::event::{SheetEntry, TournamentFact};
use crate::ids::PlayerId;
use std::sync::Arc;

/// One act that can be undone.
#[derive(Debug, Clone, PartialEq)]
pub struct Rung {
    /// Its number.
    pub number: u32,
    /// Who did it.
    pub by: ActorRef,
    /// What it was.
    pub kind: ActKind,
    /// Everything that it brought about.
    pub facts: Vec<TournamentFact>,
    /// What it touched.
    pub touched: Touched,
    /// How the tournament stood before it.
    pub(super) before: Arc<Now>,
}

/// A part of a tournament that changes by itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// What is noted of a player.
    Player(PlayerId),
    /// The sheet of a table.
    Sheet(Stage, u32),
    /// A dispute.
    Dispute(u32),
}

/// What an act touched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Touched {
    /// Only these parts.
    Parts(Vec<Part>),
    /// All of the tournament.
    Whole,
}

impl Touched {
    /// Whether two acts have nothing to do with each other.
    pub fn is_apart_from(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Parts(these), Self::Parts(those)) => these.iter().all(|part| !those.contains(part)),
            (Self::Whole, _) | (_, Self::Whole) => false,
        }
    }

    pub(super) fn join(&mut self, other: Self) {
        match (&mut *self, other) {
            (Self::Parts(these), Self::Parts(those)) => these.extend(those),
            (_, Self::Whole) => *self = Self::Whole,
            (Self::Whole, Self::Parts(_)) => {}
        }
    }
}

/// What a fact touches in a tournament that stands like this.
pub fn touched(now: &Now, fact: &TournamentFact) -> Touched {
    let players = |players: &[PlayerId]| Touched::Parts(players.iter().cloned().map(Part::Player).collect());
    match fact {
        TournamentFact::PlayersRegistered(registrations) => {
            Touched::Parts(registrations.iter().map(|one| Part::Player(one.player.clone())).collect())
        }
        TournamentFact::RegistrationChanged(registration) | TournamentFact::LateArrivalAdmitted(registration) => {
            players(std::slice::from_ref(&registration.player))
        }
        TournamentFact::RegistrationWithdrawn { player }
        | TournamentFact::PlayerLeft { player }
        | TournamentFact::SanctionGiven { player, .. }
        | TournamentFact::Disqualified { player }
        | TournamentFact::WaiverDeclared { player }
        | TournamentFact::WaiverWithdrawn { player } => players(std::slice::from_ref(player)),
        TournamentFact::PlayersCheckedIn { players: all } | TournamentFact::PlayersDidNotCome { players: all } => {
            players(all)
        }
        TournamentFact::SheetEntered(entry) | TournamentFact::SheetCorrected { entry } => sheet(now, entry),
        TournamentFact::SheetConfirmed { stage, table }
        | TournamentFact::SecondEntryWaived { stage, table, .. }
        | TournamentFact::TableOfTwoAllowed { stage, table, .. } => Touched::Parts(vec![Part::Sheet(*stage, *table)]),
        TournamentFact::DisputeOpened { dispute, stage, table, .. } => {
            Touched::Parts(vec![Part::Dispute(*dispute), Part::Sheet(*stage, *table)])
        }
        TournamentFact::DisputeRuled { dispute, .. } => Touched::Parts(vec![Part::Dispute(*dispute)]),
        TournamentFact::Applied(_)
        | TournamentFact::ApplicationApproved(_)
        | TournamentFact::ApplicationRejected { .. }
        | TournamentFact::DetailsChanged { .. }
        | TournamentFact::Cancelled { .. }
        | TournamentFact::Interrupted { .. }
        | TournamentFact::FormatChosen(_)
        | TournamentFact::Drawn { .. }
        | TournamentFact::StageSeated { .. }
        | TournamentFact::StageStarted { .. }
        | TournamentFact::StageSkipped { .. }
        | TournamentFact::StageClosed { .. }
        | TournamentFact::ResultsHidden { .. }
        | TournamentFact::ResultsRevealed { .. }
        | TournamentFact::TieDecided { .. }
        | TournamentFact::Closed { .. }
        | TournamentFact::ResultsImported { .. }
        | TournamentFact::ActUndone { .. } => Touched::Whole,
    }
}

/// A sheet, and everybody whose absence it rests on.
fn sheet(now: &Now, entry: &SheetEntry) -> Touched {
    let mut parts = vec![Part::Sheet(entry.stage, entry.table)];
    if let Some(table) = now.table(entry.stage, entry.table) {
        let absent = |seat: usize| entry.games.iter().any(|game| game.small.get(seat).is_some_and(Option::is_none));
        let seats = table.seats.iter().enumerate().filter(|(seat, _)| absent(*seat));
        parts.extend(seats.map(|(_, player)| Part::Player(player.clone())));
    }
    Touched::Parts(parts)
}

impl TournamentFact {
    /// What somebody did who brought it about, for the question of who may undo it.
    pub fn kind(&self) -> ActKind {
        match self {
            TournamentFact::Applied(_) => ActKind::Apply,
            TournamentFact::ApplicationApproved(_) => ActKind::Approve,
            TournamentFact::ApplicationRejected { .. } => ActKind::Reject,
            TournamentFact::DetailsChanged { .. } => ActKind::ChangeDetails,
            TournamentFact::Cancelled { .. } | TournamentFact::Interrupted { .. } => ActKind::Cancel,
            TournamentFact::FormatChosen(_) => ActKind::ChooseFormat,
            TournamentFact::PlayersRegistered(_) => ActKind::Register,
            TournamentFact::RegistrationChanged(_) => ActKind::ChangeRegistration,
            TournamentFact::RegistrationWithdrawn { .. } => ActKind::WithdrawRegistration,
            TournamentFact::PlayersCheckedIn { .. } => ActKind::CheckIn,
            TournamentFact::PlayersDidNotCome { .. } => ActKind::NoteAbsent,
            TournamentFact::Drawn { .. } => ActKind::Draw,
            TournamentFact::StageSeated { .. } => ActKind::SeatStage,
            TournamentFact::StageStarted { .. } => ActKind::StartStage,
            TournamentFact::StageSkipped { .. } => ActKind::SkipStage,
            TournamentFact::LateArrivalAdmitted(_) => ActKind::AdmitLate,
            TournamentFact::PlayerLeft { .. } => ActKind::NoteLeaving,
            TournamentFact::SheetEntered(entry) if entry.stage == Stage::Final => ActKind::EnterFinalSheet,
            TournamentFact::SheetEntered(_) => ActKind::EnterSheet,
            TournamentFact::SheetConfirmed { stage: Stage::Final, .. } => ActKind::EnterFinalSheet,
            TournamentFact::SheetConfirmed { .. } => ActKind::ConfirmSheet,
            TournamentFact::SecondEntryWaived { .. } => ActKind::WaiveSecondEntry,
            TournamentFact::TableOfTwoAllowed { .. } => ActKind::AllowTableOfTwo,
            TournamentFact::StageClosed { .. } => ActKind::CloseStage,
            TournamentFact::ResultsHidden { .. } => ActKind::HideResults,
            TournamentFact::ResultsRevealed { .. } => ActKind::RevealResults,
            TournamentFact::SanctionGiven { .. } | TournamentFact::Disqualified { .. } => ActKind::GiveSanction,
            TournamentFact::DisputeOpened { .. } => ActKind::OpenDispute,
            TournamentFact::DisputeRuled { .. } => ActKind::RuleDispute,
            TournamentFact::TieDecided { .. } => ActKind::DecideTie,
            TournamentFact::WaiverDeclared { .. } => ActKind::DeclareWaiver,
            TournamentFact::WaiverWithdrawn { .. } => ActKind::WithdrawWaiver,
            TournamentFact::Closed { .. } => ActKind::Close,
            TournamentFact::ResultsImported { .. } => ActKind::ImportResults,
            TournamentFact::SheetCorrected { .. } => ActKind::CorrectSheet,
            TournamentFact::ActUndone { .. } => ActKind::Undo,
        }
    }
}
