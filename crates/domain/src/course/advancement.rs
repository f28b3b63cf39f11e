//! Who goes on to the next stage for certain, who as things stand, and who still may.

use super::outcome::Choice;
use super::standing::Numbered;
use super::{Now, Stage};
use crate::ids::{PlayerId, PlayerKey};
use crate::rulebook::Rulebook;
use crate::standings::Tally;
use crate::top_stage::FINALISTS;
use rustc_hash::FxHashMap;

/// How likely somebody is to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Chance {
    /// Nothing that is still played can change it.
    Certain,
    /// As things stand, and others can still change it.
    Provisional,
    /// Not as things stand, but it can still happen.
    Possible,
    /// Nothing that is still played can help.
    Out,
}

/// Who goes on, and where to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advancement {
    /// The stage that players go on to.
    pub into: Stage,
    /// How many go on.
    pub seats: usize,
    /// The chance of each player who is seated.
    pub chances: FxHashMap<PlayerId, Chance>,
}

impl Now {
    /// The chances with the results of those stages that count; the others are taken as if they were still to be played.
    ///
    /// A chance is called certain or gone only if no result of the games left can change that; small points can tell apart any
    /// two players with equal big points, so only big points bound it while games are left.
    pub fn advancement(&self, counts: impl Fn(Stage) -> bool) -> Option<Advancement> {
        let (plan, rulebook) = (self.plan.as_ref()?, self.rulebook.as_ref()?);
        let later = self.planned_stages().into_iter().filter(|stage| !stage.is_round());
        let into = later.into_iter().find(|stage| !self.play(*stage).is_some_and(|play| play.started))?;
        let players = Numbered::of(self);
        let from = self.planned_stages().into_iter().take_while(|stage| *stage < into).last()?;
        let is_over = self.play(from).is_some_and(|play| play.closed) && counts(from);
        let seats = match (into, plan.top) {
            (Stage::Top, Some(size)) => size.players(),
            _ => FINALISTS,
        };
        let chances = if is_over {
            self.settled(into, &players, rulebook)?
        } else if from.is_round() {
            self.open(&counts, seats, &players, rulebook)
        } else {
            self.in_top(into, &players, rulebook)?
        };
        let by_id = chances.into_iter().map(|(key, chance)| (players.id(key).clone(), chance));
        Some(Advancement { into, seats, chances: by_id.collect() })
    }

    /// Everything is played: who goes on is known, but for ties.
    fn settled(&self, into: Stage, players: &Numbered, rulebook: &Rulebook) -> Option<Vec<(PlayerKey, Chance)>> {
        let everybody = self.elimination_tallies(|_| true, players, rulebook).into_iter().map(|(key, _)| key);
        let (_, choice) = self.choice(into, players, rulebook)?;
        let chance = |key: PlayerKey| match &choice {
            Choice::Decided(entrants) if entrants.contains(&key) => Chance::Certain,
            Choice::Tied(candidates) if candidates.contains(&key) => Chance::Possible,
            Choice::Decided(_) => Chance::Out,
            // Whoever is ahead of the tie goes on whatever is decided.
            Choice::Tied(candidates) => self.beside_a_tie(key, candidates, players, rulebook),
        };
        Some(everybody.map(|key| (key, chance(key))).collect())
    }

    fn beside_a_tie(
        &self,
        key: PlayerKey,
        candidates: &[PlayerKey],
        players: &Numbered,
        rulebook: &Rulebook,
    ) -> Chance {
        if !self.is_present(players.id(key)) {
            return Chance::Out;
        }
        let standing = self.elimination(|_| true, players, rulebook);
        let index = |wanted: PlayerKey| standing.iter().position(|line| line.player == wanted);
        let first = candidates.iter().filter_map(|candidate| index(*candidate)).min();
        if index(key) < first { Chance::Certain } else { Chance::Out }
    }

    /// The TOP stage is being played.
    fn in_top(&self, into: Stage, players: &Numbered, rulebook: &Rulebook) -> Option<Vec<(PlayerKey, Chance)>> {
        let play = self.play(Stage::Top)?;
        let entrants: Vec<PlayerKey> =
            play.tables.iter().flat_map(|table| &table.seats).filter_map(|player| players.key(player)).collect();
        let (_, choice) = self.choice(into, players, rulebook)?;
        let chance = |key: PlayerKey| match &choice {
            _ if !entrants.contains(&key) || !self.is_present(players.id(key)) => Chance::Out,
            Choice::Decided(finalists) if finalists.contains(&key) => Chance::Provisional,
            Choice::Decided(_) | Choice::Tied(_) => Chance::Possible,
        };
        let everybody = self.elimination_tallies(|_| true, players, rulebook).into_iter().map(|(key, _)| key);
        Some(everybody.map(|key| (key, chance(key))).collect())
    }

    /// Rounds are still being played.
    fn open(
        &self,
        counts: &impl Fn(Stage) -> bool,
        seats: usize,
        players: &Numbered,
        rulebook: &Rulebook,
    ) -> Vec<(PlayerKey, Chance)> {
        let standing = self.elimination(counts, players, rulebook);
        let there = |key: PlayerKey| self.is_present(players.id(key));
        let left: FxHashMap<PlayerKey, u32> =
            standing.iter().map(|line| (line.player, self.games_left(line.player, counts, players))).collect();
        let most = |key: PlayerKey, tally: &Tally| tally.big.0 + left.get(&key).copied().unwrap_or_default();
        let others = |key: PlayerKey| standing.iter().filter(move |line| line.player != key && there(line.player));
        let chance = |line: &crate::standings::Standing| {
            let (key, tally) = (line.player, &line.tally);
            if !there(key) {
                return Chance::Out;
            }
            let can_catch_up = others(key).filter(|other| most(other.player, &other.tally) >= tally.big.0).count();
            let surely_ahead = others(key).filter(|other| other.tally.big.0 > most(key, tally)).count();
            let ahead = others(key).filter(|other| other.place < line.place).count();
            if can_catch_up < seats {
                Chance::Certain
            } else if surely_ahead >= seats {
                Chance::Out
            } else if ahead < seats {
                Chance::Provisional
            } else {
                Chance::Possible
            }
        };
        let mut chances: Vec<(PlayerKey, Chance)> = standing.iter().map(|line| (line.player, chance(line))).collect();
        let out = self.disqualified().filter_map(|player| players.key(player));
        let missing: Vec<PlayerKey> = out.filter(|key| chances.iter().all(|(known, _)| known != key)).collect();
        chances.extend(missing.into_iter().map(|key| (key, Chance::Out)));
        chances
    }

    /// The most games of the elimination that a player can still play, as far as the results that count tell.
    fn games_left(&self, key: PlayerKey, counts: &impl Fn(Stage) -> bool, players: &Numbered) -> u32 {
        let player = players.id(key);
        if !self.is_present(player) {
            return 0;
        }
        let rounds = self.planned_stages().into_iter().filter(|stage| stage.is_round());
        rounds
            .map(|stage| {
                let planned = self.planned_games(stage).unwrap_or_default();
                match (self.seat_of(stage, player), self.play(stage)) {
                    (Some((table, _)), _) => {
                        let sheet = self.table(stage, table).and_then(|table| table.sheet.as_ref());
                        let entered = sheet.filter(|_| counts(stage)).map_or(0, |sheet| sheet.games.len() as u32);
                        planned - entered.min(planned)
                    }
                    // Whoever has no seat in a round that is seated does not play it.
                    (None, Some(_)) => 0,
                    (None, None) => planned,
                }
            })
            .sum()
    }
}
