//! Stored forms of events about the log itself.

use super::form::records;
use super::value::Hex;
use domain::event::LossRecord;

records! {
    Loss of LossRecord { lost_from: u64, lost_until: u64, lost_root: Hex, epoch: u32, reason: Hex }
}
