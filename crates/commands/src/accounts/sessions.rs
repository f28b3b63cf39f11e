//! Sessions: started, refreshed and ended. A record holds the hash of the last token and of the one before it, never a
//! token.

use crate::accounts::second_factor::SecondFactor;
use crate::accounts::{account_of, owner};
use crate::record_writes::append;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::values::ids::AccountId;
use events::append::{AppendError, Pending};
use events::envelope::Timestamp;
use events::environment::Environment;
use events::log::Log;
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
pub enum Holder {
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
pub struct Session {
    pub id: Vec<u8>,
    pub account: AccountId,
    /// When the holder last showed her password, and her second factor if she has one.
    pub authenticated_at: Timestamp,
    pub second_factor: bool,
    /// When a second factor was last shown within the session, if it was after signing in.
    pub stepped_up_at: Option<Timestamp>,
    /// When it ends, however often it is refreshed.
    pub expires_at: Timestamp,
    /// A keyed hash of the client address.
    pub opened_from: String,
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
pub enum TokenStatus {
    Current,
    /// It was exchanged a moment ago.
    JustSpent,
    /// It was exchanged before, or never issued: there is a copy.
    Stolen,
}

pub struct SessionToken {
    pub session: Vec<u8>,
    secret: [u8; SECRET_BYTES],
}

impl SessionToken {
    fn new(session: &[u8], environment: &dyn Environment) -> Self {
        let mut secret = [0; SECRET_BYTES];
        environment.fill_random(&mut secret);
        Self { session: session.to_vec(), secret }
    }

    pub fn parse(holder: Holder, text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text.strip_prefix(holder.prefix())?).ok()?;
        let (session, secret) = bytes.split_at_checked(ID_BYTES)?;
        Some(Self { session: session.to_vec(), secret: secret.try_into().ok()? })
    }

    pub fn to_text(&self, holder: Holder) -> String {
        format!("{}{}", holder.prefix(), URL_SAFE_NO_PAD.encode([&self.session[..], &self.secret].concat()))
    }

    fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.secret).into()
    }
}

impl Session {
    pub fn open(
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

    pub fn read(record: &MutableRecord) -> Option<Self> {
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

    pub fn id_hex(&self) -> String {
        hex::encode(&self.id)
    }

    pub fn is_held_by(&self, holder: Holder) -> bool {
        self.holder == holder
    }

    pub fn token_status(&self, token: &SessionToken, now: Timestamp) -> TokenStatus {
        let hash = token.hash();
        if bool::from(hash.ct_eq(&self.refresh)) {
            return TokenStatus::Current;
        }
        let before = self.previous_refresh.is_some_and(|before| bool::from(hash.ct_eq(&before)));
        if before && self.refreshed_at.elapsed_until(now) < GRACE {
            TokenStatus::JustSpent
        } else {
            TokenStatus::Stolen
        }
    }

    pub fn rotate(&mut self, environment: &dyn Environment) -> SessionToken {
        let token = SessionToken::new(&self.id, environment);
        self.previous_refresh = Some(self.refresh);
        self.refresh = token.hash();
        self.refreshed_at = environment.now();
        token
    }

    /// Replaces the token at once, without a grace period for the previous one.
    pub fn replace_token(&mut self, environment: &dyn Environment) -> SessionToken {
        let token = self.rotate(environment);
        self.previous_refresh = None;
        token
    }

    /// The write that creates or overwrites the record.
    pub fn put(&self) -> MutableWrite {
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

    fn removal_write(&self) -> MutableWrite {
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

/// Why a session was not started, or not stepped up.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// Another request has used the code of the second factor meanwhile.
    #[error("the code was used already")]
    CodeAlreadyUsed,
    #[error("the session was not recorded")]
    Append(#[source] AppendError),
}

/// Why the next token of a session was not recorded.
#[derive(Debug, thiserror::Error)]
pub enum RefreshError {
    #[error("another request has replaced the session")]
    AlreadyReplaced,
    #[error("the session was not recorded")]
    Append(#[source] AppendError),
}

/// Starts a session; `factor` has the code that was used for it.
pub async fn start(
    log: &dyn Log,
    session: &Session,
    factor: Option<&SecondFactor>,
    audit_write: MutableWrite,
) -> Result<(), SignInError> {
    sign_in(log, session.put(), factor, audit_write).await
}

/// Records that a session was stepped up; `factor` has the code that was used for it.
pub async fn step_up(
    log: &dyn Log,
    session: &Session,
    factor: Option<&SecondFactor>,
    audit_write: MutableWrite,
) -> Result<(), SignInError> {
    sign_in(log, session.replace(), factor, audit_write).await
}

async fn sign_in(
    log: &dyn Log,
    session_write: MutableWrite,
    factor: Option<&SecondFactor>,
    audit_write: MutableWrite,
) -> Result<(), SignInError> {
    let writes = factor.map(SecondFactor::write).into_iter().chain([session_write, audit_write]).collect();
    match append(log, writes).await {
        Ok(_) => Ok(()),
        Err(AppendError::RecordConflict { record_kind: RecordKind::SecondFactor }) => Err(SignInError::CodeAlreadyUsed),
        Err(error) => Err(SignInError::Append(error)),
    }
}

/// Records the next token of a session.
pub async fn refresh(log: &dyn Log, session: &Session) -> Result<(), RefreshError> {
    match append(log, vec![session.replace()]).await {
        Ok(_) => Ok(()),
        Err(AppendError::RecordConflict { record_kind: RecordKind::Session }) => Err(RefreshError::AlreadyReplaced),
        Err(error) => Err(RefreshError::Append(error)),
    }
}

/// Ends sessions; one that is over already is no error.
pub fn end(log: &dyn Log, sessions: &[Session], audit_write: Option<MutableWrite>) -> Pending {
    append(log, sessions.iter().map(Session::removal_write).chain(audit_write).collect())
}

pub fn end_all(log: &dyn Log, account: &AccountId, audit_write: MutableWrite) -> Pending {
    append(log, vec![removal_of_all(account), audit_write])
}

pub(crate) fn removal_of_all(account: &AccountId) -> MutableWrite {
    MutableWrite::RemoveOwned { record_kind: RecordKind::Session, owner: owner(account) }
}
