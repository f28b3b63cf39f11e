//! What happens to a published list.

use super::Commitment;
use crate::digest::Digest;
use crate::ids::{AccountId, RulebookId};

/// Something that happened to a list that is published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListEvent {
    /// Somebody has looked at the list as it would be published, and asks a second person to publish it.
    Submitted(Submission),
    /// It is not to be published so.
    SubmissionWithdrawn {
        /// Who says so.
        by: AccountId,
    },
    /// A second person published exactly what was submitted.
    Published(Edition),
}

/// A list that waits for a second person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// The digest of its canonical bytes.
    pub digest: Digest,
    /// Who submitted it.
    pub by: AccountId,
    /// Why there is to be another edition after the first; the text is in the vault.
    pub reason: Option<Commitment>,
}

/// An edition of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edition {
    /// Its number, from 1.
    pub number: u32,
    /// The digest of the canonical bytes.
    pub digest: Digest,
    /// The canonical bytes, without names.
    pub canonical: String,
    /// The last event that it takes account of.
    pub position: u64,
    /// The root of the tree over the events up to there.
    pub root: [u8; 32],
    /// The rulebook that it was computed with.
    pub rulebook: RulebookId,
    /// Which version of that rulebook, by the position at which it was adopted.
    pub rulebook_position: u64,
    /// The version of the calculation.
    pub calculation: u32,
    /// Who submitted it.
    pub submitted_by: AccountId,
    /// Who published it.
    pub published_by: AccountId,
    /// Why there is another edition after the first; the text is in the vault.
    pub reason: Option<Commitment>,
}
