//! Which checkpoints of older epochs still bind the log after a loss was accepted.

use crate::envelope::{StreamName, Version};
use crate::log::{EPOCHS_STREAM, Log, MAX_PAGE, ReadError};
use serde::Deserialize;

/// The stored name of the event by which a loss is accepted.
pub const LOSS_ACCEPTED: &str = "log.loss_accepted";

/// An accepted loss: these positions held other events in the epochs before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct AcceptedLoss {
    /// The first position that is lost.
    pub lost_from: u64,
    /// The last position that is lost.
    pub lost_until: u64,
    /// The epoch that began.
    pub epoch: u32,
}

/// What a checkpoint can ask of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Claim {
    /// The root at its size must be the one it names.
    Binding,
    /// It covers events whose loss was accepted.
    Lost,
    /// It covers more than the loss that was accepted.
    MoreThanLost,
}

impl AcceptedLoss {
    /// Reads the stored form of the event.
    pub fn parse(payload: &[u8]) -> Option<Self> {
        serde_json::from_slice(payload).ok()
    }
}

/// The losses that a log records, in order; an event that cannot be read counts as none.
pub fn accepted_losses(log: &dyn Log) -> Result<Vec<AcceptedLoss>, ReadError> {
    let Ok(stream) = StreamName::parse(EPOCHS_STREAM) else { return Ok(Vec::new()) };
    let events = log.read_stream(&stream, Version(0), MAX_PAGE)?;
    let losses = events.iter().filter(|found| found.event.event_type == LOSS_ACCEPTED);
    Ok(losses.filter_map(|found| AcceptedLoss::parse(&found.event.payload)).collect())
}

/// The epoch of a log: the one that the last accepted loss began, or the first.
pub fn epoch_of(log: &dyn Log) -> Result<u32, ReadError> {
    Ok(accepted_losses(log)?.last().map_or(1, |loss| loss.epoch))
}

/// What a checkpoint of this epoch and size can ask of a log with these losses.
pub(crate) fn claim(losses: &[AcceptedLoss], epoch: u32, size: u64) -> Claim {
    let later = losses.iter().filter(|loss| loss.epoch > epoch);
    let (kept_until, lost_until) = later.fold((u64::MAX, 0), |(kept, lost), loss| {
        (kept.min(loss.lost_from.saturating_sub(1)), lost.max(loss.lost_until))
    });
    match size {
        _ if size <= kept_until => Claim::Binding,
        _ if size <= lost_until => Claim::Lost,
        _ => Claim::MoreThanLost,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_of_an_older_epoch_binds_up_to_the_loss() {
        let losses = [
            AcceptedLoss { lost_from: 91, lost_until: 100, epoch: 2 },
            AcceptedLoss { lost_from: 120, lost_until: 125, epoch: 3 },
        ];
        let cases = [
            (1, 90, Claim::Binding),
            (1, 91, Claim::Lost),
            (1, 125, Claim::Lost),
            (1, 126, Claim::MoreThanLost),
            (2, 119, Claim::Binding),
            (2, 120, Claim::Lost),
            (2, 126, Claim::MoreThanLost),
            (3, 126, Claim::Binding),
        ];
        for (epoch, size, expected) in cases {
            assert_eq!(claim(&losses, epoch, size), expected, "epoch {epoch}, size {size}");
        }
        assert_eq!(claim(&[], 1, 7), Claim::Binding);
    }

    #[test]
    fn a_loss_is_read_from_its_stored_form() {
        let payload = br#"{"lost_from":5,"lost_until":9,"lost_root":"00","epoch":2,"reason":"00"}"#;
        assert_eq!(AcceptedLoss::parse(payload), Some(AcceptedLoss { lost_from: 5, lost_until: 9, epoch: 2 }));
        assert_eq!(AcceptedLoss::parse(b"{}"), None);
    }
}
