//! The second factor: one-time codes of an authenticator app (TOTP, RFC 6238), and recovery codes for a lost phone.

use super::timestamps::unix_seconds;
use crate::http::app::AppState;
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use commands::account_records::{account_of, owner};
use domain::values::ids::AccountId;
use events::mutable_store::{MutableRecord, MutableWrite, RecordKind};
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;
use totp_rs::{Algorithm, Builder, Secret, Totp};
use zeroize::Zeroizing;

const SECRET_BYTES: usize = 20;
const STEP_SECONDS: u64 = 30;
const DIGITS: usize = 6;
/// Codes of the step before and after are taken too: clocks of phones differ, and people are slow.
const SKEW: u16 = 1;
const SEALED_FOR: &str = "second factor";
const RECOVERY_CODES: usize = 8;
/// Digits of a recovery code in two halves, 50 bits in all.
const RECOVERY_HALF: usize = 5;
const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// The second factor of an account as it stands in the mutable store.
pub(crate) struct SecondFactor {
    account: AccountId,
    secret: Zeroizing<Vec<u8>>,
    stored: Stored,
    /// The revision that was read; none if it is new.
    revision: Option<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    sealed: String,
    confirmed: bool,
    /// The step of the last code that was used; no earlier one is taken.
    last_step: u64,
    /// Keyed hashes of recovery codes that were not used.
    recovery: Vec<String>,
}

/// A second factor that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the record of a second factor cannot be read")]
pub(crate) struct Unreadable;

impl SecondFactor {
    /// A new one, which counts for nothing until a code of it was shown, in place of one that was begun before.
    pub(crate) fn new(app: &AppState, account: &AccountId, begun_before: Option<u64>) -> Self {
        let mut secret = Zeroizing::new(vec![0; SECRET_BYTES]);
        app.environment.fill_random(&mut secret);
        let place = owner(account);
        let sealed = app.vault.master_key().seal(SEALED_FOR, place.as_bytes(), &secret, &*app.environment);
        let stored =
            Stored { sealed: STANDARD_NO_PAD.encode(sealed), confirmed: false, last_step: 0, recovery: Vec::new() };
        Self { account: account.clone(), secret, stored, revision: begun_before }
    }

    pub(crate) fn read(app: &AppState, record: &MutableRecord) -> Result<Self, Unreadable> {
        let stored: Stored = serde_json::from_slice(&record.value).map_err(|_| Unreadable)?;
        let account = account_of(&record.owner).ok_or(Unreadable)?;
        let sealed = STANDARD_NO_PAD.decode(&stored.sealed).map_err(|_| Unreadable)?;
        let secret = app.vault.master_key().open(SEALED_FOR, record.owner.as_bytes(), &sealed);
        Ok(Self { account, secret: secret.map_err(|_| Unreadable)?, stored, revision: Some(record.revision) })
    }

    /// Whether it is asked for at signing in.
    pub(crate) fn is_confirmed(&self) -> bool {
        self.stored.confirmed
    }

    /// Whether both ask for codes of the same secret.
    pub(crate) fn has_secret_of(&self, other: &Self) -> bool {
        bool::from(self.secret.ct_eq(&other.secret))
    }

    pub(crate) fn recovery_codes_left(&self) -> usize {
        self.stored.recovery.len()
    }

    /// The secret as authenticator apps take it typed.
    pub(crate) fn written_secret(&self) -> Zeroizing<String> {
        Zeroizing::new(base32(&self.secret))
    }

    /// The secret as authenticator apps take it from a picture.
    pub(crate) fn uri(&self, login: &str) -> Zeroizing<String> {
        let label: String = url::form_urlencoded::byte_serialize(login.as_bytes()).collect();
        let secret = self.written_secret();
        Zeroizing::new(format!(
            "otpauth://totp/Kostka:{label}?secret={}&issuer=Kostka&algorithm=SHA1&digits={DIGITS}&period={STEP_SECONDS}",
            *secret
        ))
    }

    /// Uses a code, if it is right and was not used before; what it leaves behind has to be written.
    pub(crate) fn spend(&mut self, app: &AppState, code: &str) -> bool {
        let code = code.trim();
        if code.len() == DIGITS && code.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.spend_code(code, unix_seconds(app.environment.now()));
        }
        self.stored.confirmed && self.spend_recovery(app, code)
    }

    fn spend_code(&mut self, code: &str, now: u64) -> bool {
        let Some(step) = self.totp().check(code, now) else { return false };
        if step <= self.stored.last_step {
            return false;
        }
        self.stored.last_step = step;
        true
    }

    fn spend_recovery(&mut self, app: &AppState, code: &str) -> bool {
        let mark = self.recovery_mark(app, code);
        let fits = |kept: &String| bool::from(kept.as_bytes().ct_eq(mark.as_bytes()));
        let Some(at) = self.stored.recovery.iter().position(fits) else { return false };
        self.stored.recovery.remove(at);
        true
    }

    /// Asks for it from here on; gives new recovery codes, which are shown once.
    pub(crate) fn confirm(&mut self, app: &AppState) -> Vec<String> {
        let codes: Vec<String> = (0..RECOVERY_CODES).map(|_| recovery_code(app)).collect();
        self.stored.recovery = codes.iter().map(|code| self.recovery_mark(app, code)).collect();
        self.stored.confirmed = true;
        codes
    }

    /// The record for the store; a conflict if another request was faster.
    pub(crate) fn write(&self) -> MutableWrite {
        let (record_kind, key) = (RecordKind::SecondFactor, key(&self.account));
        let (owner, value) = (owner(&self.account), serde_json::to_vec(&self.stored).unwrap_or_default());
        match self.revision {
            Some(revision) => MutableWrite::Replace { record_kind, key, owner, value, expires_at: None, revision },
            None => MutableWrite::PutNew { record_kind, key, owner, value, expires_at: None },
        }
    }

    fn recovery_mark(&self, app: &AppState, code: &str) -> String {
        let plain: String = code.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase();
        let scope = format!("recovery code of {}", self.account);
        hex::encode(app.vault.master_key().pseudonym(&scope, &plain))
    }

    fn totp(&self) -> Totp {
        Builder::new()
            .with_algorithm(Algorithm::SHA1)
            .with_digits(DIGITS as u8)
            .with_skew(SKEW)
            .with_step_duration(STEP_SECONDS)
            .with_secret(secret_of(&self.secret))
            .build_noncompliant()
    }
}

fn secret_of(bytes: &[u8]) -> Secret {
    let mut secret = [0; SECRET_BYTES];
    let length = bytes.len().min(SECRET_BYTES);
    secret[..length].copy_from_slice(&bytes[..length]);
    Secret::new_stack(secret)
}

/// What the record of an account is found by.
pub(crate) fn key(account: &AccountId) -> Vec<u8> {
    account.as_str().as_bytes().to_vec()
}

pub(crate) fn removed(account: &AccountId) -> MutableWrite {
    MutableWrite::RemoveIfThere { record_kind: RecordKind::SecondFactor, key: key(account) }
}

fn recovery_code(app: &AppState) -> String {
    let mut random = [0; 2 * RECOVERY_HALF];
    app.environment.fill_random(&mut random);
    let digits: String = random.iter().map(|byte| char::from(BASE32[usize::from(byte % 32)])).collect();
    format!("{}-{}", &digits[..RECOVERY_HALF], &digits[RECOVERY_HALF..])
}

/// RFC 4648 without padding.
fn base32(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(5) * 8);
    let (mut buffer, mut bits) = (0_u32, 0_u32);
    for byte in bytes {
        buffer = (buffer << 8) | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(char::from(BASE32[(buffer >> bits) as usize & 31]));
        }
    }
    if bits > 0 {
        text.push(char::from(BASE32[(buffer << (5 - bits)) as usize & 31]));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factor() -> SecondFactor {
        let stored = Stored { sealed: String::new(), confirmed: true, last_step: 0, recovery: Vec::new() };
        let secret = Zeroizing::new(b"12345678901234567890".to_vec());
        SecondFactor { account: AccountId::parse("a1").unwrap(), secret, stored, revision: None }
    }

    /// The vectors of RFC 6238, appendix B, cut to six digits.
    #[test]
    fn s8_codes_are_those_of_the_standard() {
        for (time, code) in [(59, "287082"), (1_111_111_109, "081804"), (1_234_567_890, "005924")] {
            assert!(factor().spend_code(code, time), "{time}");
        }
    }

    #[test]
    fn s8_a_code_works_once_and_no_earlier_one_works_after_it() {
        let mut factor = factor();
        assert!(factor.spend_code("287082", 59));
        assert!(!factor.spend_code("287082", 59));
        let step_before = factor.totp().generate(29).to_string();
        assert!(!factor.spend_code(&step_before, 59));
        let step_after = factor.totp().generate(89).to_string();
        assert!(factor.spend_code(&step_after, 61));
    }

    #[test]
    fn s8_a_code_is_good_for_one_step_to_each_side() {
        for (at, good) in [(0, false), (30, true), (59, true), (60, true), (89, true), (119, true), (120, false)] {
            let code = factor().totp().generate(60).to_string();
            assert_eq!(factor().spend_code(&code, at), good, "{at}");
        }
    }

    #[test]
    fn secrets_are_written_as_authenticator_apps_read_them() {
        assert_eq!(&*factor().written_secret(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        for (bytes, text) in
            [(&b"f"[..], "MY"), (b"fo", "MZXQ"), (b"foo", "MZXW6"), (b"foob", "MZXW6YQ"), (b"fooba", "MZXW6YTB")]
        {
            assert_eq!(base32(bytes), text);
        }
        let uri = factor().uri("jan.k@example.org");
        assert!(uri.starts_with("otpauth://totp/Kostka:jan.k%40example.org?secret=GEZDG"), "{}", *uri);
    }
}
