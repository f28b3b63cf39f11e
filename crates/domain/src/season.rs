//! The facts of one or several seasons, from which every list is computed.

pub mod decider;

use crate::calendar::{Day, Window};
use crate::grand_prix::GrandPrixCycle;
use crate::ids::{EventId, EventKey, PlayerId, PlayerKey, SeasonId};
use crate::league::League;
use crate::mw::VoivodeshipChampionship;
use crate::online::OnlineTable;
use crate::qualification::{Settled, Waiver};
use crate::rulebook::Rulebook;
use crate::tournament::Tournament;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A season: the days whose events belong to it, and the first day of its national championship.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Season {
    /// Its id.
    pub id: SeasonId,
    /// Its days.
    pub window: Window,
    /// The first day of the championship, once it is known.
    pub mp_first_day: Option<Day>,
}

/// A player as far as the rules care.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The written id.
    pub id: PlayerId,
    /// Whether the player comes from abroad (AMB-61).
    pub foreign: bool,
}

/// The orders that the competent body set among tied players.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TieDecisions {
    /// By event.
    pub by_event: FxHashMap<EventKey, Vec<PlayerKey>>,
    /// For the ranking, by season.
    pub by_season: FxHashMap<SeasonId, Vec<PlayerKey>>,
}

/// All that the season rules need.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The rulebook.
    pub rulebook: Rulebook,
    /// The players in the order of their ids: a [`PlayerKey`] is an index.
    pub players: Arc<Vec<Player>>,
    /// The ids of all events in order: an [`EventKey`] is an index.
    pub events: Arc<Vec<EventId>>,
    /// The seasons; their windows do not overlap.
    pub seasons: Vec<Season>,
    /// The tournaments.
    pub tournaments: Vec<Arc<Tournament>>,
    /// The leagues.
    pub leagues: Vec<Arc<League>>,
    /// The Grand Prix cycles.
    pub grand_prix: Vec<GrandPrixCycle>,
    /// The online events.
    pub online: Vec<Arc<OnlineTable>>,
    /// Waivers declared outside an event.
    pub waivers: Vec<Waiver>,
    /// The voivodeship championships.
    pub championships: Vec<VoivodeshipChampionship>,
    /// The orders set among tied players.
    pub tie_decisions: TieDecisions,
    /// What named persons have settled about qualifications.
    pub settled: Settled,
}

impl Facts {
    /// The season whose window holds the day.
    pub fn season_of(&self, day: Day) -> Option<&Season> {
        self.seasons.iter().find(|season| season.window.holds(day))
    }

    /// The written id of a player.
    pub fn player_id(&self, player: PlayerKey) -> &PlayerId {
        &self.players[player.index()].id
    }

    /// The written id of an event.
    pub fn event_id(&self, event: EventKey) -> &EventId {
        &self.events[event.index()]
    }

    /// The key of the player with this id.
    pub fn player_key(&self, id: &str) -> Option<PlayerKey> {
        let found = self.players.binary_search_by(|player| player.id.as_str().cmp(id)).ok()?;
        Some(PlayerKey(found as u32))
    }
}

#[cfg(test)]
mod tests;
