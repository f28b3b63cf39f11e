//! The dense keys of players and events, and records turned into what the calculations take, kept as long as the keys hold.

use domain::event::PlayerRecord;
use domain::ids::{EventId, EventKey, PlayerId, PlayerKey};
use domain::league::League;
use domain::online::OnlineTable;
use domain::season::Player;
use domain::tournament::Tournament;
use events::envelope::Position;
use rpds::{RedBlackTreeMapSync, RedBlackTreeSetSync};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Everybody and everything, in the order of the ids.
#[derive(Debug, Default)]
pub struct Roster {
    /// A player's key is the place here.
    pub players: Arc<Vec<Player>>,
    /// An event's key is the place here.
    pub events: Arc<Vec<EventId>>,
    player_keys: FxHashMap<PlayerId, PlayerKey>,
    event_keys: FxHashMap<EventId, EventKey>,
}

impl Roster {
    pub(super) fn new(
        players: &RedBlackTreeMapSync<PlayerId, PlayerRecord>,
        events: &RedBlackTreeSetSync<EventId>,
    ) -> Self {
        let players: Vec<Player> =
            players.iter().map(|(id, record)| Player { id: id.clone(), foreign: record.foreign }).collect();
        let events: Vec<EventId> = events.iter().cloned().collect();
        let player_keys =
            players.iter().enumerate().map(|(at, player)| (player.id.clone(), PlayerKey(at as u32))).collect();
        let event_keys = events.iter().enumerate().map(|(at, id)| (id.clone(), EventKey(at as u32))).collect();
        Self { players: Arc::new(players), events: Arc::new(events), player_keys, event_keys }
    }

    /// The key of a player.
    pub fn player(&self, id: &PlayerId) -> Option<PlayerKey> {
        self.player_keys.get(id).copied()
    }

    /// The key of an event.
    pub fn event(&self, id: &EventId) -> Option<EventKey> {
        self.event_keys.get(id).copied()
    }
}

/// A record as the calculations take it.
#[derive(Debug, Clone)]
pub(super) enum Form {
    Tournament(Arc<Tournament>),
    League(Arc<League>),
    Online(Arc<OnlineTable>),
}

/// The forms that were last asked for, each for one roster and one rulebook.
#[derive(Debug, Default)]
pub(super) struct Converted(Mutex<Vec<(Arc<Roster>, Position, Form)>>);

/// A form for each of more rulebooks than that is not kept.
const KEPT: usize = 3;

impl Converted {
    /// The form for a roster and a rulebook; nothing if it cannot be made.
    pub(super) fn get_or_make(
        &self,
        roster: &Arc<Roster>,
        rulebook: Position,
        make: impl FnOnce() -> Option<Form>,
    ) -> Option<Form> {
        let mut forms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |(of, under, _): &&(Arc<Roster>, Position, Form)| Arc::ptr_eq(of, roster) && *under == rulebook;
        if let Some((.., form)) = forms.iter().find(is_it) {
            return Some(form.clone());
        }
        let form = make()?;
        // Another roster takes the place of the one before: nobody goes back, but whoever looks at an older position.
        if forms.len() >= KEPT {
            forms.remove(0);
        }
        forms.push((Arc::clone(roster), rulebook, form.clone()));
        Some(form)
    }
}

/// What was computed does not tell two records apart.
impl PartialEq for Converted {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Converted {}
