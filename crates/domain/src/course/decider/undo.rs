//! Undoing what was done while a tournament is prepared and played.

use super::{Decision, Here, check_authority};
use crate::course::{Phase, Rejection, Stage};
use crate::event::{Commitment, TournamentFact};

impl Here<'_> {
    pub(super) fn undo(&self, act: u32, reason: Option<Commitment>) -> Result<Decision, Rejection> {
        self.in_phase(&[Phase::Approved, Phase::Running, Phase::Cancelled])?;
        let rung = self.running.ladder().find(|rung| rung.number == act).ok_or(Rejection::NoSuchAct { act })?;
        check_authority(self.command, rung.kind, self.rulebook)?;
        let later = self.running.ladder().rev().take_while(|later| later.number > act);
        let mut resting = later.filter(|later| !later.touched.is_apart_from(&rung.touched));
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
        let came_back = |stage: &Stage| !after.now.is_hidden(*stage) && after.now.missing_sheets(*stage).is_empty();
        let all_in = self.now.hidden.filter(came_back);
        facts.extend(all_in.map(|stage| TournamentFact::ResultsRevealed { stage }));
        Ok(facts)
    }
}
