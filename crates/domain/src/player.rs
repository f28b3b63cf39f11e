//! Decides on the record of a player: registering and rectifying; who the player is stands in the vault.

use crate::event::{Correction, PlayerEvent, PlayerRecord};
use crate::history::CorruptHistory;
use crate::ids::PlayerId;

#[cfg(test)]
mod tests;

/// A player as far as decisions need it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Player {
    /// Nobody has this id.
    #[default]
    Unknown,
    /// Somebody with this record.
    Registered(PlayerRecord),
    /// Somebody of whom nothing is known any more.
    Erased,
}

/// What somebody wants of a player's record. A text that is as it was keeps its commitment, so equal records say the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Enter the player.
    Register {
        /// What is recorded.
        record: PlayerRecord,
        /// Other players of the same name.
        namesakes: Vec<PlayerId>,
        /// Whether somebody says that the player is none of them.
        another_person: bool,
    },
    /// Put right what is known of the player.
    Rectify(Correction<PlayerRecord>),
}

/// The rule that says no.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// Nobody has this id.
    #[error("there is no such player")]
    UnknownPlayer,
    /// The id is taken by a player with another record.
    #[error("the player is registered already")]
    AlreadyRegistered,
    /// What was erased does not come back.
    #[error("the player was erased")]
    Erased,
    /// Players of the same name are registered, and nobody says that this is another person.
    #[error("players of that name are registered")]
    Namesake {
        /// Who they are.
        candidates: Vec<PlayerId>,
    },
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

/// What happens if the command is carried out.
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

/// The player after an event.
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
