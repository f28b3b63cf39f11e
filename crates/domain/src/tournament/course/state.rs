//! State of a running tournament.

use super::{ActorRef, Stage};
use crate::event::{
    Approval, Commitment, FormatPlan, Registration, ResultLine, SheetGame, TieQuestion, TournamentApplication,
    TournamentDetails, TournamentRecord,
};
use crate::rulebook::{HideStage, LateJoin, Rulebook, parameters};
use crate::tournament::course::undo_stack::UndoEntry;
use crate::tournament::draw::Seed;
use crate::tournament::sanction::Sanction;
use crate::values::calendar::Moment;
use crate::values::choice::choices;
use crate::values::ids::PlayerId;
use rpds::{RedBlackTreeMapSync, RedBlackTreeSetSync, VectorSync};
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Debug, Clone, Default, PartialEq)]
pub enum Tournament {
    #[default]
    Unknown,
    /// It was recorded after it was over, and did not run here.
    Recorded,
    /// It runs here, or has run.
    Hosted(Box<HostedTournament>),
}

/// A tournament that was applied for here.
#[derive(Debug, Clone, PartialEq)]
pub struct HostedTournament {
    /// Shared with the undo entry of the next act.
    pub state: Arc<TournamentState>,
    /// Acts since approval that can be undone, the last one last.
    pub(crate) undo_stack: VectorSync<Arc<UndoEntry>>,
    /// Number of acts, undone ones included.
    pub(crate) acts: u32,
    /// Number of draws of each round, undone ones included: a second draw is public with its reason.
    pub(crate) draws: BTreeMap<Stage, u32>,
    /// Whether a change of details was announced late; such changes are not undone, but changed again.
    pub(crate) late_change: bool,
}

choices! {
    "phase" enum Phase {
        Submitted = "submitted",
        Rejected = "rejected",
        Approved = "approved",
        Running = "running",
        /// Called off, or broken off.
        Cancelled = "cancelled",
        Closed = "closed",
    }

    "presence" enum Presence {
        Registered = "registered",
        CheckedIn = "checked_in",
        Absent = "absent",
        /// Said that they would not come.
        Withdrawn = "withdrawn",
        /// Went home before the end.
        Left = "left",
        Disqualified = "disqualified",
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct TournamentState {
    pub phase: Phase,
    pub application: Arc<TournamentApplication>,
    /// Name, venue, days and voivodeship after all changes.
    pub details: Arc<TournamentDetails>,
    /// Whether a change or the cancellation was announced late.
    pub late_notice: bool,
    pub approval: Option<Arc<Approval>>,
    /// The rules it is played by, from its approval on.
    pub rulebook: Option<Arc<Rulebook>>,
    pub plan: Option<Arc<FormatPlan>>,
    /// All players ever registered.
    pub entrants: RedBlackTreeMapSync<PlayerId, Entrant>,
    /// The order of the last draw of the first round.
    pub draw_order: Arc<Vec<PlayerId>>,
    pub stages: RedBlackTreeMapSync<Stage, Arc<StagePlay>>,
    pub hidden: Option<Stage>,
    pub sanctions: RedBlackTreeMapSync<PlayerId, Arc<Vec<Sanction>>>,
    /// The disputes, by number from 1.
    pub disputes: RedBlackTreeMapSync<u32, Dispute>,
    pub ties: RedBlackTreeMapSync<TieQuestion, Arc<Vec<PlayerId>>>,
    pub waivers: RedBlackTreeSetSync<PlayerId>,
    pub closed: Option<Arc<Closing>>,
    /// The record of the closed tournament after all corrections.
    pub record: Option<Arc<TournamentRecord>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closing {
    pub ended_at: Moment,
    pub seed: Option<Seed>,
    /// The results, if they came from elsewhere.
    pub imported: Option<Vec<ResultLine>>,
    /// The winners whose contact the vault holds (R-PLR-10); empty without a contact.
    pub winner_contact: Vec<PlayerId>,
}

impl Closing {
    pub(crate) fn at(ended_at: Moment) -> Self {
        Self { ended_at, seed: None, imported: None, winner_contact: vec![] }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    pub registration: Registration,
    pub presence: Presence,
    /// The first round the player can be seated in.
    pub from_round: u32,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StagePlay {
    /// The tables from 1.
    pub tables: Vec<Arc<SeatedTable>>,
    pub started: bool,
    pub closed: bool,
    pub skipped: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeatedTable {
    /// Players at A, B, C and D.
    pub seats: Vec<PlayerId>,
    pub sheet: Option<Arc<Sheet>>,
    /// Whether it may go on with two players.
    pub two_allowed: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    pub games: Arc<[SheetGame]>,
    pub entered_by: ActorRef,
    /// Reason for accepting warnings, or for the change.
    pub reason: Option<Commitment>,
    pub confirmed_by: Option<ActorRef>,
    pub second_entry_waived: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    pub stage: Stage,
    pub table: u32,
    /// Counted from 1.
    pub game: Option<u32>,
    pub ruled: bool,
}

impl Tournament {
    pub fn hosted(&self) -> Option<&HostedTournament> {
        match self {
            Self::Hosted(running) => Some(running),
            Self::Unknown | Self::Recorded => None,
        }
    }
}

impl HostedTournament {
    /// Acts that can be undone, the last one last.
    pub fn undo_stack(&self) -> impl DoubleEndedIterator<Item = &UndoEntry> {
        self.undo_stack.iter().map(Arc::as_ref)
    }

    /// Number of acts, undone ones included.
    pub fn acts(&self) -> u32 {
        self.acts
    }

    /// Number of draws, undone ones included.
    pub fn draws(&self) -> u32 {
        self.draws.values().sum()
    }

    /// Number of draws of one round, undone ones included.
    pub fn draws_of(&self, stage: Stage) -> u32 {
        self.draws.get(&stage).copied().unwrap_or_default()
    }
}

impl TournamentState {
    /// The stages of the format in their order, without those that are left out.
    pub fn planned_stages(&self) -> Vec<Stage> {
        let Some(plan) = &self.plan else { return Vec::new() };
        let rounds = (1..=plan.rounds.len() as u32).map(Stage::Round);
        let later = plan.top.map(|_| Stage::Top).into_iter().chain(plan.final_games.map(|_| Stage::Final));
        rounds.chain(later).filter(|stage| !self.stages.get(stage).is_some_and(|play| play.skipped)).collect()
    }

    pub fn last_round(&self) -> Option<Stage> {
        let plan = self.plan.as_ref()?;
        Some(Stage::Round(plan.rounds.len() as u32))
    }

    /// Number of games per table in a stage.
    pub fn planned_games(&self, stage: Stage) -> Option<u32> {
        let plan = self.plan.as_ref()?;
        match stage {
            Stage::Round(number) => plan.rounds.get(number.checked_sub(1)? as usize).copied(),
            Stage::Top => plan.top.map(|_| plan.top_games),
            Stage::Final => plan.final_games,
        }
    }

    pub fn planned_elimination_games(&self) -> u32 {
        self.plan.as_ref().map(|plan| plan.rounds.iter().sum()).unwrap_or_default()
    }

    /// The stage that is seated and not over, or else the first that is not seated.
    pub fn current_stage(&self) -> Option<Stage> {
        self.planned_stages().into_iter().find(|stage| !self.play(*stage).is_some_and(|play| play.closed))
    }

    pub fn play(&self, stage: Stage) -> Option<&StagePlay> {
        self.stages.get(&stage).map(Arc::as_ref)
    }

    /// A table, from 1.
    pub fn table(&self, stage: Stage, table: u32) -> Option<&SeatedTable> {
        let index = table.checked_sub(1)? as usize;
        self.play(stage)?.tables.get(index).map(Arc::as_ref)
    }

    /// Whether the sheet of a table has all its games.
    pub fn is_complete(&self, stage: Stage, table: &SeatedTable) -> bool {
        let planned = self.planned_games(stage);
        table.sheet.as_ref().is_some_and(|sheet| Some(sheet.games.len() as u32) == planned)
    }

    /// Whether the sheet needs no second entry.
    pub fn is_confirmed(&self, table: &SeatedTable) -> bool {
        let asked_for = self.plan.as_ref().is_some_and(|plan| plan.second_entry);
        let settled = |sheet: &Arc<Sheet>| sheet.confirmed_by.is_some() || sheet.second_entry_waived;
        !asked_for || table.sheet.as_ref().is_some_and(settled)
    }

    /// The tables whose sheets are missing or incomplete, from 1.
    pub fn missing_sheets(&self, stage: Stage) -> Vec<u32> {
        self.tables_where(stage, |table| !self.is_complete(stage, table))
    }

    /// The tables whose sheets wait for their second entry, from 1.
    pub fn unconfirmed_sheets(&self, stage: Stage) -> Vec<u32> {
        self.tables_where(stage, |table| table.sheet.is_some() && !self.is_confirmed(table))
    }

    fn tables_where(&self, stage: Stage, chosen: impl Fn(&SeatedTable) -> bool) -> Vec<u32> {
        let Some(play) = self.play(stage) else { return Vec::new() };
        (1..).zip(&play.tables).filter(|(_, table)| chosen(table)).map(|(number, _)| number).collect()
    }

    /// Whether the rules let the results of this stage be hidden while it is played (REG VI.40, VI.41).
    pub fn can_be_hidden(&self, stage: Stage, rulebook: &Rulebook) -> bool {
        let kind = match stage {
            Stage::Final => Some(HideStage::Final),
            stage if Some(stage) == self.last_round() => Some(HideStage::LastEliminationRound),
            Stage::Round(_) | Stage::Top => None,
        };
        kind.is_some_and(|kind| rulebook.get(parameters::HIDE_STAGES).contains(&kind))
    }

    pub fn is_hidden(&self, stage: Stage) -> bool {
        self.hidden == Some(stage)
    }

    pub fn present(&self) -> impl Iterator<Item = &PlayerId> {
        let there = |entrant: &Entrant| entrant.presence == Presence::CheckedIn;
        self.entrants.iter().filter(move |(_, entrant)| there(entrant)).map(|(player, _)| player)
    }

    /// Whether the first round has started.
    pub fn has_started(&self) -> bool {
        self.play(Stage::Round(1)).is_some_and(|play| play.started)
    }

    /// Whether a late arrival can still play from the next round on (AMB-29).
    pub fn can_join(&self, rulebook: &Rulebook) -> bool {
        let started = self.stages.iter().filter(|(stage, play)| stage.is_round() && play.started).count();
        let rounds = self.plan.as_ref().map_or(0, |plan| plan.rounds.len());
        let last = match rulebook.get(parameters::ATTENDANCE_LATE_JOIN) {
            LateJoin::Never => 0,
            LateJoin::UntilRound2 => rounds.min(2),
            LateJoin::Any => rounds,
        };
        started < last
    }

    /// Where a player sits in a stage: the table from 1 and the seat from 0.
    pub fn seat_of(&self, stage: Stage, player: &PlayerId) -> Option<(u32, usize)> {
        let play = self.play(stage)?;
        (1..).zip(&play.tables).find_map(|(number, table)| {
            table.seats.iter().position(|seated| seated == player).map(|seat| (number, seat))
        })
    }

    pub fn disqualified(&self) -> impl Iterator<Item = &PlayerId> {
        let out = |entrant: &Entrant| entrant.presence == Presence::Disqualified;
        self.entrants.iter().filter(move |(_, entrant)| out(entrant)).map(|(player, _)| player)
    }
}
