//! Passwords: their hashes, set and replaced.

use crate::accounts::sessions::{self, Session};
use crate::accounts::{links, owner};
use crate::record_writes::append;
use domain::values::ids::AccountId;
use events::append::Pending;
use events::log::Log;
use events::mutable_store::{MutableWrite, RecordKind};

pub fn record_key(account: &AccountId) -> Vec<u8> {
    account.as_str().as_bytes().to_vec()
}

/// A password hash, in place of the one with this revision, or of any if there is none to compare with.
pub fn put(account: &AccountId, hash: String, revision: Option<u64>) -> MutableWrite {
    let (record_kind, key, owner, value) =
        (RecordKind::Password, record_key(account), owner(account), hash.into_bytes());
    match revision {
        Some(revision) => MutableWrite::Replace { record_kind, key, owner, value, expires_at: None, revision },
        None => MutableWrite::Put { record_kind, key, owner, value, expires_at: None },
    }
}

/// Sets another password; the links of the account end, and of its sessions only this one goes on.
pub fn change(
    log: &dyn Log,
    session: &Session,
    hash: String,
    revision: Option<u64>,
    audit_write: MutableWrite,
) -> Pending {
    let account = &session.account;
    let mutable_writes = vec![
        put(account, hash, revision),
        sessions::removal_of_all(account),
        session.replace(),
        links::removal_of_all(account),
        audit_write,
    ];
    append(log, mutable_writes)
}

/// Hashes the same password as it is hashed today; a conflict if another request has replaced the hash meanwhile.
pub fn upgrade_hash(log: &dyn Log, account: &AccountId, hash: String, revision: Option<u64>) -> Pending {
    append(log, vec![put(account, hash, revision)])
}
