//! Single values in a stored form: texts that the domain parses, and hashes.

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;

/// A value of the domain as its text: an id, a day, a time, or a name of a closed set.
pub(super) struct AsText<T>(pub(super) T);

impl<T: Display> Serialize for AsText<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de, T: FromStr<Err: Display>> Deserialize<'de> for AsText<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor<T>(PhantomData<T>);
        impl<T: FromStr<Err: Display>> Visitor<'_> for TextVisitor<T> {
            type Value = AsText<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<AsText<T>, E> {
                text.parse().map(AsText).map_err(E::custom)
            }
        }
        deserializer.deserialize_str(TextVisitor(PhantomData))
    }
}

/// 32 bytes as 64 small hexadecimal digits.
pub(super) struct Hex(pub(super) [u8; 32]);

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut digits = [0; 64];
        hex::encode_to_slice(self.0, &mut digits).map_err(serde::ser::Error::custom)?;
        serializer.serialize_str(str::from_utf8(&digits).map_err(serde::ser::Error::custom)?)
    }
}

/// Takes no capital digits, so that the same bytes have one text only and a payload can be written again as it was.
///
/// Commitments are most of what a replay reads; without a branch for each digit this takes a fraction of the time of
/// the crate `hex`.
fn hex_bytes(text: &str) -> Option<[u8; 32]> {
    const NO_DIGIT: u8 = 0x10;
    let value = |digit: u8| {
        let (number, letter) = (digit.wrapping_sub(b'0'), digit.wrapping_sub(b'a'));
        let letter = if letter < 6 { letter + 10 } else { NO_DIGIT };
        if number < 10 { number } else { letter }
    };
    let digits: &[u8; 64] = text.as_bytes().try_into().ok()?;
    let (mut bytes, mut seen) = ([0; 32], 0);
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let (high, low) = (value(pair[0]), value(pair[1]));
        seen |= high | low;
        *byte = high << 4 | low;
    }
    (seen & NO_DIGIT == 0).then_some(bytes)
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
                hex_bytes(text).map(Hex).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_str(HexVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_exactly_64_small_digits() {
        let digits = "0123456789abcdef".repeat(4);
        assert_eq!(hex_bytes(&digits).map(hex::encode), Some(digits.clone()));
        for wrong in [&digits[1..], &format!("{digits}0"), &digits.to_uppercase(), ""] {
            assert_eq!(hex_bytes(wrong), None, "{wrong}");
        }
        for sign in (0_u8..=127).map(char::from).filter(|sign| !digits.contains(*sign)) {
            assert_eq!(hex_bytes(&digits.replace('a', &sign.to_string())), None, "{sign:?}");
        }
    }
}
