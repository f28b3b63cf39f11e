//! Signs checkpoints of the log under test, with a fixed test key.

use crate::line::ChildMessage;
use crate::store::with_sources;
use events::log::Log;
use events::proof::checkpoint::Signer;
use events::proof::checkpointer::{CheckpointError, Checkpointer};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

const SEED: [u8; 32] = [7; 32];

/// The signer of a log.
pub(crate) fn signer(log: &dyn Log) -> Result<Signer, String> {
    let identity = log.identity().map_err(|error| error.to_string())?;
    Ok(Signer::new(&SEED, &identity))
}

/// Keeps checkpoints of one log, in it and outside it.
pub(crate) struct Checkpoints<'p> {
    log: Arc<dyn Log>,
    outside: &'p Path,
    /// Made when it is first needed, because the store must be readable for that.
    checkpointer: Mutex<Option<Checkpointer>>,
}

impl<'p> Checkpoints<'p> {
    pub(crate) fn new(log: Arc<dyn Log>, outside: &'p Path) -> Self {
        Self { log, outside, checkpointer: Mutex::new(None) }
    }

    /// Keeps a checkpoint if the log has grown; what there is to say about it.
    pub(crate) fn keep(&self) -> Option<ChildMessage> {
        let mut checkpointer = self.checkpointer.lock().unwrap_or_else(PoisonError::into_inner);
        let checkpointer = match &mut *checkpointer {
            Some(checkpointer) => checkpointer,
            none => match signer(&*self.log) {
                Ok(signer) => none.insert(Checkpointer::new(Arc::clone(&self.log), signer, self.outside.to_owned())),
                Err(problem) => return Some(ChildMessage::NoCheckpoint(problem)),
            },
        };
        match checkpointer.checkpoint_now() {
            Ok(kept) => kept.map(|checkpoint| ChildMessage::Checkpoint(checkpoint.size)),
            Err(error @ CheckpointError::Unsound(_)) => Some(ChildMessage::Unsound(error.to_string())),
            Err(error) => Some(ChildMessage::NoCheckpoint(with_sources(&error))),
        }
    }
}
