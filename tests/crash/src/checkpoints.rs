//! Signs checkpoints of the log under test, with a key that everybody here knows.

use events::log::{KeptCheckpoint, Log};
use events::proof::checkpoint::Signer;
use events::proof::tree::root_at;

const SEED: [u8; 32] = [7; 32];

/// The signer of a log.
pub(crate) fn signer(log: &dyn Log) -> Result<Signer, String> {
    let identity = log.identity().map_err(|error| error.to_string())?;
    Ok(Signer::new(&SEED, &identity))
}

/// Keeps a checkpoint of the log as it stands; gives its size.
pub(crate) fn keep(log: &dyn Log) -> Result<u64, String> {
    let signer = signer(log)?;
    let size = log.head().map_err(|error| error.to_string())?.position.0;
    let root = root_at(log, size).map_err(|error| error.to_string())?;
    let checkpoint = KeptCheckpoint { size, note: signer.sign(size, root) };
    log.keep_checkpoint(&checkpoint).map_err(|error| error.to_string())?;
    Ok(size)
}
