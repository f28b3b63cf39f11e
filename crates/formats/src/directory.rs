//! Names for the keys of a calculation: what people and events are called.

use domain::class::OnlineEvent;
use domain::ids::{EventKey, PlayerKey};
use domain::voivodeship::Voivodeship;
use smol_str::SmolStr;

/// What may be shown of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerName {
    /// First name.
    pub first_name: SmolStr,
    /// Surname.
    pub surname: SmolStr,
    /// City.
    pub city: SmolStr,
    /// Voivodeship.
    pub voivodeship: Voivodeship,
}

/// What an event is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventName {
    /// A name of its own.
    Named(SmolStr),
    /// An online event and its edition.
    Online(OnlineEvent, u32),
}

/// The names of everybody and everything in a bundle.
#[derive(Debug, Clone, Default)]
pub struct Directory {
    /// By player key.
    pub players: Vec<PlayerName>,
    /// By event key.
    pub events: Vec<EventName>,
}

impl Directory {
    /// The name of a player.
    pub fn player(&self, player: PlayerKey) -> &PlayerName {
        &self.players[player.index()]
    }

    /// The name of an event.
    pub fn event(&self, event: EventKey) -> &EventName {
        &self.events[event.index()]
    }
}
