//! Decider of a player's record: registering, rectifying and erasing; personal data are in the vault.

use crate::event::history::CorruptHistory;
use crate::event::{Correction, PlayerEvent, PlayerRecord};
use crate::values::ids::PlayerId;

#[cfg(test)]
mod tests;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Player {
    #[default]
    Unknown,
    Registered(PlayerRecord),
    Erased,
}

/// A command on a player's record. An unchanged text keeps its commitment, so equal records are equal in content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    Register {
        record: PlayerRecord,
        namesakes: Vec<PlayerId>,
        /// Whether the player is confirmed to be another person than those.
        another_person: bool,
    },
    Rectify(Correction<PlayerRecord>),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    #[error("there is no such player")]
    UnknownPlayer,
    #[error("the player is registered already")]
    AlreadyRegistered,
    #[error("the player was erased")]
    Erased,
    /// It is not confirmed that this is another person than the players of the same name.
    #[error("players of that name are registered")]
    Namesake { candidates: Vec<PlayerId> },
}

impl Rejection {
    /// A stable name of the rule.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownPlayer => "unknown-player",
            Self::AlreadyRegistered => "player-exists",
            Self::Erased => "player-erased",
            Self::Namesake { .. } => "possible-duplicate",
        }
    }
}

pub fn decide(state: &Player, command: &Command) -> Result<Vec<PlayerEvent>, Rejection> {
    match (state, command) {
        (Player::Unknown, Command::Register { namesakes, another_person: false, .. }) if !namesakes.is_empty() => {
            Err(Rejection::Namesake { candidates: namesakes.clone() })
        }
        (Player::Unknown, Command::Register { record, .. }) => Ok(vec![PlayerEvent::Registered(*record)]),
        (Player::Registered(known), Command::Register { record, .. }) if known == record => Ok(vec![]),
        (Player::Registered(_), Command::Register { .. }) => Err(Rejection::AlreadyRegistered),
        (Player::Unknown, Command::Rectify(_)) => Err(Rejection::UnknownPlayer),
        (Player::Registered(known), Command::Rectify(correction)) if *known == correction.record => Ok(vec![]),
        (Player::Registered(_), Command::Rectify(correction)) => Ok(vec![PlayerEvent::Rectified(correction.clone())]),
        (Player::Erased, Command::Register { .. } | Command::Rectify(_)) => Err(Rejection::Erased),
    }
}

pub fn evolve(state: Player, event: &PlayerEvent) -> Result<Player, CorruptHistory> {
    match (state, event) {
        (Player::Unknown, PlayerEvent::Registered(record)) => Ok(Player::Registered(*record)),
        (_, PlayerEvent::Registered(_)) => Err(CorruptHistory::RecordedTwice),
        (Player::Unknown, _) => Err(CorruptHistory::NotRecorded),
        (Player::Registered(_), PlayerEvent::Rectified(correction)) => Ok(Player::Registered(correction.record)),
        // An erasure that is repeated after a restored backup may stand behind what came later.
        (Player::Erased, PlayerEvent::Rectified(_)) | (_, PlayerEvent::Erased) => Ok(Player::Erased),
        (state, PlayerEvent::WaiverDeclared { .. } | PlayerEvent::WaiverWithdrawn { .. }) => Ok(state),
    }
}
