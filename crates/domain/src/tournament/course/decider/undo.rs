//! Undoing what was done while a tournament is prepared and played.

use super::{Decision, DecisionContext, check_authority};
use crate::event::{Commitment, TournamentFact};
use crate::tournament::course::{Phase, Rejection, Stage};

impl DecisionContext<'_> {
    pub(crate) fn undo(&self, act: u32, reason: Option<Commitment>) -> Result<Decision, Rejection> {
        self.in_phase(&[Phase::Approved, Phase::Running, Phase::Cancelled])?;
        let undo_entry = self
            .running
            .undo_stack()
            .find(|undo_entry| undo_entry.number == act)
            .ok_or(Rejection::NoSuchAct { act })?;
        check_authority(self.command, undo_entry.kind, self.rulebook)?;
        let later = self.running.undo_stack().rev().take_while(|later| later.number > act);
        let mut resting = later.filter(|later| !later.affected_parts.is_disjoint_from(&undo_entry.affected_parts));
        match resting.next() {
            Some(later) => Err(Rejection::LaterAct { later: later.number }),
            None => Ok(self.undone(act, reason)?.into()),
        }
    }

    /// The undoing, with what it brings about: a sheet that comes back may be the last one that was missing (R-PUB-02).
    fn undone(&self, act: u32, reason: Option<Commitment>) -> Result<Vec<TournamentFact>, Rejection> {
        let mut after = self.running.clone();
        after.undo(act).map_err(|_| Rejection::NoSuchAct { act })?;
        let mut facts = vec![TournamentFact::ActUndone { act, reason }];
        let came_back = |stage: &Stage| !after.state.is_hidden(*stage) && after.state.missing_sheets(*stage).is_empty();
        let all_in = self.state.hidden.filter(came_back);
        facts.extend(all_in.map(|stage| TournamentFact::ResultsRevealed { stage }));
        Ok(facts)
    }
}
