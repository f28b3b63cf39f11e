//! Commands on a running tournament: what each asks for, who may give it, and which decider answers.

use super::decider::{Decision, DecisionContext};
use super::{Phase, Principal, Rejection, Stage};
use crate::competitions::class::TournamentClass;
use crate::event::{
    Commitment, FormatPlan, Registration, ResultLine, RulebookRecord, TieQuestion, TournamentApplication,
    TournamentDetails,
};
use crate::game::Ending;
use crate::game::rack::Rack;
use crate::rulebook::{ApplicationField, Authority, Rulebook, parameters};
use crate::tournament::draw::{Seed, SeedCommitment};
use crate::tournament::sanction::Sanction;
use crate::values::calendar::Moment;
use crate::values::choice::choices;
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
    /// Record how the winner is reached.
    RecordWinnerContact {
        contact: Commitment,
    },
    /// Remove it.
    RemoveWinnerContact {
        /// Of a contact without values.
        empty: Commitment,
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
            Self::RecordWinnerContact { .. } => CommandKind::RecordWinnerContact,
            Self::RemoveWinnerContact { .. } => CommandKind::RemoveWinnerContact,
            Self::CorrectSheet { .. } => CommandKind::CorrectSheet,
            Self::CorrectResults { .. } => CommandKind::CorrectResults,
            Self::Undo { .. } => CommandKind::Undo,
        }
    }
}

impl DecisionContext<'_> {
    /// The decision of the decider of this command.
    pub(super) fn decide(&self, action: &TournamentAction) -> Result<Decision, Rejection> {
        match action {
            TournamentAction::Apply(_) => Err(Rejection::AlreadyApplied),
            TournamentAction::Approve { class, rulebook_id, rulebook, seed } => {
                self.approve(*class, rulebook_id, rulebook, *seed)
            }
            TournamentAction::Reject { reason } => self.reject(*reason),
            TournamentAction::ChangeDetails { details, reason } => self.change_details(details, *reason),
            TournamentAction::Cancel { reason } => self.cancel(*reason),
            TournamentAction::ChooseFormat(plan) => self.choose_format(plan),
            TournamentAction::Register { registrations } => self.register(registrations),
            TournamentAction::ChangeRegistration(registration) => self.change_registration(registration),
            TournamentAction::WithdrawRegistration { player } => self.withdraw_registration(player),
            TournamentAction::CheckIn { players } => self.check_in(players),
            TournamentAction::NoteAbsent { players } => self.note_absent(players),
            TournamentAction::Draw { stage, seed, reason } => self.draw(*stage, seed, *reason),
            TournamentAction::SeatStage { stage } => self.seat_stage(*stage),
            TournamentAction::StartStage { stage } => self.start_stage(*stage),
            TournamentAction::SkipStage { stage, reason } => self.skip_stage(*stage, *reason),
            TournamentAction::AdmitLate(registration) => self.admit_late(registration),
            TournamentAction::NoteLeaving { player } => self.note_leaving(player),
            TournamentAction::EnterSheet(input) => self.enter_sheet(input),
            TournamentAction::ConfirmSheet(input) => self.confirm_sheet(input),
            TournamentAction::WaiveSecondEntry { stage, table, reason } => {
                self.waive_second_entry(*stage, *table, *reason)
            }
            TournamentAction::AllowTableOfTwo { stage, table, reason } => {
                self.allow_table_of_two(*stage, *table, *reason)
            }
            TournamentAction::CloseStage { stage, seat_next } => self.close_stage(*stage, *seat_next),
            TournamentAction::HideResults { stage } => self.hide_results(*stage),
            TournamentAction::RevealResults { stage } => self.reveal_results(*stage),
            TournamentAction::GiveSanction { player, sanction, reason } => {
                self.give_sanction(player, *sanction, *reason)
            }
            TournamentAction::OpenDispute { stage, table, game, matter } => {
                self.open_dispute(*stage, *table, *game, *matter)
            }
            TournamentAction::RuleDispute { dispute, ruling } => self.rule_dispute(*dispute, *ruling),
            TournamentAction::DecideTie { question, order, reason } => self.decide_tie(*question, order, *reason),
            TournamentAction::DeclareWaiver { player } => self.declare_waiver(player),
            TournamentAction::WithdrawWaiver { player } => self.withdraw_waiver(player),
            TournamentAction::Close { seed, ended_at } => self.close(seed, *ended_at),
            TournamentAction::ImportResults { lines, planned_games, ended_at } => {
                self.import_results(lines, *planned_games, *ended_at)
            }
            TournamentAction::RecordWinnerContact { contact } => self.record_winner_contact(*contact),
            TournamentAction::RemoveWinnerContact { empty } => self.remove_winner_contact(*empty),
            TournamentAction::CorrectSheet { input } => self.correct_sheet(input),
            TournamentAction::CorrectResults { lines, reason } => self.correct_results(lines, *reason),
            TournamentAction::Undo { act, reason } => self.undo(*act, *reason),
        }
    }
}

choices! {
    /// Kinds of commands on a running tournament; each command is of one kind.
    "kind of act" enum CommandKind {
        Apply = "apply",
        Approve = "approve",
        Reject = "reject",
        ChangeDetails = "change_details",
        Cancel = "cancel",
        ChooseFormat = "choose_format",
        Register = "register",
        ChangeRegistration = "change_registration",
        WithdrawRegistration = "withdraw_registration",
        CheckIn = "check_in",
        NoteAbsent = "note_absent",
        Draw = "draw",
        SeatStage = "seat_stage",
        StartStage = "start_stage",
        SkipStage = "skip_stage",
        AdmitLate = "admit_late",
        NoteLeaving = "note_leaving",
        EnterSheet = "enter_sheet",
        EnterFinalSheet = "enter_final_sheet",
        ConfirmSheet = "confirm_sheet",
        WaiveSecondEntry = "waive_second_entry",
        AllowTableOfTwo = "allow_table_of_two",
        CloseStage = "close_stage",
        HideResults = "hide_results",
        RevealResults = "reveal_results",
        GiveSanction = "give_sanction",
        OpenDispute = "open_dispute",
        RuleDispute = "rule_dispute",
        DecideTie = "decide_tie",
        CorrectTie = "correct_tie",
        DeclareWaiver = "declare_waiver",
        WithdrawWaiver = "withdraw_waiver",
        Close = "close",
        ImportResults = "import_results",
        RecordWinnerContact = "record_winner_contact",
        RemoveWinnerContact = "remove_winner_contact",
        CorrectSheet = "correct_sheet",
        CorrectResults = "correct_results",
        Undo = "undo",
    }
}

impl CommandKind {
    /// Authorities that allow it; one is enough. The rulebook settles what the regulations leave open (AMB-02, AMB-04).
    pub(super) fn authorities(self, rulebook: &Rulebook) -> Vec<Authority> {
        use Authority::{CoOrganizer, MainOrganizer, MainReferee, Referee};
        match self {
            Self::Apply => vec![],
            Self::Approve | Self::Reject => vec![rulebook.get(parameters::AUTHORITY_APPROVAL)],
            Self::ChangeDetails
            | Self::Cancel
            | Self::Register
            | Self::ChangeRegistration
            | Self::WithdrawRegistration
            | Self::CheckIn
            | Self::NoteAbsent
            | Self::Draw
            | Self::SeatStage
            | Self::StartStage
            | Self::AdmitLate
            | Self::CloseStage
            | Self::WaiveSecondEntry
            | Self::DeclareWaiver
            | Self::WithdrawWaiver
            | Self::Close
            | Self::ImportResults
            | Self::RecordWinnerContact
            | Self::RemoveWinnerContact => vec![CoOrganizer, MainOrganizer],
            Self::ChooseFormat => vec![rulebook.get(parameters::AUTHORITY_FINAL_GAMES), MainOrganizer],
            Self::NoteLeaving
            | Self::EnterSheet
            | Self::ConfirmSheet
            | Self::HideResults
            | Self::RevealResults
            | Self::OpenDispute => vec![CoOrganizer, MainOrganizer, Referee],
            Self::EnterFinalSheet => vec![rulebook.get(parameters::FINAL_ENTERED_BY)],
            Self::GiveSanction => vec![rulebook.get(parameters::DSQ_BY), MainReferee],
            Self::AllowTableOfTwo | Self::RuleDispute => {
                vec![rulebook.get(parameters::AUTHORITY_UNREGULATED_GAME), MainReferee]
            }
            Self::SkipStage | Self::DecideTie => vec![rulebook.get(parameters::AUTHORITY_UNREGULATED_EVENT)],
            Self::CorrectTie => vec![MainReferee, MainOrganizer],
            Self::CorrectSheet | Self::CorrectResults => vec![MainOrganizer],
            // Undoing an act needs the authority for the act; the undo stack knows which act it is.
            Self::Undo => vec![
                CoOrganizer,
                MainOrganizer,
                Referee,
                rulebook.get(parameters::AUTHORITY_UNREGULATED_GAME),
                rulebook.get(parameters::AUTHORITY_UNREGULATED_EVENT),
                rulebook.get(parameters::AUTHORITY_FINAL_GAMES),
                rulebook.get(parameters::FINAL_ENTERED_BY),
                rulebook.get(parameters::DSQ_BY),
            ],
        }
    }

    /// The paragraphs that say who may do it.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Apply => "REG I.1.g, VI.4",
            Self::Approve | Self::Reject => "REG I.25, VI.1",
            Self::ChangeDetails | Self::Cancel => "REG IV.6; AMB-08",
            Self::ChooseFormat => "REG I.5, VI.13; AMB-02",
            Self::Register
            | Self::ChangeRegistration
            | Self::WithdrawRegistration
            | Self::CheckIn
            | Self::NoteAbsent
            | Self::AdmitLate
            | Self::NoteLeaving => "REG VI.6; AMB-29",
            Self::Draw | Self::SeatStage | Self::StartStage | Self::CloseStage => "REG VI.6.d, VI.11, VI.12",
            Self::EnterSheet | Self::ConfirmSheet | Self::WaiveSecondEntry => "REG VI.11",
            Self::EnterFinalSheet => "REG VI.40; R-FIN-05",
            Self::HideResults | Self::RevealResults => "REG VI.40, VI.41",
            Self::GiveSanction => "REG VI.36, VI.38, VI.39; AMB-88",
            Self::OpenDispute => "REG VI.32, VI.37",
            Self::RuleDispute | Self::AllowTableOfTwo => "REG VI.37; AMB-04, AMB-29",
            Self::SkipStage | Self::DecideTie => "REG VI.43; AMB-04, AMB-41",
            Self::DeclareWaiver | Self::WithdrawWaiver => "REG I.10; AMB-67",
            Self::Close | Self::ImportResults => "REG VI.11; AMB-20",
            Self::RecordWinnerContact | Self::RemoveWinnerContact => "HOW S17; R-PLR-10",
            Self::CorrectSheet | Self::CorrectResults | Self::CorrectTie => "REG I.28; AMB-68, AMB-97",
            Self::Undo => "REG VI.11; AMB-02",
        }
    }

    /// The kind in a tournament of this phase: deciding a tie after closing is a correction of results.
    #[must_use]
    pub fn in_phase(self, phase: Phase) -> Self {
        match (self, phase) {
            (Self::DecideTie, Phase::Closed) => Self::CorrectTie,
            (kind, _) => kind,
        }
    }

    /// Whether the holder of a table token may do it, at that table.
    pub(super) fn is_for_tables(self) -> bool {
        matches!(self, Self::EnterSheet | Self::ConfirmSheet | Self::OpenDispute)
    }
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
