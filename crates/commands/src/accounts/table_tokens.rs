//! Table tokens: the right to record the games of one table in one round of one tournament.

use crate::record_writes::append_once;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::people::authority::{self, Permission};
use domain::tournament::course::{Phase, Stage};
use domain::values::ids::{AccountId, CompetitionId};
use events::append::{Idempotency, Pending};
use events::envelope::{Position, StreamName, Timestamp};
use events::environment::Environment;
use events::log::Log;
use events::mutable_store::{MutableRecord, MutableWrite, RecordKind};
use events::vault::Vault;
use projections::views::Views;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use smol_str::{SmolStr, format_smolstr};
use zeroize::Zeroizing;

/// The prefix of table tokens, so that leaked tokens are recognised, and none is taken for a JWT.
const PREFIX: &str = "kt_";
const SECRET_BYTES: usize = 32;
/// The first bytes of the hash name the token; the token cannot be derived from them.
const ID_BYTES: usize = 16;

/// The table and stage that a table token gives access to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableScope {
    /// The public id of the token, which does not reveal the token.
    pub id: String,
    pub tournament: CompetitionId,
    pub stage: Stage,
    pub table: u16,
    /// The head of the log when it was issued; seats that are assigned later are not covered.
    issued_after: Option<Position>,
    pub issued_by: String,
    pub issued_at: Timestamp,
    pub expires_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredTableToken {
    /// Of tokens that were stored before stages: the number of the round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    round: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stage: Option<String>,
    pub table: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    issued_after: Option<u64>,
    pub issued_by: String,
    pub issued_at: i64,
}

impl StoredTableToken {
    pub fn new(stage: Stage, table: u16, issued_by: String, issued_at: Timestamp, head: Position) -> Self {
        Self {
            round: None,
            stage: Some(stage.to_string()),
            table,
            issued_after: Some(head.0),
            issued_by,
            issued_at: issued_at.0,
        }
    }
}

/// A token that is not stored yet, with the secret that is shown once.
pub struct NewTableToken {
    pub text: String,
    key: Vec<u8>,
    stored: StoredTableToken,
}

impl NewTableToken {
    pub fn new(secret: &[u8; SECRET_BYTES], stored: StoredTableToken) -> Self {
        let text = format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(secret));
        Self { text, key: Sha256::digest(secret).to_vec(), stored }
    }

    pub fn id(&self) -> String {
        token_id(&self.key)
    }
}

/// The secret of a token. A retry gives the same one, so that it can be shown again without being stored.
pub fn secret(
    vault: &Vault,
    environment: &dyn Environment,
    idempotency: Option<&Idempotency>,
    suffix: &[u8],
) -> Zeroizing<[u8; SECRET_BYTES]> {
    let Some(idempotency) = idempotency else {
        let mut secret = Zeroizing::new([0; SECRET_BYTES]);
        environment.fill_random(&mut *secret);
        return secret;
    };
    vault.master_key().secret("table token", &[&idempotency.key[..], suffix].concat())
}

/// Stores tokens of a tournament, all or none.
pub fn issue(
    log: &dyn Log,
    tournament: &StreamName,
    tokens: &[NewTableToken],
    expires_at: Timestamp,
    audit_write: MutableWrite,
    idempotency: Option<Idempotency>,
) -> Pending {
    let put = |token: &NewTableToken| MutableWrite::Put {
        record_kind: RecordKind::TableToken,
        key: token.key.clone(),
        owner: tournament.as_str().into(),
        value: serde_json::to_vec(&token.stored).unwrap_or_default(),
        expires_at: Some(expires_at),
    };
    append_once(log, tokens.iter().map(put).chain([audit_write]).collect(), idempotency)
}

/// Revokes the token that is stored under this key; one that is gone already is no error.
pub fn revoke(log: &dyn Log, key: Vec<u8>, audit_write: MutableWrite, idempotency: Option<Idempotency>) -> Pending {
    let removal = MutableWrite::RemoveIfThere { record_kind: RecordKind::TableToken, key };
    append_once(log, vec![removal, audit_write], idempotency)
}

pub fn is_token(token: &str) -> bool {
    token.starts_with(PREFIX)
}

/// The key of the record of a token; `None` if the token is malformed.
pub fn record_key(token: &str) -> Option<Vec<u8>> {
    let secret = URL_SAFE_NO_PAD.decode(token.strip_prefix(PREFIX)?).ok()?;
    (secret.len() == SECRET_BYTES).then(|| Sha256::digest(&secret).to_vec())
}

fn token_id(key: &[u8]) -> String {
    hex::encode(&key[..ID_BYTES.min(key.len())])
}

impl TableScope {
    /// Whether its issuer still has the permission, and its stage goes on with the same seats.
    pub fn is_valid(&self, views: &Views) -> bool {
        self.issuer_is_permitted(views) && self.is_played(views)
    }

    pub fn is_played(&self, views: &Views) -> bool {
        let Some(entry) = views.tournaments.find(&self.tournament) else { return true };
        let Some(state) = entry.state() else { return true };
        let is_over = matches!(state.phase, Phase::Rejected | Phase::Cancelled | Phase::Closed);
        let stage_is_over = state.play(self.stage).is_some_and(|play| play.closed || play.skipped);
        let seated_since = entry.seated_at(self.stage).zip(self.issued_after).is_some_and(|(at, after)| at > after);
        !is_over && !stage_is_over && !seated_since
    }

    pub fn issuer_is_permitted(&self, views: &Views) -> bool {
        let permission = Permission::IssueTableTokens { tournament: self.tournament.clone() };
        let issuer = AccountId::parse(&self.issued_by).ok();
        let entry = issuer.and_then(|issuer| views.accounts.find(&issuer)).filter(|entry| !entry.disabled);
        entry.is_some_and(|entry| authority::may(&entry.grants, &permission))
    }

    pub fn counted_as(&self) -> SmolStr {
        format_smolstr!("table/{}", self.id)
    }

    pub fn read(record: &MutableRecord) -> Option<Self> {
        let stored: StoredTableToken = serde_json::from_slice(&record.value).ok()?;
        Some(Self {
            id: token_id(&record.key),
            tournament: CompetitionId::parse(record.owner.strip_prefix("tournament/")?).ok()?,
            stage: match (&stored.stage, stored.round) {
                (Some(stage), _) => Stage::parse(stage).ok()?,
                (None, round) => Stage::Round(round?.into()),
            },
            table: stored.table,
            issued_after: stored.issued_after.map(Position),
            issued_by: stored.issued_by,
            issued_at: Timestamp(stored.issued_at),
            expires_at: record.expires_at?,
        })
    }
}
