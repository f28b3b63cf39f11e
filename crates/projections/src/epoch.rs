//! Accepts that the end of the log is lost, and opens a new epoch.

use crate::scribe::Scribe;
use domain::event::{Event, LogEvent, LossRecord};
use events::append::{Append, AppendError, Expected};
use events::envelope::{EventId, Hash, InvalidStreamName, Position, StreamName, Version};
use events::log::{EPOCHS_STREAM, ReadError};
use events::vault::{Reason, SealError};

/// Why a loss could not be accepted.
#[derive(Debug, thiserror::Error)]
pub enum AcceptLossError {
    /// The log could not be read.
    #[error("the log could not be read")]
    Read(#[from] ReadError),
    /// The stream of epochs has another name in this program.
    #[error("the stream of epochs has no valid name")]
    Stream(#[from] InvalidStreamName),
    /// The reason could not be sealed.
    #[error("the reason could not be sealed")]
    Seal(#[from] SealError),
    /// The acceptance was not recorded.
    #[error("the acceptance was not recorded")]
    Append(#[from] AppendError),
}

/// Records that the events from where the log ends up to another position are lost, with the root of the tree that was signed
/// over them; gives what was recorded.
pub fn accept_loss(
    scribe: &Scribe<'_>,
    lost_until: Position,
    lost_root: Hash,
    reason: &str,
) -> Result<LossRecord, AcceptLossError> {
    let stream = StreamName::parse(EPOCHS_STREAM)?;
    let losses = scribe.log.stream_version(&stream)?;
    let head = scribe.log.head()?.position;
    let event_id = EventId::new(scribe.environment);
    let reason = scribe.vault.prepare_for(event_id, &Reason { text: reason.into() });
    let loss = LossRecord {
        lost_from: head.0 + 1,
        lost_until: lost_until.0,
        lost_root,
        epoch: losses.0 as u32 + 2,
        reason: reason.commitment(),
    };
    let event = Event::Log(LogEvent::LossAccepted(loss));
    let kept = scribe.log.sealed(&stream)?;
    let vault = match kept {
        Some(kept) => scribe.vault.replace(&kept, &[reason])?,
        None => scribe.vault.create(&stream, &[reason])?,
    };
    let expected = if losses == Version(0) { Expected::NoStream } else { Expected::Exact(losses) };
    let event = scribe.write(&stream, event_id, &event, scribe.environment.now());
    let append = Append { vault: vec![vault], ..Append::of(vec![event]) }.expecting(stream, expected);
    scribe.log.append(append).wait()?;
    Ok(loss)
}
