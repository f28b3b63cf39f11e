//! The person vault: personal fields and free texts, each subject under a key of its own.

mod cipher;
mod commitment;
mod journal;
mod master_key;
mod plaintext;
mod record;
mod records;
mod register;
mod seal;
mod secret;
#[cfg(test)]
mod tests;

pub use cipher::UnsealError;
pub use commitment::{Disclosure, Salt, commit, verify_commitment};
pub use journal::{Erasure, ErasureJournal, JournalError};
pub use master_key::{InvalidMasterKey, MasterKey, ReadableByOthers, check_permissions};
pub use record::{Fields, OnePerEvent, OnePerSubject, Record, RecordField, RecordType, UnexpectedFields};
pub use records::*;
pub use register::{Basis, FieldEntry, PersonalField, Purpose, Retention, Visibility, register, register_table};
pub use seal::{SealedRecord, SealedSubject, VaultWrite};
pub use secret::OpenSecretError;

use crate::envelope::{EventId, StreamKind, StreamName};
use crate::environment::Environment;
use cipher::{SubjectKey, WrappingKey};
use domain::event::Commitment;
use std::fmt;
use std::sync::Arc;
use zeroize::Zeroizing;

/// Seals records for a store and opens what a store has kept.
pub struct Vault {
    master: MasterKey,
    wrapping: WrappingKey,
    environment: Arc<dyn Environment>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    #[error("the vault record {0} is given twice")]
    Twice(String),
    #[error("{subject} cannot have a vault record {name}")]
    WrongSubject { subject: StreamName, name: String },
    #[error("the key of the vault record cannot be used")]
    Key(#[source] UnsealError),
}

/// A record with the salt of its commitment, ready to be sealed.
pub struct Prepared {
    name: String,
    subjects: &'static [StreamKind],
    text: Zeroizing<Vec<u8>>,
    commitment: Commitment,
}

impl Prepared {
    /// The commitment for the event that goes with the record.
    pub fn commitment(&self) -> Commitment {
        self.commitment
    }
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Vault {
    pub fn new(master: MasterKey, environment: Arc<dyn Environment>) -> Self {
        Self { wrapping: WrappingKey::new(&master), master, environment }
    }

    /// The master key, for what else is derived from it.
    pub fn master_key(&self) -> &MasterKey {
        &self.master
    }

    /// A record with a new salt.
    pub fn prepare<R: OnePerSubject>(&self, record: &R) -> Prepared {
        self.prepare_as(R::NAME.to_owned(), record)
    }

    /// A record that goes with one event, with a new salt.
    pub fn prepare_for<R: OnePerEvent>(&self, event: EventId, record: &R) -> Prepared {
        self.prepare_as(event_record::<R>(event), record)
    }

    fn prepare_as<R: Record>(&self, name: String, record: &R) -> Prepared {
        let salt = Salt::generate(&*self.environment);
        let (text, commitment) = (plaintext::write(record, &salt), commit(record, &salt));
        Prepared { name, subjects: R::SUBJECTS, text, commitment }
    }

    /// A new subject with its first records, under a new key.
    pub fn create(&self, subject: &StreamName, records: &[Prepared]) -> Result<VaultWrite, SealError> {
        let (key, wrapped_key) = self.wrapping.generate(subject, &*self.environment);
        let records = self.seal(&key, subject, records)?;
        Ok(VaultWrite::Create { subject: subject.clone(), wrapped_key, records })
    }

    /// Records in place of those of the same names; the others of the subject stay.
    pub fn replace(&self, kept: &SealedSubject, records: &[Prepared]) -> Result<VaultWrite, SealError> {
        let SealedSubject { subject, wrapped_key, .. } = kept;
        let key = self.wrapping.unwrap(subject, wrapped_key).map_err(SealError::Key)?;
        let records = self.seal(&key, subject, records)?;
        Ok(VaultWrite::Replace { subject: subject.clone(), wrapped_key: wrapped_key.clone(), records })
    }

    /// Destroys key, salts and records of a subject; write the [`ErasureJournal`] first.
    pub fn erase(&self, subject: &StreamName) -> VaultWrite {
        VaultWrite::Erase { subject: subject.clone() }
    }

    /// Opens what a store has kept of a subject; its records are unsealed one by one as they are asked for.
    pub fn open<'a>(&self, kept: &'a SealedSubject) -> Result<UnsealedSubject<'a>, UnsealError> {
        Ok(UnsealedSubject { key: self.wrapping.unwrap(&kept.subject, &kept.wrapped_key)?, kept })
    }

    fn seal(
        &self,
        key: &SubjectKey,
        subject: &StreamName,
        records: &[Prepared],
    ) -> Result<Vec<SealedRecord>, SealError> {
        let mut sealed: Vec<SealedRecord> = Vec::with_capacity(records.len());
        for Prepared { name, subjects, text, .. } in records {
            if !subjects.contains(&subject.kind()) {
                return Err(SealError::WrongSubject { subject: subject.clone(), name: name.clone() });
            }
            let bytes = key.seal(subject, name, text, &*self.environment);
            sealed.push(SealedRecord { name: name.clone(), sealed: bytes });
        }
        sealed.sort_by(|a, b| a.name.cmp(&b.name));
        match sealed.windows(2).find(|pair| pair[0].name == pair[1].name) {
            Some(pair) => Err(SealError::Twice(pair[0].name.clone())),
            None => Ok(sealed),
        }
    }
}

impl fmt::Debug for Vault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Vault(…)")
    }
}

/// Whether the text of an unsealed record opens a commitment; nothing if it is no such record.
#[doc(hidden)]
pub fn opens<R: Record>(text: &[u8], commitment: &Commitment) -> Option<bool> {
    plaintext::read::<R>(text).map(|found| found.opens(commitment))
}

fn event_record<R: OnePerEvent>(event: EventId) -> String {
    format!("{}:{event}", R::NAME)
}

/// A subject whose key is unwrapped.
pub struct UnsealedSubject<'a> {
    key: SubjectKey,
    kept: &'a SealedSubject,
}

impl UnsealedSubject<'_> {
    pub fn subject(&self) -> &StreamName {
        &self.kept.subject
    }

    /// The record of this type, with the salt of its commitment.
    pub fn record<R: OnePerSubject>(&self) -> Result<Option<Disclosure<R>>, UnsealError> {
        self.find(R::NAME)
    }

    /// The record of this type that goes with one event.
    pub fn record_for<R: OnePerEvent>(&self, event: EventId) -> Result<Option<Disclosure<R>>, UnsealError> {
        self.find(&event_record::<R>(event))
    }

    /// The records of this type with the events that they go with.
    pub fn records_for<R: OnePerEvent>(&self) -> Result<Vec<(EventId, Disclosure<R>)>, UnsealError> {
        let event = |record: &SealedRecord| EventId::parse(record.name.strip_prefix(R::NAME)?.strip_prefix(':')?);
        let of_type = self.kept.records.iter().filter_map(|record| Some((event(record)?, record)));
        of_type.map(|(event, record)| Ok((event, self.unseal(record)?))).collect()
    }

    /// Unseals every record without looking at its fields: whether anything is damaged.
    pub fn check(&self) -> Result<(), UnsealError> {
        self.kept
            .records
            .iter()
            .try_for_each(|SealedRecord { name, sealed }| self.key.open(self.subject(), name, sealed).map(|_| ()))
    }

    /// The names of all its records; one that goes with an event has the id of the event behind a colon.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.kept.records.iter().map(|record| record.name.as_str())
    }

    /// Whether the record of this name opens a commitment; nothing if there is no such record.
    pub fn opens(&self, name: &str, commitment: &Commitment) -> Result<Option<bool>, UnsealError> {
        let Some(SealedRecord { sealed, .. }) = self.kept.records.iter().find(|record| record.name == name) else {
            return Ok(None);
        };
        let text = self.key.open(self.subject(), name, sealed)?;
        let type_name = name.split(':').next().unwrap_or_default();
        let record_type = RECORD_TYPES.iter().find(|known| known.name == type_name);
        let opens = record_type.and_then(|record_type| (record_type.opens)(&text, commitment));
        let unexpected = || UnsealError::UnexpectedContent { subject: self.subject().clone(), name: name.to_owned() };
        opens.map(Some).ok_or_else(unexpected)
    }

    fn find<R: Record>(&self, name: &str) -> Result<Option<Disclosure<R>>, UnsealError> {
        self.kept.records.iter().find(|record| record.name == name).map(|record| self.unseal(record)).transpose()
    }

    fn unseal<R: Record>(&self, SealedRecord { name, sealed }: &SealedRecord) -> Result<Disclosure<R>, UnsealError> {
        let text = self.key.open(self.subject(), name, sealed)?;
        plaintext::read(&text)
            .ok_or_else(|| UnsealError::UnexpectedContent { subject: self.subject().clone(), name: name.clone() })
    }
}

impl fmt::Debug for UnsealedSubject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenSubject").field("subject", self.subject()).finish_non_exhaustive()
    }
}
