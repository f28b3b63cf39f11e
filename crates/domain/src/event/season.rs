//! Events of a season.

use super::{Correction, TieEvent};
use crate::values::calendar::{Day, Window};
use crate::values::ids::RulebookId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeasonEvent {
    Opened(SeasonRecord),
    Corrected(Correction<SeasonRecord>),
    RankingTie(TieEvent),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonRecord {
    /// The days whose competitions belong to it.
    pub window: Window,
    /// The first day of the national championship that ends it, once it is known.
    pub mp_first_day: Option<Day>,
    pub rulebook: RulebookId,
}
