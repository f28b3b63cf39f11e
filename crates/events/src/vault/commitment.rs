//! Commitments: salted hashes that stand in events for vault records.

use super::master_key::{keyed_hash, keyed_hash_is};
use super::record::Record;
use crate::environment::Environment;
use domain::event::Commitment;
use std::fmt;
use zeroize::Zeroize;

/// What the message of every commitment begins with.
const DOMAIN: &[u8] = b"kostka commitment 1";

/// The random bytes that keep a commitment from being guessed; they live only inside the sealed record.
#[derive(Clone, PartialEq, Eq)]
pub struct Salt([u8; 32]);

impl Salt {
    pub fn generate(environment: &dyn Environment) -> Self {
        let mut salt = Self([0; 32]);
        environment.fill_random(&mut salt.0);
        salt
    }

    /// A salt that was disclosed.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes, for checking a commitment.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl Drop for Salt {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl fmt::Debug for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Salt(…)")
    }
}

/// HMAC-SHA256 under the salt over the name of the record, then name and text of each field that is there, ordered by
/// name, every part with its length in front.
///
/// A field that is absent is left out, so that a record type can gain one and old commitments hold.
pub fn commit(record: &impl Record, salt: &Salt) -> Commitment {
    with_message(record, |message| Commitment(keyed_hash(&salt.0, message)))
}

/// Whether a commitment was made for this record with this salt.
pub fn verify_commitment(record: &impl Record, salt: &Salt, commitment: &Commitment) -> bool {
    with_message(record, |message| keyed_hash_is(&salt.0, message, &commitment.0))
}

fn with_message<R: Record, T>(record: &R, then: impl FnOnce(&[&[u8]]) -> T) -> T {
    let fields = record.fields();
    let mut message: Vec<&[u8]> = vec![DOMAIN, R::NAME.as_bytes()];
    for (name, text) in &fields {
        message.push(name.as_bytes());
        message.push(text.as_bytes());
    }
    then(&message)
}

/// A record with the salt of its commitment; both together allow checking what the log says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disclosure<R> {
    pub record: R,
    pub salt: Salt,
}

impl<R: Record> Disclosure<R> {
    /// The commitment that these two give.
    pub fn commitment(&self) -> Commitment {
        commit(&self.record, &self.salt)
    }

    /// Whether a commitment was made for them.
    pub fn opens(&self, commitment: &Commitment) -> bool {
        verify_commitment(&self.record, &self.salt, commitment)
    }
}
