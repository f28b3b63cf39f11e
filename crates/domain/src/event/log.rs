//! What happens to the log itself.

use super::Commitment;

/// Something that happened to the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogEvent {
    /// Somebody accepted that the end of the log is lost, and opened a new epoch.
    LossAccepted(LossRecord),
}

/// Which part of the log was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LossRecord {
    /// The first position that is lost.
    pub lost_from: u64,
    /// The last position that is lost.
    pub lost_until: u64,
    /// The root of the tree that the lost events belonged to.
    pub lost_root: [u8; 32],
    /// The number of the epoch that begins here.
    pub epoch: u32,
    /// Why; the text is in the vault.
    pub reason: Commitment,
}
