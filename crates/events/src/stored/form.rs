//! Conversion between stored forms and values of the domain, and macros that declare forms field by field.

use super::value::{AsText, Hex};
use domain::event::Commitment;
use domain::tournament::draw::{Seed, SeedCommitment};
use domain::values::place::Place;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;
use std::sync::Arc;

/// A stored form or a part of one, and the value of the domain that it stands for.
pub(super) trait StoredPart<V> {
    fn write(value: &V) -> Self;
    fn read(self) -> V;
}

impl<T: Clone> StoredPart<T> for AsText<T> {
    fn write(value: &T) -> Self {
        Self(value.clone())
    }

    fn read(self) -> T {
        self.0
    }
}

impl<V, P: StoredPart<V>> StoredPart<Vec<V>> for Vec<P> {
    fn write(values: &Vec<V>) -> Self {
        values.iter().map(P::write).collect()
    }

    fn read(self) -> Vec<V> {
        self.into_iter().map(P::read).collect()
    }
}

impl<V, P: StoredPart<V>> StoredPart<Arc<[V]>> for Vec<P> {
    fn write(values: &Arc<[V]>) -> Self {
        values.iter().map(P::write).collect()
    }

    fn read(self) -> Arc<[V]> {
        self.into_iter().map(P::read).collect()
    }
}

impl<V, P: StoredPart<V>> StoredPart<Option<V>> for Option<P> {
    fn write(value: &Option<V>) -> Self {
        value.as_ref().map(P::write)
    }

    fn read(self) -> Option<V> {
        self.map(P::read)
    }
}

/// What may be absent; always written, so that a payload that was cut short does not pass for one without it. As a
/// newtype that is not transparent it is not taken for an option, for which a missing field would do.
#[derive(Serialize, Deserialize)]
pub(super) struct ExplicitOption<P>(pub(super) Option<P>);

impl<V, P: StoredPart<V>> StoredPart<Option<V>> for ExplicitOption<P> {
    fn write(value: &Option<V>) -> Self {
        Self(StoredPart::write(value))
    }

    fn read(self) -> Option<V> {
        self.0.read()
    }
}

/// Values that are stored as they are.
macro_rules! plain {
    ($($type:ty),+) => { $(
        impl StoredPart<$type> for $type {
            fn write(value: &$type) -> Self {
                value.clone()
            }

            fn read(self) -> $type {
                self
            }
        }
    )+ };
}

plain!(u32, u64, i32, bool, String);

/// Values of 32 bytes, written as hexadecimal digits.
macro_rules! hashes {
    ($($type:ty: $bytes:expr, $value:expr;)+) => { $(
        impl StoredPart<$type> for Hex {
            fn write(value: &$type) -> Self {
                Self($bytes(value))
            }

            fn read(self) -> $type {
                $value(self.0)
            }
        }
    )+ };
}

hashes! {
    [u8; 32]: |bytes: &[u8; 32]| *bytes, |bytes| bytes;
    Commitment: |commitment: &Commitment| commitment.0, Commitment;
    SeedCommitment: SeedCommitment::bytes, SeedCommitment::new;
    Seed: Seed::reveal, Seed::new;
}

impl StoredPart<Place> for NonZeroU32 {
    fn write(place: &Place) -> Self {
        (*place).into()
    }

    fn read(self) -> Place {
        self.into()
    }
}

/// Forms of records: the same fields, each in its own form.
macro_rules! records {
    ($( $(#[$meta:meta])* $form:ident of $record:ident { $( $(#[$name:meta])* $field:ident: $part:ty),+ $(,)? } )+) => { $(
        $(#[$meta])*
        #[derive(serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $form { $( $(#[$name])* $field: $part),+ }

        impl $crate::stored::form::StoredPart<$record> for $form {
            fn write(record: &$record) -> Self {
                Self { $($field: $crate::stored::form::StoredPart::write(&record.$field)),+ }
            }

            fn read(self) -> $record {
                $record { $($field: $crate::stored::form::StoredPart::read(self.$field)),+ }
            }
        }
    )+ };
}

/// Forms that hold a single value, under the name of a field.
macro_rules! single_values {
    ($( $(#[$meta:meta])* $form:ident { $field:ident: $part:ty = $value:ty } )+) => { $(
        $(#[$meta])*
        #[derive(serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $form { $field: $part }

        impl $crate::stored::form::StoredPart<$value> for $form {
            fn write(value: &$value) -> Self {
                Self { $field: $crate::stored::form::StoredPart::write(value) }
            }

            fn read(self) -> $value {
                $crate::stored::form::StoredPart::read(self.$field)
            }
        }
    )+ };
}

/// Forms of several values that the domain keeps in no record, from and to the tuple of them.
macro_rules! several_values {
    ($( $(#[$meta:meta])* $form:ident { $($field:ident: $part:ty = $value:ty),+ $(,)? } )+) => { $(
        $(#[$meta])*
        #[derive(serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $form { $($field: $part),+ }

        impl<'a> From<($(&'a $value),+)> for $form {
            fn from(($($field),+): ($(&'a $value),+)) -> Self {
                Self { $($field: $crate::stored::form::StoredPart::write($field)),+ }
            }
        }

        impl From<$form> for ($($value),+) {
            fn from(form: $form) -> Self {
                ($($crate::stored::form::StoredPart::read(form.$field)),+)
            }
        }
    )+ };
}

pub(super) use {records, several_values, single_values};
