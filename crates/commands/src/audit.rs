//! Audit lines as they are stored: actor, action, time and outcome.
//!
//! They name accounts by their ids and clients by a keyed hash, stand in the order of time, and end after a set time.

use crate::accounts::owner;
use crate::record_writes;
use domain::values::ids::AccountId;
use events::append::Pending;
use events::envelope::Timestamp;
use events::environment::Environment;
use events::log::Log;
use events::mutable_store::{MutableWrite, RecordKind};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::time::Duration;

/// Longer ids of resources are left out.
const MAX_RESOURCE_BYTES: usize = 300;
/// The actor of commands run on the store itself, by the operator.
const OPERATOR: &str = "operator";

/// An audited action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Signed in, or tried to.
    SignIn,
    /// Exchanged a refresh token.
    Refresh,
    SignOut,
    SetPassword,
    /// Set up or removed a second factor.
    SetSecondFactor,
    /// Sent a request that needs a permission.
    #[serde(rename = "ask")]
    Authorize,
    /// Looked at what the public is not shown.
    ReadPrivate,
    /// Exported data.
    Export,
    Write,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Done,
    Denied,
}

/// An audited action, as it is stored; the key of the record holds its time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuditEntry {
    /// The id of the account, or the operator; none without a session.
    pub account: Option<String>,
    pub action: Action,
    pub outcome: Outcome,
    /// Method and pattern of the address, like `PUT /api/v1/players/{id}`, or the command.
    pub operation: String,
    /// The stream or the id that it was about.
    pub resource: Option<String>,
    /// A code that says why.
    pub reason: Option<String>,
    /// The id of the request; empty if there was none.
    pub request_id: String,
    /// A keyed hash of the address of the client; empty if there was none.
    pub client: String,
}

impl AuditEntry {
    /// An entry of the operator who runs this command on the store.
    pub fn by_operator(action: Action, command: &str) -> Self {
        Self {
            account: Some(OPERATOR.to_owned()),
            action,
            outcome: Outcome::Done,
            operation: command.to_owned(),
            resource: None,
            reason: None,
            request_id: String::new(),
            client: String::new(),
        }
    }

    /// What it was about; an id that exists, never free text.
    #[must_use]
    pub fn about(mut self, resource: impl Into<String>) -> Self {
        self.resource = Some(resource.into()).filter(|resource| resource.len() <= MAX_RESOURCE_BYTES);
        self
    }

    pub fn with_retention(self, retention: Duration) -> RetainedAuditEntry {
        RetainedAuditEntry { entry: self, retention }
    }
}

/// An audit entry with its retention.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetainedAuditEntry {
    pub entry: AuditEntry,
    pub retention: Duration,
}

impl RetainedAuditEntry {
    /// The write of the mutable store, at this moment.
    pub fn write(&self, environment: &dyn Environment) -> MutableWrite {
        let now = environment.now();
        let mut random = [0; 8];
        environment.fill_random(&mut random);
        MutableWrite::PutNew {
            record_kind: RecordKind::Audit,
            // The random part keeps lines of the same time apart.
            key: [&key_prefix(now)[..], &random].concat(),
            owner: self.owner(),
            value: serde_json::to_vec(&self.entry).unwrap_or_default(),
            expires_at: Some(now.plus(self.retention)),
        }
    }

    fn owner(&self) -> SmolStr {
        match self.entry.account.as_deref() {
            None => SmolStr::new_static("anonymous"),
            Some(OPERATOR) => SmolStr::new_static(OPERATOR),
            Some(account) => AccountId::parse(account).map_or_else(|_| SmolStr::default(), |account| owner(&account)),
        }
    }
}

/// Appends entries, as [`RetainedAuditEntry::write`] makes them.
pub fn append(log: &dyn Log, audit_writes: Vec<MutableWrite>) -> Pending {
    record_writes::append(log, audit_writes)
}

/// What the keys of a moment begin with, so that lines stand in the order of time.
pub fn key_prefix(now: Timestamp) -> [u8; 8] {
    u64::try_from(now.0).unwrap_or_default().to_be_bytes()
}

/// When a line was written.
pub fn entry_time(key: &[u8]) -> Option<Timestamp> {
    let key_prefix = <[u8; 8]>::try_from(key.get(..8)?).ok()?;
    i64::try_from(u64::from_be_bytes(key_prefix)).ok().map(Timestamp)
}
