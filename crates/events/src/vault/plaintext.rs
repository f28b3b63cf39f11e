//! The text inside a sealed record: its fields and the salt of its commitment, as JSON.

use super::commitment::{Disclosure, Salt};
use super::record::{Fields, Record};
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use std::fmt;
use zeroize::Zeroizing;

#[derive(Serialize)]
struct Writing<'a> {
    #[serde(serialize_with = "write_fields")]
    fields: &'a [(&'static str, &'a str)],
    salt: &'a str,
}

fn write_fields<S: Serializer>(fields: &&[(&'static str, &str)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(fields.len()))?;
    for (name, text) in *fields {
        map.serialize_entry(name, text)?;
    }
    map.end()
}

/// The fields of a record and its salt.
pub(super) fn write(record: &impl Record, salt: &Salt) -> Zeroizing<Vec<u8>> {
    let fields = record.fields();
    let mut digits = Zeroizing::new([0; 64]);
    hex::encode_to_slice(salt.as_bytes(), &mut *digits).expect("two digits a byte");
    let salt = std::str::from_utf8(&*digits).expect("hexadecimal digits are ASCII");
    // Room for every character as an escape, because a text that grows leaves copies behind.
    let room: usize = fields.iter().map(|(name, text)| name.len() + 6 * text.len() + 6).sum();
    let mut text = Zeroizing::new(Vec::with_capacity(room + 100));
    serde_json::to_writer(&mut *text, &Writing { fields: &fields, salt }).expect("texts are always written");
    text
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reading<'a> {
    fields: Fields,
    salt: &'a str,
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Map;

        impl<'de> Visitor<'de> for Map {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("fields")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Fields(Vec::new());
                while let Some(name) = map.next_key::<String>()? {
                    if fields.0.iter().any(|(found, _)| *found == name) {
                        return Err(A::Error::custom("a field twice"));
                    }
                    fields.0.push((name, map.next_value()?));
                }
                Ok(fields)
            }
        }

        deserializer.deserialize_map(Map)
    }
}

/// Reads what [`write`] wrote, whatever spaces follow.
pub(super) fn read<R: Record>(text: &[u8]) -> Option<Disclosure<R>> {
    // The error of the reader could repeat a part of the text.
    let Reading { fields, salt } = serde_json::from_slice(text).ok()?;
    let mut bytes = Zeroizing::new([0; 32]);
    hex::decode_to_slice(salt, &mut *bytes).ok()?;
    Some(Disclosure { record: R::take(fields).ok()?, salt: Salt::from_bytes(*bytes) })
}
