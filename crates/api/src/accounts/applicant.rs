//! The private link of an application: it gives the right to read and to withdraw the application.

use crate::http::app::AppState;
use crate::http::problem::Problem;
use actix_web::web;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::values::calendar::Moment;
use domain::values::ids::CompetitionId;
use events::envelope::Timestamp;
use events::mutable_store::{MutableRecord, MutableWrite, RecordKind};
use events::vault::Vault;
use projections::views::Views;
use sha2::{Digest, Sha256};
use smol_str::{SmolStr, format_smolstr};
use std::time::Duration;

/// What the token begins with, so that one that leaked is recognised, and none is taken for another kind.
const PREFIX: &str = "ka_";
const SECRET_BYTES: usize = 32;
/// The first bytes of the hash name the token; the token cannot be derived from them.
const ID_BYTES: usize = 16;
const DERIVED_FOR: &str = "private link of an application";
const OWNER: &str = "tournament/";
/// The longest lifetime of a link; it ends earlier, with the last day of the tournament.
const LONGEST: Duration = Duration::from_hours(400 * 24);

/// What a private link is good for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ApplicantScope {
    /// Names the token without giving it away.
    pub(crate) id: String,
    pub(crate) tournament: CompetitionId,
    pub(crate) expires_at: Timestamp,
}

/// Whether a text looks like the token of a private link.
pub(crate) fn is_token(token: &str) -> bool {
    token.starts_with(PREFIX)
}

/// The token of an application; derived, so that a retry shows it again and it is not stored.
pub(crate) fn token(vault: &Vault, tournament: &CompetitionId) -> String {
    let secret = vault.master_key().secret(DERIVED_FOR, tournament.as_str().as_bytes());
    format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(*secret))
}

pub(crate) fn filed(vault: &Vault, tournament: &CompetitionId, now: Timestamp) -> MutableWrite {
    MutableWrite::Put {
        record_kind: RecordKind::Link,
        key: key(&token(vault, tournament)).unwrap_or_default(),
        owner: format_smolstr!("{OWNER}{tournament}"),
        value: Vec::new(),
        expires_at: Some(now.plus(LONGEST)),
    }
}

fn key(token: &str) -> Option<Vec<u8>> {
    let secret = URL_SAFE_NO_PAD.decode(token.strip_prefix(PREFIX)?).ok()?;
    (secret.len() == SECRET_BYTES).then(|| Sha256::digest(&secret).to_vec())
}

/// What a token is good for; nothing if it does not exist or has ended.
pub(crate) async fn look_up(app: &web::Data<AppState>, token: &str) -> Result<Option<ApplicantScope>, Problem> {
    let Some(key) = key(token) else { return Ok(None) };
    let log = app.log.clone();
    let read = move || log.mutable_record(RecordKind::Link, &key);
    let record = app.blocking(read).await??;
    let now = app.environment.now();
    let scope = record.as_ref().and_then(ApplicantScope::read);
    Ok(scope.filter(|scope| scope.expires_at > now && scope.is_ahead(&app.views(), now)))
}

impl ApplicantScope {
    fn read(record: &MutableRecord) -> Option<Self> {
        Some(Self {
            id: hex::encode(&record.key[..ID_BYTES.min(record.key.len())]),
            tournament: CompetitionId::parse(record.owner.strip_prefix(OWNER)?).ok()?,
            expires_at: record.expires_at?,
        })
    }

    /// Whether the last day of the tournament is not over.
    fn is_ahead(&self, views: &Views, now: Timestamp) -> bool {
        let last_day = views.tournaments.find(&self.tournament).and_then(|entry| Some(entry.state()?.details.last_day));
        last_day.is_some_and(|last_day| Moment::at_microseconds(now.0).day() <= last_day)
    }

    pub(crate) fn counted_as(&self) -> SmolStr {
        format_smolstr!("applicant/{}", self.id)
    }
}
