//! Accepts that the end of the log is lost, and opens a new epoch.

use crate::event_writer::EventWriter;
use domain::event::{Event, LogEvent, LossRecord};
use events::append::{Append, AppendError, Expected};
use events::envelope::{EventId, Hash, InvalidStreamName, Position, StreamName, Version};
use events::log::{EPOCHS_STREAM, ReadError};
use events::proof::epochs::epoch_of;
use events::vault::{Reason, SealError};

/// Why a loss could not be accepted.
#[derive(Debug, thiserror::Error)]
pub enum AcceptLossError {
    #[error("the log could not be read")]
    Read(#[from] ReadError),
    #[error("the stream of epochs has no valid name")]
    Stream(#[from] InvalidStreamName),
    #[error("the reason could not be sealed")]
    Seal(#[from] SealError),
    #[error("the acceptance was not recorded")]
    Append(#[from] AppendError),
}

/// What was signed of the events that are lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignedPrefix {
    pub epoch: u32,
    pub until: Position,
    pub root: Hash,
}

/// Records that the events from where the log ends up to where it was signed are lost; gives what was recorded.
///
/// The new epoch comes after that of the log and that of the checkpoint, so that no epoch ever has two histories.
pub fn accept_loss(
    event_writer: &EventWriter<'_>,
    signed: SignedPrefix,
    reason: &str,
) -> Result<LossRecord, AcceptLossError> {
    let stream = StreamName::parse(EPOCHS_STREAM)?;
    let losses = event_writer.log.stream_version(&stream)?;
    let head = event_writer.log.head()?.position;
    let event_id = EventId::new(event_writer.environment);
    let reason = event_writer.vault.prepare_for(event_id, &Reason { text: reason.into() });
    let loss = LossRecord {
        lost_from: head.0 + 1,
        lost_until: signed.until.0,
        lost_root: signed.root,
        epoch: epoch_of(event_writer.log)?.max(signed.epoch) + 1,
        reason: reason.commitment(),
    };
    let event = Event::Log(LogEvent::LossAccepted(loss));
    let kept = event_writer.log.sealed(&stream)?;
    let vault = match kept {
        Some(kept) => event_writer.vault.replace(&kept, &[reason])?,
        None => event_writer.vault.create(&stream, &[reason])?,
    };
    let expected = if losses == Version(0) { Expected::NoStream } else { Expected::Exact(losses) };
    let event = event_writer.write(&stream, event_id, &event, event_writer.environment.now());
    let append = Append { vault: vec![vault], ..Append::of(vec![event]) }.expecting(stream, expected);
    event_writer.log.append(append).wait()?;
    Ok(loss)
}
