//! Makes checkpoints when the log has grown, and keeps each in the store and in the file outside it.

mod acceptance;

pub use acceptance::SignLossError;

use crate::log::{Log, Mode, ReadError, StoredCheckpoint};
use crate::proof::checkpoint::{self, Checkpoint, Signer};
use crate::proof::checkpoint_file;
use crate::proof::checkpoint_status::CheckpointStatus;
use crate::proof::epochs;
use crate::proof::tree::{TreeError, root_at};
use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    #[error("the store did not take a checkpoint")]
    Store(#[source] ReadError),
    #[error("the tree of the log could not be computed")]
    Tree(#[source] TreeError),
    #[error("the checkpoint outside the store could not be kept")]
    File(#[source] io::Error),
    /// The log does not extend what was signed before; signing it would hide that.
    #[error("no checkpoint is made: {0}")]
    Unsound(CheckpointStatus),
    /// A loss was accepted since the keeper was made; a keeper of the new epoch has to take over.
    #[error("no checkpoint is made: the log is in epoch {log}, the signer in epoch {signer}")]
    OtherEpoch {
        /// The epoch that the signer signs for.
        signer: u32,
        log: u32,
    },
}

/// Keeps the checkpoints of one log.
pub struct Checkpointer {
    log: Arc<dyn Log>,
    signer: Signer,
    outside: PathBuf,
    kept: Mutex<Option<LastCheckpoints>>,
}

/// What was kept last in the epoch of the signer.
struct LastCheckpoints {
    in_store: Option<Checkpoint>,
    /// The size of the largest in the store, of whatever epoch: the store takes no smaller one.
    store_size: u64,
    outside: Option<Checkpoint>,
}

impl LastCheckpoints {
    fn checkpoints(&self) -> impl Iterator<Item = &Checkpoint> {
        [&self.in_store, &self.outside].into_iter().flatten()
    }

    /// Whether nothing is left to do for a log of this size.
    fn is_covered(&self, size: u64) -> bool {
        let covers = |kept: &Option<Checkpoint>| kept.as_ref().is_some_and(|kept| kept.size == size);
        let in_store = covers(&self.in_store) || self.in_store.is_none() && self.store_size >= size;
        in_store && covers(&self.outside)
    }

    fn sign_loss_at(&self, position: u64) -> bool {
        self.checkpoints().any(|kept| kept.size >= position)
    }
}

impl Checkpointer {
    /// The keeper of a log, with the path of the file outside the store.
    pub fn new(log: Arc<dyn Log>, signer: Signer, outside: PathBuf) -> Self {
        Self { log, signer, outside, kept: Mutex::new(None) }
    }

    /// The key by which others check the checkpoints.
    pub fn signer(&self) -> &Signer {
        &self.signer
    }

    /// Makes a checkpoint if the log has grown since the last one; `None` if it has not, or takes no events.
    ///
    /// A log is signed only if it extends what was signed before, and if every loss that it records was signed:
    /// [`Checkpointer::sign_accepted_loss`] is for a new one.
    pub fn checkpoint_now(&self) -> Result<Option<Checkpoint>, CheckpointError> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        // The last checkpoint is the evidence of why a log was made read-only.
        if matches!(self.log.mode(), Mode::ReadOnly(_)) {
            return Ok(None);
        }
        let last = match &mut *kept {
            Some(last) => last,
            none => none.insert(self.last_checkpoints()?),
        };
        let size = self.log.head().map_err(CheckpointError::Store)?.position.0;
        if size == 0 || last.is_covered(size) {
            return Ok(None);
        }
        self.losses_must_be_signed(last)?;
        for before in last.checkpoints() {
            self.must_extend(before, size)?;
        }
        self.sign_and_store(last, size).map(Some)
    }

    fn sign_and_store(&self, last: &mut LastCheckpoints, size: u64) -> Result<Checkpoint, CheckpointError> {
        let key = self.signer.verifier_key();
        let root = root_at(&*self.log, size).map_err(CheckpointError::Tree)?;
        let note = self.signer.sign(size, root);
        self.log.store_checkpoint(&StoredCheckpoint { size, note: note.clone() }).map_err(CheckpointError::Store)?;
        // Another process may have kept a larger one meanwhile, here or there; then that one is the last.
        (last.in_store, last.store_size) = self.last_in_store()?;
        let there = checkpoint_file::advance(&self.outside, &note, key).map_err(CheckpointError::File)?;
        match checkpoint::open_of_any_epoch(&there, key) {
            Ok((_, checkpoint_epoch)) if checkpoint_epoch > self.epoch() => {
                Err(CheckpointError::Unsound(CheckpointStatus::OlderEpoch {
                    store_epoch: self.epoch(),
                    checkpoint_epoch,
                }))
            }
            opened => {
                last.outside = opened.ok().map(|(checkpoint, _)| checkpoint);
                Ok(Checkpoint { origin: key.name().to_owned(), size, root })
            }
        }
    }

    fn epoch(&self) -> u32 {
        checkpoint::parse_origin(self.signer.verifier_key().name()).map_or(1, |own| own.epoch)
    }

    /// Checkpoints of other epochs and unsigned ones are left to the examination of the log at its start.
    fn last_checkpoints(&self) -> Result<LastCheckpoints, CheckpointError> {
        let (in_store, store_size) = self.last_in_store()?;
        let outside = checkpoint_file::read(&self.outside).map_err(CheckpointError::File)?;
        Ok(LastCheckpoints { in_store, store_size, outside: outside.and_then(|note| self.open(&note)) })
    }

    fn last_in_store(&self) -> Result<(Option<Checkpoint>, u64), CheckpointError> {
        let kept = self.log.last_checkpoint().map_err(CheckpointError::Store)?;
        Ok(kept.map_or((None, 0), |kept| (self.open(&kept.note), kept.size)))
    }

    fn open(&self, note: &str) -> Option<Checkpoint> {
        checkpoint::open(note, self.signer.verifier_key()).ok()
    }

    /// The last loss must be covered by a checkpoint of its epoch, which then covers the losses before it as well.
    fn losses_must_be_signed(&self, last: &mut LastCheckpoints) -> Result<(), CheckpointError> {
        let losses = epochs::accepted_losses(&*self.log).map_err(CheckpointError::Store)?;
        if let Some(loss) = epochs::first_impossible(&losses) {
            return Err(CheckpointError::Unsound(CheckpointStatus::ImpossibleLoss { position: loss.position }));
        }
        let (signer, log) = (self.epoch(), epochs::last_epoch(&losses));
        if signer != log {
            return Err(CheckpointError::OtherEpoch { signer, log });
        }
        let Some(loss) = losses.last() else { return Ok(()) };
        if !last.sign_loss_at(loss.position.0) {
            // It may have been signed after the keeper looked for the last time.
            *last = self.last_checkpoints()?;
        }
        if last.sign_loss_at(loss.position.0) {
            Ok(())
        } else {
            Err(CheckpointError::Unsound(CheckpointStatus::UnsignedLoss { position: loss.position }))
        }
    }

    fn must_extend(&self, before: &Checkpoint, size: u64) -> Result<(), CheckpointError> {
        if before.size > size {
            let behind = CheckpointStatus::Behind { store_size: size, checkpoint_size: before.size };
            return Err(CheckpointError::Unsound(behind));
        }
        if root_at(&*self.log, before.size).map_err(CheckpointError::Tree)? == before.root {
            Ok(())
        } else {
            Err(CheckpointError::Unsound(CheckpointStatus::Diverged { size: before.size }))
        }
    }

    /// Makes a checkpoint at once and then after each interval, if the log has grown, on a thread of its own. What goes
    /// wrong is reported, and tried again after the next interval.
    pub fn start(
        self: Arc<Self>,
        interval: Duration,
        mut report: impl FnMut(CheckpointError) + Send + 'static,
    ) -> io::Result<CheckpointTimer> {
        let (stop, stopped) = mpsc::channel();
        let thread = thread::Builder::new().name("checkpoints".to_owned()).spawn(move || {
            loop {
                if let Err(error) = self.checkpoint_now() {
                    report(error);
                }
                match stopped.recv_timeout(interval) {
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return,
                    Ok(Stop) => break,
                }
            }
            if let Err(error) = self.checkpoint_now() {
                report(error);
            }
        })?;
        Ok(CheckpointTimer { stop: Some(stop), thread: Some(thread) })
    }
}

struct Stop;

/// Checkpoints made by the clock, until it is stopped or dropped; neither waits out the interval.
pub struct CheckpointTimer {
    stop: Option<mpsc::Sender<Stop>>,
    thread: Option<JoinHandle<()>>,
}

impl CheckpointTimer {
    /// Makes a last checkpoint and ends; to be called before the log is closed.
    pub fn stop(mut self) {
        if let Some(stop) = &self.stop {
            // The thread ends only when it is told to, or by a panic of its own.
            let _ = stop.send(Stop);
        }
        self.join();
    }

    fn join(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A panic was printed where it happened.
            let _ = thread.join();
        }
    }
}

impl Drop for CheckpointTimer {
    fn drop(&mut self) {
        self.join();
    }
}
