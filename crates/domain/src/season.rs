//! The facts of one or several seasons, from which every list is computed.

pub mod deadlines;
pub mod derivation;
pub mod lists;
pub mod ranking;
pub mod ranking_points;

pub mod decider;

use crate::competitions::grand_prix::ClosedGrandPrix;
use crate::competitions::league::ClosedLeague;
use crate::competitions::online::OnlineTable;
use crate::qualification::mw::VoivodeshipChampionship;
use crate::qualification::{SettledQualifications, Waiver};
use crate::rulebook::Rulebook;
use crate::tournament::result::ClosedTournament;
use crate::values::calendar::{Day, Window};
use crate::values::ids::{CompetitionId, CompetitionKey, PlayerId, PlayerKey, SeasonId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A season: the days whose competitions belong to it, and the first day of its national championship.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Season {
    pub id: SeasonId,
    pub window: Window,
    /// The first day of the championship, once it is known.
    pub mp_first_day: Option<Day>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    pub id: PlayerId,
    /// Whether the player comes from abroad (AMB-61).
    pub foreign: bool,
}

/// The orders that the competent body set among tied players.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TieDecisions {
    pub by_event: FxHashMap<CompetitionKey, Vec<PlayerKey>>,
    pub by_season: FxHashMap<SeasonId, Vec<PlayerKey>>,
}

/// All that the season rules need.
#[derive(Debug, Clone)]
pub struct Facts {
    pub rulebook: Rulebook,
    /// The players in the order of their ids: a [`PlayerKey`] is an index.
    pub players: Arc<Vec<Player>>,
    /// The ids of all competitions in order: a [`CompetitionKey`] is an index.
    pub competitions: Arc<Vec<CompetitionId>>,
    /// The seasons; their windows do not overlap.
    pub seasons: Vec<Season>,
    pub tournaments: Vec<Arc<ClosedTournament>>,
    pub leagues: Vec<Arc<ClosedLeague>>,
    pub grand_prix: Vec<ClosedGrandPrix>,
    pub online: Vec<Arc<OnlineTable>>,
    pub waivers: Vec<Waiver>,
    pub championships: Vec<VoivodeshipChampionship>,
    pub tie_decisions: TieDecisions,
    pub settled: SettledQualifications,
}

impl Facts {
    pub fn season_of(&self, day: Day) -> Option<&Season> {
        self.seasons.iter().find(|season| season.window.holds(day))
    }

    pub fn player_id(&self, player: PlayerKey) -> &PlayerId {
        &self.players[player.index()].id
    }

    pub fn competition_id(&self, competition: CompetitionKey) -> &CompetitionId {
        &self.competitions[competition.index()]
    }

    pub fn player_key(&self, id: &str) -> Option<PlayerKey> {
        let found = self.players.binary_search_by(|player| player.id.as_str().cmp(id)).ok()?;
        Some(PlayerKey(found as u32))
    }
}

#[cfg(test)]
mod tests;
