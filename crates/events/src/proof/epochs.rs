//! Which checkpoints of older epochs still bind the log after a loss was accepted.

use crate::envelope::{Position, StreamName, Version};
use crate::log::{EPOCHS_STREAM, Log, MAX_PAGE, ReadError};
use serde::Deserialize;

/// The stored name of the event by which a loss is accepted.
pub const LOSS_ACCEPTED: &str = "log.loss_accepted";

/// An accepted loss: these positions held other events in the epochs before.
///
/// It counts only if it is signed: every writer can append an event, but only the holder of the key can sign an epoch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AcceptedLoss {
    pub position: Position,
    /// The first position that is lost, which is the one where the loss is recorded.
    pub lost_from: u64,
    pub lost_until: u64,
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

/// What is read of the payload.
#[derive(Deserialize)]
struct StoredLoss {
    lost_from: u64,
    lost_until: u64,
    epoch: u32,
}

impl AcceptedLoss {
    /// Reads the stored form of the event at a position.
    pub fn parse(position: Position, payload: &[u8]) -> Option<Self> {
        let StoredLoss { lost_from, lost_until, epoch } = serde_json::from_slice(payload).ok()?;
        Some(Self { position, lost_from, lost_until, epoch })
    }

    /// Whether a log in this epoch can have recorded it where it stands.
    pub(crate) fn can_follow(&self, epoch: u32) -> bool {
        self.lost_from == self.position.0 && self.lost_until >= self.lost_from && self.epoch > epoch
    }

    /// Whether a fitting checkpoint of this epoch and size vouches for it.
    pub(crate) fn is_signed_by(&self, epoch: u32, size: u64) -> bool {
        epoch >= self.epoch && size >= self.position.0
    }
}

/// Whether an event of this stream and type records a loss.
pub(crate) fn records_loss(stream: &str, event_type: &str) -> bool {
    stream == EPOCHS_STREAM && event_type == LOSS_ACCEPTED
}

/// The losses that a log records, in order; signatures are checked elsewhere. A loss that cannot be read is an error,
/// because its effect on the epoch is unknown.
pub fn accepted_losses(log: &dyn Log) -> Result<Vec<AcceptedLoss>, ReadError> {
    let stream = StreamName::parse(EPOCHS_STREAM).map_err(|error| ReadError::Store(error.to_string()))?;
    let mut losses = Vec::new();
    let mut after = Version(0);
    loop {
        let page = log.read_stream(&stream, after, MAX_PAGE)?;
        let Some(last) = page.last() else { return Ok(losses) };
        after = last.version;
        for found in page.iter().filter(|found| found.event.event_type == LOSS_ACCEPTED) {
            let position = found.position;
            let unreadable = || ReadError::Corrupt { position, problem: "the accepted loss cannot be read".to_owned() };
            losses.push(AcceptedLoss::parse(position, &found.event.payload).ok_or_else(unreadable)?);
        }
    }
}

/// The epoch of a log: the one that the last accepted loss began, or the first.
pub fn epoch_of(log: &dyn Log) -> Result<u32, ReadError> {
    Ok(last_epoch(&accepted_losses(log)?))
}

/// The epoch that the last of these losses began, or the first.
pub(crate) fn last_epoch(losses: &[AcceptedLoss]) -> u32 {
    losses.last().map_or(1, |loss| loss.epoch)
}

/// The first of these losses that no log can have recorded.
pub(crate) fn first_impossible(losses: &[AcceptedLoss]) -> Option<&AcceptedLoss> {
    let epochs = std::iter::once(1).chain(losses.iter().map(|loss| loss.epoch));
    losses.iter().zip(epochs).find(|(loss, before)| !loss.can_follow(*before)).map(|(loss, _)| loss)
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

    fn loss(position: u64, lost_from: u64, lost_until: u64, epoch: u32) -> AcceptedLoss {
        AcceptedLoss { position: Position(position), lost_from, lost_until, epoch }
    }

    #[test]
    fn a_checkpoint_of_an_older_epoch_binds_up_to_the_loss() {
        let losses = [loss(91, 91, 100, 2), loss(120, 120, 125, 3)];
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
        assert_eq!(AcceptedLoss::parse(Position(5), payload), Some(loss(5, 5, 9, 2)));
        assert_eq!(AcceptedLoss::parse(Position(5), b"{}"), None);
        assert_eq!(AcceptedLoss::parse(Position(5), br#"{"lost_from":-5,"lost_until":9,"epoch":2}"#), None);
    }

    #[test]
    fn a_loss_begins_where_it_is_recorded_and_opens_a_later_epoch() {
        let possible = [loss(5, 5, 5, 2), loss(9, 9, 20, 3), loss(10, 10, u64::MAX, 7)];
        assert_eq!(first_impossible(&possible), None);
        for wrong in [loss(9, 8, 20, 3), loss(9, 10, 20, 3), loss(9, 9, 8, 3), loss(9, 9, 20, 2), loss(9, 9, 20, 1)] {
            assert_eq!(first_impossible(&[possible[0], wrong, possible[2]]), Some(&wrong));
        }
        assert!(first_impossible(&[loss(5, 5, 5, 1)]).is_some());
    }

    #[test]
    fn a_loss_is_signed_by_its_own_epoch_and_by_later_ones_that_cover_it() {
        let signed = |epoch, size| loss(5, 5, 9, 2).is_signed_by(epoch, size);
        assert!(signed(2, 5) && signed(3, 6));
        assert!(!signed(1, 9) && !signed(2, 4));
    }
}
