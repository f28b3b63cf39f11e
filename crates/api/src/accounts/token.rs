//! Access tokens: short-lived JWTs that say which account and which session is calling, and nothing about what it may
//! do.
//!
//! One algorithm (EdDSA), one type (`at+jwt`), keys that are derived from the master key for one period each. The times
//! are checked here and not by the library, because the library only knows the clock of the system.

mod provider;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::values::ids::AccountId;
use events::environment::Environment;
use events::vault::Vault;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Who issues tokens, and for whom: this service for itself.
const ISSUER: &str = "kostka";
const AUDIENCE: &str = "kostka-api";
/// RFC 9068; a token of another type is not an access token, even with a valid signature.
const TYPE: &str = "at+jwt";
/// Clocks of two nodes may differ by so much.
const LEEWAY_SECONDS: u64 = 5;
const MAX_TOKEN_BYTES: usize = 2048;

pub(crate) struct Tokens {
    vault: Arc<Vault>,
    environment: Arc<dyn Environment>,
    lifetime: Duration,
    period: Duration,
    /// The public keys of the last periods that were asked for, so that they are not derived at each request.
    public_keys: Mutex<Vec<(u64, [u8; 32])>>,
}

/// What a token says. Every claim must be there and of this type.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Claims {
    iss: String,
    aud: String,
    /// The id of the account.
    pub(crate) sub: String,
    /// The id of the session.
    pub(crate) sid: String,
    iat: u64,
    nbf: u64,
    exp: u64,
    jti: String,
}

/// A text that is no valid access token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InvalidToken {
    /// It was one, until its time was over.
    Expired,
    /// It is not valid; the reason is not told.
    Refused,
}

pub(crate) struct IssuedToken {
    pub(crate) token: String,
    /// How long it is good for.
    pub(crate) seconds: u64,
}

impl Tokens {
    pub(crate) fn new(
        vault: Arc<Vault>,
        environment: Arc<dyn Environment>,
        lifetime: Duration,
        period: Duration,
    ) -> Self {
        provider::install();
        let period = period.max(lifetime).max(Duration::from_secs(1));
        Self { vault, environment, lifetime, period, public_keys: Mutex::default() }
    }

    /// A token for a session, signed with the key of this period.
    pub(crate) fn issue(&self, account: &AccountId, session: &str) -> Result<IssuedToken, InvalidToken> {
        let now = self.environment.now().unix_seconds();
        let period = self.period_at(now);
        let mut id = [0; 16];
        self.environment.fill_random(&mut id);
        let lifetime = self.lifetime.as_secs();
        let claims = Claims {
            iss: ISSUER.to_owned(),
            aud: AUDIENCE.to_owned(),
            sub: account.to_string(),
            sid: session.to_owned(),
            iat: now,
            nbf: now,
            exp: now + lifetime,
            jti: URL_SAFE_NO_PAD.encode(id),
        };
        let mut header = Header::new(Algorithm::EdDSA);
        header.typ = Some(TYPE.to_owned());
        header.kid = Some(period.to_string());
        let key = EncodingKey::from_ed_der(&*self.seed(period));
        let token = jsonwebtoken::encode(&header, &claims, &key).map_err(|_| InvalidToken::Refused)?;
        Ok(IssuedToken { token, seconds: lifetime })
    }

    /// What a token says, if it is ours, unchanged and within its time.
    pub(crate) fn verify(&self, token: &str) -> Result<Claims, InvalidToken> {
        if token.len() > MAX_TOKEN_BYTES {
            return Err(InvalidToken::Refused);
        }
        let header = jsonwebtoken::decode_header(token).map_err(|_| InvalidToken::Refused)?;
        check_header(&header)?;
        let now = self.environment.now().unix_seconds();
        let period = self.accepted_period(header.kid.as_deref(), now)?;
        let key = DecodingKey::from_ed_der(&self.public_key(period));
        let claims =
            jsonwebtoken::decode::<Claims>(token, &key, &validation()).map_err(|_| InvalidToken::Refused)?.claims;
        self.check_times(&claims, now)?;
        Ok(claims)
    }

    fn check_times(&self, claims: &Claims, now: u64) -> Result<(), InvalidToken> {
        let longest = self.lifetime.as_secs();
        let begun = claims.nbf <= now + LEEWAY_SECONDS && claims.iat <= now + LEEWAY_SECONDS;
        // A token that is good for longer than any that was issued is not one of them.
        let is_ours = claims.exp.saturating_sub(claims.iat) <= longest && claims.nbf >= claims.iat;
        if !begun || !is_ours {
            return Err(InvalidToken::Refused);
        }
        if now < claims.exp { Ok(()) } else { Err(InvalidToken::Expired) }
    }

    /// The period whose key signed the token: this one, or the one before, whose last tokens are still good for a
    /// while.
    fn accepted_period(&self, kid: Option<&str>, now: u64) -> Result<u64, InvalidToken> {
        let current = self.period_at(now);
        let kid = kid.ok_or(InvalidToken::Refused)?;
        let named = [current, current.saturating_sub(1)].into_iter().find(|period| period.to_string() == kid);
        let named = named.ok_or(InvalidToken::Refused)?;
        let key_expires_at = (named + 1) * self.period.as_secs() + self.lifetime.as_secs() + LEEWAY_SECONDS;
        if now < key_expires_at { Ok(named) } else { Err(InvalidToken::Refused) }
    }

    fn period_at(&self, now: u64) -> u64 {
        now / self.period.as_secs()
    }

    fn public_key(&self, period: u64) -> [u8; 32] {
        // A panic elsewhere leaves nothing half done here.
        let mut known = self.public_keys.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, key)) = known.iter().find(|(of, _)| *of == period) {
            return *key;
        }
        let key = ed25519_dalek::SigningKey::from_bytes(&self.seed(period)).verifying_key().to_bytes();
        known.retain(|(of, _)| of.abs_diff(period) <= 1);
        known.push((period, key));
        key
    }

    fn seed(&self, period: u64) -> zeroize::Zeroizing<[u8; 32]> {
        self.vault.master_key().secret("access token key", &period.to_be_bytes())
    }
}

/// Only the headers that we write ourselves; none that brings a key or says where one is.
fn check_header(header: &Header) -> Result<(), InvalidToken> {
    let mut plain = Header::new(Algorithm::EdDSA);
    plain.typ = Some(TYPE.to_owned());
    plain.kid.clone_from(&header.kid);
    if *header == plain { Ok(()) } else { Err(InvalidToken::Refused) }
}

fn validation() -> Validation {
    let mut validation = Validation::new(Algorithm::EdDSA);
    validation.set_required_spec_claims(&["iss", "aud", "sub", "exp", "nbf"]);
    validation.set_issuer(&[ISSUER]);
    validation.set_audience(&[AUDIENCE]);
    // See the head of this file: the times are checked against the clock that we are given.
    validation.validate_exp = false;
    validation.validate_nbf = false;
    validation
}

#[cfg(test)]
mod tests;
