//! Records of accounts in the mutable store: owner and password.

use crate::links;
use crate::record_writes::append;
use crate::sessions::{self, Session};
use domain::values::ids::AccountId;
use events::append::Pending;
use events::envelope::StreamKind;
use events::log::Log;
use events::mutable_store::{MutableWrite, RecordKind};
use smol_str::{SmolStr, format_smolstr};

/// Whose the records of an account are.
pub fn owner(account: &AccountId) -> SmolStr {
    format_smolstr!("{}/{account}", StreamKind::Account.name())
}

/// The account whose records these are; none if they are not of an account.
pub fn account_of(owner: &str) -> Option<AccountId> {
    let (kind, id) = owner.split_once('/')?;
    AccountId::parse(id).ok().filter(|_| kind == StreamKind::Account.name())
}

pub fn password_key(account: &AccountId) -> Vec<u8> {
    account.as_str().as_bytes().to_vec()
}

/// A password hash, in place of the one with this revision, or of any if there is none to compare with.
pub fn put_password(account: &AccountId, hash: String, revision: Option<u64>) -> MutableWrite {
    let (record_kind, key, owner, value) =
        (RecordKind::Password, password_key(account), owner(account), hash.into_bytes());
    match revision {
        Some(revision) => MutableWrite::Replace { record_kind, key, owner, value, expires_at: None, revision },
        None => MutableWrite::Put { record_kind, key, owner, value, expires_at: None },
    }
}

/// Sets another password; the links of the account end, and of its sessions only this one goes on.
pub fn change_password(
    log: &dyn Log,
    session: &Session,
    hash: String,
    revision: Option<u64>,
    audit_write: MutableWrite,
) -> Pending {
    let account = &session.account;
    let mutable_writes = vec![
        put_password(account, hash, revision),
        sessions::removal_of_all(account),
        session.replace(),
        links::removal_of_all(account),
        audit_write,
    ];
    append(log, mutable_writes)
}

/// Hashes the same password as it is hashed today; a conflict if another request has replaced the hash meanwhile.
pub fn upgrade_password_hash(log: &dyn Log, account: &AccountId, hash: String, revision: Option<u64>) -> Pending {
    append(log, vec![put_password(account, hash, revision)])
}
