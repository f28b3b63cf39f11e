//! Commands on a running tournament.

use super::{CommandKind, Principal, Stage};
use crate::competitions::class::TournamentClass;
use crate::event::{
    Commitment, FormatPlan, Registration, ResultLine, RulebookRecord, TieQuestion, TournamentApplication,
    TournamentDetails,
};
use crate::game::Ending;
use crate::game::rack::Rack;
use crate::rulebook::{ApplicationField, Rulebook};
use crate::tournament::draw::{Seed, SeedCommitment};
use crate::tournament::sanction::Sanction;
use crate::values::calendar::Moment;
use crate::values::ids::{CompetitionId, PlayerId, RulebookId};

/// A command on a running tournament, with its moment and actor.
#[derive(Debug, Clone)]
pub struct Command {
    pub tournament: CompetitionId,
    pub by: Principal,
    pub at: Moment,
    pub action: TournamentAction,
}

#[derive(Debug, Clone)]
pub enum TournamentAction {
    Apply(Box<Application>),
    Approve {
        class: TournamentClass,
        rulebook_id: RulebookId,
        rulebook: RulebookRecord,
        seed: SeedCommitment,
    },
    Reject {
        reason: Option<Commitment>,
    },
    /// Change name, venue, days or voivodeship.
    ChangeDetails {
        details: TournamentDetails,
        reason: Option<Commitment>,
    },
    /// Call it off, or break it off while it is played.
    Cancel {
        reason: Option<Commitment>,
    },
    ChooseFormat(FormatPlan),
    Register {
        registrations: Vec<Registration>,
    },
    ChangeRegistration(Registration),
    WithdrawRegistration {
        player: PlayerId,
    },
    CheckIn {
        players: Vec<PlayerId>,
    },
    NoteAbsent {
        players: Vec<PlayerId>,
    },
    Draw {
        stage: Stage,
        seed: Seed,
        reason: Option<Commitment>,
    },
    /// Give out seats by the standing.
    SeatStage {
        stage: Stage,
    },
    StartStage {
        stage: Stage,
    },
    /// Do without a TOP stage or a final.
    SkipStage {
        stage: Stage,
        reason: Commitment,
    },
    /// Let a player play from the next round on.
    AdmitLate(Registration),
    NoteLeaving {
        player: PlayerId,
    },
    /// Enter the sheet of a table, or enter it anew.
    EnterSheet(SheetInput),
    /// Enter a sheet a second time, without having seen the first entry.
    ConfirmSheet(SheetInput),
    WaiveSecondEntry {
        stage: Stage,
        table: u32,
        reason: Commitment,
    },
    /// Let a table go on with two players.
    AllowTableOfTwo {
        stage: Stage,
        table: u32,
        reason: Commitment,
    },
    CloseStage {
        stage: Stage,
        /// Whether the next one is seated at once.
        seat_next: bool,
    },
    HideResults {
        stage: Stage,
    },
    RevealResults {
        stage: Stage,
    },
    /// Give a caution, a warning, a yellow card or a disqualification.
    GiveSanction {
        player: PlayerId,
        sanction: Sanction,
        reason: Commitment,
    },
    OpenDispute {
        stage: Stage,
        table: u32,
        /// Counted from 1.
        game: Option<u32>,
        matter: Commitment,
    },
    RuleDispute {
        dispute: u32,
        ruling: Commitment,
    },
    DecideTie {
        question: TieQuestion,
        /// The players, the best first.
        order: Vec<PlayerId>,
        reason: Option<Commitment>,
    },
    DeclareWaiver {
        player: PlayerId,
    },
    WithdrawWaiver {
        player: PlayerId,
    },
    Close {
        /// The secret behind the draws, to be revealed.
        seed: Seed,
        /// When play ended; without it now, but not later than the last day.
        ended_at: Option<Moment>,
    },
    /// Take results from elsewhere, as places only.
    ImportResults {
        lines: Vec<ResultLine>,
        planned_games: u32,
        ended_at: Moment,
    },
    CorrectSheet {
        input: SheetInput,
    },
    /// Correct results that came from elsewhere.
    CorrectResults {
        lines: Vec<ResultLine>,
        reason: Commitment,
    },
    Undo {
        act: u32,
        reason: Option<Commitment>,
    },
}

/// An application with what decides whether it is complete.
#[derive(Debug, Clone)]
pub struct Application {
    pub record: TournamentApplication,
    /// The fields that were filled in; their texts are in the vault.
    pub given: Vec<ApplicationField>,
    /// The rules of the season in which it is to take place.
    pub rulebook: Rulebook,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetInput {
    pub stage: Stage,
    /// Counted from 1.
    pub table: u32,
    pub games: Vec<GameEntry>,
    /// Reason for accepting warnings, or for the change.
    pub reason: Option<Commitment>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameEntry {
    pub ending: Ending,
    pub score: GameScore,
}

/// Counted points of a game; big points are always computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameScore {
    /// Small points by seat; `None` for a player who did not play.
    Small(Vec<Option<i32>>),
    /// The racks in the order of the seats; the small points follow from them.
    Racks(Vec<Rack>),
}

impl TournamentAction {
    pub fn kind(&self) -> CommandKind {
        match self {
            Self::Apply(_) => CommandKind::Apply,
            Self::Approve { .. } => CommandKind::Approve,
            Self::Reject { .. } => CommandKind::Reject,
            Self::ChangeDetails { .. } => CommandKind::ChangeDetails,
            Self::Cancel { .. } => CommandKind::Cancel,
            Self::ChooseFormat(_) => CommandKind::ChooseFormat,
            Self::Register { .. } => CommandKind::Register,
            Self::ChangeRegistration(_) => CommandKind::ChangeRegistration,
            Self::WithdrawRegistration { .. } => CommandKind::WithdrawRegistration,
            Self::CheckIn { .. } => CommandKind::CheckIn,
            Self::NoteAbsent { .. } => CommandKind::NoteAbsent,
            Self::Draw { .. } => CommandKind::Draw,
            Self::SeatStage { .. } => CommandKind::SeatStage,
            Self::StartStage { .. } => CommandKind::StartStage,
            Self::SkipStage { .. } => CommandKind::SkipStage,
            Self::AdmitLate(_) => CommandKind::AdmitLate,
            Self::NoteLeaving { .. } => CommandKind::NoteLeaving,
            Self::EnterSheet(input) if input.stage == Stage::Final => CommandKind::EnterFinalSheet,
            Self::ConfirmSheet(input) if input.stage == Stage::Final => CommandKind::EnterFinalSheet,
            Self::EnterSheet(_) => CommandKind::EnterSheet,
            Self::ConfirmSheet(_) => CommandKind::ConfirmSheet,
            Self::WaiveSecondEntry { .. } => CommandKind::WaiveSecondEntry,
            Self::AllowTableOfTwo { .. } => CommandKind::AllowTableOfTwo,
            Self::CloseStage { .. } => CommandKind::CloseStage,
            Self::HideResults { .. } => CommandKind::HideResults,
            Self::RevealResults { .. } => CommandKind::RevealResults,
            Self::GiveSanction { .. } => CommandKind::GiveSanction,
            Self::OpenDispute { .. } => CommandKind::OpenDispute,
            Self::RuleDispute { .. } => CommandKind::RuleDispute,
            Self::DecideTie { .. } => CommandKind::DecideTie,
            Self::DeclareWaiver { .. } => CommandKind::DeclareWaiver,
            Self::WithdrawWaiver { .. } => CommandKind::WithdrawWaiver,
            Self::Close { .. } => CommandKind::Close,
            Self::ImportResults { .. } => CommandKind::ImportResults,
            Self::CorrectSheet { .. } => CommandKind::CorrectSheet,
            Self::CorrectResults { .. } => CommandKind::CorrectResults,
            Self::Undo { .. } => CommandKind::Undo,
        }
    }
}
