//! Sealed vault data as the store holds it, unreadable without the master key.

use crate::envelope::StreamName;

/// One record of a subject, sealed under the subject's key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedRecord {
    /// What the record is, like `profile`.
    pub name: String,
    /// The sealed bytes.
    pub sealed: Vec<u8>,
}

/// The key of a subject, wrapped by the master key, and its records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedSubject {
    /// In which order it came into the vault.
    pub number: i64,
    /// Whose it is: a person, or an event with its free texts.
    pub subject: StreamName,
    /// The wrapped key.
    pub wrapped_key: Vec<u8>,
    /// The newest record of each name, ordered by name.
    pub records: Vec<SealedRecord>,
}

/// A change of the vault, made in the transaction of an append.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VaultWrite {
    /// A new subject with its first records; a conflict if there is one already.
    Create {
        /// Whose it is.
        subject: StreamName,
        /// The wrapped key.
        wrapped_key: Vec<u8>,
        /// Its records.
        records: Vec<SealedRecord>,
    },
    /// New records of a subject, in place of those of the same names; a conflict if there is no such subject with this
    /// key.
    Replace {
        /// Whose it is.
        subject: StreamName,
        /// The wrapped key that the records were sealed under.
        wrapped_key: Vec<u8>,
        /// The records.
        records: Vec<SealedRecord>,
    },
    /// Destroys key and records; nothing happens if there is no such subject.
    Erase {
        /// Whose it is.
        subject: StreamName,
    },
}

impl VaultWrite {
    /// Whose record it changes.
    pub fn subject(&self) -> &StreamName {
        match self {
            Self::Create { subject, .. } | Self::Replace { subject, .. } | Self::Erase { subject } => subject,
        }
    }

    /// The bytes that it writes.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Create { wrapped_key, records, .. } | Self::Replace { wrapped_key, records, .. } => {
                wrapped_key.len() + records.iter().map(|record| record.name.len() + record.sealed.len()).sum::<usize>()
            }
            Self::Erase { .. } => 0,
        }
    }
}
