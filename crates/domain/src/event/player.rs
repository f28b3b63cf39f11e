//! Events of a player's record; personal data are in the vault.

use super::{Commitment, Correction};
use crate::values::calendar::Moment;

/// `Erased` means that everything that identifies the player was destroyed. A waiver here is one outside a competition;
/// it is withdrawn if it was recorded by mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerEvent {
    Registered(PlayerRecord),
    Rectified(Correction<PlayerRecord>),
    Erased,
    WaiverDeclared { declared_at: Moment },
    WaiverWithdrawn { declared_at: Moment },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayerRecord {
    pub name: Commitment,
    /// To everything else that the vault knows of the player.
    pub profile: Commitment,
    /// Whether the player comes from abroad (AMB-61).
    pub foreign: bool,
}
