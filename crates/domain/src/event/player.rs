//! Events of a player's record; personal data are in the vault.

use super::{Commitment, Correction};
use crate::values::calendar::Moment;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerEvent {
    /// The player was entered.
    Registered(PlayerRecord),
    /// The record was corrected.
    Rectified(Correction<PlayerRecord>),
    /// Everything that identifies the player was destroyed.
    Erased,
    /// The player gave up qualifications outside a competition.
    WaiverDeclared { declared_at: Moment },
    /// The declaration does not hold: it was recorded by mistake.
    WaiverWithdrawn { declared_at: Moment },
}

/// A player as far as a fact may tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayerRecord {
    pub name: Commitment,
    /// To everything else that the vault knows of the player.
    pub profile: Commitment,
    /// Whether the player comes from abroad (AMB-61).
    pub foreign: bool,
}
