//! Makes checkpoints when the log has grown, and keeps each in the store and in the file outside it.

use crate::log::{KeptCheckpoint, Log, Mode, ReadError};
use crate::proof::checkpoint::{self, Checkpoint, Signer};
use crate::proof::outside;
use crate::proof::standing::Standing;
use crate::proof::tree::{TreeError, root_at};
use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Why no checkpoint was made.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The store did not answer.
    #[error("the store did not take a checkpoint")]
    Store(#[source] ReadError),
    /// The tree cannot be computed.
    #[error("the tree of the log could not be computed")]
    Tree(#[source] TreeError),
    /// The file outside the store cannot be read or written.
    #[error("the checkpoint outside the store could not be kept")]
    File(#[source] io::Error),
    /// The log does not extend what was signed before; signing it would hide that.
    #[error("no checkpoint is made: {0}")]
    Unsound(Standing),
}

/// Keeps the checkpoints of one log.
pub struct Keeper {
    log: Arc<dyn Log>,
    signer: Signer,
    outside: PathBuf,
    kept: Mutex<Option<LastKept>>,
}

/// What was kept last in the epoch of the signer.
struct LastKept {
    in_store: Option<Checkpoint>,
    outside: Option<Checkpoint>,
}

impl LastKept {
    fn checkpoints(&self) -> impl Iterator<Item = &Checkpoint> {
        [&self.in_store, &self.outside].into_iter().flatten()
    }

    fn both_cover(&self, size: u64) -> bool {
        [&self.in_store, &self.outside].into_iter().all(|kept| kept.as_ref().is_some_and(|kept| kept.size == size))
    }
}

impl Keeper {
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
    /// A log is signed only if it extends what was signed before.
    pub fn checkpoint_now(&self) -> Result<Option<Checkpoint>, KeepError> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        // The last checkpoint is the evidence of why a log was made read-only.
        if matches!(self.log.mode(), Mode::ReadOnly(_)) {
            return Ok(None);
        }
        let last = match &mut *kept {
            Some(last) => last,
            none => none.insert(self.last_kept()?),
        };
        let size = self.log.head().map_err(KeepError::Store)?.position.0;
        if size == 0 || last.both_cover(size) {
            return Ok(None);
        }
        for before in last.checkpoints() {
            self.must_extend(before, size)?;
        }
        let root = root_at(&*self.log, size).map_err(KeepError::Tree)?;
        let note = self.signer.sign(size, root);
        self.log.keep_checkpoint(&KeptCheckpoint { size, note: note.clone() }).map_err(KeepError::Store)?;
        let checkpoint = Checkpoint { origin: self.signer.verifier_key().name().to_owned(), size, root };
        last.in_store = Some(checkpoint.clone());
        outside::write(&self.outside, &note).map_err(KeepError::File)?;
        last.outside = Some(checkpoint.clone());
        Ok(Some(checkpoint))
    }

    /// Checkpoints of other epochs and of nobody are left to whoever examines the log at its start.
    fn last_kept(&self) -> Result<LastKept, KeepError> {
        let in_store = self.log.last_checkpoint().map_err(KeepError::Store)?.map(|kept| kept.note);
        let outside = outside::read(&self.outside).map_err(KeepError::File)?;
        let open =
            |note: Option<String>| note.and_then(|note| checkpoint::open(&note, self.signer.verifier_key()).ok());
        Ok(LastKept { in_store: open(in_store), outside: open(outside) })
    }

    fn must_extend(&self, before: &Checkpoint, size: u64) -> Result<(), KeepError> {
        if before.size > size {
            let behind = Standing::Behind { store_size: size, checkpoint_size: before.size };
            return Err(KeepError::Unsound(behind));
        }
        if root_at(&*self.log, before.size).map_err(KeepError::Tree)? == before.root {
            Ok(())
        } else {
            Err(KeepError::Unsound(Standing::Diverged { size: before.size }))
        }
    }

    /// Makes a checkpoint at once and then after each interval, if the log has grown, on a thread of its own. What goes wrong
    /// is reported, and tried again after the next interval.
    pub fn start(
        self: Arc<Self>,
        interval: Duration,
        mut report: impl FnMut(KeepError) + Send + 'static,
    ) -> io::Result<Timer> {
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
        Ok(Timer { stop: Some(stop), thread: Some(thread) })
    }
}

struct Stop;

/// Checkpoints made by the clock, until it is stopped or dropped; neither waits out the interval.
pub struct Timer {
    stop: Option<mpsc::Sender<Stop>>,
    thread: Option<JoinHandle<()>>,
}

impl Timer {
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

impl Drop for Timer {
    fn drop(&mut self) {
        self.join();
    }
}
