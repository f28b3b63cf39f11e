//! Claims: records of the cabinet for what no stream stands for, so that of two processes who take the same thing one does.

use domain::event::Event;
use domain::text::Login;
use events::cabinet::{CabinetWrite, Drawer};
use events::envelope::StreamName;
use events::log::{Log, ReadError};
use events::vault::Vault;
use smol_str::SmolStr;

/// The one record for the windows of all seasons.
const SEASONS: &[u8] = b"seasons";

/// Who has claimed a login. An account that was opened before there were claims has none, so nobody's claim means little.
pub(crate) struct LoginClaim {
    key: Vec<u8>,
    owner: Option<SmolStr>,
}

impl LoginClaim {
    /// The claim as it stands; the store knows a login only by its pseudonym.
    pub(crate) fn look(log: &dyn Log, vault: &Vault, login: &Login) -> Result<Self, ReadError> {
        let key = vault.master_key().pseudonym("login", login.as_str()).to_vec();
        let owner = log.cabinet_record(Drawer::Claim, &key)?.map(|record| record.owner);
        Ok(Self { key, owner })
    }

    /// Whether it is the claim of another account.
    pub(crate) fn is_of_another(&self, account: &StreamName) -> bool {
        self.owner.as_ref().is_some_and(|owner| owner != account.as_str())
    }

    /// Makes it the only claim of the account, unless somebody else was quicker.
    pub(crate) fn take(self, account: &StreamName) -> Vec<CabinetWrite> {
        let owner = SmolStr::new(account.as_str());
        if self.owner.as_ref() == Some(&owner) {
            return Vec::new();
        }
        let (drawer, value) = (Drawer::Claim, Vec::new());
        vec![
            CabinetWrite::RemoveOwned { drawer, owner: owner.clone() },
            CabinetWrite::PutNew { drawer, key: self.key, owner, value, expires_at: None },
        ]
    }
}

/// The windows of all seasons as they stand; look before reading the seasons.
pub(crate) struct SeasonWindows {
    revision: Option<u64>,
}

impl SeasonWindows {
    /// How they stand.
    pub(crate) fn look(log: &dyn Log) -> Result<Self, ReadError> {
        let revision = log.cabinet_record(Drawer::Claim, SEASONS)?.map(|record| record.revision);
        Ok(Self { revision })
    }

    /// Moves them on if there is anything to record.
    pub(crate) fn after(mut self, events: &[Event]) -> Vec<CabinetWrite> {
        if events.is_empty() { Vec::new() } else { vec![self.move_on()] }
    }

    /// Moves them on, unless somebody has done so since they were looked at; then they stand so.
    pub(crate) fn move_on(&mut self) -> CabinetWrite {
        let (drawer, key, owner, value) = (Drawer::Claim, SEASONS.to_vec(), SmolStr::new("seasons"), Vec::new());
        let before = self.revision.replace(self.revision.map_or(1, |revision| revision + 1));
        match before {
            None => CabinetWrite::PutNew { drawer, key, owner, value, expires_at: None },
            Some(revision) => CabinetWrite::Replace { drawer, key, owner, value, expires_at: None, revision },
        }
    }
}
