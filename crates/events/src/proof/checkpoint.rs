//! Checkpoints of the log: the number of events and the root over them, as signed notes in the form of C2SP
//! tlog-checkpoint.

use crate::envelope::{EventId, Hash};
use crate::log::Identity;
use crate::proof::note::{self, InvalidNote, VerifierKey};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use ed25519_dalek::SigningKey;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// Which log, in which epoch; see [`origin`].
    pub origin: String,
    /// The number of events.
    pub size: u64,
    /// The root of the tree over them.
    pub root: Hash,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidCheckpoint {
    #[error("the signature does not count: {0}")]
    Note(InvalidNote),
    #[error("the signed text is no checkpoint: expected origin, size and root")]
    Malformed,
    #[error("the checkpoint is of {found}, not of {expected}")]
    Origin { found: String, expected: String },
}

/// What a checkpoint calls a log in an epoch: `kostka/<log id>/<epoch>`. The key that signs it has the same name.
pub fn origin(identity: &Identity) -> String {
    format!("kostka/{}/{}", identity.log_id, identity.epoch)
}

/// The log and the epoch that an origin names.
pub fn parse_origin(text: &str) -> Option<Identity> {
    let (log_id, epoch) = text.strip_prefix("kostka/")?.split_once('/')?;
    let identity = Identity { log_id: EventId::parse(log_id)?, epoch: epoch.parse().ok()? };
    (origin(&identity) == text).then_some(identity)
}

impl Checkpoint {
    /// The log and the epoch that it is about.
    pub fn identity(&self) -> Option<Identity> {
        parse_origin(&self.origin)
    }

    fn text(&self) -> String {
        format!("{}\n{}\n{}\n", self.origin, self.size, BASE64.encode(self.root))
    }

    /// Reads the text of a note; lines that follow the root are extensions and say nothing to us.
    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.strip_suffix('\n')?.split('\n');
        let (origin, size, root) = (lines.next()?, lines.next()?, lines.next()?);
        let number: u64 = size.parse().ok()?;
        let root = BASE64.decode(root).ok()?.try_into().ok()?;
        let plain = !origin.is_empty() && number.to_string() == size && lines.all(|line| !line.is_empty());
        plain.then(|| Self { origin: origin.to_owned(), size: number, root })
    }
}

/// Signs checkpoints of one log in one epoch.
pub struct Signer {
    secret: SigningKey,
    key: VerifierKey,
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Signer").field("key", &self.key.to_string()).finish_non_exhaustive()
    }
}

impl Signer {
    /// The signer with the Ed25519 key of this seed.
    pub fn new(seed: &[u8; 32], identity: &Identity) -> Self {
        let secret = SigningKey::from_bytes(seed);
        let key = verifier_key(identity, secret.verifying_key());
        Self { secret, key }
    }

    /// The key by which others check what it signs.
    pub fn verifier_key(&self) -> &VerifierKey {
        &self.key
    }

    /// The signed checkpoint of the first `size` events.
    pub fn sign(&self, size: u64, root: Hash) -> String {
        let checkpoint = Checkpoint { origin: self.key.name().to_owned(), size, root };
        note::sign(&checkpoint.text(), &self.key, &self.secret)
    }
}

#[expect(clippy::expect_used, reason = "an origin is made of letters, digits, slashes and hyphens")]
fn verifier_key(identity: &Identity, public: ed25519_dalek::VerifyingKey) -> VerifierKey {
    VerifierKey::new(&origin(identity), public).expect("an origin is the name of a key")
}

/// The checkpoint in a note that this key has signed, about what the key is named after.
pub fn open(note: &str, key: &VerifierKey) -> Result<Checkpoint, InvalidCheckpoint> {
    let text = note::open(note, key).map_err(InvalidCheckpoint::Note)?;
    let checkpoint = Checkpoint::parse(text).ok_or(InvalidCheckpoint::Malformed)?;
    if checkpoint.origin == key.name() {
        Ok(checkpoint)
    } else {
        Err(InvalidCheckpoint::Origin { found: checkpoint.origin, expected: key.name().to_owned() })
    }
}

/// The same for any epoch of the log that the key is named after, and which epoch it is. A log keeps its key when a new
/// epoch begins; only the name changes.
pub fn open_of_any_epoch(note: &str, key: &VerifierKey) -> Result<(Checkpoint, u32), InvalidCheckpoint> {
    let claimed = note::unverified_text(note).and_then(|text| text.split('\n').next()).unwrap_or_default();
    let own = parse_origin(key.name());
    match (parse_origin(claimed), own) {
        (Some(claimed), Some(own)) if claimed.log_id == own.log_id => {
            let key = verifier_key(&claimed, *key.public_key());
            open(note, &key).map(|checkpoint| (checkpoint, claimed.epoch))
        }
        // The name of the key is no origin of ours or the note is about another log: the plain check says what is
        // wrong.
        (_, own) => open(note, key).map(|checkpoint| (checkpoint, own.map_or(0, |own| own.epoch))).map_err(|error| {
            let of_another_log = error == InvalidCheckpoint::Note(InvalidNote::OtherKey) && !claimed.is_empty();
            let expected = || key.name().to_owned();
            if of_another_log {
                InvalidCheckpoint::Origin { found: claimed.to_owned(), expected: expected() }
            } else {
                error
            }
        }),
    }
}

#[cfg(test)]
mod tests;
