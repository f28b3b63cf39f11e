//! Vault records: named fields, each of a type in the register.

use super::register::{FieldEntry, PersonalField};
use crate::envelope::StreamKind;
use domain::event::Commitment;
use std::fmt;
use zeroize::Zeroize;

/// A field of a record: a registered text, or one that may be absent.
pub trait RecordField: Sized {
    /// Its row in the register.
    const ENTRY: FieldEntry;

    /// The text, if there is one.
    fn text(&self) -> Option<&str>;

    /// Takes the field of this name.
    fn take(fields: &mut Fields, name: &'static str) -> Result<Self, UnexpectedFields>;
}

impl<T: PersonalField> RecordField for T {
    const ENTRY: FieldEntry = T::ENTRY;

    fn text(&self) -> Option<&str> {
        Some(self.as_str())
    }

    fn take(fields: &mut Fields, name: &'static str) -> Result<Self, UnexpectedFields> {
        fields.take(name).map(T::new).ok_or(UnexpectedFields)
    }
}

impl<T: PersonalField> RecordField for Option<T> {
    const ENTRY: FieldEntry = T::ENTRY;

    fn text(&self) -> Option<&str> {
        self.as_ref().map(T::as_str)
    }

    fn take(fields: &mut Fields, name: &'static str) -> Result<Self, UnexpectedFields> {
        Ok(fields.take(name).map(T::new))
    }
}

/// Fields as they come out of a sealed record; wiped when dropped.
pub struct Fields(pub(super) Vec<(String, String)>);

impl Fields {
    fn take(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(found, _)| found == name)?;
        Some(self.0.swap_remove(at).1)
    }
}

impl Drop for Fields {
    fn drop(&mut self) {
        for (_, text) in &mut self.0 {
            text.zeroize();
        }
    }
}

impl fmt::Debug for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fields(…)")
    }
}

/// Fields that are not those of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the record has other fields than expected")]
pub struct UnexpectedFields;

/// A record of the vault; declared with [`vault_records!`](crate::vault_records).
pub trait Record: Sized {
    /// What it is called in the vault and in commitments.
    const NAME: &'static str;
    /// What it can be about.
    const SUBJECTS: &'static [StreamKind];

    /// The fields that are there, ordered by name.
    fn fields(&self) -> Vec<(&'static str, &str)>;

    /// Takes the record out of fields.
    fn take(fields: Fields) -> Result<Self, UnexpectedFields>;
}

/// A record that a subject has at most once.
pub trait OnePerSubject: Record {}

/// A record that a subject has for each of several events.
pub trait OnePerEvent: Record {}

/// What a record type is made of.
#[derive(Debug, Clone, Copy)]
pub struct RecordType {
    pub name: &'static str,
    /// The name of each field and its row in the register.
    pub fields: &'static [(&'static str, FieldEntry)],
    /// Whether an unsealed record opens a commitment; nothing if it is no record of this type.
    pub opens: fn(&[u8], &Commitment) -> Option<bool>,
}

/// Declares records of the vault, and a list of them with the name `RECORD_TYPES`.
///
/// Each field has a type of the register:
///
/// ```
/// use events::vault::City;
/// events::vault_records! {
///     /// Where a person lives.
///     Home: OnePerSubject, "home", &[events::envelope::StreamKind::Player], {
///         /// The city.
///         city: City,
///     }
/// }
/// ```
///
/// Anything else does not compile:
///
/// ```compile_fail,E0277
/// events::vault_records! {
///     /// Where a person lives.
///     Home: OnePerSubject, "home", &[events::envelope::StreamKind::Player], {
///         /// The city.
///         city: String,
///     }
/// }
/// ```
///
/// A field outside the register does not compile either:
///
/// ```compile_fail,E0277
/// use events::vault::{FieldEntry, PersonalField, register};
/// struct Street(String);
/// impl PersonalField for Street {
///     const ENTRY: FieldEntry = register()[0];
///     fn new(text: impl Into<String>) -> Self { Self(text.into()) }
///     fn as_str(&self) -> &str { &self.0 }
/// }
/// ```
#[macro_export]
macro_rules! vault_records {
    ($(
        $(#[$meta:meta])*
        $record:ident: $count:ident, $name:literal, $subjects:expr, {
            $( $(#[$field_meta:meta])* $field:ident: $type:ty ),+ $(,)?
        }
    )+) => {
        $(
            $(#[$meta])*
            #[derive(Clone, PartialEq, Eq)]
            pub struct $record { $( $(#[$field_meta])* pub $field: $type ),+ }

            impl $crate::vault::Record for $record {
                const NAME: &'static str = $name;
                const SUBJECTS: &'static [$crate::envelope::StreamKind] = $subjects;

                fn fields(&self) -> ::std::vec::Vec<(&'static str, &str)> {
                    let all = [$(
                        (stringify!($field), <$type as $crate::vault::RecordField>::text(&self.$field))
                    ),+];
                    let mut there: ::std::vec::Vec<_> =
                        all.into_iter().filter_map(|(name, text)| Some((name, text?))).collect();
                    there.sort_unstable();
                    there
                }

                fn take(
                    mut fields: $crate::vault::Fields,
                ) -> ::std::result::Result<Self, $crate::vault::UnexpectedFields> {
                    let record = Self {
                        $( $field: <$type as $crate::vault::RecordField>::take(&mut fields, stringify!($field))? ),+
                    };
                    fields.finish().map(|()| record)
                }
            }

            impl $crate::vault::$count for $record {}

            impl ::std::fmt::Debug for $record {
                fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                    f.write_str(concat!(stringify!($record), "(…)"))
                }
            }
        )+

        /// Every record that is declared here.
        pub const RECORD_TYPES: &[$crate::vault::RecordType] = &[$(
            $crate::vault::RecordType {
                name: $name,
                fields: &[$( (stringify!($field), <$type as $crate::vault::RecordField>::ENTRY) ),+],
                opens: $crate::vault::opens::<$record>,
            }
        ),+];
    };
}

impl Fields {
    /// Nothing may be left: what is not understood would be lost when the record is written again.
    #[doc(hidden)]
    pub fn finish(&self) -> Result<(), UnexpectedFields> {
        if self.0.is_empty() { Ok(()) } else { Err(UnexpectedFields) }
    }
}
