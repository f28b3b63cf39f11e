//! One-time links: made for one account, shown once, kept as a hash, and gone when they are redeemed.

use crate::account_records::{account_of, owner};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::ids::AccountId;
use events::append::{Append, AppendError};
use events::cabinet::{CabinetRecord, CabinetWrite, Drawer};
use events::envelope::Timestamp;
use events::environment::Environment;
use events::log::{Log, ReadError};
use events::vault::Vault;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::time::Duration;
use zeroize::Zeroizing;

/// What the secret of a link is derived for.
const DERIVED_FOR: &str = "one-time link";
const ID_BYTES: usize = 16;
const SECRET_BYTES: usize = 32;
/// The length of a token as it is written.
pub const TOKEN_CHARS: usize = (ID_BYTES + SECRET_BYTES) / 3 * 4;

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkPurpose {
    /// The first password of a new account.
    Invitation,
    /// Another password for whoever has lost hers.
    Reset,
}

/// Names a link without giving it away: whoever knows the id and the master key can write the token again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkId(pub [u8; ID_BYTES]);

impl LinkId {
    /// A new one.
    pub fn random(environment: &dyn Environment) -> Self {
        let mut id = [0; ID_BYTES];
        environment.fill_random(&mut id);
        Self(id)
    }

    /// The token of the link: the same each time.
    pub fn token(self, vault: &Vault) -> LinkToken {
        let secret = vault.master_key().secret(DERIVED_FOR, &self.0);
        let mut bytes = Zeroizing::new([0; ID_BYTES + SECRET_BYTES]);
        bytes[..ID_BYTES].copy_from_slice(&self.0);
        bytes[ID_BYTES..].copy_from_slice(&*secret);
        LinkToken(bytes)
    }
}

/// What lets somebody in once; shown by nothing but [`LinkToken::to_text`].
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

    /// The key of its record in the cabinet.
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
    /// When it ends.
    pub expires_at: Timestamp,
}

/// What the cabinet says of a link beside its end and its owner.
#[derive(Serialize, Deserialize)]
struct Kept {
    purpose: LinkPurpose,
}

/// A link that can be redeemed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundLink {
    /// Whose it is.
    pub account: AccountId,
    /// What it is for.
    pub purpose: LinkPurpose,
    /// When it ends.
    pub expires_at: Timestamp,
    key: Vec<u8>,
}

impl FoundLink {
    /// Takes the link away, which only one of several can; goes into the append that sets the password.
    pub fn redeemed(&self) -> CabinetWrite {
        CabinetWrite::Remove { drawer: Drawer::Link, key: self.key.clone() }
    }
}

/// What has to be written so that a link works, in place of all earlier ones of the account.
pub fn writes(
    id: LinkId,
    vault: &Vault,
    account: &AccountId,
    purpose: LinkPurpose,
    expires_at: Timestamp,
) -> Vec<CabinetWrite> {
    let (drawer, owner) = (Drawer::Link, owner(account));
    vec![
        CabinetWrite::RemoveOwned { drawer, owner: owner.clone() },
        CabinetWrite::Put {
            drawer,
            key: id.token(vault).key(),
            owner,
            value: serde_json::to_vec(&Kept { purpose }).unwrap_or_default(),
            expires_at: Some(expires_at),
        },
    ]
}

/// Makes a link for an account, with what is written beside it; earlier ones of the same account end. Blocks until it is durable.
pub fn issue(
    log: &dyn Log,
    vault: &Vault,
    environment: &dyn Environment,
    account: &AccountId,
    purpose: LinkPurpose,
    lifetime: Duration,
    beside: CabinetWrite,
) -> Result<OneTimeLink, AppendError> {
    let id = LinkId::random(environment);
    let expires_at = environment.now().plus(lifetime);
    let mut cabinet = writes(id, vault, account, purpose, expires_at);
    cabinet.push(beside);
    log.append(Append { cabinet, ..Append::default() }).wait()?;
    Ok(OneTimeLink { token: id.token(vault), expires_at })
}

/// The link that a token belongs to, if it was neither redeemed nor replaced and has not ended.
pub fn find(log: &dyn Log, now: Timestamp, token: &str) -> Result<Option<FoundLink>, ReadError> {
    let Some(token) = LinkToken::parse(token) else { return Ok(None) };
    // Found by the hash of a secret, so that the time of the search tells nothing about other secrets.
    let record = log.cabinet_record(Drawer::Link, &token.key())?;
    Ok(record.and_then(found).filter(|link| now < link.expires_at))
}

/// A record that says something else than a link does lets nobody in.
fn found(record: CabinetRecord) -> Option<FoundLink> {
    let CabinetRecord { key, owner, value, expires_at, .. } = record;
    let kept: Kept = serde_json::from_slice(&value).ok()?;
    Some(FoundLink { account: account_of(&owner)?, purpose: kept.purpose, expires_at: expires_at?, key })
}
