//! Events of a voivodeship championship.

use super::Correction;
use crate::values::calendar::Window;
use crate::values::ids::RulebookId;
use crate::values::voivodeship::Voivodeship;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChampionshipEvent {
    Announced(ChampionshipRecord),
    /// Its record was corrected.
    Corrected(Correction<ChampionshipRecord>),
    /// The days on which it is played were set; they take the place of earlier ones.
    Scheduled {
        days: Window,
    },
}

/// A voivodeship championship.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChampionshipRecord {
    pub voivodeship: Voivodeship,
    /// The days whose competitions feed it (AMB-80).
    pub window: Window,
    /// The rulebook that its list is computed with.
    pub rulebook: RulebookId,
}
