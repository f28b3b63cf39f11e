//! Erases a person: the journal outside the store first, then key, records and fact in one append, then the files.

use crate::event_writer::EventWriter;
use domain::event::{Event, PlayerEvent};
use events::append::{Append, AppendError};
use events::envelope::{EventId, StreamKind, StreamName, Timestamp};
use events::log::ReadError;
use events::vault::{Erasure, ErasureJournal, JournalError};

/// What an erasure has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Erased {
    /// Nothing is left in the files of the store.
    Completely,
    /// A reader holds the store open; what is left of the person in its files goes with the next purge.
    PurgePending,
    /// There was nothing to erase.
    AlreadyGone,
}

/// Why a person was not erased.
#[derive(Debug, thiserror::Error)]
pub enum ErasureError {
    #[error("{0} is not a player")]
    NotAPlayer(StreamName),
    /// The journal could not be used, so nothing was erased: a backup would bring the person back.
    #[error("the journal of erasures could not be used")]
    ErasureJournal(#[from] JournalError),
    #[error("the vault could not be read")]
    Read(#[from] ReadError),
    #[error("the erasure was not recorded")]
    Append(#[from] AppendError),
}

pub fn erase(
    event_writer: &EventWriter<'_>,
    journal: &ErasureJournal,
    player: &StreamName,
) -> Result<Erased, ErasureError> {
    let at = event_writer.environment.now();
    if event_writer.log.sealed(player)?.is_none() {
        // An earlier erasure may not have come to its end.
        event_writer.log.purge_erased()?;
        return Ok(Erased::AlreadyGone);
    }
    if player.kind() != StreamKind::Player {
        return Err(ErasureError::NotAPlayer(player.clone()));
    }
    // A line in the journal without an erasure does no harm, an erasure without its line does.
    journal.append(&[Erasure { subject: player.clone(), at }])?;
    destroy(event_writer, player, at)?;
    Ok(if event_writer.log.purge_erased()? { Erased::Completely } else { Erased::PurgePending })
}

/// Erases again all who stand in the journal and in the vault, as after restoring an older backup; returns how many.
pub fn replay(event_writer: &EventWriter<'_>, journal: &ErasureJournal) -> Result<u64, ErasureError> {
    let mut erased = 0;
    for Erasure { subject, at } in journal.read()? {
        if event_writer.log.sealed(&subject)?.is_some() {
            destroy(event_writer, &subject, at)?;
            erased += 1;
        }
    }
    if erased > 0 {
        // What cannot be purged now goes when the store is opened next.
        let _purged = event_writer.log.purge_erased()?;
    }
    Ok(erased)
}

fn destroy(event_writer: &EventWriter<'_>, player: &StreamName, at: Timestamp) -> Result<(), ErasureError> {
    if player.kind() != StreamKind::Player {
        return Err(ErasureError::NotAPlayer(player.clone()));
    }
    let event =
        event_writer.write(player, EventId::new(event_writer.environment), &Event::Player(PlayerEvent::Erased), at);
    let append = Append { vault: vec![event_writer.vault.erase(player)], ..Append::of(vec![event]) };
    event_writer.log.append(append).wait()?;
    Ok(())
}
