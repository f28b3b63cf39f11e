//! Parts that events of several aggregates share: corrections, tables, waivers and decisions on ties.

use super::Commitment;
use crate::values::calendar::Moment;
use crate::values::ids::PlayerId;
use crate::values::place::Place;

/// A record that takes the place of the one before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction<R> {
    pub record: R,
    pub reason: Option<Commitment>,
}

/// A player's line in the final table of a league or an online competition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedPlayer {
    pub player: PlayerId,
    pub place: Place,
}

/// Giving up a qualification of a competition that is still running.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotedWaiver {
    pub player: PlayerId,
    pub declared_at: Moment,
}

/// Giving up a qualification of a competition (R-WAV-01, R-WAV-02); a waiver recorded by mistake is withdrawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WaiverEvent {
    Declared { player: PlayerId },
    Withdrawn { player: PlayerId },
}

impl WaiverEvent {
    pub fn apply_to(&self, waivers: &mut Vec<PlayerId>) {
        match self {
            Self::Declared { player } => waivers.push(player.clone()),
            Self::Withdrawn { player } => waivers.retain(|known| known != player),
        }
    }
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

impl TieEvent {
    /// The order that holds after it.
    pub fn order(&self) -> Option<Vec<PlayerId>> {
        match self {
            Self::Decided { order } => Some(order.clone()),
            Self::DecisionWithdrawn => None,
        }
    }
}
