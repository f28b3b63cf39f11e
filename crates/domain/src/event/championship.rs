//! Events of a voivodeship championship.

use super::Correction;
use crate::values::calendar::Window;
use crate::values::ids::RulebookId;
use crate::values::voivodeship::Voivodeship;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChampionshipEvent {
    Announced(ChampionshipRecord),
    Corrected(Correction<ChampionshipRecord>),
    /// The days on which it is played were set; they take the place of earlier ones.
    Scheduled {
        days: Window,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChampionshipRecord {
    pub voivodeship: Voivodeship,
    /// The days whose competitions feed it (AMB-80).
    pub window: Window,
    pub rulebook: RulebookId,
}
