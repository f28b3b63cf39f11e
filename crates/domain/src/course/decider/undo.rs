//! Undoing what was done while a tournament is prepared and played.

use super::{Decision, Here, check_authority};
use crate::course::{Phase, Rejection};
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
            None => Ok(TournamentFact::ActUndone { act, reason }.into()),
        }
    }
}
