//! A tournament in its course, as far as decisions and readers need it.

use super::ladder::Rung;
use super::{ActorRef, Stage};
use crate::calendar::Moment;
use crate::choice::choices;
use crate::draw::Seed;
use crate::event::{
    Approval, Commitment, EventDetails, FormatPlan, Registration, ResultLine, SheetGame, TieQuestion,
    TournamentApplication, TournamentRecord,
};
use crate::ids::PlayerId;
use crate::rulebook::{HideStage, LateJoin, Rulebook, parameters};
use crate::sanction::Sanction;
use rpds::{RedBlackTreeMapSync, RedBlackTreeSetSync, VectorSync};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is known of a tournament.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Course {
    /// No tournament has this id.
    #[default]
    Unknown,
    /// It was recorded after it was over, and did not run here.
    Recorded,
    /// It runs here, or has run.
    Here(Box<Running>),
}

/// A tournament that somebody applied for here.
#[derive(Debug, Clone, PartialEq)]
pub struct Running {
    /// How it stands; the ladder shares it with the act that comes next.
    pub now: Arc<Now>,
    /// What was done since it was approved and can be undone, the last act last.
    pub(super) ladder: VectorSync<Arc<Rung>>,
    /// How many acts there were, those that were undone too.
    pub(super) acts: u32,
    /// How often each round was drawn, draws that were undone too: a second draw is public with its reason.
    pub(super) draws: BTreeMap<Stage, u32>,
    /// Whether a change of details was announced late; such changes are not undone, but changed again.
    pub(super) late_change: bool,
}

choices! {
    /// Where a tournament is on its way.
    "phase" enum Phase {
        /// Applied for.
        Submitted = "submitted",
        /// Turned down.
        Rejected = "rejected",
        /// Approved, and not played yet.
        Approved = "approved",
        /// Being played.
        Running = "running",
        /// Called off, or broken off.
        Cancelled = "cancelled",
        /// Over, with final results.
        Closed = "closed",
    }

    /// Whether a player is there.
    "presence" enum Presence {
        /// On the list.
        Registered = "registered",
        /// In the hall.
        CheckedIn = "checked_in",
        /// Did not come.
        Absent = "absent",
        /// Said that they would not come.
        Withdrawn = "withdrawn",
        /// Went home before the end.
        Left = "left",
        /// Out of the tournament.
        Disqualified = "disqualified",
    }
}

/// How a tournament stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Now {
    /// Where it is on its way.
    pub phase: Phase,
    /// The application.
    pub application: Arc<TournamentApplication>,
    /// Name, venue, days and voivodeship after all changes.
    pub details: Arc<EventDetails>,
    /// Whether a change or the cancellation was announced late.
    pub late_notice: bool,
    /// What was settled when it was approved.
    pub approval: Option<Arc<Approval>>,
    /// The rules it is played by, from its approval on.
    pub rulebook: Option<Arc<Rulebook>>,
    /// Rounds, games and stages.
    pub plan: Option<Arc<FormatPlan>>,
    /// Everybody who was ever registered.
    pub entrants: RedBlackTreeMapSync<PlayerId, Entrant>,
    /// The order of the last draw of the first round.
    pub draw_order: Arc<Vec<PlayerId>>,
    /// What is seated, played and closed.
    pub stages: RedBlackTreeMapSync<Stage, Arc<StagePlay>>,
    /// The stage whose results are hidden.
    pub hidden: Option<Stage>,
    /// The sanctions of each player, in order.
    pub sanctions: RedBlackTreeMapSync<PlayerId, Arc<Vec<Sanction>>>,
    /// The disputes, by number from 1.
    pub disputes: RedBlackTreeMapSync<u32, Dispute>,
    /// Orders that were set among tied players.
    pub ties: RedBlackTreeMapSync<TieQuestion, Arc<Vec<PlayerId>>>,
    /// Who gave up the qualification.
    pub waivers: RedBlackTreeSetSync<PlayerId>,
    /// When play ended and with which seed, once it is closed.
    pub closed: Option<Arc<Closing>>,
    /// The record of the closed tournament after all corrections.
    pub record: Option<Arc<TournamentRecord>>,
}

/// How a tournament was closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closing {
    /// When play ended.
    pub ended_at: Moment,
    /// The seed of the draws, if there were any.
    pub seed: Option<Seed>,
    /// The results, if they came from elsewhere.
    pub imported: Option<Vec<ResultLine>>,
}

/// A player of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// What is noted of the player.
    pub registration: Registration,
    /// Whether the player is there.
    pub presence: Presence,
    /// The first round the player can be seated in.
    pub from_round: u32,
}

/// A round, the TOP stage or the final.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StagePlay {
    /// The tables from 1.
    pub tables: Vec<Arc<SeatedTable>>,
    /// Whether play has begun.
    pub started: bool,
    /// Whether it is over.
    pub closed: bool,
    /// Whether it is left out.
    pub skipped: bool,
}

/// A table with its sheet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeatedTable {
    /// Who sits at A, B, C and D.
    pub seats: Vec<PlayerId>,
    /// The sheet, once somebody has entered it.
    pub sheet: Option<Arc<Sheet>>,
    /// Whether it may go on with two players.
    pub two_allowed: bool,
}

/// The sheet of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// The games in their order.
    pub games: Arc<[SheetGame]>,
    /// Who entered it.
    pub entered_by: ActorRef,
    /// Why it is right though it looks wrong, or why it was changed.
    pub reason: Option<Commitment>,
    /// Who entered the same again.
    pub confirmed_by: Option<ActorRef>,
    /// Whether it counts without a second entry.
    pub second_entry_waived: bool,
}

/// A dispute at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    /// In which round or stage.
    pub stage: Stage,
    /// At which table.
    pub table: u32,
    /// In which game, from 1.
    pub game: Option<u32>,
    /// Whether the referee has ruled.
    pub ruled: bool,
}

impl Course {
    /// The tournament that runs here, or has run.
    pub fn here(&self) -> Option<&Running> {
        match self {
            Self::Here(running) => Some(running),
            Self::Unknown | Self::Recorded => None,
        }
    }
}

impl Running {
    /// What can be undone, the last act last.
    pub fn ladder(&self) -> impl DoubleEndedIterator<Item = &Rung> {
        self.ladder.iter().map(Arc::as_ref)
    }

    /// How many acts there were, those that were undone too.
    pub fn acts(&self) -> u32 {
        self.acts
    }

    /// How often seats were drawn, draws that were undone too.
    pub fn draws(&self) -> u32 {
        self.draws.values().sum()
    }

    /// How often the seats of one round were drawn, draws that were undone too.
    pub fn draws_of(&self, stage: Stage) -> u32 {
        self.draws.get(&stage).copied().unwrap_or_default()
    }
}

impl Now {
    /// The stages of the format in their order, without those that are left out.
    pub fn planned_stages(&self) -> Vec<Stage> {
        let Some(plan) = &self.plan else { return Vec::new() };
        let rounds = (1..=plan.rounds.len() as u32).map(Stage::Round);
        let later = plan.top.map(|_| Stage::Top).into_iter().chain(plan.final_games.map(|_| Stage::Final));
        rounds.chain(later).filter(|stage| !self.stages.get(stage).is_some_and(|play| play.skipped)).collect()
    }

    /// The last round of the elimination.
    pub fn last_round(&self) -> Option<Stage> {
        let plan = self.plan.as_ref()?;
        Some(Stage::Round(plan.rounds.len() as u32))
    }

    /// How many games a table plays in a stage.
    pub fn planned_games(&self, stage: Stage) -> Option<u32> {
        let plan = self.plan.as_ref()?;
        match stage {
            Stage::Round(number) => plan.rounds.get(number.checked_sub(1)? as usize).copied(),
            Stage::Top => plan.top.map(|_| plan.top_games),
            Stage::Final => plan.final_games,
        }
    }

    /// The games planned for each player in the elimination.
    pub fn planned_elimination_games(&self) -> u32 {
        self.plan.as_ref().map(|plan| plan.rounds.iter().sum()).unwrap_or_default()
    }

    /// The stage that is seated and not over, or else the first that is not seated.
    pub fn current_stage(&self) -> Option<Stage> {
        self.planned_stages().into_iter().find(|stage| !self.play(*stage).is_some_and(|play| play.closed))
    }

    /// What is played in a stage.
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

    /// Whether a sheet needs nobody to enter it again.
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
            _ => None,
        };
        kind.is_some_and(|kind| rulebook.get(parameters::HIDE_STAGES).contains(&kind))
    }

    /// Whether the results of a stage are not for everybody.
    pub fn is_hidden(&self, stage: Stage) -> bool {
        self.hidden == Some(stage)
    }

    /// Who is in the hall.
    pub fn present(&self) -> impl Iterator<Item = &PlayerId> {
        let there = |entrant: &Entrant| entrant.presence == Presence::CheckedIn;
        self.entrants.iter().filter(move |(_, entrant)| there(entrant)).map(|(player, _)| player)
    }

    /// Whether the first round has started.
    pub fn has_started(&self) -> bool {
        self.play(Stage::Round(1)).is_some_and(|play| play.started)
    }

    /// Whether somebody who comes late can still play from the next round on (AMB-29).
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

    /// Who is out by a disqualification.
    pub fn disqualified(&self) -> impl Iterator<Item = &PlayerId> {
        let out = |entrant: &Entrant| entrant.presence == Presence::Disqualified;
        self.entrants.iter().filter(move |(_, entrant)| out(entrant)).map(|(player, _)| player)
    }
}
