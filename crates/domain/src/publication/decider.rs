//! Decider of a published list: one person submits it, another publishes exactly that (S22).

use crate::event::history::CorruptHistory;
use crate::event::{Commitment, Edition, ListEvent, Submission};
use crate::values::digest::Digest;
use crate::values::ids::{AccountId, RulebookId};
use std::collections::BTreeSet;

/// A list as far as publishing it is concerned.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PublishedList {
    pub submitted: Option<Submission>,
    /// The number and the digest of the newest edition.
    pub newest: Option<(u32, Digest)>,
}

/// A list as it is computed from what is recorded up to a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComputedList {
    pub canonical: String,
    /// The last event that they take account of.
    pub position: u64,
    /// The root of the tree over the events up to there.
    pub root: [u8; 32],
    pub rulebook: RulebookId,
    /// The position at which it was adopted.
    pub rulebook_position: u64,
    pub calculation: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    pub by: AccountId,
    /// Accounts that may belong to the same person as the actor's, the actor's included (S22).
    pub linked_accounts: BTreeSet<AccountId>,
    pub action: ListAction,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListAction {
    /// Have a second person publish what was looked at.
    Submit {
        digest: Digest,
        computed: ComputedList,
        reason: Option<Commitment>,
    },
    Withdraw,
    Publish {
        digest: Digest,
        /// The submission that was looked at, by its position.
        seen: u64,
        waiting: PendingSubmission,
        computed: ComputedList,
    },
}

/// Facts about a submission that the decider needs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PendingSubmission {
    pub position: u64,
    /// Whether the account that submitted it was disabled since.
    pub by_disabled: bool,
    /// Whether that account has lost the role that publishes lists since.
    pub by_without_role: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    #[error("the list has changed since it was looked at")]
    Stale {
        /// The digest of the list as it is now.
        current: Digest,
    },
    #[error("something else was submitted since")]
    OtherSubmission { current: u64 },
    #[error("the account that submitted the list was disabled")]
    SubmitterDisabled,
    /// The submitter may no longer publish lists; both persons need the role (S22).
    #[error("whoever submitted the list may not publish lists any more")]
    SubmitterWithoutRole,
    #[error("nothing was submitted")]
    NothingSubmitted,
    /// The submitter does not publish, nor does an account that may belong to the same person (S22).
    #[error("whoever submitted the list may not publish it")]
    SamePerson,
    #[error("the newest edition says the same")]
    Unchanged { edition: u32 },
    #[error("an erratum needs a reason")]
    ReasonMissing,
}

impl Rejection {
    /// A stable name.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Stale { .. } => "stale-preview",
            Self::OtherSubmission { .. } => "other-submission",
            Self::SubmitterDisabled => "submitter-disabled",
            Self::SubmitterWithoutRole => "submitter-without-role",
            Self::NothingSubmitted => "nothing-submitted",
            Self::SamePerson => "same-person",
            Self::Unchanged { .. } => "unchanged",
            Self::ReasonMissing => "reason-needed",
        }
    }
}

pub fn decide(state: &PublishedList, command: &Command) -> Result<Vec<ListEvent>, Rejection> {
    let Command { by, linked_accounts, action } = command;
    match action {
        ListAction::Submit { digest, computed, reason } => {
            check_current(*digest, computed)?;
            check_changed(state, *digest)?;
            if state.newest.is_some() && reason.is_none() {
                return Err(Rejection::ReasonMissing);
            }
            let submission = Submission { digest: *digest, by: by.clone(), reason: *reason };
            Ok(vec![ListEvent::Submitted(submission)])
        }
        ListAction::Withdraw => match state.submitted {
            Some(_) => Ok(vec![ListEvent::SubmissionWithdrawn { by: by.clone() }]),
            None => Err(Rejection::NothingSubmitted),
        },
        ListAction::Publish { digest, seen, waiting, computed } => {
            let submitted = state.submitted.as_ref().ok_or(Rejection::NothingSubmitted)?;
            if submitted.by == *by || linked_accounts.contains(&submitted.by) {
                return Err(Rejection::SamePerson);
            }
            if waiting.position != *seen {
                return Err(Rejection::OtherSubmission { current: waiting.position });
            }
            if waiting.by_disabled {
                return Err(Rejection::SubmitterDisabled);
            }
            if waiting.by_without_role {
                return Err(Rejection::SubmitterWithoutRole);
            }
            check_current(*digest, computed)?;
            if submitted.digest != *digest {
                return Err(Rejection::Stale { current: *digest });
            }
            check_changed(state, *digest)?;
            let ComputedList { canonical, position, root, rulebook, rulebook_position, calculation } = computed.clone();
            Ok(vec![ListEvent::Published(Edition {
                number: state.newest.map_or(1, |(number, _)| number + 1),
                digest: *digest,
                canonical,
                position,
                root,
                rulebook,
                rulebook_position,
                calculation,
                submitted_by: submitted.by.clone(),
                published_by: by.clone(),
                reason: submitted.reason,
            })])
        }
    }
}

fn check_current(digest: Digest, computed: &ComputedList) -> Result<(), Rejection> {
    let current = Digest::of(computed.canonical.as_bytes());
    if current == digest { Ok(()) } else { Err(Rejection::Stale { current }) }
}

fn check_changed(state: &PublishedList, digest: Digest) -> Result<(), Rejection> {
    match state.newest {
        Some((edition, newest)) if newest == digest => Err(Rejection::Unchanged { edition }),
        _ => Ok(()),
    }
}

pub fn evolve(mut state: PublishedList, event: &ListEvent) -> Result<PublishedList, CorruptHistory> {
    match event {
        ListEvent::Submitted(submission) => state.submitted = Some(submission.clone()),
        ListEvent::SubmissionWithdrawn { .. } => {
            state.submitted.take().ok_or(CorruptHistory::DoesNotFit)?;
        }
        ListEvent::Published(edition) => {
            let number = state.newest.map_or(1, |(number, _)| number + 1);
            state.submitted.take().ok_or(CorruptHistory::DoesNotFit)?;
            if edition.number != number {
                return Err(CorruptHistory::DoesNotFit);
            }
            state.newest = Some((number, edition.digest));
        }
    }
    Ok(state)
}

#[cfg(test)]
mod tests;
