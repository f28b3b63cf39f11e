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
    /// A player's key is the place here.
    pub players: Arc<Vec<Player>>,
    /// An event's key is the place here.
    pub events: Arc<Vec<CompetitionId>>,
    player_keys: FxHashMap<PlayerId, PlayerKey>,
    event_keys: FxHashMap<CompetitionId, CompetitionKey>,
}

impl KeyIndex {
    pub(super) fn new(
        players: &RedBlackTreeMapSync<PlayerId, RecordedPlayer>,
        events: &RedBlackTreeSetSync<CompetitionId>,
    ) -> Self {
        let players: Vec<Player> =
            players.iter().map(|(id, player)| Player { id: id.clone(), foreign: player.record.foreign }).collect();
        let events: Vec<CompetitionId> = events.iter().cloned().collect();
        let player_keys =
            players.iter().enumerate().map(|(at, player)| (player.id.clone(), PlayerKey(at as u32))).collect();
        let event_keys = events.iter().enumerate().map(|(at, id)| (id.clone(), CompetitionKey(at as u32))).collect();
        Self { players: Arc::new(players), events: Arc::new(events), player_keys, event_keys }
    }

    pub fn player(&self, id: &PlayerId) -> Option<PlayerKey> {
        self.player_keys.get(id).copied()
    }

    pub fn event(&self, id: &CompetitionId) -> Option<CompetitionKey> {
        self.event_keys.get(id).copied()
    }
}

/// A record as the calculations take it.
#[derive(Debug, Clone)]
pub(super) enum CalculationInput {
    Tournament(Arc<ClosedTournament>),
    League(Arc<ClosedLeague>),
    Online(Arc<OnlineTable>),
}

/// The forms that were last asked for, each for one roster and one rulebook.
#[derive(Debug, Default)]
pub(super) struct ConversionCache(Mutex<Vec<(Arc<KeyIndex>, Position, CalculationInput)>>);

/// A form for each of more rulebooks than that is not kept.
const MAX_CONVERSIONS: usize = 3;

impl ConversionCache {
    /// The form for a roster and a rulebook; nothing if it cannot be made.
    pub(super) fn get_or_compute(
        &self,
        key_index: &Arc<KeyIndex>,
        rulebook: Position,
        make: impl FnOnce() -> Option<CalculationInput>,
    ) -> Option<CalculationInput> {
        let mut forms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |(of, under, _): &&(Arc<KeyIndex>, Position, CalculationInput)| {
            Arc::ptr_eq(of, key_index) && *under == rulebook
        };
        if let Some((.., form)) = forms.iter().find(is_it) {
            return Some(form.clone());
        }
        let form = make()?;
        // A new roster replaces the one before; only reads of an older position go back.
        if forms.len() >= MAX_CONVERSIONS {
            forms.remove(0);
        }
        forms.push((Arc::clone(key_index), rulebook, form.clone()));
        Some(form)
    }
}

/// What was computed does not tell two records apart.
impl PartialEq for ConversionCache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for ConversionCache {}
