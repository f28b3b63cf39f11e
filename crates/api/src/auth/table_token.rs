//! Table tokens: the right to record the games of one table in one round of one tournament, for whoever holds the paper.

use super::caller::unreadable;
use crate::kostka::Kostka;
use crate::problem::Problem;
use actix_web::web;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::authority::{self, Permission};
use domain::course::{Phase, Stage};
use domain::ids::{AccountId, EventId};
use events::cabinet::{CabinetRecord, Drawer};
use events::envelope::{Position, Timestamp};
use projections::views::Views;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use smol_str::{SmolStr, format_smolstr};

/// What a table token begins with, so that one that leaked is recognised, and none is taken for a JWT.
const PREFIX: &str = "kt_";
const SECRET_BYTES: usize = 32;
/// The first bytes of the hash name the token; they are of no use to whoever wants to use it.
const ID_BYTES: usize = 16;

/// What a table token is good for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TableScope {
    /// Names the token without giving it away.
    pub(crate) id: String,
    pub(crate) tournament: EventId,
    pub(crate) stage: Stage,
    pub(crate) table: u16,
    /// How far the log was when it was given out; seats that are given out later are not its seats.
    issued_after: Option<Position>,
    /// The id of the account that gave it out.
    pub(crate) issued_by: String,
    pub(crate) issued_at: Timestamp,
    pub(crate) expires_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Stored {
    /// How tokens were kept that knew rounds only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    round: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stage: Option<String>,
    pub(super) table: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    issued_after: Option<u64>,
    pub(super) issued_by: String,
    pub(super) issued_at: i64,
}

impl Stored {
    /// What is kept of a token that is given out at this moment.
    pub(super) fn new(stage: Stage, table: u16, issued_by: String, issued_at: Timestamp, head: Position) -> Self {
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

/// Whether a text looks like a table token.
pub(super) fn is_one(token: &str) -> bool {
    token.starts_with(PREFIX)
}

/// The written form of a secret.
pub(super) fn write(secret: &[u8; SECRET_BYTES]) -> String {
    format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(secret))
}

/// What the record of a token is found by; nothing if no token can look so.
pub(super) fn key(token: &str) -> Option<Vec<u8>> {
    let secret = URL_SAFE_NO_PAD.decode(token.strip_prefix(PREFIX)?).ok()?;
    (secret.len() == SECRET_BYTES).then(|| Sha256::digest(&secret).to_vec())
}

/// Names the token with this key.
pub(super) fn id(key: &[u8]) -> String {
    hex::encode(&key[..ID_BYTES.min(key.len())])
}

/// What is known of a token.
pub(super) enum Known {
    /// What it is good for.
    Good(TableScope),
    /// It was good until its round was over, or until its seats were given out anew.
    Ended,
    /// It does not exist, was revoked or has expired, or whoever gave it out may not do so any more.
    Nothing,
}

/// What a token is good for, if it is good for something.
pub(super) async fn look_up(kostka: &web::Data<Kostka>, token: &str) -> Result<Known, Problem> {
    let Some(key) = key(token) else { return Ok(Known::Nothing) };
    let log = kostka.log.clone();
    let read = move || Ok((log.cabinet_record(Drawer::TableToken, &key)?, log.head()?.position));
    let (record, head) = kostka.blocking(read).await?.map_err(|error| unreadable(&error))?;
    let now = kostka.environment.now();
    let Some(scope) = record.as_ref().and_then(TableScope::read).filter(|scope| scope.expires_at > now) else {
        return Ok(Known::Nothing);
    };
    // A role that was revoked a moment ago must not open anything through others either.
    kostka.wait_for(head).await?;
    let views = kostka.views();
    Ok(match (scope.issuer_may(&views), scope.is_played(&views)) {
        (false, _) => Known::Nothing,
        (true, false) => Known::Ended,
        (true, true) => Known::Good(scope),
    })
}

impl TableScope {
    /// Whether whoever gave it out still may, and its stage goes on with the seats that it was given out for.
    pub(super) fn holds(&self, views: &Views) -> bool {
        self.issuer_may(views) && self.is_played(views)
    }

    fn is_played(&self, views: &Views) -> bool {
        let Some(entry) = views.tournaments.find(&self.tournament) else { return true };
        let Some(now) = entry.now() else { return true };
        let is_over = matches!(now.phase, Phase::Rejected | Phase::Cancelled | Phase::Closed);
        let stage_is_over = now.play(self.stage).is_some_and(|play| play.closed || play.skipped);
        let seated_since = entry.seated_at(self.stage).zip(self.issued_after).is_some_and(|(at, after)| at > after);
        !is_over && !stage_is_over && !seated_since
    }

    fn issuer_may(&self, views: &Views) -> bool {
        let permission = Permission::IssueTableTokens { tournament: self.tournament.clone() };
        let issuer = AccountId::parse(&self.issued_by).ok();
        let entry = issuer.and_then(|issuer| views.accounts.find(&issuer)).filter(|entry| !entry.disabled);
        entry.is_some_and(|entry| authority::may(&entry.grants, &permission))
    }

    /// What its requests are counted under.
    pub(super) fn counted_as(&self) -> SmolStr {
        format_smolstr!("table/{}", self.id)
    }

    /// Reads a record; nothing if it is of no use.
    pub(super) fn read(record: &CabinetRecord) -> Option<Self> {
        let stored: Stored = serde_json::from_slice(&record.value).ok()?;
        Some(Self {
            id: id(&record.key),
            tournament: EventId::parse(record.owner.strip_prefix("tournament/")?).ok()?,
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
