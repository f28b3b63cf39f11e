//! The private link of an application: whoever has it reads the application, and may take it back.

use super::caller::unreadable;
use crate::kostka::Kostka;
use crate::problem::Problem;
use actix_web::web;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::calendar::Moment;
use domain::ids::EventId;
use events::cabinet::{CabinetRecord, CabinetWrite, Drawer};
use events::envelope::Timestamp;
use events::vault::Vault;
use projections::views::Views;
use sha2::{Digest, Sha256};
use smol_str::{SmolStr, format_smolstr};
use std::time::Duration;

/// What the token begins with, so that one that leaked is recognised, and none is taken for another kind.
const PREFIX: &str = "ka_";
const SECRET_BYTES: usize = 32;
/// The first bytes of the hash name the token; they are of no use to whoever wants to use it.
const ID_BYTES: usize = 16;
/// What the secret is derived for.
const DERIVED_FOR: &str = "private link of an application";
const OWNER: &str = "tournament/";
/// Nobody applies for a day that is further away; the link ends earlier, with the last day of the tournament.
const LONGEST: Duration = Duration::from_hours(400 * 24);

/// What a private link is good for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ApplicantScope {
    /// Names the token without giving it away.
    pub(crate) id: String,
    pub(crate) tournament: EventId,
    pub(crate) expires_at: Timestamp,
}

/// Whether a text looks like the token of a private link.
pub(super) fn is_one(token: &str) -> bool {
    token.starts_with(PREFIX)
}

/// The token of an application; the same each time, so that a retry shows it again and nobody keeps it.
pub(crate) fn token(vault: &Vault, tournament: &EventId) -> String {
    let secret = vault.master_key().secret(DERIVED_FOR, tournament.as_str().as_bytes());
    format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(*secret))
}

/// What the cabinet keeps of it.
pub(crate) fn filed(vault: &Vault, tournament: &EventId, now: Timestamp) -> CabinetWrite {
    CabinetWrite::Put {
        drawer: Drawer::Link,
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
pub(super) async fn look_up(kostka: &web::Data<Kostka>, token: &str) -> Result<Option<ApplicantScope>, Problem> {
    let Some(key) = key(token) else { return Ok(None) };
    let log = kostka.log.clone();
    let read = move || log.cabinet_record(Drawer::Link, &key);
    let record = kostka.blocking(read).await?.map_err(|error| unreadable(&error))?;
    let now = kostka.environment.now();
    let scope = record.as_ref().and_then(ApplicantScope::read);
    Ok(scope.filter(|scope| scope.expires_at > now && scope.is_ahead(&kostka.views(), now)))
}

impl ApplicantScope {
    fn read(record: &CabinetRecord) -> Option<Self> {
        Some(Self {
            id: hex::encode(&record.key[..ID_BYTES.min(record.key.len())]),
            tournament: EventId::parse(record.owner.strip_prefix(OWNER)?).ok()?,
            expires_at: record.expires_at?,
        })
    }

    /// Whether the last day of the tournament is not over.
    fn is_ahead(&self, views: &Views, now: Timestamp) -> bool {
        let last_day = views.tournaments.find(&self.tournament).and_then(|entry| Some(entry.now()?.details.last_day));
        last_day.is_some_and(|last_day| Moment::at_microseconds(now.0).day() <= last_day)
    }

    /// What its requests are counted under.
    pub(super) fn counted_as(&self) -> SmolStr {
        format_smolstr!("applicant/{}", self.id)
    }
}
