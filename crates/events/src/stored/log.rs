//! Stored forms of events about the log itself.

use super::value::Hex;
use domain::event::LossRecord;
use serde::{Deserialize, Serialize};

/// An accepted loss.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Loss {
    lost_from: u64,
    lost_until: u64,
    lost_root: Hex,
    epoch: u32,
    reason: Hex,
}

impl From<&LossRecord> for Loss {
    fn from(loss: &LossRecord) -> Self {
        Self {
            lost_from: loss.lost_from,
            lost_until: loss.lost_until,
            lost_root: Hex(loss.lost_root),
            epoch: loss.epoch,
            reason: loss.reason.into(),
        }
    }
}

impl From<Loss> for LossRecord {
    fn from(form: Loss) -> Self {
        Self {
            lost_from: form.lost_from,
            lost_until: form.lost_until,
            lost_root: form.lost_root.0,
            epoch: form.epoch,
            reason: form.reason.into(),
        }
    }
}
