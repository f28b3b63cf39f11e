//! Where a store is, and where the files that belong to it lie.

use crate::failure::Failure;
use clap::Args;
use formats::words::{Lang, Message};
use std::fmt;
use std::path::{Path, PathBuf};

/// The variable that names the store.
const STORE: &str = "KOSTKA_STORE";
/// The variable that names the folder of what is kept outside the store.
const OUTSIDE: &str = "KOSTKA_OUTSIDE";
/// The store if none is named.
const DEFAULT: &str = "kostka.db";

/// The options that every command on a store takes.
#[derive(Args, Clone)]
pub(crate) struct StoreArgs {
    #[arg(long, value_name = "STORE")]
    pub(crate) store: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) key_file: Option<PathBuf>,
    #[arg(long, value_name = "FOLDER")]
    pub(crate) outside: Option<PathBuf>,
}

/// Where a store is.
#[derive(Clone)]
pub(crate) enum Address {
    Sqlite(PathBuf),
    Postgres(Postgres),
}

/// The address of a PostgreSQL database; what is shown of it holds no password.
#[derive(Clone)]
pub(crate) struct Postgres {
    pub(crate) text: String,
    shown: String,
    database: String,
}

impl Postgres {
    fn parse(text: &str) -> Self {
        let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
        let database = path.split('?').next().unwrap_or_default();
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let database = if database.is_empty() { "kostka" } else { database };
        Self {
            text: text.to_owned(),
            shown: format!("postgres://{host}/{database}"),
            database: database.chars().map(|c| if plain(c) { c } else { '_' }).collect(),
        }
    }
}

fn is_postgres(text: &str) -> bool {
    text.starts_with("postgres://") || text.starts_with("postgresql://")
}

/// Whether an address holds a password, in front of the host or among the parameters.
fn has_password(text: &str) -> bool {
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    let in_authority = authority.rsplit_once('@').is_some_and(|(user, _)| user.contains(':'));
    let in_parameters = rest.split(['?', '&']).any(|parameter| parameter.starts_with("password="));
    in_authority || in_parameters
}

impl StoreArgs {
    /// The address that the command line or the environment gives.
    pub(crate) fn address(&self, lang: Lang) -> Result<Address, Failure> {
        let text = match &self.store {
            // Everybody on the machine can read the command line of a process.
            Some(text) if is_postgres(text) && has_password(text) => {
                return Err(Failure::BadInput(vec![lang.text("store-password-on-command-line")]));
            }
            Some(text) => text.clone(),
            None => std::env::var(STORE).unwrap_or_else(|_| DEFAULT.to_owned()),
        };
        if text.is_empty() {
            return Err(Failure::BadInput(vec![lang.text("store-empty-address")]));
        }
        match text.split_once("://") {
            Some(_) if is_postgres(&text) => Ok(Address::Postgres(Postgres::parse(&text))),
            Some((scheme, _)) => {
                let message = Message::new("store-unknown-scheme").excerpt("scheme", scheme.to_owned());
                Err(Failure::BadInput(vec![lang.say(&message)]))
            }
            None => Ok(Address::Sqlite(text.into())),
        }
    }

    fn outside_folder(&self) -> Option<PathBuf> {
        self.outside.clone().or_else(|| std::env::var_os(OUTSIDE).map(PathBuf::from))
    }
}

impl Address {
    /// Whether the store is there; of a server nobody knows before asking it.
    pub(super) fn exists(&self) -> bool {
        match self {
            Self::Sqlite(path) => path.metadata().is_ok_and(|file| file.len() > 0),
            Self::Postgres(_) => true,
        }
    }

    /// Whether there may be nothing in the store yet, so that it may get a new key.
    pub(super) fn may_be_new(&self) -> bool {
        matches!(self, Self::Postgres(_)) || !self.exists()
    }

    /// The name of the files that belong to the store, without an ending.
    fn base(&self) -> PathBuf {
        match self {
            Self::Sqlite(path) => path.clone(),
            Self::Postgres(postgres) => PathBuf::from(format!("kostka-{}", postgres.database)),
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
            Self::Postgres(postgres) => f.write_str(&postgres.shown),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_in_an_address_is_noticed_wherever_it_stands() {
        for with in [
            "postgres://anna:secret@db/kostka",
            "postgresql://anna:secret@db",
            "postgres://db/kostka?user=anna&password=secret",
            "postgres://db/kostka?password=secret",
        ] {
            assert!(has_password(with), "{with}");
        }
        for without in
            ["postgres://anna@db:5432/kostka", "postgres:///kostka?host=/run/postgresql", "postgres://[::1]:1/k"]
        {
            assert!(!has_password(without), "{without}");
        }
    }

    #[test]
    fn what_is_shown_of_an_address_holds_neither_user_nor_password() {
        let shown = Address::Postgres(Postgres::parse("postgres://anna:secret@db:5432/kostka?password=x")).to_string();
        assert_eq!(shown, "postgres://db:5432/kostka");
    }

    #[test]
    fn files_of_a_store_lie_beside_it_or_in_the_folder_that_was_named() {
        let address = Address::Sqlite("data/kostka.db".into());
        let mut args = StoreArgs { store: None, key_file: None, outside: None };
        assert_eq!(address.outside(&args, "checkpoint"), Path::new("data/kostka.db.checkpoint"));
        args.outside = Some("elsewhere".into());
        assert_eq!(address.outside(&args, "erasures"), Path::new("elsewhere/kostka.db.erasures"));
        assert_eq!(address.beside("key"), Path::new("data/kostka.db.key"));
    }
}
