//! Events of a Grand Prix.

use super::{Commitment, Correction, TieEvent};
use crate::values::ids::{CompetitionId, RulebookId};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GrandPrixEvent {
    /// It was opened, to be run here.
    Opened(GrandPrixOpening),
    /// A tournament belongs to it.
    TournamentAdded { tournament: CompetitionId },
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

/// A Grand Prix that is to be run here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrandPrixOpening {
    pub name: Commitment,
    /// The rulebook that its standings are computed with.
    pub rulebook: RulebookId,
}

/// A tournament that was taken out of a Grand Prix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovedTournament {
    pub tournament: CompetitionId,
    pub reason: Commitment,
}

/// A Grand Prix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrandPrixRecord {
    pub name: Commitment,
    pub tournaments: Vec<CompetitionId>,
    /// The rulebook that its standings are computed with.
    pub rulebook: RulebookId,
}
