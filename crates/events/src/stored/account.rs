//! Stored forms of account events.

use super::value::{AsText, Hex};
use domain::event::{AccountRecord, Commitment, CompetitionKind, Grant, GrantedCompetition, Role};
use domain::values::ids::CompetitionId;
use serde::{Deserialize, Serialize};

/// An account by commitments.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    login: Hex,
    name: Hex,
}

impl From<&AccountRecord> for Record {
    fn from(record: &AccountRecord) -> Self {
        Self { login: record.login.into(), name: record.name.into() }
    }
}

impl From<Record> for AccountRecord {
    fn from(form: Record) -> Self {
        Self { login: form.login.into(), name: form.name.into() }
    }
}

/// A role that was granted or revoked.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Granted {
    role: AsText<Role>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    event: Option<EventForm>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EventForm {
    kind: AsText<CompetitionKind>,
    id: AsText<CompetitionId>,
}

impl From<&Grant> for Granted {
    fn from(grant: &Grant) -> Self {
        let form = |event: &GrantedCompetition| EventForm { kind: AsText(event.kind), id: AsText(event.id.clone()) };
        Self { role: AsText(grant.role), event: grant.event.as_ref().map(form) }
    }
}

impl From<Granted> for Grant {
    fn from(form: Granted) -> Self {
        let event = |form: EventForm| GrantedCompetition { kind: form.kind.0, id: form.id.0 };
        Self { role: form.role.0, event: form.event.map(event) }
    }
}

/// An account that was disabled.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Disabled {
    /// Always written, so that a payload that was cut short does not pass for one without a reason.
    #[serde(deserialize_with = "Option::deserialize")]
    reason: Option<Hex>,
}

impl From<&Option<Commitment>> for Disabled {
    fn from(reason: &Option<Commitment>) -> Self {
        Self { reason: reason.map(Into::into) }
    }
}

impl From<Disabled> for Option<Commitment> {
    fn from(form: Disabled) -> Self {
        form.reason.map(Into::into)
    }
}
