//! Signs checkpoints of the log under test, with a key that everybody here knows.

use crate::line::Line;
use crate::store::with_sources;
use events::log::Log;
use events::proof::checkpoint::Signer;
use events::proof::keeper::{KeepError, Keeper};
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
    keeper: Mutex<Option<Keeper>>,
}

impl<'p> Checkpoints<'p> {
    pub(crate) fn new(log: Arc<dyn Log>, outside: &'p Path) -> Self {
        Self { log, outside, keeper: Mutex::new(None) }
    }

    /// Keeps a checkpoint if the log has grown; what there is to say about it.
    pub(crate) fn keep(&self) -> Option<Line> {
        let mut keeper = self.keeper.lock().unwrap_or_else(PoisonError::into_inner);
        let keeper = match &mut *keeper {
            Some(keeper) => keeper,
            none => match signer(&*self.log) {
                Ok(signer) => none.insert(Keeper::new(Arc::clone(&self.log), signer, self.outside.to_owned())),
                Err(problem) => return Some(Line::NoCheckpoint(problem)),
            },
        };
        match keeper.checkpoint_now() {
            Ok(kept) => kept.map(|checkpoint| Line::Checkpoint(checkpoint.size)),
            Err(error @ KeepError::Unsound(_)) => Some(Line::Unsound(error.to_string())),
            Err(error) => Some(Line::NoCheckpoint(with_sources(&error))),
        }
    }
}
