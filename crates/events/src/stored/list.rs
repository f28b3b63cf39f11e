//! Stored forms of events of a published list.

use super::value::{AsText, Hex};
use domain::event::{Edition, Submission};
use domain::values::digest::Digest;
use domain::values::ids::{AccountId, RulebookId};
use serde::{Deserialize, Serialize};

/// A list that waits for a second person.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Submitted {
    digest: AsText<Digest>,
    by: AsText<AccountId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<Hex>,
}

impl From<&Submission> for Submitted {
    fn from(submission: &Submission) -> Self {
        Self {
            digest: AsText(submission.digest),
            by: AsText(submission.by.clone()),
            reason: submission.reason.map(Into::into),
        }
    }
}

impl From<Submitted> for Submission {
    fn from(form: Submitted) -> Self {
        Self { digest: form.digest.0, by: form.by.0, reason: form.reason.map(Into::into) }
    }
}

/// An act with its actor and nothing else.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ActorPayload {
    by: AsText<AccountId>,
}

impl From<&AccountId> for ActorPayload {
    fn from(by: &AccountId) -> Self {
        Self { by: AsText(by.clone()) }
    }
}

impl From<ActorPayload> for AccountId {
    fn from(form: ActorPayload) -> Self {
        form.by.0
    }
}

/// An edition, with its canonical bytes as they were published.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EditionForm {
    number: u32,
    digest: AsText<Digest>,
    position: u64,
    root: Hex,
    rulebook: AsText<RulebookId>,
    rulebook_position: u64,
    calculation: u32,
    submitted_by: AsText<AccountId>,
    published_by: AsText<AccountId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<Hex>,
    canonical: String,
}

impl From<&Edition> for EditionForm {
    fn from(edition: &Edition) -> Self {
        Self {
            number: edition.number,
            digest: AsText(edition.digest),
            position: edition.position,
            root: Hex(edition.root),
            rulebook: AsText(edition.rulebook.clone()),
            rulebook_position: edition.rulebook_position,
            calculation: edition.calculation,
            submitted_by: AsText(edition.submitted_by.clone()),
            published_by: AsText(edition.published_by.clone()),
            reason: edition.reason.map(Into::into),
            canonical: edition.canonical.clone(),
        }
    }
}

impl From<EditionForm> for Edition {
    fn from(form: EditionForm) -> Self {
        Self {
            number: form.number,
            digest: form.digest.0,
            canonical: form.canonical,
            position: form.position,
            root: form.root.0,
            rulebook: form.rulebook.0,
            rulebook_position: form.rulebook_position,
            calculation: form.calculation,
            submitted_by: form.submitted_by.0,
            published_by: form.published_by.0,
            reason: form.reason.map(Into::into),
        }
    }
}
