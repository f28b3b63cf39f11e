//! Single values in a stored form: texts that the domain parses, and hashes.

use domain::event::Commitment;
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;

/// A value of the domain as its text: an id, a day, a time, or a name of a closed set.
pub(super) struct Written<T>(pub(super) T);

impl<T: Display> Serialize for Written<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de, T: FromStr<Err: Display>> Deserialize<'de> for Written<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor<T>(PhantomData<T>);
        impl<T: FromStr<Err: Display>> Visitor<'_> for TextVisitor<T> {
            type Value = Written<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Written<T>, E> {
                text.parse().map(Written).map_err(E::custom)
            }
        }
        deserializer.deserialize_str(TextVisitor(PhantomData))
    }
}

/// The values of a list as their texts.
pub(super) fn written<T: Clone>(values: &[T]) -> Vec<Written<T>> {
    values.iter().cloned().map(Written).collect()
}

/// The values of a list of texts.
pub(super) fn values<T>(written: Vec<Written<T>>) -> Vec<T> {
    written.into_iter().map(|value| value.0).collect()
}

/// 32 bytes as 64 small hexadecimal digits.
pub(super) struct Hex(pub(super) [u8; 32]);

impl From<Commitment> for Hex {
    fn from(commitment: Commitment) -> Self {
        Self(commitment.0)
    }
}

impl From<Hex> for Commitment {
    fn from(hex: Hex) -> Self {
        Self(hex.0)
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut digits = [0; 64];
        hex::encode_to_slice(self.0, &mut digits).map_err(serde::ser::Error::custom)?;
        serializer.serialize_str(str::from_utf8(&digits).map_err(serde::ser::Error::custom)?)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct HexVisitor;
        impl Visitor<'_> for HexVisitor {
            type Value = Hex;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("64 small hexadecimal digits")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Hex, E> {
                let mut bytes = [0; 32];
                // The same bytes have one text only, so that a payload can be written again as it was.
                match hex::decode_to_slice(text, &mut bytes) {
                    Ok(()) if !text.bytes().any(|digit| digit.is_ascii_uppercase()) => Ok(Hex(bytes)),
                    _ => Err(E::custom("expected 64 small hexadecimal digits")),
                }
            }
        }
        deserializer.deserialize_str(HexVisitor)
    }
}
