//! The settings file: TOML without unknown keys.

use super::key::{KEYS, Key, RawValue};
use crate::failure::Failure;
use crate::input;
use events::postgres::RedactedAddress;
use events::vault::check_permissions;
use formats::localization::{Lang, Message};
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A file larger than this holds no settings.
const MAX_BYTES: u64 = 1 << 20;

/// A file that was read, every key of which is known.
pub(super) struct ConfigFile {
    path: PathBuf,
    mode: u32,
    values: Vec<(&'static Key, RawValue, i64)>,
}

impl ConfigFile {
    pub(super) fn read(lang: Lang, path: &Path) -> Result<Self, Failure> {
        let cannot_read = |error: std::io::Error| input::cannot_read(lang, path, &error);
        let metadata = fs::metadata(path).map_err(cannot_read)?;
        let mut text = String::new();
        File::open(path).and_then(|file| file.take(MAX_BYTES).read_to_string(&mut text)).map_err(cannot_read)?;
        let refuse = |message: Message<'_>| Failure::bad_input(lang, &message);
        let in_file = || Message::new("config-in-file").with("file", path.display().to_string());
        let table = DeTable::parse(&text).map_err(|error| {
            let line = error.span().map_or(1, |span| line_at(&text, span.start));
            // The message of the parser may repeat what stands there, but not more than a word of it.
            let message = Message::new("config-malformed").message("place", in_file().number("line", line));
            refuse(message.excerpt("problem", error.message().to_owned()))
        })?;
        let mut values = Vec::new();
        gather(&text, "", table.get_ref(), &mut values).map_err(|unknown| {
            let message = Message::new("config-unknown-key").message("place", in_file().number("line", unknown.line));
            refuse(message.excerpt("key", unknown.key))
        })?;
        Ok(Self { path: path.to_owned(), mode: metadata.permissions().mode(), values })
    }

    /// Every value with its key and its line.
    pub(super) fn values(&self) -> impl Iterator<Item = (&'static Key, RawValue, i64)> {
        self.values.iter().cloned()
    }

    /// A password in the address of the store is a secret, and so is the file then.
    pub(super) fn check_secret_permissions(&self, lang: Lang, store: Option<&str>) -> Result<(), Failure> {
        let has_password =
            store.and_then(|text| RedactedAddress::parse(text).ok()).is_some_and(|store| store.has_password);
        match check_permissions(self.mode) {
            Err(open) if has_password => {
                let message = Message::new("config-open-to-others").with("file", self.path.display().to_string());
                Err(Failure::bad_input(lang, &message.with("mode", format!("{:04o}", open.mode))))
            }
            _ => Ok(()),
        }
    }
}

struct UnknownKey {
    key: String,
    line: i64,
}

fn line_at(text: &str, offset: usize) -> i64 {
    let before = text.get(..offset).unwrap_or(text);
    before.matches('\n').count() as i64 + 1
}

/// Everything in a table; tables that are no section of the settings are unknown keys.
fn gather(
    text: &str,
    prefix: &str,
    table: &DeTable<'_>,
    values: &mut Vec<(&'static Key, RawValue, i64)>,
) -> Result<(), UnknownKey> {
    for (key, value) in table {
        let name = format!("{prefix}{}", key.get_ref());
        let line = line_at(text, key.span().start);
        let section = format!("{name}.");
        match value.get_ref() {
            DeValue::Table(inner) if prefix.is_empty() && KEYS.iter().any(|key| key.name.starts_with(&section)) => {
                gather(text, &section, inner, values)?;
            }
            value => match KEYS.iter().find(|key| key.name == name) {
                Some(key) => values.push((key, given(value), line)),
                None => return Err(UnknownKey { key: name, line }),
            },
        }
    }
    Ok(())
}

fn given(value: &DeValue<'_>) -> RawValue {
    match value {
        DeValue::String(text) => RawValue::Text(text.to_string()),
        DeValue::Boolean(on) => RawValue::Switch(*on),
        DeValue::Integer(integer) => {
            i64::from_str_radix(integer.as_str(), integer.radix()).map_or(RawValue::Other, RawValue::Number)
        }
        DeValue::Array(items) => {
            let text = |item: &Spanned<DeValue<'_>>| item.get_ref().as_str().map(str::to_owned);
            items.iter().map(text).collect::<Option<_>>().map_or(RawValue::Other, RawValue::List)
        }
        DeValue::Float(_) | DeValue::Datetime(_) | DeValue::Table(_) => RawValue::Other,
    }
}
