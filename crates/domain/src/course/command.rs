//! What somebody wants in the course of a tournament.

use super::{ActKind, Doer, Stage};
use crate::calendar::Moment;
use crate::class::TournamentClass;
use crate::draw::{Seed, SeedCommitment};
use crate::event::{
    Commitment, EventDetails, FormatPlan, Registration, ResultLine, RulebookRecord, TieQuestion, TournamentApplication,
};
use crate::game::Ending;
use crate::game::rack::Rack;
use crate::ids::{EventId, PlayerId, RulebookId};
use crate::rulebook::{ApplicationField, Rulebook};
use crate::sanction::Sanction;

/// What somebody wants, when, and by what right.
#[derive(Debug, Clone)]
pub struct Command {
    /// Of which tournament.
    pub tournament: EventId,
    /// Who.
    pub by: Doer,
    /// When.
    pub at: Moment,
    /// What.
    pub order: Order,
}

/// What somebody wants.
#[derive(Debug, Clone)]
pub enum Order {
    /// Organise a tournament.
    Apply(Box<Application>),
    /// Let it take place.
    Approve {
        /// As what.
        class: TournamentClass,
        /// By which rulebook.
        rulebook_id: RulebookId,
        /// What that rulebook says.
        rulebook: RulebookRecord,
        /// To the seed of its draws.
        seed: SeedCommitment,
    },
    /// Do not let it take place.
    Reject {
        /// Why.
        reason: Option<Commitment>,
    },
    /// Change name, venue, days or voivodeship.
    ChangeDetails {
        /// What holds instead.
        details: EventDetails,
        /// Why.
        reason: Option<Commitment>,
    },
    /// Call it off, or break it off while it is played.
    Cancel {
        /// Why.
        reason: Option<Commitment>,
    },
    /// Choose rounds, games and stages.
    ChooseFormat(FormatPlan),
    /// Enter players.
    Register {
        /// Who, with what is noted of them.
        registrations: Vec<Registration>,
    },
    /// Change what is noted of a player.
    ChangeRegistration(Registration),
    /// Take a player off the list before the start.
    WithdrawRegistration {
        /// Who.
        player: PlayerId,
    },
    /// Note that players are in the hall.
    CheckIn {
        /// Who.
        players: Vec<PlayerId>,
    },
    /// Note that players did not come.
    NoteAbsent {
        /// Who.
        players: Vec<PlayerId>,
    },
    /// Draw the seats of a round.
    Draw {
        /// Of which round.
        stage: Stage,
        /// The secret that was committed to.
        seed: Seed,
        /// Why it is drawn again.
        reason: Option<Commitment>,
    },
    /// Give out seats by the standing.
    SeatStage {
        /// For which round or stage.
        stage: Stage,
    },
    /// Begin to play.
    StartStage {
        /// Which round or stage.
        stage: Stage,
    },
    /// Do without a TOP stage or a final.
    SkipStage {
        /// Which.
        stage: Stage,
        /// Why.
        reason: Commitment,
    },
    /// Let somebody play from the next round on.
    AdmitLate(Registration),
    /// Note that somebody went home.
    NoteLeaving {
        /// Who.
        player: PlayerId,
    },
    /// Enter the sheet of a table, or enter it anew.
    EnterSheet(SheetInput),
    /// Enter a sheet a second time, without having seen the first entry.
    ConfirmSheet(SheetInput),
    /// Do without the second entry of a sheet.
    WaiveSecondEntry {
        /// Of which round or stage.
        stage: Stage,
        /// Of which table.
        table: u32,
        /// Why.
        reason: Commitment,
    },
    /// Let a table go on with two players.
    AllowTableOfTwo {
        /// Of which round or stage.
        stage: Stage,
        /// Which table.
        table: u32,
        /// Why.
        reason: Commitment,
    },
    /// End a round or stage.
    CloseStage {
        /// Which.
        stage: Stage,
        /// Whether the next one is seated at once.
        seat_next: bool,
    },
    /// Hide the results of a stage.
    HideResults {
        /// Of which stage.
        stage: Stage,
    },
    /// Show them again.
    RevealResults {
        /// Of which stage.
        stage: Stage,
    },
    /// Give a caution, a warning, a yellow card or a disqualification.
    GiveSanction {
        /// To whom.
        player: PlayerId,
        /// What.
        sanction: Sanction,
        /// Why.
        reason: Commitment,
    },
    /// Call the referee.
    OpenDispute {
        /// In which round or stage.
        stage: Stage,
        /// At which table.
        table: u32,
        /// In which game, from 1.
        game: Option<u32>,
        /// What it is about.
        matter: Commitment,
    },
    /// Rule on a dispute.
    RuleDispute {
        /// Which.
        dispute: u32,
        /// How.
        ruling: Commitment,
    },
    /// Set an order among tied players.
    DecideTie {
        /// For what.
        question: TieQuestion,
        /// The players, the best first.
        order: Vec<PlayerId>,
        /// Why.
        reason: Option<Commitment>,
    },
    /// Note that a player gives up the qualification.
    DeclareWaiver {
        /// Who.
        player: PlayerId,
    },
    /// Take that back.
    WithdrawWaiver {
        /// Whose.
        player: PlayerId,
    },
    /// Make the results final.
    Close {
        /// The secret behind the draws, to be revealed.
        seed: Seed,
        /// When play ended; without it now, but not later than the last day.
        ended_at: Option<Moment>,
    },
    /// Take results from elsewhere, as places only.
    ImportResults {
        /// How everybody finished.
        lines: Vec<ResultLine>,
        /// How many games were planned for each player.
        planned_games: u32,
        /// When play ended.
        ended_at: Moment,
    },
    /// Correct a sheet after closing.
    CorrectSheet {
        /// What holds instead.
        input: SheetInput,
    },
    /// Correct results that came from elsewhere.
    CorrectResults {
        /// How everybody finished.
        lines: Vec<ResultLine>,
        /// Why.
        reason: Commitment,
    },
    /// Undo an act.
    Undo {
        /// Its number.
        act: u32,
        /// Why.
        reason: Option<Commitment>,
    },
}

/// An application with what decides whether it is complete.
#[derive(Debug, Clone)]
pub struct Application {
    /// What is recorded of it.
    pub record: TournamentApplication,
    /// The fields that were filled in; their texts are in the vault.
    pub given: Vec<ApplicationField>,
    /// The rules of the season in which it is to take place.
    pub rulebook: Rulebook,
}

/// The sheet of one table as somebody hands it in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetInput {
    /// Of which round or stage.
    pub stage: Stage,
    /// Of which table, from 1.
    pub table: u32,
    /// The games in their order.
    pub games: Vec<GameEntry>,
    /// Why it is right though it looks wrong, or why it is changed.
    pub reason: Option<Commitment>,
}

/// One game as somebody hands it in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameEntry {
    /// How it ended.
    pub ending: Ending,
    /// What was counted.
    pub score: GameScore,
}

/// What was counted in a game; big points are always computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameScore {
    /// The small points in the order of the seats; none for whoever did not play.
    Small(Vec<Option<i32>>),
    /// The racks in the order of the seats; the small points follow from them.
    Racks(Vec<Rack>),
}

impl Order {
    /// What it is, for the question of who may.
    pub fn kind(&self) -> ActKind {
        match self {
            Self::Apply(_) => ActKind::Apply,
            Self::Approve { .. } => ActKind::Approve,
            Self::Reject { .. } => ActKind::Reject,
            Self::ChangeDetails { .. } => ActKind::ChangeDetails,
            Self::Cancel { .. } => ActKind::Cancel,
            Self::ChooseFormat(_) => ActKind::ChooseFormat,
            Self::Register { .. } => ActKind::Register,
            Self::ChangeRegistration(_) => ActKind::ChangeRegistration,
            Self::WithdrawRegistration { .. } => ActKind::WithdrawRegistration,
            Self::CheckIn { .. } => ActKind::CheckIn,
            Self::NoteAbsent { .. } => ActKind::NoteAbsent,
            Self::Draw { .. } => ActKind::Draw,
            Self::SeatStage { .. } => ActKind::SeatStage,
            Self::StartStage { .. } => ActKind::StartStage,
            Self::SkipStage { .. } => ActKind::SkipStage,
            Self::AdmitLate(_) => ActKind::AdmitLate,
            Self::NoteLeaving { .. } => ActKind::NoteLeaving,
            Self::EnterSheet(input) if input.stage == Stage::Final => ActKind::EnterFinalSheet,
            Self::ConfirmSheet(input) if input.stage == Stage::Final => ActKind::EnterFinalSheet,
            Self::EnterSheet(_) => ActKind::EnterSheet,
            Self::ConfirmSheet(_) => ActKind::ConfirmSheet,
            Self::WaiveSecondEntry { .. } => ActKind::WaiveSecondEntry,
            Self::AllowTableOfTwo { .. } => ActKind::AllowTableOfTwo,
            Self::CloseStage { .. } => ActKind::CloseStage,
            Self::HideResults { .. } => ActKind::HideResults,
            Self::RevealResults { .. } => ActKind::RevealResults,
            Self::GiveSanction { .. } => ActKind::GiveSanction,
            Self::OpenDispute { .. } => ActKind::OpenDispute,
            Self::RuleDispute { .. } => ActKind::RuleDispute,
            Self::DecideTie { .. } => ActKind::DecideTie,
            Self::DeclareWaiver { .. } => ActKind::DeclareWaiver,
            Self::WithdrawWaiver { .. } => ActKind::WithdrawWaiver,
            Self::Close { .. } => ActKind::Close,
            Self::ImportResults { .. } => ActKind::ImportResults,
            Self::CorrectSheet { .. } => ActKind::CorrectSheet,
            Self::CorrectResults { .. } => ActKind::CorrectResults,
            Self::Undo { .. } => ActKind::Undo,
        }
    }
}
