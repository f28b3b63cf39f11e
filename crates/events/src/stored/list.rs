//! Stored forms of what happens to a published list.

use super::value::{Hex, Written};
use domain::digest::Digest;
use domain::event::{Edition, Submission};
use domain::ids::{AccountId, RulebookId};
use serde::{Deserialize, Serialize};

/// A list that waits for a second person.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Submitted {
    digest: Written<Digest>,
    by: Written<AccountId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<Hex>,
}

impl From<&Submission> for Submitted {
    fn from(submission: &Submission) -> Self {
        Self {
            digest: Written(submission.digest),
            by: Written(submission.by.clone()),
            reason: submission.reason.map(Into::into),
        }
    }
}

impl From<Submitted> for Submission {
    fn from(form: Submitted) -> Self {
        Self { digest: form.digest.0, by: form.by.0, reason: form.reason.map(Into::into) }
    }
}

/// Somebody's act without more.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct By {
    by: Written<AccountId>,
}

impl From<&AccountId> for By {
    fn from(by: &AccountId) -> Self {
        Self { by: Written(by.clone()) }
    }
}

impl From<By> for AccountId {
    fn from(form: By) -> Self {
        form.by.0
    }
}

/// An edition, with its canonical bytes as they were published.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EditionForm {
    number: u32,
    digest: Written<Digest>,
    position: u64,
    root: Hex,
    rulebook: Written<RulebookId>,
    rulebook_position: u64,
    calculation: u32,
    submitted_by: Written<AccountId>,
    published_by: Written<AccountId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<Hex>,
    canonical: String,
}

impl From<&Edition> for EditionForm {
    fn from(edition: &Edition) -> Self {
        Self {
            number: edition.number,
            digest: Written(edition.digest),
            position: edition.position,
            root: Hex(edition.root),
            rulebook: Written(edition.rulebook.clone()),
            rulebook_position: edition.rulebook_position,
            calculation: edition.calculation,
            submitted_by: Written(edition.submitted_by.clone()),
            published_by: Written(edition.published_by.clone()),
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
