//! Events of a Grand Prix.

use super::{Commitment, Correction, TieEvent};
use crate::values::ids::{CompetitionId, RulebookId};

/// One that is run here begins with `Opened`, and its `Recorded` follows `Closed`; others begin with `Recorded`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GrandPrixEvent {
    Opened(GrandPrixOpening),
    TournamentAdded { tournament: CompetitionId },
    TournamentRemoved(RemovedTournament),
    Closed,
    Recorded(GrandPrixRecord),
    Corrected(Correction<GrandPrixRecord>),
    Tie(TieEvent),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrandPrixOpening {
    pub name: Commitment,
    pub rulebook: RulebookId,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovedTournament {
    pub tournament: CompetitionId,
    pub reason: Commitment,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrandPrixRecord {
    pub name: Commitment,
    pub tournaments: Vec<CompetitionId>,
    pub rulebook: RulebookId,
}
