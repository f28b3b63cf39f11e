//! Claims in the mutable store: unique logins and season windows, which no single stream can guard.

use domain::event::Event;
use domain::values::text::Login;
use events::envelope::StreamName;
use events::log::{Log, ReadError};
use events::mutable_store::{MutableWrite, RecordKind};
use events::vault::Vault;
use smol_str::SmolStr;

/// The one record for the windows of all seasons.
const SEASONS: &[u8] = b"seasons";

/// The claim of a login. Accounts opened before claims existed have none, so a missing claim proves nothing.
pub(crate) struct LoginClaim {
    key: Vec<u8>,
    owner: Option<SmolStr>,
}

impl LoginClaim {
    /// The claim as it stands; the store knows a login only by its pseudonym.
    pub(crate) fn load(log: &dyn Log, vault: &Vault, login: &Login) -> Result<Self, ReadError> {
        let key = vault.master_key().pseudonym("login", login.as_str()).to_vec();
        let owner = log.mutable_record(RecordKind::Claim, &key)?.map(|record| record.owner);
        Ok(Self { key, owner })
    }

    /// Whether it is the claim of another account.
    pub(crate) fn is_taken_by_other(&self, account: &StreamName) -> bool {
        self.owner.as_ref().is_some_and(|owner| owner != account.as_str())
    }

    /// Makes it the only claim of the account, unless another writer was quicker.
    pub(crate) fn take(self, account: &StreamName) -> Vec<MutableWrite> {
        let owner = SmolStr::new(account.as_str());
        if self.owner.as_ref() == Some(&owner) {
            return Vec::new();
        }
        let (record_kind, value) = (RecordKind::Claim, Vec::new());
        vec![
            MutableWrite::RemoveOwned { record_kind, owner: owner.clone() },
            MutableWrite::PutNew { record_kind, key: self.key, owner, value, expires_at: None },
        ]
    }
}

/// The windows of all seasons as they stand; look before reading the seasons.
pub(crate) struct SeasonWindows {
    revision: Option<u64>,
}

impl SeasonWindows {
    /// How they stand.
    pub(crate) fn load(log: &dyn Log) -> Result<Self, ReadError> {
        let revision = log.mutable_record(RecordKind::Claim, SEASONS)?.map(|record| record.revision);
        Ok(Self { revision })
    }

    /// Moves them on if there is anything to record.
    pub(crate) fn after(mut self, events: &[Event]) -> Vec<MutableWrite> {
        if events.is_empty() { Vec::new() } else { vec![self.advance_revision()] }
    }

    /// Writes the windows, on the condition that they are unchanged since they were read.
    pub(crate) fn advance_revision(&mut self) -> MutableWrite {
        let (record_kind, key, owner, value) =
            (RecordKind::Claim, SEASONS.to_vec(), SmolStr::new("seasons"), Vec::new());
        let before = self.revision.replace(self.revision.map_or(1, |revision| revision + 1));
        match before {
            None => MutableWrite::PutNew { record_kind, key, owner, value, expires_at: None },
            Some(revision) => MutableWrite::Replace { record_kind, key, owner, value, expires_at: None, revision },
        }
    }
}
