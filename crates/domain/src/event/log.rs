//! Events about the log itself.

use super::Commitment;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogEvent {
    /// The loss of the end of the log was accepted, and a new epoch opened.
    LossAccepted(LossRecord),
}

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
    pub reason: Commitment,
}
