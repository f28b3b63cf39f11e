//! The second factor: one-time codes of an authenticator app (TOTP, RFC 6238), and recovery codes for a lost phone.

use crate::accounts::sessions::{self, Session};
use crate::accounts::{account_of, owner};
use crate::record_writes::{append, append_once};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use domain::values::ids::AccountId;
use events::append::{Idempotency, Pending};
use events::environment::Environment;
use events::log::Log;
use events::mutable_store::{MutableRecord, MutableWrite, RecordKind};
use events::vault::Vault;
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
pub struct SecondFactor {
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
pub struct Unreadable;

impl SecondFactor {
    /// A new, unconfirmed one. It replaces an unconfirmed one with this revision, if there is one.
    pub fn new(
        vault: &Vault,
        environment: &dyn Environment,
        account: &AccountId,
        previous_revision: Option<u64>,
    ) -> Self {
        let mut secret = Zeroizing::new(vec![0; SECRET_BYTES]);
        environment.fill_random(&mut secret);
        let associated_data = owner(account);
        let sealed = vault.master_key().seal(SEALED_FOR, associated_data.as_bytes(), &secret, environment);
        let stored =
            Stored { sealed: STANDARD_NO_PAD.encode(sealed), confirmed: false, last_step: 0, recovery: Vec::new() };
        Self { account: account.clone(), secret, stored, revision: previous_revision }
    }

    pub fn read(vault: &Vault, record: &MutableRecord) -> Result<Self, Unreadable> {
        let stored: Stored = serde_json::from_slice(&record.value).map_err(|_| Unreadable)?;
        let account = account_of(&record.owner).ok_or(Unreadable)?;
        let sealed = STANDARD_NO_PAD.decode(&stored.sealed).map_err(|_| Unreadable)?;
        let secret = vault.master_key().open(SEALED_FOR, record.owner.as_bytes(), &sealed);
        Ok(Self { account, secret: secret.map_err(|_| Unreadable)?, stored, revision: Some(record.revision) })
    }

    /// Whether it is asked for at signing in.
    pub fn is_confirmed(&self) -> bool {
        self.stored.confirmed
    }

    /// Whether both ask for codes of the same secret.
    pub fn has_secret_of(&self, other: &Self) -> bool {
        bool::from(self.secret.ct_eq(&other.secret))
    }

    pub fn recovery_codes_left(&self) -> usize {
        self.stored.recovery.len()
    }

    /// The secret as authenticator apps take it typed.
    pub fn written_secret(&self) -> Zeroizing<String> {
        Zeroizing::new(base32(&self.secret))
    }

    /// The secret as authenticator apps take it from a picture.
    pub fn uri(&self, login: &str) -> Zeroizing<String> {
        let label: String = url::form_urlencoded::byte_serialize(login.as_bytes()).collect();
        let secret = self.written_secret();
        Zeroizing::new(format!(
            "otpauth://totp/Kostka:{label}?secret={}&issuer=Kostka&algorithm=SHA1&digits={DIGITS}&period={STEP_SECONDS}",
            *secret
        ))
    }

    /// Whether a code is right and unused. It is used up in this copy, which has to be stored.
    pub fn verify_and_consume(&mut self, vault: &Vault, environment: &dyn Environment, code: &str) -> bool {
        let code = code.trim();
        if code.len() == DIGITS && code.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.verify_and_consume_code(code, environment.now().unix_seconds());
        }
        self.stored.confirmed && self.verify_and_consume_recovery_code(vault, code)
    }

    fn verify_and_consume_code(&mut self, code: &str, now: u64) -> bool {
        let Some(step) = self.totp().check(code, now) else { return false };
        if step <= self.stored.last_step {
            return false;
        }
        self.stored.last_step = step;
        true
    }

    fn verify_and_consume_recovery_code(&mut self, vault: &Vault, code: &str) -> bool {
        let hash = self.recovery_code_hash(vault, code);
        let matches = |stored: &String| bool::from(stored.as_bytes().ct_eq(hash.as_bytes()));
        let Some(at) = self.stored.recovery.iter().position(matches) else { return false };
        self.stored.recovery.remove(at);
        true
    }

    /// Signing in needs it from here on. Returns new recovery codes, which are shown once.
    pub fn confirm(&mut self, vault: &Vault, environment: &dyn Environment) -> Vec<String> {
        let codes: Vec<String> = (0..RECOVERY_CODES).map(|_| recovery_code(environment)).collect();
        self.stored.recovery = codes.iter().map(|code| self.recovery_code_hash(vault, code)).collect();
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

    fn recovery_code_hash(&self, vault: &Vault, code: &str) -> String {
        let plain: String = code.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase();
        let scope = format!("recovery code of {}", self.account);
        hex::encode(vault.master_key().pseudonym(&scope, &plain))
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
pub fn key(account: &AccountId) -> Vec<u8> {
    account.as_str().as_bytes().to_vec()
}

/// Stores a new second factor, which is not confirmed.
pub fn store_new(log: &dyn Log, factor: &SecondFactor, audit_write: MutableWrite) -> Pending {
    append(log, vec![factor.write(), audit_write])
}

/// Stores a confirmed second factor; of the sessions of the account only this one goes on.
pub fn store_confirmed(log: &dyn Log, factor: &SecondFactor, session: &Session, audit_write: MutableWrite) -> Pending {
    append(log, vec![factor.write(), sessions::removal_of_all(&session.account), session.replace(), audit_write])
}

/// Removes the second factor of an account; of its sessions only this one goes on.
pub fn remove(
    log: &dyn Log,
    session: &Session,
    audit_write: MutableWrite,
    idempotency: Option<Idempotency>,
) -> Pending {
    let [factor, sessions] = reset_writes(&session.account);
    append_once(log, vec![factor, sessions, session.replace(), audit_write], idempotency)
}

/// Removes the second factor of an account and ends all its sessions.
pub fn reset(log: &dyn Log, account: &AccountId, audit_write: MutableWrite) -> Pending {
    append(log, reset_writes(account).into_iter().chain([audit_write]).collect())
}

pub(crate) fn reset_writes(account: &AccountId) -> [MutableWrite; 2] {
    let factor = MutableWrite::RemoveIfThere { record_kind: RecordKind::SecondFactor, key: key(account) };
    [factor, sessions::removal_of_all(account)]
}

fn recovery_code(environment: &dyn Environment) -> String {
    let mut random = [0; 2 * RECOVERY_HALF];
    environment.fill_random(&mut random);
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
            assert!(factor().verify_and_consume_code(code, time), "{time}");
        }
    }

    #[test]
    fn s8_a_code_works_once_and_no_earlier_one_works_after_it() {
        let mut factor = factor();
        assert!(factor.verify_and_consume_code("287082", 59));
        assert!(!factor.verify_and_consume_code("287082", 59));
        let step_before = factor.totp().generate(29).to_string();
        assert!(!factor.verify_and_consume_code(&step_before, 59));
        let step_after = factor.totp().generate(89).to_string();
        assert!(factor.verify_and_consume_code(&step_after, 61));
    }

    #[test]
    fn s8_a_code_is_good_for_one_step_to_each_side() {
        for (at, good) in [(0, false), (30, true), (59, true), (60, true), (89, true), (119, true), (120, false)] {
            let code = factor().totp().generate(60).to_string();
            assert_eq!(factor().verify_and_consume_code(&code, at), good, "{at}");
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
