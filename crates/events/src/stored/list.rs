//! Stored forms of events of a published list.

use super::form::{records, single_values};
use super::value::{AsText, Hex};
use domain::event::{Edition, Submission};
use domain::values::digest::Digest;
use domain::values::ids::{AccountId, RulebookId};

records! {
    /// A list that waits for a second person.
    Submitted of Submission {
        digest: AsText<Digest>,
        by: AsText<AccountId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Hex>,
    }
    /// An edition, with its canonical bytes as they were published.
    EditionForm of Edition {
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
}

single_values! {
    ActorPayload { by: AsText<AccountId> = AccountId }
}
