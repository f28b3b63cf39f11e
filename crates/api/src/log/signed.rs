//! The signed checkpoint of the newest events, for proofs: the last stored one, or one that is signed on request.

use crate::http::app::AppState;
use crate::http::problem::{Problem, ProblemKind};
use events::envelope::Position;
use events::log::StoredCheckpoint;
use events::proof::checkpoint::open;

/// A checkpoint that covers the event at a position; nothing if the log does not reach so far.
///
/// If the last that is kept does not, the service signs one of all events, unless the log does not extend what was
/// signed before.
pub(super) fn covering(app: &AppState, position: Position) -> Result<Option<StoredCheckpoint>, Problem> {
    let head = app.log.head()?.position;
    if head < position || head == Position::START {
        return Ok(None);
    }
    if let Some(kept) = last_of_this_epoch(app, head)?.filter(|kept| kept.size >= position.0) {
        return Ok(Some(kept));
    }
    let made = app.checkpointer.checkpoint_now().map_err(|error| {
        tracing::error!(%error, "no checkpoint was made for a proof");
        Problem::new(ProblemKind::Unavailable)
    })?;
    let signer = app.checkpointer.signer();
    let made = made.map(|made| StoredCheckpoint { size: made.size, note: signer.sign(made.size, made.root) });
    // None was made if another request was faster, or if the log is read-only.
    let found = match made {
        Some(made) => Some(made),
        None => last_of_this_epoch(app, head)?,
    };
    let found = found.filter(|found| found.size >= position.0);
    found.map(Some).ok_or_else(|| ProblemKind::Unavailable.into())
}

/// The checkpoint of exactly so many events, if there is one or if they are all; nothing otherwise.
pub(super) fn of_size(app: &AppState, size: u64) -> Result<Option<StoredCheckpoint>, Problem> {
    let Some(before) = size.checked_sub(1) else { return Ok(None) };
    let found = app.log.checkpoints(before, 1)?.pop().filter(|kept| kept.size == size);
    let usable = found.filter(|kept| open(&kept.note, app.checkpointer.signer().verifier_key()).is_ok());
    let head = app.log.head()?.position;
    if usable.is_some() || head.0 != size {
        return Ok(usable);
    }
    // What cannot be signed is proved without a signature.
    Ok(covering(app, head).ok().flatten().filter(|kept| kept.size == size))
}

/// The last kept checkpoint, unless it is of an epoch before a loss.
fn last_of_this_epoch(app: &AppState, head: Position) -> Result<Option<StoredCheckpoint>, Problem> {
    let kept = app.log.last_checkpoint()?.filter(|kept| kept.size <= head.0);
    Ok(kept.filter(|kept| open(&kept.note, app.checkpointer.signer().verifier_key()).is_ok()))
}
