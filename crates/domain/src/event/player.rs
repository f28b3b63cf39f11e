//! What happens to a player's record; who the player is stands in the vault.

use super::{Commitment, Correction};
use crate::calendar::Moment;

/// Something that happened to a player's record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerEvent {
    /// The player was entered.
    Registered(PlayerRecord),
    /// What is known of the player was put right.
    Rectified(Correction<PlayerRecord>),
    /// Everything that identifies the player was destroyed.
    Erased,
    /// The player gave up qualifications outside an event.
    WaiverDeclared {
        /// When the player said so.
        declared_at: Moment,
    },
    /// The declaration does not hold: it was recorded by mistake.
    WaiverWithdrawn {
        /// Which declaration.
        declared_at: Moment,
    },
}

/// A player as far as a fact may tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayerRecord {
    /// To the name.
    pub name: Commitment,
    /// To everything else that the vault knows of the player.
    pub profile: Commitment,
    /// Whether the player comes from abroad (AMB-61).
    pub foreign: bool,
}
