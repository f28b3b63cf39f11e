//! Live standings and the seating order of a running tournament.

use super::{Presence, Stage, TournamentState};
use crate::game::Ending;
use crate::rulebook::{DsqPlacement, Rulebook, SeatingTieOrder, parameters};
use crate::tournament::standings::{PlayedGame, Standing, Table, Tally, standings, tallies};
use crate::values::ids::{PlayerId, PlayerKey};
use crate::values::place::Place;
use crate::values::points::SmallPoints;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LiveStandings {
    /// The best first; players without a place come last.
    pub lines: Vec<LiveStandingsLine>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveStandingsLine {
    pub player: PlayerId,
    /// The place in the elimination; disqualified players have none (AMB-48).
    pub place: Option<Place>,
    pub tally: Tally,
    /// Results of each stage that the player was seated in, TOP stage and final included.
    pub by_stage: BTreeMap<Stage, Tally>,
    pub presence: Presence,
}

/// The players of a tournament as the keys of one calculation, in the order of their ids.
pub(crate) struct PlayerKeys {
    ids: Vec<PlayerId>,
    keys: FxHashMap<PlayerId, PlayerKey>,
}

impl PlayerKeys {
    pub(crate) fn of(state: &TournamentState) -> Self {
        let ids: Vec<PlayerId> = state.entrants.keys().cloned().collect();
        let keys = ids.iter().cloned().zip((0..).map(PlayerKey)).collect();
        Self { ids, keys }
    }

    pub(crate) fn id(&self, key: PlayerKey) -> &PlayerId {
        &self.ids[key.index()]
    }

    /// Every seated player is an entrant.
    pub(crate) fn key(&self, player: &PlayerId) -> Option<PlayerKey> {
        self.keys.get(player).copied()
    }

    pub(crate) fn ids(&self, keys: &[PlayerKey]) -> Vec<PlayerId> {
        keys.iter().map(|key| self.id(*key).clone()).collect()
    }
}

impl TournamentState {
    fn seated_rounds(&self) -> impl Iterator<Item = Stage> {
        self.stages.keys().copied().filter(|stage| stage.is_round())
    }

    /// The tables of a stage as standings read them, without results if these are not to be counted.
    pub(crate) fn tables(&self, stage: Stage, counts: bool, players: &PlayerKeys, rulebook: &Rulebook) -> Vec<Table> {
        let Some(play) = self.play(stage) else { return Vec::new() };
        let table = |table: &std::sync::Arc<super::SeatedTable>| {
            let games = table.sheet.iter().filter(|_| counts).flat_map(|sheet| sheet.games.iter());
            let game = |game: &crate::event::SheetGame| {
                if game.ending == Ending::NotPlayed {
                    return PlayedGame::NOT_PLAYED;
                }
                let small: Vec<Option<SmallPoints>> =
                    game.small.iter().map(|small| small.map(|small| SmallPoints(i64::from(small)))).collect();
                PlayedGame::of_some(game.ending, &small, rulebook)
            };
            Table {
                seats: table.seats.iter().filter_map(|player| players.key(player)).collect(),
                games: games.map(game).collect(),
            }
        };
        play.tables.iter().map(table).collect()
    }

    /// Tallies of all players in the elimination, by id.
    pub(crate) fn elimination_tallies(
        &self,
        counts: impl Fn(Stage) -> bool,
        players: &PlayerKeys,
        rulebook: &Rulebook,
    ) -> Vec<(PlayerKey, Tally)> {
        let tables: Vec<Table> =
            self.seated_rounds().flat_map(|stage| self.tables(stage, counts(stage), players, rulebook)).collect();
        tallies(&tables)
    }

    /// The standing of the elimination without the disqualified, unless the rulebook leaves them their places.
    pub(crate) fn elimination(
        &self,
        counts: impl Fn(Stage) -> bool,
        players: &PlayerKeys,
        rulebook: &Rulebook,
    ) -> Vec<Standing> {
        self.placed(&self.elimination_tallies(counts, players, rulebook), players, rulebook)
    }

    fn placed(&self, gathered: &[(PlayerKey, Tally)], players: &PlayerKeys, rulebook: &Rulebook) -> Vec<Standing> {
        let keeps = rulebook.get(parameters::DSQ_PLACEMENT) == DsqPlacement::KeepNoPoints;
        let placed = |key: PlayerKey| keeps || !self.is_disqualified(players.id(key));
        standings(gathered.iter().filter(|(key, _)| placed(*key)).copied(), rulebook)
    }

    pub(crate) fn is_disqualified(&self, player: &PlayerId) -> bool {
        self.entrants.get(player).is_some_and(|entrant| entrant.presence == Presence::Disqualified)
    }

    /// Whether a player came and is not there any more.
    pub(crate) fn is_gone(&self, player: &PlayerId) -> bool {
        let gone = |presence| matches!(presence, Presence::Left | Presence::Disqualified);
        self.entrants.get(player).is_some_and(|entrant| gone(entrant.presence))
    }

    pub(crate) fn is_present(&self, player: &PlayerId) -> bool {
        self.entrants.get(player).is_some_and(|entrant| entrant.presence == Presence::CheckedIn)
    }

    /// The standings with the results of those stages that count; the others show their seats only.
    pub fn standings(&self, counts: impl Fn(Stage) -> bool) -> LiveStandings {
        let Some(rulebook) = &self.rulebook else { return LiveStandings::default() };
        let players = PlayerKeys::of(self);
        let mut by_stage: BTreeMap<PlayerKey, BTreeMap<Stage, Tally>> = BTreeMap::new();
        for stage in self.stages.keys() {
            for (key, tally) in tallies(&self.tables(*stage, counts(*stage), &players, rulebook)) {
                by_stage.entry(key).or_default().insert(*stage, tally);
            }
        }
        let gathered = self.elimination_tallies(&counts, &players, rulebook);
        let placed = self.placed(&gathered, &players, rulebook);
        let mut places: FxHashMap<PlayerKey, Place> = placed.iter().map(|line| (line.player, line.place)).collect();
        let order = placed.iter().map(|line| line.player);
        let unplaced = gathered.iter().map(|(key, _)| *key).filter(|key| self.is_disqualified(players.id(*key)));
        let mut keys: Vec<PlayerKey> = order.collect();
        keys.extend(unplaced.filter(|key| !places.contains_key(key)));
        if rulebook.get(parameters::DSQ_PLACEMENT) == DsqPlacement::Last {
            let behind = Place::behind(places.len());
            for key in &keys {
                places.entry(*key).or_insert(behind);
            }
        }
        let tallies: FxHashMap<PlayerKey, Tally> = gathered.into_iter().collect();
        let line = |key: PlayerKey| {
            let player = players.id(key).clone();
            let presence = self.entrants.get(&player).map_or(Presence::Registered, |entrant| entrant.presence);
            LiveStandingsLine {
                place: places.get(&key).copied(),
                tally: tallies.get(&key).copied().unwrap_or_default(),
                by_stage: by_stage.remove(&key).unwrap_or_default(),
                player,
                presence,
            }
        };
        LiveStandings { lines: keys.into_iter().map(line).collect() }
    }

    pub fn public_standings(&self) -> LiveStandings {
        self.standings(|stage| !self.is_hidden(stage))
    }

    /// These players in the order of their seats: by the standing, and those with one place as they sat before
    /// (AMB-26).
    pub(crate) fn seating_order(
        &self,
        who: &[PlayerKey],
        next: Stage,
        players: &PlayerKeys,
        rulebook: &Rulebook,
    ) -> Vec<PlayerKey> {
        let mut gathered: FxHashMap<PlayerKey, Tally> =
            self.elimination_tallies(|_| true, players, rulebook).into_iter().collect();
        let standing = standings(who.iter().map(|key| (*key, gathered.remove(key).unwrap_or_default())), rulebook);
        let drawn = self.draw_order.iter();
        let sat: Vec<&PlayerId> = match rulebook.get(parameters::SEATING_TIE_ORDER) {
            SeatingTieOrder::Draw => drawn.collect(),
            SeatingTieOrder::PreviousOrder => {
                let before = self.seated_rounds().filter(|stage| *stage < next).last();
                let tables = before.and_then(|stage| self.play(stage)).into_iter().flat_map(|play| &play.tables);
                tables.flat_map(|table| &table.seats).chain(drawn).collect()
            }
        };
        let mut position: FxHashMap<PlayerKey, usize> = FxHashMap::default();
        for (index, key) in sat.into_iter().filter_map(|player| players.key(player)).enumerate() {
            position.entry(key).or_insert(index);
        }
        let mut order: Vec<(Place, usize, PlayerKey)> = standing
            .into_iter()
            .map(|line| (line.place, position.get(&line.player).copied().unwrap_or(usize::MAX), line.player))
            .collect();
        order.sort_unstable();
        order.into_iter().map(|(_, _, key)| key).collect()
    }
}
