//! Events of a season.

use super::{Correction, TieEvent};
use crate::values::calendar::{Day, Window};
use crate::values::ids::RulebookId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeasonEvent {
    Opened(SeasonRecord),
    /// Its record was corrected.
    Corrected(Correction<SeasonRecord>),
    /// A tie in its ranking was decided, or the decision withdrawn.
    RankingTie(TieEvent),
}

/// A season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonRecord {
    /// The days whose competitions belong to it.
    pub window: Window,
    /// The first day of the national championship that ends it, once it is known.
    pub mp_first_day: Option<Day>,
    /// The rulebook that its lists are computed with.
    pub rulebook: RulebookId,
}
