//! Sealed vault data as the store holds it, unreadable without the master key.

use crate::envelope::StreamName;

/// One record of a subject, sealed under the subject's key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedRecord {
    /// What the record is, like `profile`.
    pub name: String,
    pub sealed: Vec<u8>,
}

/// The key of a subject, wrapped by the master key, and its records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedSubject {
    /// In which order it came into the vault.
    pub number: i64,
    /// Whose it is: a person, or an event with its free texts.
    pub subject: StreamName,
    pub wrapped_key: Vec<u8>,
    /// The newest record of each name, ordered by name.
    pub records: Vec<SealedRecord>,
}

/// A change of the vault, made in the transaction of an append.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VaultWrite {
    /// A new subject with its first records; a conflict if there is one already.
    Create { subject: StreamName, wrapped_key: Vec<u8>, records: Vec<SealedRecord> },
    /// New records of a subject, in place of those of the same names; a conflict if there is no such subject with this
    /// key.
    Replace {
        subject: StreamName,
        /// The wrapped key that the records were sealed under.
        wrapped_key: Vec<u8>,
        records: Vec<SealedRecord>,
    },
    /// Destroys key and records; nothing happens if there is no such subject.
    Erase { subject: StreamName },
}

impl VaultWrite {
    pub fn subject(&self) -> &StreamName {
        match self {
            Self::Create { subject, .. } | Self::Replace { subject, .. } | Self::Erase { subject } => subject,
        }
    }

    pub fn bytes(&self) -> usize {
        match self {
            Self::Create { wrapped_key, records, .. } | Self::Replace { wrapped_key, records, .. } => {
                wrapped_key.len() + records.iter().map(|record| record.name.len() + record.sealed.len()).sum::<usize>()
            }
            Self::Erase { .. } => 0,
        }
    }
}
