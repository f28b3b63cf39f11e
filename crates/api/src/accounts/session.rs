//! Sessions. A record holds the hash of the last token and of the one before it, never a token.

use super::timestamps::elapsed;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use commands::account_records::{account_of, owner};
use domain::values::ids::AccountId;
use events::envelope::Timestamp;
use events::environment::Environment;
use events::mutable_store::{MutableRecord, MutableWrite, RecordKind};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::time::Duration;
use subtle::ConstantTimeEq;

const ID_BYTES: usize = 16;
const SECRET_BYTES: usize = 32;
/// How long the previous refresh token counts as a double click or a lost answer instead of a stolen copy.
const GRACE: Duration = Duration::from_secs(10);

/// Who holds the token of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holder {
    /// A program: it exchanges its token for access tokens, and for the next one.
    Program,
    /// A browser: its cookie stays the same until the session ends.
    Browser,
}

impl Holder {
    /// The prefix of its tokens, so that leaked tokens are recognised.
    fn prefix(self) -> &'static str {
        match self {
            Self::Program => "kr_",
            Self::Browser => "kb_",
        }
    }
}

/// A session as it stands in the mutable store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Session {
    pub(crate) id: Vec<u8>,
    pub(crate) account: AccountId,
    /// When the holder last showed her password, and her second factor if she has one.
    pub(crate) authenticated_at: Timestamp,
    pub(crate) second_factor: bool,
    /// When a second factor was last shown within the session, if it was after signing in.
    pub(crate) stepped_up_at: Option<Timestamp>,
    /// When it ends, however often it is refreshed.
    pub(crate) expires_at: Timestamp,
    /// A keyed hash of the client address.
    pub(crate) opened_from: String,
    holder: Holder,
    refresh: [u8; 32],
    previous_refresh: Option<[u8; 32]>,
    refreshed_at: Timestamp,
    revision: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredSession {
    authenticated_at: i64,
    second_factor: bool,
    opened_from: String,
    refresh: String,
    refresh_before: Option<String>,
    refreshed_at: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stepped_up_at: Option<i64>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    browser: bool,
}

/// What a presented token is, compared with the stored hashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenStatus {
    Current,
    /// It was exchanged a moment ago.
    JustSpent,
    /// It was exchanged before, or never issued: there is a copy.
    Stolen,
}

pub(crate) struct SessionToken {
    pub(crate) session: Vec<u8>,
    secret: [u8; SECRET_BYTES],
}

impl SessionToken {
    fn new(session: &[u8], environment: &dyn Environment) -> Self {
        let mut secret = [0; SECRET_BYTES];
        environment.fill_random(&mut secret);
        Self { session: session.to_vec(), secret }
    }

    pub(crate) fn parse(holder: Holder, text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text.strip_prefix(holder.prefix())?).ok()?;
        let (session, secret) = bytes.split_at_checked(ID_BYTES)?;
        Some(Self { session: session.to_vec(), secret: secret.try_into().ok()? })
    }

    pub(crate) fn to_text(&self, holder: Holder) -> String {
        format!("{}{}", holder.prefix(), URL_SAFE_NO_PAD.encode([&self.session[..], &self.secret].concat()))
    }

    fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.secret).into()
    }
}

impl Session {
    pub(crate) fn open(
        holder: Holder,
        account: &AccountId,
        second_factor: bool,
        opened_from: String,
        lifetime: Duration,
        environment: &dyn Environment,
    ) -> (Self, SessionToken) {
        let now = environment.now();
        let mut id = vec![0; ID_BYTES];
        environment.fill_random(&mut id);
        let token = SessionToken::new(&id, environment);
        let session = Self {
            id,
            account: account.clone(),
            authenticated_at: now,
            second_factor,
            stepped_up_at: None,
            expires_at: now.plus(lifetime),
            opened_from,
            holder,
            refresh: token.hash(),
            previous_refresh: None,
            refreshed_at: now,
            revision: 0,
        };
        (session, token)
    }

    pub(crate) fn read(record: &MutableRecord) -> Option<Self> {
        let stored: StoredSession = serde_json::from_slice(&record.value).ok()?;
        let hash = |text: &str| -> Option<[u8; 32]> { hex::decode(text).ok()?.try_into().ok() };
        let previous_refresh = match &stored.refresh_before {
            Some(text) => Some(hash(text)?),
            None => None,
        };
        Some(Self {
            id: record.key.clone(),
            account: account_of(&record.owner)?,
            authenticated_at: Timestamp(stored.authenticated_at),
            second_factor: stored.second_factor,
            stepped_up_at: stored.stepped_up_at.map(Timestamp),
            expires_at: record.expires_at?,
            opened_from: stored.opened_from,
            holder: if stored.browser { Holder::Browser } else { Holder::Program },
            refresh: hash(&stored.refresh)?,
            previous_refresh,
            refreshed_at: Timestamp(stored.refreshed_at),
            revision: record.revision,
        })
    }

    pub(crate) fn id_hex(&self) -> String {
        hex::encode(&self.id)
    }

    pub(crate) fn is_held_by(&self, holder: Holder) -> bool {
        self.holder == holder
    }

    pub(crate) fn token_status(&self, token: &SessionToken, now: Timestamp) -> TokenStatus {
        let hash = token.hash();
        if bool::from(hash.ct_eq(&self.refresh)) {
            return TokenStatus::Current;
        }
        let before = self.previous_refresh.is_some_and(|before| bool::from(hash.ct_eq(&before)));
        if before && elapsed(self.refreshed_at, now) < GRACE { TokenStatus::JustSpent } else { TokenStatus::Stolen }
    }

    pub(crate) fn rotate(&mut self, environment: &dyn Environment) -> SessionToken {
        let token = SessionToken::new(&self.id, environment);
        self.previous_refresh = Some(self.refresh);
        self.refresh = token.hash();
        self.refreshed_at = environment.now();
        token
    }

    /// Replaces the token at once, without a grace period for the previous one.
    pub(crate) fn replace_token(&mut self, environment: &dyn Environment) -> SessionToken {
        let token = self.rotate(environment);
        self.previous_refresh = None;
        token
    }

    /// The write that creates or overwrites the record.
    pub(crate) fn put(&self) -> MutableWrite {
        MutableWrite::Put {
            record_kind: RecordKind::Session,
            key: self.id.clone(),
            owner: owner(&self.account),
            value: self.value(),
            expires_at: Some(self.expires_at),
        }
    }

    /// The write that replaces the record that was read; a conflict if another request replaced it first.
    pub(crate) fn replace(&self) -> MutableWrite {
        MutableWrite::Replace {
            record_kind: RecordKind::Session,
            key: self.id.clone(),
            owner: owner(&self.account),
            value: self.value(),
            expires_at: Some(self.expires_at),
            revision: self.revision,
        }
    }

    pub(crate) fn end(&self) -> MutableWrite {
        MutableWrite::RemoveIfThere { record_kind: RecordKind::Session, key: self.id.clone() }
    }

    fn value(&self) -> Vec<u8> {
        let stored = StoredSession {
            authenticated_at: self.authenticated_at.0,
            second_factor: self.second_factor,
            opened_from: self.opened_from.clone(),
            refresh: hex::encode(self.refresh),
            refresh_before: self.previous_refresh.map(hex::encode),
            refreshed_at: self.refreshed_at.0,
            stepped_up_at: self.stepped_up_at.map(|time| time.0),
            browser: self.holder == Holder::Browser,
        };
        serde_json::to_vec(&stored).unwrap_or_default()
    }
}

pub(crate) fn end_all(account: &AccountId) -> MutableWrite {
    MutableWrite::RemoveOwned { record_kind: RecordKind::Session, owner: owner(account) }
}
