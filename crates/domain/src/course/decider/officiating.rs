//! What referees do: sanctions, disputes and rulings (R-SAN).

use super::{Decision, Here};
use crate::course::{Dispute, Presence, Rejection, Stage};
use crate::event::{Commitment, TournamentFact};
use crate::ids::PlayerId;
use crate::sanction::{Sanction, disqualified_by};

/// The most disputes that one tournament can have.
const MAX_DISPUTES: usize = 1000;
/// The most disputes of one table that wait for a ruling: nobody can block the tournament from there.
const MAX_OPEN_AT_TABLE: usize = 5;

impl Here<'_> {
    pub(super) fn give_sanction(
        &self,
        player: &PlayerId,
        sanction: Sanction,
        reason: Commitment,
    ) -> Result<Decision, Rejection> {
        self.under_way()?;
        let entrant = self.now.entrants.get(player);
        match entrant.map(|entrant| entrant.presence) {
            Some(Presence::CheckedIn) => {}
            Some(Presence::Disqualified | Presence::Left) => return Err(Rejection::Out { player: player.clone() }),
            Some(Presence::Registered | Presence::Absent | Presence::Withdrawn) => {
                return Err(Rejection::NotPresent { player: player.clone() });
            }
            None => return Err(Rejection::NotRegistered { player: player.clone() }),
        }
        let mut all = self.now.sanctions.get(player).map(|given| given.to_vec()).unwrap_or_default();
        all.push(sanction);
        let mut facts = vec![TournamentFact::SanctionGiven { player: player.clone(), sanction, reason }];
        if disqualified_by(&all, self.rulebook).is_some() {
            facts.push(TournamentFact::Disqualified { player: player.clone() });
        }
        Ok(facts.into())
    }

    pub(super) fn open_dispute(
        &self,
        stage: Stage,
        table: u32,
        game: Option<u32>,
        matter: Commitment,
    ) -> Result<Decision, Rejection> {
        self.under_way()?;
        if self.now.play(stage).is_none_or(|play| !play.started) {
            return Err(Rejection::NotStarted { stage });
        }
        self.now.table(stage, table).ok_or(Rejection::NoSuchTable { stage, table })?;
        if self.now.disputes.size() >= MAX_DISPUTES {
            return Err(Rejection::TooMany { most: MAX_DISPUTES });
        }
        let open_here = |dispute: &&Dispute| !dispute.ruled && (dispute.stage, dispute.table) == (stage, table);
        if self.now.disputes.values().filter(open_here).count() >= MAX_OPEN_AT_TABLE {
            return Err(Rejection::TooMany { most: MAX_OPEN_AT_TABLE });
        }
        let dispute = self.now.disputes.last().map_or(0, |(number, _)| *number) + 1;
        Ok(TournamentFact::DisputeOpened { dispute, stage, table, game, matter }.into())
    }

    pub(super) fn rule_dispute(&self, dispute: u32, ruling: Commitment) -> Result<Decision, Rejection> {
        self.under_way()?;
        match self.now.disputes.get(&dispute) {
            None => Err(Rejection::NoSuchDispute { dispute }),
            Some(known) if known.ruled => Err(Rejection::DisputeRuled { dispute }),
            Some(_) => Ok(TournamentFact::DisputeRuled { dispute, ruling }.into()),
        }
    }
}
