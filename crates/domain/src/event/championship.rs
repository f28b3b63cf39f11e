//! What happens to a voivodeship championship.

use super::Correction;
use crate::calendar::Window;
use crate::ids::RulebookId;
use crate::voivodeship::Voivodeship;

/// Something that happened to a voivodeship championship.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChampionshipEvent {
    /// It was announced.
    Announced(ChampionshipRecord),
    /// Its record was corrected.
    Corrected(Correction<ChampionshipRecord>),
    /// The days on which it is played were set; they take the place of earlier ones.
    Scheduled {
        /// Those days.
        days: Window,
    },
}

/// A voivodeship championship.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChampionshipRecord {
    /// Whose championship it is.
    pub voivodeship: Voivodeship,
    /// The days whose events feed it (AMB-80).
    pub window: Window,
    /// The rulebook that its list is computed with.
    pub rulebook: RulebookId,
}
