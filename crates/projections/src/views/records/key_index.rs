//! Dense keys of players and competitions, and records in the form that the calculations take.

use super::RecordedPlayer;
use domain::competitions::league::ClosedLeague;
use domain::competitions::online::OnlineTable;
use domain::season::Player;
use domain::tournament::result::ClosedTournament;
use domain::values::ids::{CompetitionId, CompetitionKey, PlayerId, PlayerKey};
use events::envelope::Position;
use rpds::{RedBlackTreeMapSync, RedBlackTreeSetSync};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// All players and competitions, in the order of the ids.
#[derive(Debug, Default)]
pub struct KeyIndex {
    /// Indexed by `PlayerKey`.
    pub players: Arc<Vec<Player>>,
    /// Indexed by `CompetitionKey`.
    pub competitions: Arc<Vec<CompetitionId>>,
    player_keys: FxHashMap<PlayerId, PlayerKey>,
    competition_keys: FxHashMap<CompetitionId, CompetitionKey>,
}

impl KeyIndex {
    pub(super) fn new(
        players: &RedBlackTreeMapSync<PlayerId, RecordedPlayer>,
        competitions: &RedBlackTreeSetSync<CompetitionId>,
    ) -> Self {
        let players: Vec<Player> =
            players.iter().map(|(id, player)| Player { id: id.clone(), foreign: player.record.foreign }).collect();
        let competitions: Vec<CompetitionId> = competitions.iter().cloned().collect();
        let player_keys =
            players.iter().enumerate().map(|(at, player)| (player.id.clone(), PlayerKey(at as u32))).collect();
        let competition_keys =
            competitions.iter().enumerate().map(|(at, id)| (id.clone(), CompetitionKey(at as u32))).collect();
        Self { players: Arc::new(players), competitions: Arc::new(competitions), player_keys, competition_keys }
    }

    pub fn player(&self, id: &PlayerId) -> Option<PlayerKey> {
        self.player_keys.get(id).copied()
    }

    pub fn competition(&self, id: &CompetitionId) -> Option<CompetitionKey> {
        self.competition_keys.get(id).copied()
    }
}

/// A record in the form that the calculations read.
#[derive(Debug, Clone)]
pub(super) enum CalculationInput {
    Tournament(Arc<ClosedTournament>),
    League(Arc<ClosedLeague>),
    Online(Arc<OnlineTable>),
}

/// The last conversions of one record, by key index and rulebook.
#[derive(Debug, Default)]
pub(super) struct ConversionCache(Mutex<Vec<(Arc<KeyIndex>, Position, CalculationInput)>>);

/// The most conversions in a cache; the oldest is dropped.
const MAX_CONVERSIONS: usize = 3;

impl ConversionCache {
    /// The conversion for a key index and a rulebook; `None` if the record cannot be converted.
    pub(super) fn get_or_compute(
        &self,
        key_index: &Arc<KeyIndex>,
        rulebook: Position,
        convert: impl FnOnce() -> Option<CalculationInput>,
    ) -> Option<CalculationInput> {
        let mut conversions = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let matches = |(of, under, _): &&(Arc<KeyIndex>, Position, CalculationInput)| {
            Arc::ptr_eq(of, key_index) && *under == rulebook
        };
        if let Some((.., input)) = conversions.iter().find(matches) {
            return Some(input.clone());
        }
        let input = convert()?;
        // A new key index replaces the previous one; only reads of an older position use earlier ones.
        if conversions.len() >= MAX_CONVERSIONS {
            conversions.remove(0);
        }
        conversions.push((Arc::clone(key_index), rulebook, input.clone()));
        Some(input)
    }
}

/// Caches are equal, so that they do not make equal records differ.
impl PartialEq for ConversionCache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for ConversionCache {}
