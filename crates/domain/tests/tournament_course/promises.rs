//! Certain advancement is never revoked.
//!
//! A player who certainly advances, or is certainly out, stays so until the stage is played. This holds for the results
//! and players it was computed from: it ends when a recorded sheet is changed, an act is undone, a player leaves or is
//! disqualified, the list changes before the start, a stage is skipped or seated again; its public part ends when
//! results are hidden. Further games, late arrivals and decisions on ties do not end it.

use domain::event::{SheetGame, TournamentFact};
use domain::tournament::course::{Chance, Stage, TournamentState};
use domain::values::ids::PlayerId;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub(crate) struct AdvancementGuarantees {
    /// Chances by all results, and by the public ones.
    made: [BTreeMap<(Stage, PlayerId), Chance>; 2],
}

/// Whether a fact, in a tournament that stands like this, ends what was promised.
pub(crate) fn ends_guarantees(before: &TournamentState, fact: &TournamentFact) -> bool {
    match fact {
        TournamentFact::SheetEntered(entry) => {
            let known = before.table(entry.stage, entry.table).and_then(|table| table.sheet.as_ref());
            let games: &[SheetGame] = known.map(|sheet| sheet.games.as_ref()).unwrap_or_default();
            !entry.games.starts_with(games)
        }
        TournamentFact::StageSeated { stage, .. } => before.play(*stage).is_some(),
        TournamentFact::SheetCorrected { .. }
        | TournamentFact::ActUndone { .. }
        | TournamentFact::PlayerLeft { .. }
        | TournamentFact::Disqualified { .. }
        | TournamentFact::PlayersDidNotCome { .. }
        | TournamentFact::RegistrationWithdrawn { .. }
        | TournamentFact::FormatChosen(_)
        | TournamentFact::StageSkipped { .. } => true,
        _ => false,
    }
}

impl AdvancementGuarantees {
    pub(crate) fn end(&mut self) {
        *self = Self::default();
    }

    pub(crate) fn hide(&mut self) {
        self.made[1].clear();
    }

    pub(crate) fn check(&mut self, state: &TournamentState) {
        for (made, advancement) in
            self.made.iter_mut().zip([state.advancement(|_| true), state.advancement(|stage| !state.is_hidden(stage))])
        {
            let Some(advancement) = advancement else { continue };
            let into = advancement.into;
            for (player, chance) in &advancement.chances {
                let promised = made.get(&(into, player.clone()));
                assert!(
                    promised.is_none_or(|promised| promised == chance),
                    "{player} into {into}: {promised:?}, {chance:?}"
                );
                if matches!(chance, Chance::Certain | Chance::Out) {
                    made.insert((into, player.clone()), *chance);
                }
            }
        }
    }

    /// A stage has started: those who were promised a seat have one.
    pub(crate) fn keep(&self, state: &TournamentState, stage: Stage) {
        let seated: BTreeSet<&PlayerId> =
            state.play(stage).into_iter().flat_map(|play| play.tables.iter().flat_map(|table| &table.seats)).collect();
        for ((_, player), chance) in self.made.iter().flatten().filter(|((into, _), _)| *into == stage) {
            assert_eq!(seated.contains(player), *chance == Chance::Certain, "{player} was {chance:?} for {stage}");
        }
    }
}
