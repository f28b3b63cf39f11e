//! The register of personal fields: why each is held, who sees it and for how long; the fields and these reasons are in
//! `records.rs`.

use super::records::REGISTER;
pub use super::records::{Basis, Purpose, Retention, Visibility};

macro_rules! phrases {
    ($( $(#[$enum_meta:meta])* $name:ident { $( $(#[$meta:meta])* $variant:ident = $id:literal, $text:literal; )+ } )+) => { $(
        $(#[$enum_meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $( $(#[$meta])* $variant ),+ }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// A stable id, under which translations find it.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$variant => $id),+ }
            }

            /// In English.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }
    )+ };
}

pub(super) use phrases;

/// A row of the register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldEntry {
    /// What it is, like `player.first_name`; also the id of its translation.
    pub path: &'static str,
    pub purpose: Purpose,
    pub basis: Basis,
    pub visibility: Visibility,
    pub retention: Retention,
}

pub(super) mod sealed {
    /// Only the table below registers a field.
    pub trait Registered {}
}

/// A text that the register knows.
pub trait PersonalField: sealed::Registered + Sized {
    const ENTRY: FieldEntry;

    fn new(text: impl Into<String>) -> Self;

    fn as_str(&self) -> &str;
}

macro_rules! personal_fields {
    ($( $(#[$meta:meta])* $name:ident = $path:literal, $purpose:ident, $basis:ident, $visibility:ident, $retention:ident; )+) => {
        $(
            $(#[$meta])*
            ///
            /// Wiped when dropped; its `Debug` does not show it.
            #[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
            pub struct $name(String);

            impl sealed::Registered for $name {}

            impl $name {
                pub fn as_str(&self) -> &str {
                    &self.0
                }
            }

            impl PersonalField for $name {
                const ENTRY: FieldEntry = FieldEntry {
                    path: $path,
                    purpose: Purpose::$purpose,
                    basis: Basis::$basis,
                    visibility: Visibility::$visibility,
                    retention: Retention::$retention,
                };

                fn new(text: impl Into<String>) -> Self {
                    Self(text.into())
                }

                fn as_str(&self) -> &str {
                    &self.0
                }
            }

            impl From<&str> for $name {
                fn from(text: &str) -> Self {
                    Self(text.to_owned())
                }
            }

            impl From<String> for $name {
                fn from(text: String) -> Self {
                    Self(text)
                }
            }

            impl Drop for $name {
                fn drop(&mut self) {
                    self.0.zeroize();
                }
            }

            impl fmt::Debug for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str(concat!(stringify!($name), "(…)"))
                }
            }
        )+

        pub(super) const REGISTER: &[FieldEntry] = &[$(<$name as PersonalField>::ENTRY),+];
    };
}
pub(super) use personal_fields;

/// Every personal field that can be held.
pub fn register() -> &'static [FieldEntry] {
    REGISTER
}

/// The register as a table in Markdown.
pub fn register_table() -> String {
    let row = |entry: &FieldEntry| {
        let FieldEntry { path, purpose, basis, visibility, retention } = entry;
        let texts = [purpose.text(), basis.text(), visibility.text(), retention.text()];
        format!("| `{path}` | {} |\n", texts.join(" | "))
    };
    let head = "| field | purpose | legal basis | who sees it | how long |\n| --- | --- | --- | --- | --- |\n";
    head.to_owned() + &register().iter().map(row).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vault::RECORD_TYPES;
    use domain::Choice;
    use domain::event::TextKind;
    use std::collections::BTreeSet;
    use std::fs;

    #[test]
    fn every_field_of_every_record_is_registered_and_every_registered_field_is_used() {
        let used: Vec<FieldEntry> =
            RECORD_TYPES.iter().flat_map(|record| record.fields).map(|(_, entry)| *entry).collect();
        for entry in &used {
            assert!(register().contains(entry), "{} is not in the register", entry.path);
        }
        for entry in register() {
            assert!(used.contains(entry), "{} is in the register and in no record", entry.path);
        }
    }

    #[test]
    fn a_field_is_registered_and_stored_under_one_name() {
        let paths: BTreeSet<&str> = register().iter().map(|entry| entry.path).collect();
        assert_eq!(paths.len(), register().len(), "a path occurs twice");
        for (name, entry) in RECORD_TYPES.iter().flat_map(|record| record.fields) {
            assert_eq!(entry.path.rsplit('.').next(), Some(*name));
        }
        let names: BTreeSet<&str> = RECORD_TYPES.iter().map(|record| record.name).collect();
        assert_eq!(names.len(), RECORD_TYPES.len(), "two records have one name");
    }

    #[test]
    fn every_record_is_a_text_that_events_can_commit_to() {
        let records: BTreeSet<&str> = RECORD_TYPES.iter().map(|record| record.name).collect();
        assert_eq!(records, TextKind::ALL.iter().map(|kind| kind.name()).collect());
    }

    #[test]
    fn nothing_public_reaches_a_person_or_tells_an_age() {
        let never =
            ["mail", "phone", "telefon", "birth", "urodz", "age", "address", "adres", "street", "post", "pesel"];
        for entry in register().iter().filter(|entry| entry.visibility == Visibility::Public) {
            for word in never {
                assert!(!entry.path.contains(word), "{} must not be public", entry.path);
            }
        }
    }

    #[test]
    fn ids_for_translation_are_plain_and_each_stands_for_one_text() {
        let ids: Vec<&str> = Purpose::ALL
            .iter()
            .map(|phrase| phrase.id())
            .chain(Basis::ALL.iter().map(|phrase| phrase.id()))
            .chain(Visibility::ALL.iter().map(|phrase| phrase.id()))
            .chain(Retention::ALL.iter().map(|phrase| phrase.id()))
            .collect();
        assert!(ids.iter().all(|id| id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')));
        let purposes: BTreeSet<&str> = Purpose::ALL.iter().map(|phrase| phrase.id()).collect();
        assert_eq!(purposes.len(), Purpose::ALL.len());
        for purpose in Purpose::ALL {
            assert!(register().iter().any(|entry| entry.purpose == *purpose), "{} is for nothing", purpose.id());
        }
    }

    #[test]
    fn the_table_in_the_documentation_is_the_register() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/personal-data.md");
        let text = fs::read_to_string(path).unwrap();
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
        let table = register_table();
        let expected: Vec<&str> = table.lines().collect();
        assert_eq!(rows, expected, "the table in docs/personal-data.md must be:\n{table}");
    }
}
