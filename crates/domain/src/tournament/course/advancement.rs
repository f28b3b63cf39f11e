//! Advancement to the next stage: certain, provisional and possible.

use super::outcome::StageSelection;
use super::standing::PlayerKeys;
use super::{Stage, TournamentState};
use crate::rulebook::{Rulebook, StandingsKey, parameters};
use crate::tournament::standings::Standing;
use crate::tournament::top_stage::FINALISTS;
use crate::values::ids::{PlayerId, PlayerKey};
use crate::values::place::Place;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A player's chance to advance.
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

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advancement {
    pub into: Stage,
    pub seats: usize,
    pub chances: FxHashMap<PlayerId, Chance>,
}

impl TournamentState {
    /// The chances with the results of those stages that count; the others are taken as if they were still to be
    /// played.
    ///
    /// A chance is called certain or gone only if no result of the games left can change that; small points can tell
    /// apart any two players with equal big points, so only big points bound it while games are left.
    pub fn advancement(&self, counts: impl Fn(Stage) -> bool) -> Option<Advancement> {
        let (plan, rulebook) = (self.plan.as_ref()?, self.rulebook.as_ref()?);
        let later = self.planned_stages().into_iter().filter(|stage| !stage.is_round());
        let into = later.into_iter().find(|stage| !self.play(*stage).is_some_and(|play| play.started))?;
        let players = PlayerKeys::of(self);
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
    fn settled(&self, into: Stage, players: &PlayerKeys, rulebook: &Rulebook) -> Option<Vec<(PlayerKey, Chance)>> {
        let all_players = self.elimination_tallies(|_| true, players, rulebook).into_iter().map(|(key, _)| key);
        // Seats that were given out hold, though a sheet may have been corrected since.
        let choice = match self.seated_in(into, players) {
            Some(seated) => StageSelection::Decided(seated),
            None => self.choice(into, players, rulebook)?.1,
        };
        let chance = |key: PlayerKey| match &choice {
            _ if !self.is_present(players.id(key)) => Chance::Out,
            StageSelection::Decided(entrants) if entrants.contains(&key) => Chance::Certain,
            StageSelection::Tied { certain, .. } if certain.contains(&key) => Chance::Certain,
            StageSelection::Tied { candidates, .. } if candidates.contains(&key) => Chance::Possible,
            StageSelection::Decided(_) | StageSelection::Tied { .. } => Chance::Out,
        };
        Some(all_players.map(|key| (key, chance(key))).collect())
    }

    /// Those who have a seat in a stage, if they are all there.
    fn seated_in(&self, stage: Stage, players: &PlayerKeys) -> Option<Vec<PlayerKey>> {
        let seats = || self.play(stage).into_iter().flat_map(|play| play.tables.iter().flat_map(|table| &table.seats));
        let all_there = seats().next().is_some() && seats().all(|player| self.is_present(player));
        all_there.then(|| seats().filter_map(|player| players.key(player)).collect())
    }

    /// The TOP stage is being played.
    fn in_top(&self, into: Stage, players: &PlayerKeys, rulebook: &Rulebook) -> Option<Vec<(PlayerKey, Chance)>> {
        let play = self.play(Stage::Top)?;
        let entrants: Vec<PlayerKey> =
            play.tables.iter().flat_map(|table| &table.seats).filter_map(|player| players.key(player)).collect();
        let (_, choice) = self.choice(into, players, rulebook)?;
        let chance = |key: PlayerKey| match &choice {
            _ if !entrants.contains(&key) || !self.is_present(players.id(key)) => Chance::Out,
            StageSelection::Decided(finalists) if finalists.contains(&key) => Chance::Provisional,
            StageSelection::Decided(_) | StageSelection::Tied { .. } => Chance::Possible,
        };
        let all_players = self.elimination_tallies(|_| true, players, rulebook).into_iter().map(|(key, _)| key);
        Some(all_players.map(|key| (key, chance(key))).collect())
    }

    /// Rounds are still being played.
    fn open(
        &self,
        counts: &impl Fn(Stage) -> bool,
        seats: usize,
        players: &PlayerKeys,
        rulebook: &Rulebook,
    ) -> Vec<(PlayerKey, Chance)> {
        let standing = self.elimination(counts, players, rulebook);
        let there = |key: PlayerKey| self.is_present(players.id(key));
        let contest: Vec<Contender> = standing
            .iter()
            .filter(|line| self.is_eligible(line.player, players, rulebook))
            .map(|line| (line.player, Some(line.place), line.tally.big.0))
            .chain(self.unseated(players).map(|key| (key, None, 0)))
            .map(|(player, place, big)| {
                let most = big + self.games_left(player, counts, players);
                Contender { player, place, big, most }
            })
            .collect();
        // A late arrival can at most win all games left; their number is unknown.
        let newcomer = self.newcomers_games(rulebook);
        let big_decides = rulebook.get(parameters::STANDINGS_KEYS).first() == Some(&StandingsKey::Big);
        let chance = |line: &Standing| {
            let own = contest.iter().find(|contender| contender.player == line.player);
            let Some(own) = own.filter(|own| there(own.player)) else { return Chance::Out };
            let others = || contest.iter().filter(|other| other.player != line.player);
            let can_catch_up = others().filter(|other| other.most >= own.big).count();
            let surely_ahead = others().filter(|other| other.big > own.most).count();
            let ahead = others().filter(|other| other.place.is_some_and(|place| place < line.place)).count();
            if big_decides && can_catch_up < seats && newcomer.is_none_or(|most| most < own.big) {
                Chance::Certain
            } else if big_decides && surely_ahead >= seats {
                Chance::Out
            } else if ahead < seats {
                Chance::Provisional
            } else {
                Chance::Possible
            }
        };
        // A player who was drawn and did not come may still arrive late, and is no contender until then.
        let came = |key: PlayerKey| there(key) || self.is_gone(players.id(key));
        let lines = standing.iter().filter(|line| came(line.player));
        let mut chances: Vec<(PlayerKey, Chance)> = lines.map(|line| (line.player, chance(line))).collect();
        let out = self.disqualified().filter_map(|player| players.key(player));
        let missing: Vec<PlayerKey> = out.filter(|key| chances.iter().all(|(known, _)| known != key)).collect();
        chances.extend(missing.into_iter().map(|key| (key, Chance::Out)));
        chances
    }

    /// Those who are there and have not had a seat.
    fn unseated<'a>(&'a self, players: &'a PlayerKeys) -> impl Iterator<Item = PlayerKey> + 'a {
        let seated: BTreeSet<&PlayerId> = self
            .stages
            .iter()
            .filter(|(stage, _)| stage.is_round())
            .flat_map(|(_, play)| play.tables.iter().flat_map(|table| &table.seats))
            .collect();
        self.present().filter(move |player| !seated.contains(*player)).filter_map(|player| players.key(player))
    }

    /// The most games of a late arrival, while one is still possible (AMB-29).
    fn newcomers_games(&self, rulebook: &Rulebook) -> Option<u32> {
        if self.has_started() && !self.can_join(rulebook) {
            return None;
        }
        let to_come = self
            .planned_stages()
            .into_iter()
            .filter(|stage| stage.is_round() && !self.play(*stage).is_some_and(|play| play.started));
        Some(to_come.filter_map(|stage| self.planned_games(stage)).sum())
    }

    /// The most games of the elimination that a player can still play, as far as the results that count tell.
    fn games_left(&self, key: PlayerKey, counts: &impl Fn(Stage) -> bool, players: &PlayerKeys) -> u32 {
        let player = players.id(key);
        if !self.is_present(player) {
            return 0;
        }
        let rounds = self.planned_stages().into_iter().filter(|stage| stage.is_round());
        rounds
            .map(|stage| {
                let planned = self.planned_games(stage).unwrap_or_default();
                match self.play(stage).filter(|play| play.started) {
                    // Seats are assigned again when a player joins before the start.
                    None => planned,
                    Some(_) => match self.seat_of(stage, player) {
                        Some((table, _)) => {
                            let sheet = self.table(stage, table).and_then(|table| table.sheet.as_ref());
                            let entered = sheet.filter(|_| counts(stage)).map_or(0, |sheet| sheet.games.len() as u32);
                            planned - entered.min(planned)
                        }
                        // A player without a seat in a round that has started does not play it.
                        None => 0,
                    },
                }
            })
            .sum()
    }
}

/// A player who can still advance.
struct Contender {
    player: PlayerKey,
    /// The place so far, after the first seat.
    place: Option<Place>,
    big: u32,
    /// The big points after winning every game that is left.
    most: u32,
}
