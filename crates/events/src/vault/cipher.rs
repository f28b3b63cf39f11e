//! Encryption of the vault: keys wrapped and records sealed with XChaCha20-Poly1305, random nonces and associated data.

use super::master_key::MasterKey;
use crate::envelope::StreamName;
use crate::environment::Environment;
use chacha20poly1305::{AeadInOut, KeyInit, Tag, XChaCha20Poly1305, XNonce};
use zeroize::Zeroizing;

/// The first byte of everything that is sealed.
pub(super) const VERSION: u8 = 1;
pub(super) const KEY_ID_BYTES: usize = 8;
const NONCE_BYTES: usize = 24;
const KEY_BYTES: usize = 32;
const TAG_BYTES: usize = 16;
/// Sealed texts are this many bytes long, or twice, or three times …: their length says little about them.
const PAD_BYTES: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnsealError {
    #[error("the vault record of {subject} was sealed under another master key")]
    WrongMasterKey { subject: StreamName },
    #[error("the vault record of {subject} is sealed in an unknown form, perhaps by a newer version")]
    UnknownForm { subject: StreamName },
    /// It was changed, cut, or moved here from another place.
    #[error("the vault record of {subject} is damaged: {part}")]
    Damaged {
        subject: StreamName,
        /// What of it: the key, or the name of a record.
        part: String,
    },
    /// It was unsealed, but holds other fields than this program expects.
    #[error("the vault record {name} of {subject} holds unexpected fields")]
    UnexpectedContent { subject: StreamName, name: String },
}

/// Wraps the keys of subjects.
pub(super) struct WrappingKey {
    cipher: XChaCha20Poly1305,
    key_id: [u8; KEY_ID_BYTES],
}

impl WrappingKey {
    pub(super) fn new(master: &MasterKey) -> Self {
        Self { cipher: XChaCha20Poly1305::new((&*master.wrapping_key()).into()), key_id: master.key_id() }
    }

    /// A new key for a subject, and the form in which it is stored.
    pub(super) fn generate(&self, subject: &StreamName, environment: &dyn Environment) -> (SubjectKey, Vec<u8>) {
        let mut key = Zeroizing::new([0; KEY_BYTES]);
        environment.fill_random(&mut *key);
        let mut wrapped = Vec::with_capacity(1 + KEY_ID_BYTES + NONCE_BYTES + KEY_BYTES + TAG_BYTES);
        wrapped.push(VERSION);
        wrapped.extend_from_slice(&self.key_id);
        let sealed = seal(&self.cipher, &self.bound_to(subject), &*key, environment);
        wrapped.extend_from_slice(&sealed);
        (SubjectKey(XChaCha20Poly1305::new((&*key).into())), wrapped)
    }

    pub(super) fn unwrap(&self, subject: &StreamName, wrapped: &[u8]) -> Result<SubjectKey, UnsealError> {
        let damaged = || UnsealError::Damaged { subject: subject.clone(), part: "key".to_owned() };
        let (version, rest) = wrapped.split_first().ok_or_else(damaged)?;
        if *version != VERSION {
            return Err(UnsealError::UnknownForm { subject: subject.clone() });
        }
        let (key_id, sealed) = rest.split_at_checked(KEY_ID_BYTES).ok_or_else(damaged)?;
        if sealed.len() != NONCE_BYTES + KEY_BYTES + TAG_BYTES {
            return Err(damaged());
        }
        let key = open(&self.cipher, &self.bound_to(subject), sealed);
        match (key, key_id == self.key_id) {
            (Some(key), true) => {
                let key = XChaCha20Poly1305::new_from_slice(&key).map_err(|_| damaged())?;
                Ok(SubjectKey(key))
            }
            // It is our key whatever the id says, so the id was changed.
            (Some(_), false) | (None, true) => Err(damaged()),
            (None, false) => Err(UnsealError::WrongMasterKey { subject: subject.clone() }),
        }
    }

    fn bound_to(&self, subject: &StreamName) -> Vec<u8> {
        bound(&[b"key", &self.key_id, subject.as_str().as_bytes()])
    }
}

pub(super) struct SubjectKey(XChaCha20Poly1305);

impl SubjectKey {
    /// Seals a text that may be followed by spaces.
    pub(super) fn seal(&self, subject: &StreamName, name: &str, text: &[u8], environment: &dyn Environment) -> Vec<u8> {
        let mut padded = Zeroizing::new(Vec::with_capacity(text.len().next_multiple_of(PAD_BYTES)));
        padded.extend_from_slice(text);
        padded.resize(text.len().next_multiple_of(PAD_BYTES), b' ');
        let mut sealed = vec![VERSION];
        sealed.extend_from_slice(&seal(&self.0, &record_place(subject, name), &padded, environment));
        sealed
    }

    pub(super) fn open(
        &self,
        subject: &StreamName,
        name: &str,
        sealed: &[u8],
    ) -> Result<Zeroizing<Vec<u8>>, UnsealError> {
        let damaged = || UnsealError::Damaged { subject: subject.clone(), part: name.to_owned() };
        let (version, sealed) = sealed.split_first().ok_or_else(damaged)?;
        if *version != VERSION {
            return Err(UnsealError::UnknownForm { subject: subject.clone() });
        }
        open(&self.0, &record_place(subject, name), sealed).ok_or_else(damaged)
    }
}

fn record_place(subject: &StreamName, name: &str) -> Vec<u8> {
    bound(&[b"record", subject.as_str().as_bytes(), name.as_bytes()])
}

/// What a sealed text is bound to: the form, then parts with their lengths in front.
pub(super) fn bound(parts: &[&[u8]]) -> Vec<u8> {
    let mut bound = Vec::with_capacity(1 + parts.iter().map(|part| 8 + part.len()).sum::<usize>());
    bound.push(VERSION);
    for part in parts {
        bound.extend_from_slice(&(part.len() as u64).to_be_bytes());
        bound.extend_from_slice(part);
    }
    bound
}

/// Nonce, sealed text, tag.
pub(super) fn seal(cipher: &XChaCha20Poly1305, bound: &[u8], text: &[u8], environment: &dyn Environment) -> Vec<u8> {
    let mut nonce = XNonce::default();
    environment.fill_random(&mut nonce);
    let mut sealed = Vec::with_capacity(NONCE_BYTES + text.len() + TAG_BYTES);
    sealed.extend_from_slice(&nonce);
    sealed.extend_from_slice(text);
    let tag = cipher
        .encrypt_inout_detached(&nonce, bound, (&mut sealed[NONCE_BYTES..]).into())
        .expect("a text of the vault is shorter than 256 GiB");
    sealed.extend_from_slice(&tag);
    sealed
}

pub(super) fn open(cipher: &XChaCha20Poly1305, bound: &[u8], sealed: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    let (nonce, rest) = sealed.split_at_checked(NONCE_BYTES)?;
    let (text, tag) = rest.split_at_checked(rest.len().checked_sub(TAG_BYTES)?)?;
    let mut text = Zeroizing::new(text.to_vec());
    let (nonce, tag) = (XNonce::try_from(nonce).ok()?, Tag::try_from(tag).ok()?);
    cipher.decrypt_inout_detached(&nonce, bound, text.as_mut_slice().into(), &tag).ok()?;
    Some(text)
}
