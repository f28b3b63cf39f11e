//! Table tokens: the right to record the games of one table in one round of one tournament.

use crate::http::app::AppState;
use crate::http::problem::Problem;
use actix_web::web;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::people::authority::{self, Permission};
use domain::tournament::course::{Phase, Stage};
use domain::values::ids::{AccountId, CompetitionId};
use events::envelope::{Position, Timestamp};
use events::log::ReadError;
use events::mutable_store::{MutableRecord, RecordKind};
use projections::views::Views;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use smol_str::{SmolStr, format_smolstr};

/// The prefix of table tokens, so that leaked tokens are recognised, and none is taken for a JWT.
const PREFIX: &str = "kt_";
const SECRET_BYTES: usize = 32;
/// The first bytes of the hash name the token; the token cannot be derived from them.
const ID_BYTES: usize = 16;

/// The table and stage that a table token gives access to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TableScope {
    /// The public id of the token, which does not reveal the token.
    pub(crate) id: String,
    pub(crate) tournament: CompetitionId,
    pub(crate) stage: Stage,
    pub(crate) table: u16,
    /// The head of the log when it was issued; seats that are assigned later are not covered.
    issued_after: Option<Position>,
    pub(crate) issued_by: String,
    pub(crate) issued_at: Timestamp,
    pub(crate) expires_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredTableToken {
    /// Of tokens that were stored before stages: the number of the round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    round: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stage: Option<String>,
    pub(crate) table: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    issued_after: Option<u64>,
    pub(crate) issued_by: String,
    pub(crate) issued_at: i64,
}

impl StoredTableToken {
    pub(crate) fn new(stage: Stage, table: u16, issued_by: String, issued_at: Timestamp, head: Position) -> Self {
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

pub(crate) fn is_token(token: &str) -> bool {
    token.starts_with(PREFIX)
}

pub(crate) fn token_text(secret: &[u8; SECRET_BYTES]) -> String {
    format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(secret))
}

/// The key of the record of a token; `None` if the token is malformed.
pub(crate) fn record_key(token: &str) -> Option<Vec<u8>> {
    let secret = URL_SAFE_NO_PAD.decode(token.strip_prefix(PREFIX)?).ok()?;
    (secret.len() == SECRET_BYTES).then(|| Sha256::digest(&secret).to_vec())
}

pub(crate) fn token_id(key: &[u8]) -> String {
    hex::encode(&key[..ID_BYTES.min(key.len())])
}

pub(crate) enum TableTokenLookup {
    Good(TableScope),
    /// It was good until its round was over, or until its seats were given out anew.
    Ended,
    /// It does not exist, was revoked or has expired, or its issuer has lost the permission.
    Nothing,
}

/// What a token is good for, if it is good for something.
pub(crate) async fn look_up(app: &web::Data<AppState>, token: &str) -> Result<TableTokenLookup, Problem> {
    let Some(key) = record_key(token) else { return Ok(TableTokenLookup::Nothing) };
    let log = app.log.clone();
    let read = move || Ok::<_, ReadError>((log.mutable_record(RecordKind::TableToken, &key)?, log.head()?.position));
    let (record, head) = app.blocking(read).await??;
    let now = app.environment.now();
    let Some(scope) = record.as_ref().and_then(TableScope::read).filter(|scope| scope.expires_at > now) else {
        return Ok(TableTokenLookup::Nothing);
    };
    // Tokens stop working when the role of their issuer is revoked, so the read models must contain that.
    app.wait_for(head).await?;
    let views = app.views();
    Ok(match (scope.issuer_is_permitted(&views), scope.is_played(&views)) {
        (false, _) => TableTokenLookup::Nothing,
        (true, false) => TableTokenLookup::Ended,
        (true, true) => TableTokenLookup::Good(scope),
    })
}

impl TableScope {
    /// Whether its issuer still has the permission, and its stage goes on with the same seats.
    pub(crate) fn is_valid(&self, views: &Views) -> bool {
        self.issuer_is_permitted(views) && self.is_played(views)
    }

    fn is_played(&self, views: &Views) -> bool {
        let Some(entry) = views.tournaments.find(&self.tournament) else { return true };
        let Some(state) = entry.state() else { return true };
        let is_over = matches!(state.phase, Phase::Rejected | Phase::Cancelled | Phase::Closed);
        let stage_is_over = state.play(self.stage).is_some_and(|play| play.closed || play.skipped);
        let seated_since = entry.seated_at(self.stage).zip(self.issued_after).is_some_and(|(at, after)| at > after);
        !is_over && !stage_is_over && !seated_since
    }

    fn issuer_is_permitted(&self, views: &Views) -> bool {
        let permission = Permission::IssueTableTokens { tournament: self.tournament.clone() };
        let issuer = AccountId::parse(&self.issued_by).ok();
        let entry = issuer.and_then(|issuer| views.accounts.find(&issuer)).filter(|entry| !entry.disabled);
        entry.is_some_and(|entry| authority::may(&entry.grants, &permission))
    }

    pub(crate) fn counted_as(&self) -> SmolStr {
        format_smolstr!("table/{}", self.id)
    }

    pub(crate) fn read(record: &MutableRecord) -> Option<Self> {
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
