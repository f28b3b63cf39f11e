//! Sessions. A record holds the hash of the last token and of the one before it, never a token.

use super::moment::between;
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
/// For so long the refresh token before the last one is taken for a double click or a lost answer, and not for a thief.
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
    /// What its tokens begin with, so that one that leaked is recognised.
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
    /// Where it was opened from: a keyed hash.
    pub(crate) opened_from: String,
    holder: Holder,
    refresh: [u8; 32],
    refresh_before: Option<[u8; 32]>,
    refreshed_at: Timestamp,
    revision: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
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

/// What a token is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenStatus {
    Good,
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
        good_for: Duration,
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
            expires_at: now.plus(good_for),
            opened_from,
            holder,
            refresh: token.hash(),
            refresh_before: None,
            refreshed_at: now,
            revision: 0,
        };
        (session, token)
    }

    /// Reads a record; nothing if it is of no use.
    pub(crate) fn read(record: &MutableRecord) -> Option<Self> {
        let stored: Stored = serde_json::from_slice(&record.value).ok()?;
        let hash = |text: &str| -> Option<[u8; 32]> { hex::decode(text).ok()?.try_into().ok() };
        let refresh_before = match &stored.refresh_before {
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
            refresh_before,
            refreshed_at: Timestamp(stored.refreshed_at),
            revision: record.revision,
        })
    }

    pub(crate) fn written_id(&self) -> String {
        hex::encode(&self.id)
    }

    pub(crate) fn is_held_by(&self, holder: Holder) -> bool {
        self.holder == holder
    }

    pub(crate) fn token_status(&self, token: &SessionToken, now: Timestamp) -> TokenStatus {
        let hash = token.hash();
        if bool::from(hash.ct_eq(&self.refresh)) {
            return TokenStatus::Good;
        }
        let before = self.refresh_before.is_some_and(|before| bool::from(hash.ct_eq(&before)));
        if before && between(self.refreshed_at, now) < GRACE { TokenStatus::JustSpent } else { TokenStatus::Stolen }
    }

    pub(crate) fn rotate(&mut self, environment: &dyn Environment) -> SessionToken {
        let token = SessionToken::new(&self.id, environment);
        self.refresh_before = Some(self.refresh);
        self.refresh = token.hash();
        self.refreshed_at = environment.now();
        token
    }

    /// Makes the token that there is worthless, and gives the one that is good instead of it.
    pub(crate) fn renew(&mut self, environment: &dyn Environment) -> SessionToken {
        let token = self.rotate(environment);
        self.refresh_before = None;
        token
    }

    /// Written in place of what is there, or as a new one.
    pub(crate) fn put(&self) -> MutableWrite {
        MutableWrite::Put {
            record_kind: RecordKind::Session,
            key: self.id.clone(),
            owner: owner(&self.account),
            value: self.value(),
            expires_at: Some(self.expires_at),
        }
    }

    /// The write in place of what was read; a conflict if another request was faster.
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
        let stored = Stored {
            authenticated_at: self.authenticated_at.0,
            second_factor: self.second_factor,
            opened_from: self.opened_from.clone(),
            refresh: hex::encode(self.refresh),
            refresh_before: self.refresh_before.map(hex::encode),
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
