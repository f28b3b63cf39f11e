//! Signed notes as C2SP describes them: a text, an empty line, and a line for each Ed25519 signature.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use sha2::{Digest, Sha256};
use std::fmt;

/// The longest note in bytes.
pub const MAX_NOTE_BYTES: usize = 64 << 10;
/// The most signatures under one note.
pub const MAX_SIGNATURES: usize = 100;
/// How the format marks Ed25519 in a key and in the id of a key.
const ED25519: u8 = 1;
const DASH: &str = "\u{2014} ";

/// A public key with a name, written `name+id+key`; the name says what it signs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifierKey {
    name: String,
    key: VerifyingKey,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidVerifierKey {
    #[error("not a verifier key: expected `name+id+key`")]
    Malformed,
    #[error("a key has a name without spaces and plus signs")]
    Name,
    #[error("only Ed25519 keys are known")]
    Kind,
    #[error("the key is no Ed25519 key")]
    Key,
    #[error("the id of the key does not belong to it")]
    Id,
}

impl VerifierKey {
    pub fn new(name: &str, key: VerifyingKey) -> Result<Self, InvalidVerifierKey> {
        if is_key_name(name) { Ok(Self { name: name.to_owned(), key }) } else { Err(InvalidVerifierKey::Name) }
    }

    /// Reads `name+id+key`.
    pub fn parse(text: &str) -> Result<Self, InvalidVerifierKey> {
        let mut parts = text.splitn(3, '+');
        let (Some(name), Some(id), Some(key)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(InvalidVerifierKey::Malformed);
        };
        let id = hex::decode(id).map_err(|_| InvalidVerifierKey::Malformed)?;
        let key = BASE64.decode(key).map_err(|_| InvalidVerifierKey::Malformed)?;
        let key: &[u8; 32] = match key.split_first() {
            Some((&ED25519, key)) => key.try_into().map_err(|_| InvalidVerifierKey::Key)?,
            _ => return Err(InvalidVerifierKey::Kind),
        };
        let key = Self::new(name, VerifyingKey::from_bytes(key).map_err(|_| InvalidVerifierKey::Key)?)?;
        if key.id()[..] == id { Ok(key) } else { Err(InvalidVerifierKey::Id) }
    }

    /// What the key signs.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The short id by which a signature names its key.
    pub fn id(&self) -> [u8; 4] {
        let mut hasher = Sha256::new();
        hasher.update(&self.name);
        hasher.update([b'\n', ED25519]);
        hasher.update(self.key.as_bytes());
        let hash = hasher.finalize();
        [hash[0], hash[1], hash[2], hash[3]]
    }

    pub fn public_key(&self) -> &VerifyingKey {
        &self.key
    }
}

impl fmt::Display for VerifierKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = BASE64.encode([&[ED25519], self.key.as_bytes().as_slice()].concat());
        write!(f, "{}+{}+{key}", self.name, hex::encode(self.id()))
    }
}

fn is_key_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c.is_control() || c == '+')
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidNote {
    #[error("a note has at most {MAX_NOTE_BYTES} bytes")]
    TooLong,
    /// A text has lines and nothing else that cannot be seen.
    #[error("a note has no control characters")]
    ControlCharacter,
    #[error("the note has no signatures")]
    NoSignatures,
    #[error("a note has at most {MAX_SIGNATURES} signatures")]
    TooManySignatures,
    #[error("line {0} under the text is not a signature")]
    MalformedSignature(usize),
    #[error("the note is not signed by the key")]
    OtherKey,
    #[error("the signature does not fit the text")]
    WrongSignature,
}

/// Signs a text that ends with a line break.
pub(super) fn sign(text: &str, key: &VerifierKey, secret: &SigningKey) -> String {
    let signature = secret.sign(text.as_bytes()).to_bytes();
    let signature = BASE64.encode([key.id().as_slice(), &signature].concat());
    format!("{text}\n{DASH}{} {signature}\n", key.name)
}

/// The text of a note, without any check of who signed it.
pub(super) fn unverified_text(note: &str) -> Option<&str> {
    note.rfind("\n\n").map(|end| &note[..=end])
}

/// The text of a note that this key has signed. Signatures by other keys are passed over, whatever they are worth.
pub fn open<'note>(note: &'note str, key: &VerifierKey) -> Result<&'note str, InvalidNote> {
    if note.len() > MAX_NOTE_BYTES {
        return Err(InvalidNote::TooLong);
    }
    if note.contains(|c: char| c < ' ' && c != '\n') {
        return Err(InvalidNote::ControlCharacter);
    }
    let text = unverified_text(note).ok_or(InvalidNote::NoSignatures)?;
    let lines = note[text.len() + 1..].strip_suffix('\n').ok_or(InvalidNote::NoSignatures)?;
    let id = key.id();
    let mut signed = false;
    for (index, line) in lines.split('\n').enumerate() {
        if index == MAX_SIGNATURES {
            return Err(InvalidNote::TooManySignatures);
        }
        let (name, signature) = signature(line).ok_or(InvalidNote::MalformedSignature(index + 1))?;
        if name != key.name || signature[..4] != id {
            continue;
        }
        let signature = Signature::from_slice(&signature[4..]).map_err(|_| InvalidNote::WrongSignature)?;
        key.key.verify_strict(text.as_bytes(), &signature).map_err(|_| InvalidNote::WrongSignature)?;
        signed = true;
    }
    if signed { Ok(text) } else { Err(InvalidNote::OtherKey) }
}

/// The name of a key, and the bytes of id and signature.
fn signature(line: &str) -> Option<(&str, Vec<u8>)> {
    let (name, signature) = line.strip_prefix(DASH)?.split_once(' ')?;
    let signature = BASE64.decode(signature).ok()?;
    (is_key_name(name) && signature.len() > 4).then_some((name, signature))
}

#[cfg(test)]
mod tests;
