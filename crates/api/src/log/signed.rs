//! The signed checkpoint of the newest events, for proofs: the last that is kept, or one made for whoever asks.

use super::{no_tree, unreadable};
use crate::kostka::Kostka;
use crate::problem::{Problem, ProblemKind};
use events::envelope::Position;
use events::log::{KeptCheckpoint, Mode};
use events::proof::checkpoint::{Checkpoint, open};
use events::proof::tree::root_at;

/// A checkpoint that covers the event at a position; nothing if the log does not reach so far.
///
/// If the last that is kept does not, one of all events is signed. It is not kept: a read writes nothing, and the next that is
/// kept by the clock extends it.
pub(super) fn covering(kostka: &Kostka, position: Position) -> Result<Option<KeptCheckpoint>, Problem> {
    let head = kostka.log.head().map_err(unreadable)?.position;
    if head < position || head == Position::START {
        return Ok(None);
    }
    let last = last_of_this_epoch(kostka, head)?;
    match last {
        Some((kept, _)) if kept.size >= position.0 => Ok(Some(kept)),
        last => sign(kostka, head.0, last.map(|(_, checkpoint)| checkpoint).as_ref()).map(Some),
    }
}

/// The checkpoint of exactly so many events, if there is one or if they are all; nothing otherwise.
pub(super) fn of_size(kostka: &Kostka, size: u64) -> Result<Option<KeptCheckpoint>, Problem> {
    let Some(before) = size.checked_sub(1) else { return Ok(None) };
    let found = kostka.log.checkpoints(before, 1).map_err(unreadable)?.pop().filter(|kept| kept.size == size);
    let usable = found.filter(|kept| open(&kept.note, kostka.signer.verifier_key()).is_ok());
    if usable.is_some() {
        return Ok(usable);
    }
    let head = kostka.log.head().map_err(unreadable)?.position;
    if head.0 != size {
        return Ok(None);
    }
    // What cannot be signed is proved without a signature.
    Ok(covering(kostka, head).ok().flatten().filter(|kept| kept.size == size))
}

/// The last kept checkpoint, unless it is of an epoch before a loss.
fn last_of_this_epoch(kostka: &Kostka, head: Position) -> Result<Option<(KeptCheckpoint, Checkpoint)>, Problem> {
    let kept = kostka.log.last_checkpoint().map_err(unreadable)?.filter(|kept| kept.size <= head.0);
    Ok(kept.and_then(|kept| open(&kept.note, kostka.signer.verifier_key()).ok().map(|opened| (kept, opened))))
}

/// Signs a log only if it extends what was signed before, and not at all if that is in doubt.
fn sign(kostka: &Kostka, size: u64, last: Option<&Checkpoint>) -> Result<KeptCheckpoint, Problem> {
    let identity = kostka.log.identity().map_err(unreadable)?;
    let own = events::proof::checkpoint::origin(&identity) == kostka.signer.verifier_key().name();
    // A loss counts when it is signed, which is done where it is accepted.
    let begun = last.is_some() || identity.epoch == 1;
    if kostka.log.mode() != Mode::Writable || !own || !begun {
        return Err(ProblemKind::Unavailable.into());
    }
    if let Some(last) = last
        && root_at(&*kostka.log, last.size).map_err(no_tree)? != last.root
    {
        tracing::error!(size = last.size, "the log does not extend its last checkpoint and is not signed");
        return Err(ProblemKind::Unavailable.into());
    }
    let root = root_at(&*kostka.log, size).map_err(no_tree)?;
    Ok(KeptCheckpoint { size, note: kostka.signer.sign(size, root) })
}
