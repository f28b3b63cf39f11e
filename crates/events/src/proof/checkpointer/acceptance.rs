//! Signs an accepted loss, with which a new epoch begins, after checking everything that was signed before.

use crate::proof::checkpoint_file;
use crate::proof::checkpoint_status::{CheckpointCheckError, signed_before};
use crate::proof::checkpointer::{CheckpointError, Checkpointer};
use crate::proof::epochs::{self, AcceptedLoss};
use crate::verify::{Problem, Progress, verify_store};
use std::sync::PoisonError;

#[derive(Debug, thiserror::Error)]
pub enum SignLossError {
    #[error("the log could not be checked before its loss is signed")]
    Examine(#[source] CheckpointCheckError),
    #[error("the loss could not be signed")]
    Keep(#[source] CheckpointError),
    #[error("the log records no loss")]
    NoLoss,
    /// Something else is wrong with the log, and a signature would hide it.
    #[error("the loss is not signed, because the log does not fit: {0}")]
    DoesNotFit(Problem),
    #[error("the loss is not signed: it ends at {}, but what was signed ends at {}", loss.lost_until, signed_until)]
    OtherLoss {
        loss: AcceptedLoss,
        /// The last position that older epochs signed.
        signed_until: u64,
    },
}

impl Checkpointer {
    /// Signs the loss that the log recorded last, if it is all that stands between the log and what was signed before:
    /// every event is checked, whatever older epochs signed below the loss must fit, and the loss must end where they
    /// do. A loss that is signed already is left as it is, so this may be repeated after a crash; also on a log that
    /// was made read-only because of that very loss. Gives the loss.
    pub fn sign_accepted_loss(&self, progress: &mut Progress<'_>) -> Result<AcceptedLoss, SignLossError> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let unread = |error| SignLossError::Examine(CheckpointCheckError::Read(error));
        let key = self.signer.verifier_key();
        let losses = epochs::accepted_losses(&*self.log).map_err(unread)?;
        let loss = *losses.last().ok_or(SignLossError::NoLoss)?;
        if loss.epoch != self.epoch() {
            let other = CheckpointError::OtherEpoch { signer: self.epoch(), log: loss.epoch };
            return Err(SignLossError::Keep(other));
        }
        let outside = checkpoint_file::read(&self.outside)
            .map_err(|error| SignLossError::Examine(CheckpointCheckError::File(error)))?;
        let report = verify_store(&*self.log, key, outside.as_deref(), progress).map_err(unread)?;
        let unsigned = Problem::UnsignedLoss(loss.position);
        match report.problems.into_iter().find(|problem| *problem != unsigned) {
            Some(problem) => return Err(SignLossError::DoesNotFit(problem)),
            None if report.problem_count == 0 => return Ok(loss),
            None => {}
        }
        let signed = signed_before(loss.epoch, &*self.log, key, &self.outside).map_err(SignLossError::Examine)?;
        let signed_until = signed.map_or(0, |signed| signed.until.0);
        if signed_until != loss.lost_until {
            return Err(SignLossError::OtherLoss { loss, signed_until });
        }
        // No further than the loss: what may follow it is signed as usual.
        let mut last = self.last_checkpoints().map_err(SignLossError::Keep)?;
        self.sign_and_store(&mut last, loss.position.0).map_err(SignLossError::Keep)?;
        *kept = Some(last);
        Ok(loss)
    }
}
