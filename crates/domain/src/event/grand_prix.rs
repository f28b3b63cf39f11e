//! What happens to a Grand Prix cycle.

use super::{Commitment, Correction, TieEvent};
use crate::ids::{EventId, RulebookId};

/// Something that happened to a Grand Prix cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GrandPrixEvent {
    /// It was opened, to be run here.
    Opened(GrandPrixOpening),
    /// A tournament belongs to it.
    TournamentAdded {
        /// Which.
        tournament: EventId,
    },
    /// A tournament does not belong to it.
    TournamentRemoved(RemovedTournament),
    /// It is over; its record follows.
    Closed,
    /// It was recorded with its members.
    Recorded(GrandPrixRecord),
    /// Its record was corrected.
    Corrected(Correction<GrandPrixRecord>),
    /// A tie for a qualification was decided, or the decision withdrawn.
    Tie(TieEvent),
}

/// A Grand Prix cycle that is to be run here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrandPrixOpening {
    /// To the name.
    pub name: Commitment,
    /// The rulebook that its standings are computed with.
    pub rulebook: RulebookId,
}

/// A tournament that was taken out of a cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovedTournament {
    /// Which.
    pub tournament: EventId,
    /// Why; the text is in the vault.
    pub reason: Commitment,
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
