//! Events of a published list.

use super::Commitment;
use crate::values::digest::Digest;
use crate::values::ids::{AccountId, RulebookId};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListEvent {
    /// A person has reviewed the list and submitted it; a second person publishes it.
    Submitted(Submission),
    /// It is not to be published so.
    SubmissionWithdrawn { by: AccountId },
    /// A second person published exactly what was submitted.
    Published(Edition),
}

/// A list that waits for a second person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    pub digest: Digest,
    pub by: AccountId,
    /// Reason for another edition after the first.
    pub reason: Option<Commitment>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edition {
    /// Its number, from 1.
    pub number: u32,
    pub digest: Digest,
    pub canonical: String,
    /// The last event that it takes account of.
    pub position: u64,
    /// The root of the tree over the events up to there.
    pub root: [u8; 32],
    pub rulebook: RulebookId,
    /// Version of the rulebook, by the position of its adoption.
    pub rulebook_position: u64,
    pub calculation: u32,
    pub submitted_by: AccountId,
    pub published_by: AccountId,
    /// Reason for another edition after the first.
    pub reason: Option<Commitment>,
}
