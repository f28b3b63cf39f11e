//! Erases a person: the journal outside the store first, then key, records and fact in one append, then the files.

use crate::scribe::Scribe;
use domain::event::{Event, PlayerEvent};
use events::append::{Append, AppendError};
use events::envelope::{EventId, StreamKind, StreamName, Timestamp};
use events::log::ReadError;
use events::vault::{Erasure, Journal, JournalError};

/// What an erasure has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Erased {
    /// Nothing is left in the files of the store.
    Completely,
    /// Somebody is reading the store; what is left of the person in its files goes with the next purge.
    PurgePending,
    /// There was nothing to erase.
    AlreadyGone,
}

/// Why a person was not erased.
#[derive(Debug, thiserror::Error)]
pub enum ErasureError {
    /// Only people are erased.
    #[error("{0} is not a player")]
    NotAPlayer(StreamName),
    /// The journal could not be used, so nothing was erased: a backup would bring the person back.
    #[error("the journal of erasures could not be used")]
    Journal(#[from] JournalError),
    /// The vault could not be read.
    #[error("the vault could not be read")]
    Read(#[from] ReadError),
    /// The erasure was not recorded.
    #[error("the erasure was not recorded")]
    Append(#[from] AppendError),
}

/// Erases a player.
pub fn erase(scribe: &Scribe<'_>, journal: &Journal, player: &StreamName) -> Result<Erased, ErasureError> {
    let at = scribe.environment.now();
    if scribe.log.sealed(player)?.is_none() {
        // An earlier erasure may not have come to its end.
        scribe.log.purge_erased()?;
        return Ok(Erased::AlreadyGone);
    }
    if player.kind() != StreamKind::Player {
        return Err(ErasureError::NotAPlayer(player.clone()));
    }
    // A line in the journal without an erasure does no harm, an erasure without its line does.
    journal.append(&[Erasure { subject: player.clone(), at }])?;
    destroy(scribe, player, at)?;
    Ok(if scribe.log.purge_erased()? { Erased::Completely } else { Erased::PurgePending })
}

/// Erases again whoever stands in the journal and in the vault, as after the restoring of an older backup; gives how many.
pub fn replay(scribe: &Scribe<'_>, journal: &Journal) -> Result<u64, ErasureError> {
    let mut erased = 0;
    for Erasure { subject, at } in journal.read()? {
        if scribe.log.sealed(&subject)?.is_some() {
            destroy(scribe, &subject, at)?;
            erased += 1;
        }
    }
    if erased > 0 {
        // What cannot be purged now goes when the store is opened next.
        let _purged = scribe.log.purge_erased()?;
    }
    Ok(erased)
}

fn destroy(scribe: &Scribe<'_>, player: &StreamName, at: Timestamp) -> Result<(), ErasureError> {
    if player.kind() != StreamKind::Player {
        return Err(ErasureError::NotAPlayer(player.clone()));
    }
    let event = scribe.write(player, EventId::new(scribe.environment), &Event::Player(PlayerEvent::Erased), at);
    let append = Append { vault: vec![scribe.vault.erase(player)], ..Append::of(vec![event]) };
    scribe.log.append(append).wait()?;
    Ok(())
}
