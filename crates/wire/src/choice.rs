//! The domain's closed sets of values in JSON: written and read by their names.
//!
//! `#[serde(with = "choice")]` on a field of such a type, `choice::option` and `choice::list` on an `Option` and a
//! `Vec` of them.

use domain::Choice;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use utoipa::openapi::{Object, ObjectBuilder, Type};

/// The schema of a value: a string that is one of the names.
pub fn schema<T: Choice>(description: &str, example: &str) -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(T::NAMES.iter().copied()))
        .examples([serde_json::json!(example)])
        .description(Some(description))
        .build()
}

pub fn serialize<T: Choice, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(value.name())
}

pub fn deserialize<'de, T: Choice, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// A value that may be missing.
pub mod option {
    use super::{Choice, Deserialize, Deserializer, Error, Serializer};

    pub fn serialize<T: Choice, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => serializer.serialize_some(value.name()),
            None => serializer.serialize_none(),
        }
    }

    pub fn deserialize<'de, T: Choice, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
        let name = Option::<String>::deserialize(deserializer)?;
        name.map(|name| T::parse(&name).map_err(D::Error::custom)).transpose()
    }
}

/// Several values.
pub mod list {
    use super::{Choice, Deserialize, Deserializer, Error, Serializer};

    pub fn serialize<T: Choice, S: Serializer>(values: &[T], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().map(|value| value.name()))
    }

    pub fn deserialize<'de, T: Choice, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
        let names = Vec::<String>::deserialize(deserializer)?;
        names.iter().map(|name| T::parse(name).map_err(D::Error::custom)).collect()
    }
}

/// A value of a closed set of the domain, written by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByName<T>(pub T);

impl<T: Choice> ByName<T> {
    pub fn name(self) -> &'static str {
        self.0.name()
    }
}

impl<T: Choice> From<T> for ByName<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T: Choice> fmt::Display for ByName<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

impl<T: Choice> Serialize for ByName<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl<'de, T: Choice> Deserialize<'de> for ByName<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        T::parse(&name).map(Self).map_err(D::Error::custom)
    }
}

/// Declares enums that only answers have, with the names by which they are written.
macro_rules! named_enum {
    ($( $(#[$meta:meta])* pub enum $name:ident { $( $variant:ident = $text:literal ),+ $(,)? } )+) => { $(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub enum $name { $( #[serde(rename = $text)] $variant ),+ }

        impl $name {
            /// The written name.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    )+ };
}
pub(crate) use named_enum;
