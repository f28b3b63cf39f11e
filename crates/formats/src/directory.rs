//! Names of people and competitions for the keys of a calculation.

use domain::competitions::class::OnlineEvent;
use domain::values::ids::{CompetitionKey, PlayerKey};
use domain::values::voivodeship::Voivodeship;
use smol_str::SmolStr;

/// What may be shown of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerName {
    /// First name.
    pub first_name: SmolStr,
    pub surname: SmolStr,
    pub city: SmolStr,
    pub voivodeship: Voivodeship,
}

/// What an event is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompetitionName {
    /// A name of its own.
    Named(SmolStr),
    /// An online event and its edition.
    Online(OnlineEvent, u32),
}

/// The names of all people and competitions in a bundle.
#[derive(Debug, Clone, Default)]
pub struct Directory {
    /// By player key.
    pub players: Vec<PlayerName>,
    /// By event key.
    pub events: Vec<CompetitionName>,
}

impl Directory {
    /// The name of a player.
    pub fn player(&self, player: PlayerKey) -> &PlayerName {
        &self.players[player.index()]
    }

    /// The name of an event.
    pub fn event(&self, event: CompetitionKey) -> &CompetitionName {
        &self.events[event.index()]
    }
}
