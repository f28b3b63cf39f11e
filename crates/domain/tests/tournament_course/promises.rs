//! Certain advancement is never taken back.
//!
//! Whoever is told to go on for certain, or to be out, stays so until the stage is played. A promise holds for the results and
//! the players it was made on: it ends when a sheet that stood there is changed, something is undone, somebody leaves or is
//! disqualified, the list changes before the start, a stage is left out or seated again; what everybody could see of it ends when results
//! are hidden. Games that are still played, late arrivals and decisions on ties end no promise.

use domain::course::{Chance, Now, Stage};
use domain::event::{SheetGame, TournamentFact};
use domain::ids::PlayerId;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub(crate) struct Promises {
    /// What was said by all results, and by those that everybody may see.
    made: [BTreeMap<(Stage, PlayerId), Chance>; 2],
}

/// Whether a fact, in a tournament that stands like this, ends what was promised.
pub(crate) fn ends_promises(before: &Now, fact: &TournamentFact) -> bool {
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

impl Promises {
    pub(crate) fn end(&mut self) {
        *self = Self::default();
    }

    pub(crate) fn hide(&mut self) {
        self.made[1].clear();
    }

    pub(crate) fn check(&mut self, now: &Now) {
        for (made, advancement) in
            self.made.iter_mut().zip([now.advancement(|_| true), now.advancement(|stage| !now.is_hidden(stage))])
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
    pub(crate) fn keep(&self, now: &Now, stage: Stage) {
        let seated: BTreeSet<&PlayerId> =
            now.play(stage).into_iter().flat_map(|play| play.tables.iter().flat_map(|table| &table.seats)).collect();
        for ((_, player), chance) in self.made.iter().flatten().filter(|((into, _), _)| *into == stage) {
            assert_eq!(seated.contains(player), *chance == Chance::Certain, "{player} was {chance:?} for {stage}");
        }
    }
}
