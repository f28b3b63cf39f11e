//! The master key: the one secret that an operator keeps, and the keys that are derived from it.

use crate::append::Idempotency;
use crate::envelope::Hash;
use crate::environment::Environment;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::fmt;
use zeroize::{Zeroize, Zeroizing};

/// What a written master key begins with, so that a wrong file is recognised.
const PREFIX: &str = "kostka-master-key-1:";

const WRAPPING: &[u8] = b"kostka vault wrapping 1";
const KEY_ID: &[u8] = b"kostka vault key id 1";
const SIGNING: &[u8] = b"kostka checkpoint signing 1";
const IDEMPOTENCY: &[u8] = b"kostka idempotency 1";
const PSEUDONYM: &[u8] = b"kostka pseudonyms 1";

/// 32 secret bytes; wiped when dropped, shown by nothing.
pub struct MasterKey {
    // Boxed, so that moving the key leaves no copy behind.
    bytes: Box<[u8; 32]>,
    idempotency: Box<[u8; 32]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidMasterKey {
    #[error("not a master key: expected one line that begins with `{PREFIX}`")]
    OtherText,
    #[error("the master key is damaged: expected 32 bytes in base64 after `{PREFIX}`")]
    Damaged,
}

/// A key file that others than its owner may touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the file of the master key is open to others (mode {mode:04o}); only its owner may read it (mode 0400 or 0600)"
)]
pub struct ReadableByOthers {
    pub mode: u32,
}

/// Refuses the Unix mode of a key file that grants anything to its group or to others.
pub fn check_permissions(mode: u32) -> Result<(), ReadableByOthers> {
    const OTHERS: u32 = 0o077;
    match mode & OTHERS {
        0 => Ok(()),
        _ => Err(ReadableByOthers { mode: mode & 0o7777 }),
    }
}

impl MasterKey {
    /// Reads the written form: one line, with or without its end.
    pub fn parse(text: &str) -> Result<Self, InvalidMasterKey> {
        let line = text.strip_suffix('\n').unwrap_or(text);
        let line = line.strip_suffix('\r').unwrap_or(line);
        let written = line.strip_prefix(PREFIX).ok_or(InvalidMasterKey::OtherText)?;
        // Room for what base64 estimates, which is more than 32 bytes.
        let mut decoded = Zeroizing::new([0; 48]);
        match STANDARD.decode_slice(written, &mut *decoded) {
            Ok(32) => {
                let mut bytes = Box::new([0; 32]);
                bytes.copy_from_slice(&decoded[..32]);
                Ok(Self::new(bytes))
            }
            _ => Err(InvalidMasterKey::Damaged),
        }
    }

    pub fn generate(environment: &dyn Environment) -> Self {
        let mut bytes = Box::new([0; 32]);
        environment.fill_random(&mut *bytes);
        Self::new(bytes)
    }

    /// The written form with its line end, for the file that keeps it.
    pub fn to_text(&self) -> Zeroizing<String> {
        // Room for all of it, because a text that grows leaves copies behind.
        let mut text = Zeroizing::new(String::with_capacity(PREFIX.len() + 48));
        text.push_str(PREFIX);
        STANDARD.encode_string(*self.bytes, &mut text);
        text.push('\n');
        text
    }

    /// The seed of the key that signs checkpoints.
    pub fn signing_seed(&self) -> Zeroizing<[u8; 32]> {
        self.derive(SIGNING)
    }

    /// The key that wraps the keys of subjects.
    pub(super) fn wrapping_key(&self) -> Zeroizing<[u8; 32]> {
        self.derive(WRAPPING)
    }

    /// What stands beside everything that was wrapped under this key; it tells the key from others and says nothing
    /// about it.
    pub(super) fn key_id(&self) -> [u8; 8] {
        let derived = self.derive(KEY_ID);
        let mut id = [0; 8];
        id.copy_from_slice(&derived[..8]);
        id
    }

    /// The key under which a request has its effect once, as a log keeps it.
    ///
    /// `scope` is whose key it is; the same key in two scopes is two keys. Equal requests under different keys look
    /// different.
    pub fn idempotency(&self, scope: &str, key: &str, request: &[u8]) -> Idempotency {
        let (scope, key) = (scope.as_bytes(), key.as_bytes());
        Idempotency {
            key: keyed_hash(&self.idempotency, &[b"key", scope, key]),
            request: keyed_hash(&self.idempotency, &[b"request", scope, key, request]),
        }
    }

    /// Random-looking bytes that are always the same for the same text; only the holder of the key can tell which text.
    pub fn pseudonym(&self, scope: &str, text: &str) -> Hash {
        keyed_hash(&self.derive(PSEUDONYM), &[scope.as_bytes(), text.as_bytes()])
    }

    fn new(bytes: Box<[u8; 32]>) -> Self {
        let mut key = Self { bytes, idempotency: Box::new([0; 32]) };
        let derived = key.derive(IDEMPOTENCY);
        key.idempotency.copy_from_slice(&*derived);
        key
    }

    pub(super) fn derive(&self, info: &[u8]) -> Zeroizing<[u8; 32]> {
        let mut derived = Zeroizing::new([0; 32]);
        Hkdf::<Sha256>::new(None, &*self.bytes)
            .expand(info, &mut *derived)
            .expect("HKDF-SHA256 gives up to 8160 bytes");
        derived
    }
}

impl Drop for MasterKey {
    fn drop(&mut self) {
        self.bytes.zeroize();
        self.idempotency.zeroize();
    }
}

impl fmt::Debug for MasterKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MasterKey(…)")
    }
}

/// HMAC-SHA256 over parts, each with its length in front, so that no two lists of parts look the same.
pub(super) fn keyed_hash(key: &[u8; 32], parts: &[&[u8]]) -> Hash {
    keyed(key, parts).finalize().into_bytes().into()
}

/// Compares in constant time.
pub(super) fn keyed_hash_is(key: &[u8; 32], parts: &[&[u8]], expected: &Hash) -> bool {
    keyed(key, parts).verify_slice(expected).is_ok()
}

fn keyed(key: &[u8; 32], parts: &[&[u8]]) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    for part in parts {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part);
    }
    mac
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vault::tests::TestEnvironment;
    use std::collections::BTreeSet;

    #[test]
    fn a_written_key_is_read_back_with_or_without_its_line_end() {
        let key = MasterKey::generate(&TestEnvironment::new(1));
        let text = key.to_text();
        assert_eq!(text.lines().count(), 1);
        for written in [text.as_str(), text.trim_end(), &text.replace('\n', "\r\n")] {
            assert_eq!(MasterKey::parse(written).unwrap().bytes, key.bytes);
        }
    }

    #[test]
    fn another_file_is_told_from_a_damaged_key() {
        let text = MasterKey::generate(&TestEnvironment::new(1)).to_text();
        let line = text.trim_end();
        for other in ["", "\n", "hunter2", "-----BEGIN PRIVATE KEY-----\n", &line[PREFIX.len()..], &format!(" {line}")]
        {
            assert_eq!(MasterKey::parse(other).unwrap_err(), InvalidMasterKey::OtherText, "{other:?}");
        }
        let long = format!("{PREFIX}{}", "A".repeat(10_000));
        let two_lines = format!("{line}\n{line}\n");
        for damaged in [PREFIX, &line[..line.len() - 1], &format!("{line} "), &format!("{line}A"), &long, &two_lines] {
            assert_eq!(MasterKey::parse(damaged).unwrap_err(), InvalidMasterKey::Damaged, "{damaged:?}");
        }
    }

    #[test]
    fn an_error_does_not_repeat_the_key() {
        let text = MasterKey::generate(&TestEnvironment::new(1)).to_text();
        let secret = &text[PREFIX.len()..PREFIX.len() + 10];
        let error = MasterKey::parse(&format!("{}!", text.trim_end())).unwrap_err();
        assert!(!format!("{error} {error:?}").contains(secret));
    }

    #[test]
    fn derived_keys_differ_from_each_other_and_from_key_to_key() {
        let mut seen = BTreeSet::new();
        for seed in 0..3 {
            let key = MasterKey::generate(&TestEnvironment::new(seed));
            for derived in [*key.bytes, *key.signing_seed(), *key.wrapping_key(), *key.idempotency] {
                assert!(seen.insert(derived));
            }
            assert!(!seen.iter().any(|derived| derived[..8] == key.key_id()));
        }
    }

    /// The same master key must open a store for ever, so derivation is part of the format.
    #[test]
    fn derivation_is_frozen() {
        let key = MasterKey::parse("kostka-master-key-1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=").unwrap();
        let idempotency = key.idempotency("import", "k", b"r");
        let found = [
            hex::encode(*key.signing_seed()),
            hex::encode(*key.wrapping_key()),
            hex::encode(key.key_id()),
            hex::encode(idempotency.key),
            hex::encode(idempotency.request),
        ];
        assert_eq!(found, FROZEN);
    }

    #[test]
    fn idempotency_keys_differ_by_scope_key_and_request_and_where_one_ends() {
        let key = MasterKey::generate(&TestEnvironment::new(1));
        let asked = |scope, id, request: &str| key.idempotency(scope, id, request.as_bytes());
        assert_eq!(asked("a", "k", "r"), asked("a", "k", "r"));
        assert_eq!(asked("a", "k", "r").key, asked("a", "k", "other").key);
        assert_ne!(asked("a", "k", "r").request, asked("a", "k", "other").request);
        assert_ne!(asked("a", "k", "r").key, asked("b", "k", "r").key);
        assert_ne!(asked("ab", "c", "r").key, asked("a", "bc", "r").key);
        assert_ne!(asked("a", "k", "r").request, asked("a", "l", "r").request);
        let other = MasterKey::generate(&TestEnvironment::new(2));
        assert_ne!(asked("a", "k", "r").key, other.idempotency("a", "k", b"r").key);
        let one = asked("a", "k", "");
        assert_ne!(one.key, one.request);
    }

    #[test]
    fn a_key_file_is_for_its_owner_only() {
        for mode in [0o600, 0o400, 0o100_600, 0o100_400, 0o700] {
            assert_eq!(check_permissions(mode), Ok(()), "{mode:o}");
        }
        for mode in [0o640, 0o604, 0o644, 0o100_644, 0o620, 0o601, 0o660, 0o777] {
            assert_eq!(check_permissions(mode), Err(ReadableByOthers { mode: mode & 0o7777 }), "{mode:o}");
        }
        assert!(check_permissions(0o100_644).unwrap_err().to_string().contains("0644"));
    }

    const FROZEN: [&str; 5] = [
        "f2c7d67f68a942f787bcdc56c18284f3b13e6718b60bc362170b06ee5e1a7896",
        "03792a33fac63a2141408e9437c9b3b8f74d7b7dd13d2ba0e5f241254eb75dc4",
        "2e1eb1346b8a5446",
        "b1c54a2af4651d3be54f9702f8daecaf3d6723942d92f2770eeed840cbbf3481",
        "8d836b3a7498c8d241136a43b1cc917016a8f18b9890e171d7ba5741e113e854",
    ];
}
