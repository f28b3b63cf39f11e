//! Decisions on sanctions, disputes and rulings (R-SAN).

use super::{Decision, DecisionContext};
use crate::event::{Commitment, TournamentFact};
use crate::tournament::course::{Dispute, Presence, Rejection, Stage};
use crate::tournament::sanction::{Sanction, disqualified_by};
use crate::values::ids::PlayerId;

/// The most disputes that one tournament can have.
const MAX_DISPUTES: usize = 1000;
/// The most open disputes of one table, so that one table cannot block the tournament.
const MAX_OPEN_AT_TABLE: usize = 5;

impl DecisionContext<'_> {
    pub(crate) fn give_sanction(
        &self,
        player: &PlayerId,
        sanction: Sanction,
        reason: Commitment,
    ) -> Result<Decision, Rejection> {
        self.check_under_way()?;
        let entrant = self.state.entrants.get(player);
        match entrant.map(|entrant| entrant.presence) {
            Some(Presence::CheckedIn) => {}
            Some(Presence::Disqualified | Presence::Left) => return Err(Rejection::Out { player: player.clone() }),
            Some(Presence::Registered | Presence::Absent | Presence::Withdrawn) => {
                return Err(Rejection::NotPresent { player: player.clone() });
            }
            None => return Err(Rejection::NotRegistered { player: player.clone() }),
        }
        let mut all = self.state.sanctions.get(player).map(|given| given.to_vec()).unwrap_or_default();
        all.push(sanction);
        let mut facts = vec![TournamentFact::SanctionGiven { player: player.clone(), sanction, reason }];
        if disqualified_by(&all, self.rulebook).is_some() {
            facts.push(TournamentFact::Disqualified { player: player.clone() });
        }
        Ok(facts.into())
    }

    pub(crate) fn open_dispute(
        &self,
        stage: Stage,
        table: u32,
        game: Option<u32>,
        matter: Commitment,
    ) -> Result<Decision, Rejection> {
        self.check_under_way()?;
        if self.state.play(stage).is_none_or(|play| !play.started) {
            return Err(Rejection::NotStarted { stage });
        }
        self.state.table(stage, table).ok_or(Rejection::NoSuchTable { stage, table })?;
        if self.state.disputes.size() >= MAX_DISPUTES {
            return Err(Rejection::TooMany { most: MAX_DISPUTES });
        }
        let open_here = |dispute: &&Dispute| !dispute.ruled && (dispute.stage, dispute.table) == (stage, table);
        if self.state.disputes.values().filter(open_here).count() >= MAX_OPEN_AT_TABLE {
            return Err(Rejection::TooMany { most: MAX_OPEN_AT_TABLE });
        }
        let dispute = self.state.disputes.last().map_or(0, |(number, _)| *number) + 1;
        Ok(TournamentFact::DisputeOpened { dispute, stage, table, game, matter }.into())
    }

    pub(crate) fn rule_dispute(&self, dispute: u32, ruling: Commitment) -> Result<Decision, Rejection> {
        self.check_under_way()?;
        match self.state.disputes.get(&dispute) {
            None => Err(Rejection::NoSuchDispute { dispute }),
            Some(known) if known.ruled => Err(Rejection::DisputeRuled { dispute }),
            Some(_) => Ok(TournamentFact::DisputeRuled { dispute, ruling }.into()),
        }
    }
}
