//! Whether a log extends its last checkpoints: the one in the store, and the one outside it.

use crate::envelope::{Hash, Position};
use crate::log::{Log, ReadError};
use crate::proof::checkpoint::{self, InvalidCheckpoint};
use crate::proof::checkpoint_file;
use crate::proof::epochs::{self, Claim};
use crate::proof::note::VerifierKey;
use crate::proof::tree::{TreeError, root_at};
use std::fmt;
use std::io;
use std::path::Path;

/// How a log stands to its last checkpoints. Everything but the first two is a reason to take no more events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckpointStatus {
    /// It extends them; the larger one covers so many events.
    Extends {
        /// The number of events under it.
        size: u64,
    },
    /// Nothing was ever signed.
    NoCheckpointYet,
    /// The log has fewer events than were signed: it was set back.
    Behind { store_size: u64, checkpoint_size: u64 },
    /// The events that were signed are not those in the log.
    Diverged { size: u64 },
    /// A checkpoint that does not count.
    BadCheckpoint { kept: CheckpointLocation, reason: InvalidCheckpoint },
    /// The log has not lived through the loss that began the epoch of the checkpoint.
    OlderEpoch { store_epoch: u32, checkpoint_epoch: u32 },
    /// The log records a loss that is not signed with the key: its author may have written everything before it, too.
    UnsignedLoss { position: Position },
    /// The log records a loss that cannot have been recorded there.
    ImpossibleLoss { position: Position },
}

/// What was signed of a log, whether the log still has it or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignedPrefix {
    /// The last position that was signed.
    pub until: Position,
    pub root: Hash,
    /// The last epoch in which something was signed.
    pub epoch: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckpointLocation {
    /// In the file outside the store.
    Outside,
    Store,
}

impl CheckpointStatus {
    /// Whether the log may go on.
    pub fn is_sound(&self) -> bool {
        matches!(self, Self::Extends { .. } | Self::NoCheckpointYet)
    }
}

impl fmt::Display for CheckpointStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Extends { size } => write!(f, "the log extends its checkpoint of {size} events"),
            Self::NoCheckpointYet => write!(f, "the log has no checkpoint yet"),
            Self::Behind { store_size, checkpoint_size } => {
                write!(f, "the log has {store_size} events, but {checkpoint_size} were signed")
            }
            Self::Diverged { size } => write!(f, "the first {size} events are not those that were signed"),
            Self::BadCheckpoint { kept: CheckpointLocation::Outside, reason } => {
                write!(f, "the checkpoint outside the store does not count: {reason}")
            }
            Self::BadCheckpoint { kept: CheckpointLocation::Store, reason } => {
                write!(f, "the checkpoint in the store does not count: {reason}")
            }
            Self::OlderEpoch { store_epoch, checkpoint_epoch } => {
                write!(f, "the log is in epoch {store_epoch}, but its checkpoint is of epoch {checkpoint_epoch}")
            }
            Self::UnsignedLoss { position } => {
                write!(f, "no checkpoint signs the loss recorded at position {position}")
            }
            Self::ImpossibleLoss { position } => {
                write!(f, "the loss recorded at position {position} does not fit its place in the log")
            }
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum CheckpointCheckError {
    #[error("the log could not be examined")]
    Read(#[source] ReadError),
    #[error("the tree of the log could not be computed")]
    Tree(#[source] TreeError),
    #[error("the checkpoint outside the store could not be read")]
    File(#[source] io::Error),
}

/// Compares a log with the checkpoint in the outside file and with the last one in the store. Costs a few hundred
/// hashes, because it trusts the kept subtrees; `verify_store` trusts nothing.
pub fn compare_with_checkpoints(
    log: &dyn Log,
    key: &VerifierKey,
    outside_file: &Path,
) -> Result<CheckpointStatus, CheckpointCheckError> {
    let outside = checkpoint_file::read(outside_file).map_err(CheckpointCheckError::File)?;
    let kept = log.last_checkpoint().map_err(CheckpointCheckError::Read)?;
    let losses = epochs::accepted_losses(log).map_err(CheckpointCheckError::Read)?;
    if let Some(loss) = epochs::first_impossible(&losses) {
        return Ok(CheckpointStatus::ImpossibleLoss { position: loss.position });
    }
    let store_size = log.head().map_err(CheckpointCheckError::Read)?.position.0;
    let store_epoch = epochs::last_epoch(&losses);
    let mut checkpoint_status = CheckpointStatus::NoCheckpointYet;
    let mut unsigned = losses.clone();
    let mut more_than_lost = None;
    let notes = [(CheckpointLocation::Outside, outside), (CheckpointLocation::Store, kept.map(|kept| kept.note))];
    for (kept, note) in notes.into_iter().filter_map(|(kept, note)| note.map(|note| (kept, note))) {
        let (checkpoint, epoch) = match checkpoint::open_of_any_epoch(&note, key) {
            Ok(opened) => opened,
            Err(reason) => return Ok(CheckpointStatus::BadCheckpoint { kept, reason }),
        };
        let checkpoint_size = checkpoint.size;
        match epochs::claim(&losses, epoch, checkpoint_size) {
            Claim::Lost => {}
            Claim::MoreThanLost => more_than_lost = Some(CheckpointStatus::Behind { store_size, checkpoint_size }),
            Claim::Binding if checkpoint_size > store_size => {
                return Ok(CheckpointStatus::Behind { store_size, checkpoint_size });
            }
            Claim::Binding if root(log, checkpoint_size)? != Some(checkpoint.root) => {
                return Ok(CheckpointStatus::Diverged { size: checkpoint_size });
            }
            Claim::Binding if epoch > store_epoch => {
                return Ok(CheckpointStatus::OlderEpoch { store_epoch, checkpoint_epoch: epoch });
            }
            Claim::Binding => {
                unsigned.retain(|loss| !loss.is_signed_by(epoch, checkpoint_size));
                let size = match checkpoint_status {
                    CheckpointStatus::Extends { size } => size.max(checkpoint_size),
                    _ => checkpoint_size,
                };
                checkpoint_status = CheckpointStatus::Extends { size };
            }
        }
    }
    // Before it is known whether a loss counts, nothing is known about what it would excuse.
    match unsigned.first() {
        Some(loss) => Ok(CheckpointStatus::UnsignedLoss { position: loss.position }),
        None => Ok(more_than_lost.unwrap_or(checkpoint_status)),
    }
}

/// What the checkpoint in the outside file and the last one in the store say was signed in epochs before this one. A
/// note that does not count says nothing.
pub fn signed_before(
    epoch: u32,
    log: &dyn Log,
    key: &VerifierKey,
    outside_file: &Path,
) -> Result<Option<SignedPrefix>, CheckpointCheckError> {
    let outside = checkpoint_file::read(outside_file).map_err(CheckpointCheckError::File)?;
    let kept = log.last_checkpoint().map_err(CheckpointCheckError::Read)?.map(|kept| kept.note);
    let opened =
        [outside, kept].into_iter().flatten().filter_map(|note| checkpoint::open_of_any_epoch(&note, key).ok());
    let older = opened.filter(|(_, of)| *of < epoch);
    Ok(older.fold(None, |before: Option<SignedPrefix>, (checkpoint, epoch)| {
        let found = SignedPrefix { until: Position(checkpoint.size), root: checkpoint.root, epoch };
        let Some(before) = before else { return Some(found) };
        let larger = if found.until > before.until { found } else { before };
        Some(SignedPrefix { epoch: found.epoch.max(before.epoch), ..larger })
    }))
}

/// The root at a size, or `None` if leaves under it are missing.
fn root(log: &dyn Log, size: u64) -> Result<Option<Hash>, CheckpointCheckError> {
    match root_at(log, size) {
        Ok(root) => Ok(Some(root)),
        Err(TreeError::NoLeaf(_)) => Ok(None),
        Err(error) => Err(CheckpointCheckError::Tree(error)),
    }
}
