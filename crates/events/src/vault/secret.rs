//! Small secrets outside the vault: derived from the master key, or sealed under it.

use super::cipher::{self, KEY_ID_BYTES, VERSION};
use super::master_key::MasterKey;
use crate::environment::Environment;
use chacha20poly1305::{KeyInit, XChaCha20Poly1305};
use zeroize::Zeroizing;

const DERIVED: &[u8] = b"kostka secret 1";
const SEALING: &[u8] = b"kostka sealing 1";

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OpenSecretError {
    #[error("the secret was sealed under another master key")]
    WrongMasterKey,
    #[error("the secret is sealed in an unknown form, perhaps by a newer version")]
    UnknownForm,
    /// It was changed, cut, or moved here from another place.
    #[error("the sealed secret is damaged")]
    Damaged,
}

impl MasterKey {
    /// A secret that is always the same for the same purpose and id; it says nothing about any other.
    pub fn secret(&self, purpose: &str, id: &[u8]) -> Zeroizing<[u8; 32]> {
        self.derive(&info(DERIVED, &[purpose.as_bytes(), id]))
    }

    /// Seals a secret, bound to its purpose and to `place`: it opens nowhere else.
    pub fn seal(&self, purpose: &str, place: &[u8], secret: &[u8], environment: &dyn Environment) -> Vec<u8> {
        let key_id = self.key_id();
        let mut sealed = vec![VERSION];
        sealed.extend_from_slice(&key_id);
        let bound = bound_to(key_id, purpose, place);
        sealed.extend_from_slice(&cipher::seal(&self.sealing(purpose), &bound, secret, environment));
        sealed
    }

    /// Opens what [`MasterKey::seal`] has sealed for the same purpose and place.
    pub fn open(&self, purpose: &str, place: &[u8], sealed: &[u8]) -> Result<Zeroizing<Vec<u8>>, OpenSecretError> {
        let (version, rest) = sealed.split_first().ok_or(OpenSecretError::Damaged)?;
        if *version != VERSION {
            return Err(OpenSecretError::UnknownForm);
        }
        let (key_id, sealed) = rest.split_at_checked(KEY_ID_BYTES).ok_or(OpenSecretError::Damaged)?;
        if key_id != self.key_id() {
            return Err(OpenSecretError::WrongMasterKey);
        }
        let bound = bound_to(self.key_id(), purpose, place);
        cipher::open(&self.sealing(purpose), &bound, sealed).ok_or(OpenSecretError::Damaged)
    }

    fn sealing(&self, purpose: &str) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new((&*self.derive(&info(SEALING, &[purpose.as_bytes()]))).into())
    }
}

fn bound_to(key_id: [u8; KEY_ID_BYTES], purpose: &str, place: &[u8]) -> Vec<u8> {
    cipher::bound(&[b"secret", &key_id, purpose.as_bytes(), place])
}

/// The label, then each part with its length in front, so that no two lists of parts look the same.
fn info(label: &[u8], parts: &[&[u8]]) -> Vec<u8> {
    [label, &cipher::bound(parts)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vault::tests::TestEnvironment;
    use std::collections::BTreeSet;

    fn key(seed: u8) -> MasterKey {
        MasterKey::generate(&TestEnvironment::new(seed))
    }

    #[test]
    fn secrets_differ_by_purpose_id_and_key_and_where_one_ends() {
        let mut seen = BTreeSet::new();
        for seed in 0..3 {
            let key = key(seed);
            for (purpose, id) in [("link", "1"), ("link", "2"), ("link1", ""), ("lin", "k1"), ("", "link1"), ("", "")] {
                assert!(seen.insert(*key.secret(purpose, id.as_bytes())), "{purpose} {id}");
                assert_eq!(key.secret(purpose, id.as_bytes()), key.secret(purpose, id.as_bytes()));
            }
            assert!(seen.insert(*key.signing_seed()));
            assert!(seen.insert(*key.wrapping_key()));
            let label = std::str::from_utf8(DERIVED).unwrap();
            assert!(seen.insert(*key.secret(label, &[])), "a purpose is not taken for a label");
        }
    }

    /// The same master key must give the same secrets for ever, so derivation and sealing are part of the format.
    #[test]
    fn derivation_and_sealing_are_frozen() {
        let key = MasterKey::parse("kostka-master-key-1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=").unwrap();
        assert_eq!(hex::encode(*key.secret("link", b"1")), DERIVED_THEN);
        let sealed = key.seal("totp", b"account/1", b"JBSWY3DPEHPK3PXP", &TestEnvironment::new(1));
        assert_eq!(hex::encode(&sealed), SEALED_THEN);
        let opened = key.open("totp", b"account/1", &hex::decode(SEALED_THEN).unwrap()).unwrap();
        assert_eq!(&**opened, b"JBSWY3DPEHPK3PXP");
    }

    #[test]
    fn a_sealed_secret_opens_for_its_purpose_and_place_alone() {
        let (key, environment) = (key(1), TestEnvironment::new(9));
        for secret in [&b""[..], b"JBSWY3DPEHPK3PXP", &[7; 5000]] {
            let sealed = key.seal("totp", b"account/1", secret, &environment);
            assert_eq!(&**key.open("totp", b"account/1", &sealed).unwrap(), secret);
            assert_ne!(sealed, key.seal("totp", b"account/1", secret, &environment), "a nonce is used once");
            for (purpose, place) in [("totp", "account/2"), ("other", "account/1"), ("tot", "paccount/1"), ("totp", "")]
            {
                let opened = key.open(purpose, place.as_bytes(), &sealed);
                assert_eq!(opened.unwrap_err(), OpenSecretError::Damaged, "{purpose} {place}");
            }
        }
    }

    #[test]
    fn a_damaged_secret_is_told_from_that_of_another_key() {
        let environment = TestEnvironment::new(9);
        let sealed = key(1).seal("totp", b"account/1", b"JBSWY3DPEHPK3PXP", &environment);
        let open = |key: MasterKey, sealed: &[u8]| key.open("totp", b"account/1", sealed).unwrap_err();
        assert_eq!(open(key(2), &sealed), OpenSecretError::WrongMasterKey);
        for at in 1 + KEY_ID_BYTES..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert_eq!(open(key(1), &changed), OpenSecretError::Damaged, "byte {at}");
        }
        let mut newer = sealed.clone();
        newer[0] += 1;
        assert_eq!(open(key(1), &newer), OpenSecretError::UnknownForm);
        for length in 0..sealed.len() {
            assert_eq!(open(key(1), &sealed[..length]), OpenSecretError::Damaged, "{length} bytes");
        }
    }

    const DERIVED_THEN: &str = "cf632d76c6f8e273a7b2b2f7f616721311f207e0eb0ee43e2870223f7ae004d4";
    const SEALED_THEN: &str = "012e1eb1346b8a5446c8983c249df841eaaf89482e3bb906f61cabd05a057e67\
        3e16d7c86af23facbeb2e161197846bfa1e9914d10a86b19a738e12d082cb383ab";
}
