//! What happens to a season.

use super::{Correction, TieEvent};
use crate::calendar::{Day, Window};
use crate::ids::RulebookId;

/// Something that happened to a season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeasonEvent {
    /// It was opened.
    Opened(SeasonRecord),
    /// Its record was corrected.
    Corrected(Correction<SeasonRecord>),
    /// A tie in its ranking was decided, or the decision withdrawn.
    RankingTie(TieEvent),
}

/// A season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonRecord {
    /// The days whose events belong to it.
    pub window: Window,
    /// The first day of the national championship that ends it, once it is known.
    pub mp_first_day: Option<Day>,
    /// The rulebook that its lists are computed with.
    pub rulebook: RulebookId,
}
