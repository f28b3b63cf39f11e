//! The address of a store, and the paths of the files that belong to it.

use crate::failure::Failure;
use clap::Args;
use events::postgres::RedactedAddress;
use formats::localization::{Lang, Message};
use std::fmt;
use std::path::{Path, PathBuf};

const STORE: &str = "KOSTKA_STORE";
/// The variable that names the folder of what is kept outside the store.
const OUTSIDE: &str = "KOSTKA_OUTSIDE";
const DEFAULT: &str = "kostka.db";

/// The options that every command on a store takes.
#[derive(Args, Clone, Default)]
pub(crate) struct StoreArgs {
    #[arg(long, value_name = "STORE")]
    pub(crate) store: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) key_file: Option<PathBuf>,
    #[arg(long, value_name = "FOLDER")]
    pub(crate) outside: Option<PathBuf>,
    /// What holds where neither options nor environment say anything.
    #[arg(skip)]
    pub(crate) fallback: StoreFallback,
}

/// What a file of settings says of the store.
#[derive(Clone, Default)]
pub(crate) struct StoreFallback {
    pub(crate) store: Option<String>,
    pub(crate) key_file: Option<String>,
    pub(crate) outside: Option<String>,
}

#[derive(Clone)]
pub(crate) enum Address {
    Sqlite(PathBuf),
    Postgres(Postgres),
}

/// The address of a PostgreSQL database; what is shown of it holds no password.
#[derive(Clone)]
pub(crate) struct Postgres {
    pub(crate) text: String,
    redacted_address: RedactedAddress,
}

impl Postgres {
    /// The name of the files that belong to the database.
    fn file_name(&self) -> String {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let database: String = self.redacted_address.database.chars().map(|c| if plain(c) { c } else { '_' }).collect();
        format!("kostka-{database}")
    }
}

fn is_postgres(text: &str) -> bool {
    text.starts_with("postgres://") || text.starts_with("postgresql://")
}

impl StoreArgs {
    /// The address that the command line or the environment gives.
    pub(crate) fn address(&self, lang: Lang) -> Result<Address, Failure> {
        let refused = |message: &Message<'_>| Failure::bad_input(lang, message);
        // Before anything: what cannot be kept outside would be missed only when it is needed.
        if let Some(folder) = self.outside_folder().filter(|folder| !folder.is_dir()) {
            return Err(refused(&Message::new("outside-missing").with("folder", folder.display().to_string())));
        }
        let named = self.store.clone().or_else(|| std::env::var(STORE).ok());
        let named = named.or_else(|| self.fallback.store.clone());
        let text = named.unwrap_or_else(|| DEFAULT.to_owned());
        if text.is_empty() {
            return Err(refused(&Message::new("store-empty-address")));
        }
        match text.split_once("://") {
            Some(_) if is_postgres(&text) => {
                let redacted_address = RedactedAddress::parse(&text).map_err(|error| {
                    refused(&Message::new("store-invalid-address").with("problem", error.to_string()))
                })?;
                // Every user of the machine can read the command line of a process.
                if redacted_address.has_password && self.store.is_some() {
                    return Err(refused(&Message::new("store-password-on-command-line")));
                }
                Ok(Address::Postgres(Postgres { text, redacted_address }))
            }
            Some((scheme, _)) => {
                Err(refused(&Message::new("store-unknown-scheme").excerpt("scheme", scheme.to_owned())))
            }
            None => Ok(Address::Sqlite(text.into())),
        }
    }

    fn outside_folder(&self) -> Option<PathBuf> {
        let named = self.outside.clone().or_else(|| std::env::var_os(OUTSIDE).map(PathBuf::from));
        named.or_else(|| self.fallback.outside.as_ref().map(PathBuf::from))
    }

    /// Where the store and its files are, by the keys of the settings; without a password.
    pub(crate) fn shown(&self, lang: Lang) -> Result<[(&'static str, Option<String>); 3], Failure> {
        let address = self.address(lang)?;
        let key_file = super::master_key::file(self, &address);
        let store = match &address {
            Address::Postgres(postgres) if !postgres.redacted_address.has_password => postgres.text.clone(),
            other => other.to_string(),
        };
        Ok([
            ("store", Some(store)),
            ("key_file", Some(key_file.display().to_string())),
            ("outside", self.outside_folder().map(|folder| folder.display().to_string())),
        ])
    }
}

impl Address {
    /// Whether the store is there; for a server this is unknown before a connection.
    pub(super) fn exists(&self) -> bool {
        match self {
            Self::Sqlite(path) => path.metadata().is_ok_and(|file| file.is_dir() || file.len() > 0),
            Self::Postgres(_) => true,
        }
    }

    /// The name of the files that belong to the store, without an ending.
    fn base(&self) -> PathBuf {
        match self {
            Self::Sqlite(path) => path.clone(),
            Self::Postgres(postgres) => PathBuf::from(postgres.file_name()),
        }
    }

    /// A file that belongs to the store and lies beside it.
    pub(crate) fn beside(&self, ending: &str) -> PathBuf {
        with_ending(&self.base(), ending)
    }

    /// A file that is kept outside the store: beside it, or in the folder that the user names.
    pub(crate) fn outside(&self, args: &StoreArgs, ending: &str) -> PathBuf {
        let base = self.base();
        match (args.outside_folder(), base.file_name()) {
            (Some(folder), Some(name)) => with_ending(&folder.join(name), ending),
            _ => with_ending(&base, ending),
        }
    }
}

fn with_ending(base: &Path, ending: &str) -> PathBuf {
    let mut path = base.as_os_str().to_owned();
    path.push(".");
    path.push(ending);
    path.into()
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => path.display().fmt(f),
            Self::Postgres(postgres) => postgres.redacted_address.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_store_lie_beside_it_or_in_the_folder_that_was_named() {
        let address = Address::Sqlite("data/kostka.db".into());
        let mut args = StoreArgs::default();
        assert_eq!(address.outside(&args, "checkpoint"), Path::new("data/kostka.db.checkpoint"));
        args.outside = Some("elsewhere".into());
        assert_eq!(address.outside(&args, "erasures"), Path::new("elsewhere/kostka.db.erasures"));
        assert_eq!(address.beside("key"), Path::new("data/kostka.db.key"));
    }
}
