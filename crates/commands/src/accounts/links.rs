//! One-time links: issued for one account, shown once, stored as a hash, and deleted when they are redeemed.

use crate::accounts::{account_of, owner, passwords, sessions};
use crate::record_writes::append;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::values::ids::AccountId;
use events::append::AppendError;
use events::envelope::Timestamp;
use events::environment::Environment;
use events::log::{Log, ReadError};
use events::mutable_store::{MutableRecord, MutableWrite, RecordKind};
use events::vault::Vault;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::time::Duration;
use zeroize::Zeroizing;

/// What the secret of a link is derived for.
const KEY_PURPOSE: &str = "one-time link";
const ID_BYTES: usize = 16;
const SECRET_BYTES: usize = 32;
/// The length of a token as it is written.
pub const TOKEN_CHARS: usize = (ID_BYTES + SECRET_BYTES) / 3 * 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkPurpose {
    /// The first password of a new account.
    Invitation,
    /// Reset of a lost password.
    Reset,
}

/// Names a link without revealing its token: the id and the master key together give the token again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkId(pub [u8; ID_BYTES]);

impl LinkId {
    pub fn random(environment: &dyn Environment) -> Self {
        let mut id = [0; ID_BYTES];
        environment.fill_random(&mut id);
        Self(id)
    }

    /// The token of the link: the same each time.
    pub fn token(self, vault: &Vault) -> LinkToken {
        let secret = vault.master_key().secret(KEY_PURPOSE, &self.0);
        let mut bytes = Zeroizing::new([0; ID_BYTES + SECRET_BYTES]);
        bytes[..ID_BYTES].copy_from_slice(&self.0);
        bytes[ID_BYTES..].copy_from_slice(&*secret);
        LinkToken(bytes)
    }
}

/// The secret of a one-time link; shown by nothing but [`LinkToken::to_text`].
pub struct LinkToken(Zeroizing<[u8; ID_BYTES + SECRET_BYTES]>);

impl LinkToken {
    /// Reads a token as it is written; nothing if it cannot be one.
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() != TOKEN_CHARS {
            return None;
        }
        let mut bytes = Zeroizing::new([0; ID_BYTES + SECRET_BYTES]);
        let length = URL_SAFE_NO_PAD.decode_slice(text, &mut *bytes).ok()?;
        (length == bytes.len()).then_some(Self(bytes))
    }

    /// As it is written, in characters that an address takes as they are.
    pub fn to_text(&self) -> Zeroizing<String> {
        let mut text = Zeroizing::new(String::with_capacity(TOKEN_CHARS));
        URL_SAFE_NO_PAD.encode_string(*self.0, &mut text);
        text
    }

    /// The key of its record in the mutable store.
    fn key(&self) -> Vec<u8> {
        Sha256::digest(*self.0).to_vec()
    }
}

impl fmt::Debug for LinkToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LinkToken").finish_non_exhaustive()
    }
}

/// A link that was made.
#[derive(Debug)]
pub struct OneTimeLink {
    /// What lets its bearer in, once.
    pub token: LinkToken,
    pub expires_at: Timestamp,
}

/// The stored payload of a link.
#[derive(Serialize, Deserialize)]
struct StoredLink {
    purpose: LinkPurpose,
}

/// A link that can be redeemed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundLink {
    pub account: AccountId,
    pub purpose: LinkPurpose,
    pub expires_at: Timestamp,
    key: Vec<u8>,
}

impl FoundLink {
    /// Removes the link, which succeeds for one request only.
    pub fn redemption_write(&self) -> MutableWrite {
        MutableWrite::Remove { record_kind: RecordKind::Link, key: self.key.clone() }
    }
}

/// What has to be written so that a link works, in place of all earlier ones of the account.
pub fn writes(
    id: LinkId,
    vault: &Vault,
    account: &AccountId,
    purpose: LinkPurpose,
    expires_at: Timestamp,
) -> Vec<MutableWrite> {
    vec![
        removal_of_all(account),
        MutableWrite::Put {
            record_kind: RecordKind::Link,
            key: id.token(vault).key(),
            owner: owner(account),
            value: serde_json::to_vec(&StoredLink { purpose }).unwrap_or_default(),
            expires_at: Some(expires_at),
        },
    ]
}

/// Makes a link for an account, with what is written beside it; earlier ones of the same account end. Blocks until it
/// is durable.
pub fn issue(
    log: &dyn Log,
    vault: &Vault,
    environment: &dyn Environment,
    account: &AccountId,
    purpose: LinkPurpose,
    lifetime: Duration,
    audit_write: MutableWrite,
) -> Result<OneTimeLink, AppendError> {
    let id = LinkId::random(environment);
    let expires_at = environment.now().plus(lifetime);
    let mut mutable_writes = writes(id, vault, account, purpose, expires_at);
    mutable_writes.push(audit_write);
    append(log, mutable_writes).wait()?;
    Ok(OneTimeLink { token: id.token(vault), expires_at })
}

pub(crate) fn removal_of_all(account: &AccountId) -> MutableWrite {
    MutableWrite::RemoveOwned { record_kind: RecordKind::Link, owner: owner(account) }
}

/// Why a link did not set a password.
#[derive(Debug, thiserror::Error)]
pub enum RedeemError {
    /// Another request has redeemed or replaced it meanwhile.
    #[error("the link was used already")]
    AlreadyUsed,
    #[error("the password was not recorded")]
    Append(#[source] AppendError),
}

/// Uses up a link to set a password; all sessions of the account end.
pub async fn redeem(
    log: &dyn Log,
    link: &FoundLink,
    password_hash: String,
    audit_write: MutableWrite,
) -> Result<(), RedeemError> {
    let account = &link.account;
    let password = passwords::put(account, password_hash, None);
    let writes = vec![link.redemption_write(), password, sessions::removal_of_all(account), audit_write];
    match append(log, writes).await {
        Ok(_) => Ok(()),
        Err(AppendError::RecordConflict { record_kind: RecordKind::Link }) => Err(RedeemError::AlreadyUsed),
        Err(error) => Err(RedeemError::Append(error)),
    }
}

/// The link that a token belongs to, if it was neither redeemed nor replaced and has not ended.
pub fn find(log: &dyn Log, now: Timestamp, token: &str) -> Result<Option<FoundLink>, ReadError> {
    let Some(token) = LinkToken::parse(token) else { return Ok(None) };
    // Found by the hash of a secret, so that the time of the search tells nothing about other secrets.
    let record = log.mutable_record(RecordKind::Link, &token.key())?;
    Ok(record.and_then(found).filter(|link| now < link.expires_at))
}

/// A record with another payload is no link.
fn found(record: MutableRecord) -> Option<FoundLink> {
    let MutableRecord { key, owner, value, expires_at, .. } = record;
    let kept: StoredLink = serde_json::from_slice(&value).ok()?;
    Some(FoundLink { account: account_of(&owner)?, purpose: kept.purpose, expires_at: expires_at?, key })
}
