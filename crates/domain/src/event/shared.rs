//! What several kinds of events have in common: corrections, tables, waivers and decisions on ties.

use super::Commitment;
use crate::calendar::Moment;
use crate::ids::PlayerId;
use crate::place::Place;

/// A record that takes the place of the one before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction<R> {
    /// What holds instead, in full.
    pub record: R,
    /// Why; the text is in the vault.
    pub reason: Option<Commitment>,
}

/// A player's line in the final table of a league or an online event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedPlayer {
    /// The player.
    pub player: PlayerId,
    /// The place.
    pub place: Place,
}

/// Giving up a qualification of an event that is still running.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotedWaiver {
    /// Who.
    pub player: PlayerId,
    /// When.
    pub declared_at: Moment,
}

/// Giving up a qualification of an event (R-WAV-01, R-WAV-02).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WaiverEvent {
    /// The player gave it up.
    Declared {
        /// Who.
        player: PlayerId,
    },
    /// The declaration does not hold: it was recorded by mistake.
    Withdrawn {
        /// Whose.
        player: PlayerId,
    },
}

/// The word of the competent body on players who are tied for a qualification (AMB-41, AMB-60).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TieEvent {
    /// An order was set; it takes the place of an earlier one.
    Decided {
        /// The players, the best first.
        order: Vec<PlayerId>,
    },
    /// The order does not hold: no order is set.
    DecisionWithdrawn,
}
