//! Applies events to the state of a tournament.

use super::{
    ActorRef, Entrant, HostedTournament, Phase, Presence, SeatedTable, Sheet, Stage, StagePlay, Tournament,
    TournamentState,
};
use crate::event::history::CorruptHistory;
use crate::event::{NumberedFact, Registration, SheetEntry, TournamentApplication, TournamentEvent, TournamentFact};
use crate::tournament::course::undo_stack::{UndoEntry, affected_parts};
use crate::values::ids::PlayerId;
use rpds::{RedBlackTreeMapSync, RedBlackTreeSetSync, VectorSync};
use std::collections::BTreeMap;
use std::sync::Arc;

pub fn evolve(tournament: Tournament, event: &TournamentEvent) -> Result<Tournament, CorruptHistory> {
    match (tournament, event) {
        (
            Tournament::Unknown,
            TournamentEvent::Act(NumberedFact { number, fact: TournamentFact::Applied(application), .. }),
        ) => Ok(Tournament::Hosted(Box::new(HostedTournament {
            state: Arc::new(applied(application)),
            undo_stack: VectorSync::default(),
            acts: *number,
            draws: BTreeMap::new(),
            late_change: false,
        }))),
        (Tournament::Hosted(mut running), TournamentEvent::Act(act)) => {
            running.apply_act(act)?;
            Ok(Tournament::Hosted(running))
        }
        (Tournament::Unknown, TournamentEvent::Recorded(_)) => Ok(Tournament::Recorded),
        (Tournament::Hosted(mut running), TournamentEvent::Recorded(record)) => {
            let is_first = running.state.record.is_none() && running.state.phase == Phase::Closed;
            if !is_first {
                return Err(CorruptHistory::RecordedTwice);
            }
            Arc::make_mut(&mut running.state).record = Some(Arc::new(record.clone()));
            Ok(Tournament::Hosted(running))
        }
        (Tournament::Hosted(mut running), TournamentEvent::Corrected(correction)) => {
            running.state.record.as_ref().ok_or(CorruptHistory::NotRecorded)?;
            Arc::make_mut(&mut running.state).record = Some(Arc::new(correction.record.clone()));
            Ok(Tournament::Hosted(running))
        }
        (Tournament::Recorded, TournamentEvent::Recorded(_)) => Err(CorruptHistory::RecordedTwice),
        (Tournament::Recorded, TournamentEvent::Act(_)) => Err(CorruptHistory::DoesNotFit),
        (Tournament::Unknown, _) => Err(CorruptHistory::NotRecorded),
        (
            tournament @ (Tournament::Recorded | Tournament::Hosted(_)),
            TournamentEvent::Corrected(_)
            | TournamentEvent::ExceptionDecided(_)
            | TournamentEvent::ExceptionDecisionWithdrawn
            | TournamentEvent::Waiver(_)
            | TournamentEvent::Tie(_),
        ) => Ok(tournament),
    }
}

fn applied(application: &TournamentApplication) -> TournamentState {
    TournamentState {
        phase: Phase::Submitted,
        details: Arc::new(application.details.clone()),
        application: Arc::new(application.clone()),
        late_notice: false,
        approval: None,
        rulebook: None,
        plan: None,
        entrants: RedBlackTreeMapSync::default(),
        draw_order: Arc::default(),
        stages: RedBlackTreeMapSync::default(),
        hidden: None,
        sanctions: RedBlackTreeMapSync::default(),
        disputes: RedBlackTreeMapSync::default(),
        ties: RedBlackTreeMapSync::default(),
        waivers: RedBlackTreeSetSync::default(),
        closed: None,
        record: None,
    }
}

impl HostedTournament {
    fn apply_act(&mut self, act: &NumberedFact) -> Result<(), CorruptHistory> {
        let continues = act.number == self.acts;
        if !continues && act.number != self.acts + 1 {
            return Err(CorruptHistory::DoesNotFit);
        }
        self.acts = act.number;
        let fact = &act.fact;
        if let TournamentFact::ActUndone { act, .. } = fact {
            return self.undo(*act);
        }
        if let TournamentFact::DetailsChanged { late_notice, .. } = fact {
            self.late_change |= late_notice;
            return Arc::make_mut(&mut self.state).apply(fact, &act.by);
        }
        if let TournamentFact::Drawn { stage, .. } = fact {
            *self.draws.entry(*stage).or_default() += 1;
        }
        self.step(act, fact, continues)
    }

    /// Takes in a fact, and puts it on the undo stack if it can be undone.
    fn step(&mut self, act: &NumberedFact, fact: &TournamentFact, continues: bool) -> Result<(), CorruptHistory> {
        let before = Arc::clone(&self.state);
        Arc::make_mut(&mut self.state).apply(fact, &act.by)?;
        if self.state.phase == Phase::Closed {
            // Nothing is undone after closing, so that nothing has to be kept for it.
            self.undo_stack = VectorSync::default();
            return Ok(());
        }
        if !matches!(before.phase, Phase::Approved | Phase::Running) {
            return Ok(());
        }
        let affected_parts = affected_parts(&before, fact);
        let last = self.undo_stack.last().filter(|last| continues && last.number == act.number);
        // The effects of an undo follow from the remaining acts, and cannot be undone by themselves.
        if continues && last.is_none() {
            return Ok(());
        }
        match last.map(|last| UndoEntry::clone(last)) {
            Some(mut undo_entry) => {
                undo_entry.facts.push(fact.clone());
                undo_entry.affected_parts.join(affected_parts);
                self.undo_stack.drop_last_mut();
                self.undo_stack.push_back_mut(Arc::new(undo_entry));
            }
            None => self.undo_stack.push_back_mut(Arc::new(UndoEntry {
                number: act.number,
                by: act.by.clone(),
                kind: fact.kind(),
                facts: vec![fact.clone()],
                affected_parts,
                before,
            })),
        }
        Ok(())
    }

    /// Takes the tournament back to before an act, and does again what came after it.
    pub(crate) fn undo(&mut self, act: u32) -> Result<(), CorruptHistory> {
        let index =
            self.undo_stack.iter().position(|undo_entry| undo_entry.number == act).ok_or(CorruptHistory::DoesNotFit)?;
        let later: Vec<Arc<UndoEntry>> = self.undo_stack.iter().skip(index + 1).cloned().collect();
        let undone = self.undo_stack.get(index).cloned().ok_or(CorruptHistory::DoesNotFit)?;
        // The texts that details commit to are replaced in the vault, so a change of details stays until the next one.
        let details = Arc::clone(&self.state.details);
        let late_notice = undone.before.late_notice || self.late_change;
        self.state = Arc::new(TournamentState { details, late_notice, ..TournamentState::clone(&undone.before) });
        for _ in index..self.undo_stack.len() {
            self.undo_stack.drop_last_mut();
        }
        for undo_entry in later {
            for (nth, fact) in undo_entry.facts.iter().enumerate() {
                let again = NumberedFact { number: undo_entry.number, by: undo_entry.by.clone(), fact: fact.clone() };
                self.step(&again, fact, nth > 0)?;
            }
        }
        Ok(())
    }
}

impl TournamentState {
    pub(super) fn enter(&mut self, registration: &Registration, presence: Presence, from_round: u32) {
        let entrant = Entrant { registration: registration.clone(), presence, from_round };
        self.entrants.insert_mut(registration.player.clone(), entrant);
    }

    pub(super) fn present_as(&mut self, player: &PlayerId, presence: Presence) -> Result<(), CorruptHistory> {
        let known = self.entrants.get(player).ok_or(CorruptHistory::DoesNotFit)?;
        let entrant = Entrant { presence, ..known.clone() };
        self.entrants.insert_mut(player.clone(), entrant);
        Ok(())
    }

    /// Seats a stage, in place of an earlier seating.
    pub(super) fn seat(&mut self, stage: Stage, tables: impl Iterator<Item = Vec<PlayerId>>) {
        let tables = tables.map(|seats| Arc::new(SeatedTable { seats, ..SeatedTable::default() })).collect();
        self.stages.insert_mut(stage, Arc::new(StagePlay { tables, ..StagePlay::default() }));
    }

    pub(super) fn change(&mut self, stage: Stage, change: impl FnOnce(&mut StagePlay)) -> Result<(), CorruptHistory> {
        let mut play = self.play(stage).ok_or(CorruptHistory::DoesNotFit)?.clone();
        change(&mut play);
        self.stages.insert_mut(stage, Arc::new(play));
        Ok(())
    }

    pub(super) fn change_table(
        &mut self,
        stage: Stage,
        table: u32,
        change: impl FnOnce(&mut SeatedTable),
    ) -> Result<(), CorruptHistory> {
        let mut changed = self.table(stage, table).ok_or(CorruptHistory::DoesNotFit)?.clone();
        change(&mut changed);
        // The table is there, so its number is at least 1.
        self.change(stage, |play| play.tables[table as usize - 1] = Arc::new(changed))
    }

    pub(super) fn change_sheet(
        &mut self,
        stage: Stage,
        table: u32,
        change: impl FnOnce(&mut Sheet),
    ) -> Result<(), CorruptHistory> {
        let known = self.table(stage, table).and_then(|table| table.sheet.as_ref());
        let mut sheet = Sheet::clone(known.ok_or(CorruptHistory::DoesNotFit)?);
        change(&mut sheet);
        self.change_table(stage, table, |table| table.sheet = Some(Arc::new(sheet)))
    }

    /// A sheet that is entered anew waits for its second entry again.
    pub(super) fn enter_sheet(&mut self, entry: &SheetEntry, by: &ActorRef) -> Result<(), CorruptHistory> {
        let sheet = Sheet {
            games: entry.games.clone(),
            entered_by: by.clone(),
            reason: entry.reason,
            confirmed_by: None,
            second_entry_waived: false,
        };
        self.change_table(entry.stage, entry.table, |table| table.sheet = Some(Arc::new(sheet)))
    }
}
