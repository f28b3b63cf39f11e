//! Names of people and competitions for the keys of a calculation.

use domain::competitions::class::OnlineEvent;
use domain::values::ids::{CompetitionKey, PlayerKey};
use domain::values::voivodeship::Voivodeship;
use smol_str::SmolStr;

/// What may be shown of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerName {
    pub first_name: SmolStr,
    pub surname: SmolStr,
    pub city: SmolStr,
    pub voivodeship: Voivodeship,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompetitionName {
    Named(SmolStr),
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
    pub fn player(&self, player: PlayerKey) -> &PlayerName {
        &self.players[player.index()]
    }

    pub fn event(&self, event: CompetitionKey) -> &CompetitionName {
        &self.events[event.index()]
    }
}
