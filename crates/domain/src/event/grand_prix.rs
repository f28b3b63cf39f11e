//! What happens to a Grand Prix cycle.

use super::{Commitment, Correction, TieEvent};
use crate::ids::{EventId, RulebookId};

/// Something that happened to a Grand Prix cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GrandPrixEvent {
    /// It was recorded with its members.
    Recorded(GrandPrixRecord),
    /// Its record was corrected.
    Corrected(Correction<GrandPrixRecord>),
    /// A tie for a qualification was decided, or the decision withdrawn.
    Tie(TieEvent),
}

/// A Grand Prix cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrandPrixRecord {
    /// To the name.
    pub name: Commitment,
    /// The tournaments that belong to it.
    pub tournaments: Vec<EventId>,
    /// The rulebook that its standings are computed with.
    pub rulebook: RulebookId,
}
