//! Records that change and end, stored beside the log and written in the same transaction as events.

use crate::append::InvalidAppend;
use crate::envelope::Timestamp;
use smol_str::SmolStr;
use std::fmt;

/// The longest key of a record in bytes; the shortest has one.
pub const MAX_KEY_BYTES: usize = 64;
pub const MAX_OWNER_BYTES: usize = 200;
pub const MAX_VALUE_BYTES: usize = 8 << 10;
pub const MAX_MUTABLE_WRITES: usize = 10_000;

/// What a record is, which also says how long it is kept and whether backups carry it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RecordKind {
    /// The hash of the password of an account.
    Password,
    SecondFactor,
    Session,
    /// A link that works once.
    Link,
    /// The right to record the games of one table.
    TableToken,
    /// Who has read what, and who has logged in; only ever added to, until it expires.
    Audit,
    /// What only one may have, like a login, under a key that does not tell it.
    Claim,
}

impl RecordKind {
    pub const ALL: [Self; 7] =
        [Self::Password, Self::SecondFactor, Self::Session, Self::Link, Self::TableToken, Self::Audit, Self::Claim];

    /// The name that is stored.
    pub fn name(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::SecondFactor => "second-factor",
            Self::Session => "session",
            Self::Link => "link",
            Self::TableToken => "table-token",
            Self::Audit => "audit",
            Self::Claim => "claim",
        }
    }

    /// Whether backups carry its records. Credentials that expire are not backed up.
    pub fn is_backed_up(self) -> bool {
        matches!(self, Self::Password | Self::SecondFactor | Self::Audit | Self::Claim)
    }
}

impl fmt::Display for RecordKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A record as it is stored. It stays after it has expired until it is removed, so readers check the time.
#[derive(Clone, PartialEq, Eq)]
pub struct MutableRecord {
    pub record_kind: RecordKind,
    /// What it is found by, like the hash of a token.
    pub key: Vec<u8>,
    /// Whose it is, like `account/…`.
    pub owner: SmolStr,
    /// What it says; shown by nothing.
    pub value: Vec<u8>,
    /// When it ends, if it does.
    pub expires_at: Option<Timestamp>,
    /// 1, and one more with each replacement.
    pub revision: u64,
}

impl fmt::Debug for MutableRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { record_kind, key, owner, value, expires_at, revision } = self;
        f.debug_struct("MutableRecord")
            .field("record_kind", record_kind)
            .field("key", key)
            .field("owner", owner)
            .field("value", &format_args!("{} bytes", value.len()))
            .field("expires_at", expires_at)
            .field("revision", revision)
            .finish()
    }
}

/// A change of the mutable store, made in the transaction of an append.
///
/// Every write is checked against the state before the append. Removals by owner and by time come first, in whatever
/// order they are given, so a record that is put in the same append stays.
#[derive(Clone, PartialEq, Eq)]
pub enum MutableWrite {
    /// A record, in place of the one with this key if there is one.
    Put { record_kind: RecordKind, key: Vec<u8>, owner: SmolStr, value: Vec<u8>, expires_at: Option<Timestamp> },
    /// A new record; a conflict if there is one with this key.
    PutNew { record_kind: RecordKind, key: Vec<u8>, owner: SmolStr, value: Vec<u8>, expires_at: Option<Timestamp> },
    /// A record in place of the one with this key and this revision; a conflict if there is none.
    Replace {
        record_kind: RecordKind,
        key: Vec<u8>,
        owner: SmolStr,
        value: Vec<u8>,
        expires_at: Option<Timestamp>,
        revision: u64,
    },
    /// Takes a record away; a conflict if there is none, so of several who take it one has it.
    Remove { record_kind: RecordKind, key: Vec<u8> },
    /// Takes a record away if there is one.
    RemoveIfThere { record_kind: RecordKind, key: Vec<u8> },
    /// Takes away all records of an owner.
    RemoveOwned { record_kind: RecordKind, owner: SmolStr },
    /// Takes away all records that expired before a moment; of the audit never what has not expired by the clock of the
    /// database.
    RemoveExpired { record_kind: RecordKind, before: Timestamp },
}

impl MutableWrite {
    pub fn record_kind(&self) -> RecordKind {
        match self {
            Self::Put { record_kind, .. }
            | Self::PutNew { record_kind, .. }
            | Self::Replace { record_kind, .. }
            | Self::Remove { record_kind, .. }
            | Self::RemoveIfThere { record_kind, .. }
            | Self::RemoveOwned { record_kind, .. }
            | Self::RemoveExpired { record_kind, .. } => *record_kind,
        }
    }

    /// The key of the one record that it writes; none if it writes to all of an owner or of a time.
    pub fn key(&self) -> Option<&[u8]> {
        match self {
            Self::Put { key, .. }
            | Self::PutNew { key, .. }
            | Self::Replace { key, .. }
            | Self::Remove { key, .. }
            | Self::RemoveIfThere { key, .. } => Some(key),
            Self::RemoveOwned { .. } | Self::RemoveExpired { .. } => None,
        }
    }

    pub fn owner(&self) -> Option<&SmolStr> {
        match self {
            Self::Put { owner, .. }
            | Self::PutNew { owner, .. }
            | Self::Replace { owner, .. }
            | Self::RemoveOwned { owner, .. } => Some(owner),
            Self::Remove { .. } | Self::RemoveIfThere { .. } | Self::RemoveExpired { .. } => None,
        }
    }

    /// What the record that it leaves behind says.
    pub fn value(&self) -> Option<&[u8]> {
        match self {
            Self::Put { value, .. } | Self::PutNew { value, .. } | Self::Replace { value, .. } => Some(value),
            _ => None,
        }
    }

    /// The bytes that it takes in a queue and in the store, roughly.
    pub fn bytes(&self) -> usize {
        let key = self.key().map_or(0, <[u8]>::len);
        let owner = self.owner().map_or(0, SmolStr::len);
        key + owner + self.value().map_or(0, <[u8]>::len)
    }

    /// Whether it fits the revision of the record with its key, if there is one.
    pub(crate) fn fits(&self, found: Option<u64>) -> bool {
        match self {
            Self::PutNew { .. } => found.is_none(),
            Self::Replace { revision, .. } => found == Some(*revision),
            Self::Remove { .. } => found.is_some(),
            Self::Put { .. } | Self::RemoveIfThere { .. } | Self::RemoveOwned { .. } | Self::RemoveExpired { .. } => {
                true
            }
        }
    }

    fn check(&self) -> Result<(), InvalidAppend> {
        if let Some(key) = self.key().filter(|key| key.is_empty() || key.len() > MAX_KEY_BYTES) {
            return Err(InvalidAppend::RecordKey(key.len()));
        }
        // PostgreSQL keeps no text with a zero byte.
        if let Some(owner) = self.owner().filter(|owner| owner.len() > MAX_OWNER_BYTES || owner.contains('\0')) {
            return Err(InvalidAppend::RecordOwner(owner.len()));
        }
        if let Some(value) = self.value().filter(|value| value.len() > MAX_VALUE_BYTES) {
            return Err(InvalidAppend::RecordValueTooLarge(value.len()));
        }
        match self {
            Self::PutNew { .. } | Self::RemoveExpired { .. } => Ok(()),
            _ if self.record_kind() == RecordKind::Audit => Err(InvalidAppend::AuditIsAddedTo),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for MutableWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Self::Put { .. } => "Put",
            Self::PutNew { .. } => "PutNew",
            Self::Replace { .. } => "Replace",
            Self::Remove { .. } => "Remove",
            Self::RemoveIfThere { .. } => "RemoveIfThere",
            Self::RemoveOwned { .. } => "RemoveOwned",
            Self::RemoveExpired { .. } => "RemoveExpired",
        };
        let mut shown = f.debug_struct(name);
        shown.field("record_kind", &self.record_kind());
        if let Some(key) = self.key() {
            shown.field("key", &key);
        }
        if let Some(owner) = self.owner() {
            shown.field("owner", owner);
        }
        if let Self::Replace { revision, .. } = self {
            shown.field("revision", revision);
        }
        if let Self::RemoveExpired { before, .. } = self {
            shown.field("before", before);
        }
        shown.finish_non_exhaustive()
    }
}

pub(crate) fn check(writes: &[MutableWrite]) -> Result<(), InvalidAppend> {
    if writes.len() > MAX_MUTABLE_WRITES {
        return Err(InvalidAppend::TooManyMutableWrites(writes.len()));
    }
    writes.iter().try_for_each(MutableWrite::check)?;
    let mut keys: Vec<(RecordKind, &[u8])> =
        writes.iter().filter_map(|write| Some((write.record_kind(), write.key()?))).collect();
    keys.sort_unstable();
    match keys.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(InvalidAppend::RecordTwice(pair[0].0)),
        None => Ok(()),
    }
}

/// The writes in the order in which they are made: those to all records of an owner or of a time first.
pub(crate) fn in_order(writes: &[MutableWrite]) -> impl Iterator<Item = &MutableWrite> {
    let of_many = writes.iter().filter(|write| write.key().is_none());
    of_many.chain(writes.iter().filter(|write| write.key().is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_a_record_nor_a_write_shows_its_value() {
        let value = b"argon2-hash".to_vec();
        let record = MutableRecord {
            record_kind: RecordKind::Password,
            key: b"key".to_vec(),
            owner: "account/1".into(),
            value: value.clone(),
            expires_at: None,
            revision: 1,
        };
        let (record_kind, key, owner) = (RecordKind::Password, b"key".to_vec(), SmolStr::from("account/1"));
        let write =
            MutableWrite::Replace { record_kind, key, owner, value: value.clone(), expires_at: None, revision: 1 };
        for shown in [format!("{record:?}"), format!("{write:?}")] {
            assert!(!shown.contains("argon2") && !shown.contains(&format!("{value:?}")), "{shown}");
            assert!(shown.contains("account/1"), "{shown}");
        }
    }

    #[test]
    fn names_of_record_kinds_are_frozen() {
        let names = RecordKind::ALL.map(RecordKind::name);
        assert_eq!(names, ["password", "second-factor", "session", "link", "table-token", "audit", "claim"]);
    }
}
