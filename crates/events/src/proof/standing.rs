//! Whether a log extends its last checkpoints: the one in the store, and the one outside it.

use crate::envelope::{Hash, Position};
use crate::log::{Log, ReadError};
use crate::proof::checkpoint::{self, InvalidCheckpoint};
use crate::proof::epochs::{self, Claim};
use crate::proof::note::VerifierKey;
use crate::proof::outside;
use crate::proof::tree::{TreeError, root_at};
use std::fmt;
use std::io;
use std::path::Path;

/// How a log stands to its last checkpoints. Everything but the first two is a reason to take no more events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// It extends them; the larger one covers so many events.
    Extends {
        /// The number of events under it.
        size: u64,
    },
    /// Nothing was ever signed.
    NoCheckpointYet,
    /// The log has fewer events than were signed: it was set back.
    Behind {
        /// How many it has.
        store_size: u64,
        /// How many were signed.
        checkpoint_size: u64,
    },
    /// The events that were signed are not those in the log.
    Diverged {
        /// The size of the checkpoint.
        size: u64,
    },
    /// A checkpoint that does not count.
    BadCheckpoint {
        /// Where it is.
        kept: Kept,
        /// What is wrong with it.
        reason: InvalidCheckpoint,
    },
    /// The log has not lived through the loss that began the epoch of the checkpoint.
    OlderEpoch {
        /// The epoch of the log.
        store_epoch: u32,
        /// The epoch of the checkpoint.
        checkpoint_epoch: u32,
    },
    /// The log records a loss that nobody with the key has signed: whoever wrote it may have written everything before it.
    UnsignedLoss {
        /// Where it is recorded.
        position: Position,
    },
    /// The log records a loss that cannot have been recorded there.
    ImpossibleLoss {
        /// Where it is recorded.
        position: Position,
    },
}

/// What was signed of a log, whether the log still has it or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signed {
    /// The last position that was signed.
    pub until: Position,
    /// The root at that position.
    pub root: Hash,
    /// The last epoch in which something was signed.
    pub epoch: u32,
}

/// Where a checkpoint is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// In the file outside the store.
    Outside,
    /// In the store.
    Store,
}

impl Standing {
    /// Whether the log may go on.
    pub fn is_sound(&self) -> bool {
        matches!(self, Self::Extends { .. } | Self::NoCheckpointYet)
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Extends { size } => write!(f, "the log extends its checkpoint of {size} events"),
            Self::NoCheckpointYet => write!(f, "the log has no checkpoint yet"),
            Self::Behind { store_size, checkpoint_size } => {
                write!(f, "the log has {store_size} events, but {checkpoint_size} were signed")
            }
            Self::Diverged { size } => write!(f, "the first {size} events are not those that were signed"),
            Self::BadCheckpoint { kept: Kept::Outside, reason } => {
                write!(f, "the checkpoint outside the store does not count: {reason}")
            }
            Self::BadCheckpoint { kept: Kept::Store, reason } => {
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

/// Why it could not be found out.
#[derive(Debug, thiserror::Error)]
pub enum ExamineError {
    /// The store did not answer.
    #[error("the log could not be examined")]
    Read(#[source] ReadError),
    /// The tree cannot be computed.
    #[error("the tree of the log could not be computed")]
    Tree(#[source] TreeError),
    /// The file outside the store cannot be read.
    #[error("the checkpoint outside the store could not be read")]
    File(#[source] io::Error),
}

/// Compares a log with the checkpoint in the outside file and with the last one in the store. Costs a few hundred hashes,
/// because it trusts the kept subtrees; `verify_store` trusts nothing.
pub fn examine(log: &dyn Log, key: &VerifierKey, outside_file: &Path) -> Result<Standing, ExamineError> {
    let outside = outside::read(outside_file).map_err(ExamineError::File)?;
    let kept = log.last_checkpoint().map_err(ExamineError::Read)?;
    let losses = epochs::accepted_losses(log).map_err(ExamineError::Read)?;
    if let Some(loss) = epochs::first_impossible(&losses) {
        return Ok(Standing::ImpossibleLoss { position: loss.position });
    }
    let store_size = log.head().map_err(ExamineError::Read)?.position.0;
    let store_epoch = epochs::last_epoch(&losses);
    let mut standing = Standing::NoCheckpointYet;
    let mut unsigned = losses.clone();
    let mut more_than_lost = None;
    let notes = [(Kept::Outside, outside), (Kept::Store, kept.map(|kept| kept.note))];
    for (kept, note) in notes.into_iter().filter_map(|(kept, note)| note.map(|note| (kept, note))) {
        let (checkpoint, epoch) = match checkpoint::open_of_any_epoch(&note, key) {
            Ok(opened) => opened,
            Err(reason) => return Ok(Standing::BadCheckpoint { kept, reason }),
        };
        let checkpoint_size = checkpoint.size;
        match epochs::claim(&losses, epoch, checkpoint_size) {
            Claim::Lost => {}
            Claim::MoreThanLost => more_than_lost = Some(Standing::Behind { store_size, checkpoint_size }),
            Claim::Binding if checkpoint_size > store_size => {
                return Ok(Standing::Behind { store_size, checkpoint_size });
            }
            Claim::Binding if root(log, checkpoint_size)? != Some(checkpoint.root) => {
                return Ok(Standing::Diverged { size: checkpoint_size });
            }
            Claim::Binding if epoch > store_epoch => {
                return Ok(Standing::OlderEpoch { store_epoch, checkpoint_epoch: epoch });
            }
            Claim::Binding => {
                unsigned.retain(|loss| !loss.is_signed_by(epoch, checkpoint_size));
                let size = match standing {
                    Standing::Extends { size } => size.max(checkpoint_size),
                    _ => checkpoint_size,
                };
                standing = Standing::Extends { size };
            }
        }
    }
    // Before it is known whether a loss counts, nothing is known about what it would excuse.
    match unsigned.first() {
        Some(loss) => Ok(Standing::UnsignedLoss { position: loss.position }),
        None => Ok(more_than_lost.unwrap_or(standing)),
    }
}

/// What the checkpoint in the outside file and the last one in the store say was signed in epochs before this one. A note
/// that does not count says nothing.
pub fn signed_before(
    epoch: u32,
    log: &dyn Log,
    key: &VerifierKey,
    outside_file: &Path,
) -> Result<Option<Signed>, ExamineError> {
    let outside = outside::read(outside_file).map_err(ExamineError::File)?;
    let kept = log.last_checkpoint().map_err(ExamineError::Read)?.map(|kept| kept.note);
    let opened =
        [outside, kept].into_iter().flatten().filter_map(|note| checkpoint::open_of_any_epoch(&note, key).ok());
    let older = opened.filter(|(_, of)| *of < epoch);
    Ok(older.fold(None, |before: Option<Signed>, (checkpoint, epoch)| {
        let found = Signed { until: Position(checkpoint.size), root: checkpoint.root, epoch };
        let Some(before) = before else { return Some(found) };
        let larger = if found.until > before.until { found } else { before };
        Some(Signed { epoch: found.epoch.max(before.epoch), ..larger })
    }))
}

/// The root at a size, or `None` if leaves under it are missing.
fn root(log: &dyn Log, size: u64) -> Result<Option<Hash>, ExamineError> {
    match root_at(log, size) {
        Ok(root) => Ok(Some(root)),
        Err(TreeError::NoLeaf(_)) => Ok(None),
        Err(error) => Err(ExamineError::Tree(error)),
    }
}
