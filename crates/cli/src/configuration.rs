//! The settings of the service: by flags, then by the environment, then by a TOML file, then by default.

mod duration_text;
mod file;
mod key;
mod nearest;
mod show;

pub(crate) use key::{KEYS, Key};
pub(crate) use show::show;

use crate::failure::Failure;
use crate::store::{StoreArgs, StoreFallback};
use api::Settings;
use clap::Args;
use file::ConfigFile;
use formats::localization::{Lang, Message};
use key::RawValue;
use nearest::nearest;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

const CONFIG: &str = "KOSTKA_CONFIG";
/// Variables that are no settings of the service, but belong to the command.
const OTHER_VARIABLES: [&str; 5] =
    [CONFIG, "KOSTKA_MASTER_KEY", "KOSTKA_SIMULATE_TOKEN", "KOSTKA_SIMULATE_PASSWORD", "KOSTKA_SIMULATE_CODE"];
/// How variables begin that belong to the tests, which run the command with everything that is set for them.
const TEST_VARIABLE_PREFIXES: [&str; 2] = ["KOSTKA_TEST_", "KOSTKA_WRITE_GOLDEN"];

/// Where settings come from, for every command that needs some of them.
#[derive(Args, Clone, Default)]
pub(crate) struct ConfigArgs {
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

/// The flags of the service; every other setting is reached by `--set`.
#[derive(Args, Clone, Default)]
pub(crate) struct ServiceArgs {
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<String>,
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) metrics_listen: Option<String>,
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<String>,
    #[arg(long, value_name = "NETWORKS")]
    pub(crate) trusted_proxies: Option<String>,
    #[arg(long)]
    pub(crate) allow_plain_http: bool,
    #[arg(long, value_name = "N")]
    pub(crate) workers: Option<String>,
    #[arg(long, value_name = "LEVEL")]
    pub(crate) log: Option<String>,
    #[arg(long, value_name = "true|false")]
    pub(crate) access_log: Option<String>,
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

impl ServiceArgs {
    /// The flags that are given, as settings.
    fn given(&self) -> Vec<(String, String)> {
        let named = [
            ("listen", &self.listen),
            ("metrics_listen", &self.metrics_listen),
            ("public_url", &self.public_url),
            ("trusted_proxies", &self.trusted_proxies),
            ("workers", &self.workers),
            ("log", &self.log),
            ("access_log", &self.access_log),
        ];
        let mut given: Vec<(String, String)> = named
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value.clone()?)))
            .chain(self.allow_plain_http.then(|| ("allow_plain_http".to_owned(), "true".to_owned())))
            .collect();
        for set in &self.set {
            let (name, value) = set.split_once('=').unwrap_or((set, ""));
            given.push((name.to_owned(), value.to_owned()));
        }
        given
    }
}

/// Who has given a value; the later ones win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    Default,
    File,
    Environment,
    Flag,
}

/// What is chosen, from wherever.
#[derive(Clone)]
pub(crate) struct ConfigValues {
    pub(crate) service: Settings,
    pub(crate) allow_plain_http: bool,
    /// Which events of the program are logged.
    pub(crate) log: String,
    /// What the file says of the store; flags and environment are the store's own business.
    pub(crate) store: StoreFallback,
}

impl Default for ConfigValues {
    fn default() -> Self {
        // The address that is really listened on stands in links, unless another is given.
        let service = Settings { public_url: String::new(), ..Settings::default() };
        Self { service, allow_plain_http: false, log: "info".to_owned(), store: StoreFallback::default() }
    }
}

pub(crate) struct Configuration {
    pub(crate) chosen: ConfigValues,
    pub(crate) store: StoreArgs,
    pub(crate) file: Option<PathBuf>,
    origins: BTreeMap<&'static str, Origin>,
}

impl Configuration {
    /// The settings of a command that is not the service: no flags but those of the store.
    pub(crate) fn without_flags(lang: Lang, config: &ConfigArgs, store: &StoreArgs) -> Result<Self, Failure> {
        let args = ServiceArgs { config: config.clone(), store: store.clone(), ..ServiceArgs::default() };
        Self::load(lang, &args)
    }

    /// Where the service is reached, as far as the settings say; flags of the service are not known to other commands.
    pub(crate) fn known_url(&self) -> Option<String> {
        let service = &self.chosen.service;
        let listens = self.origins.contains_key("listen") && service.listen.port() != 0;
        let public = Some(&service.public_url).filter(|url| !url.is_empty());
        public.cloned().or_else(|| listens.then(|| format!("http://{}", service.listen)))
    }

    /// The settings of the service.
    pub(crate) fn load(lang: Lang, args: &ServiceArgs) -> Result<Self, Failure> {
        Self::from_sources(lang, args, std::env::vars_os())
    }

    fn from_sources(
        lang: Lang,
        args: &ServiceArgs,
        variables: impl Iterator<Item = (OsString, OsString)>,
    ) -> Result<Self, Failure> {
        let refuse = |message: &Message<'_>| Failure::bad_input(lang, message);
        let variables: BTreeMap<String, OsString> = variables
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value)))
            .filter(|(name, _)| name.starts_with("KOSTKA_"))
            .collect();
        let file = args.config.config.clone().or_else(|| variables.get(CONFIG).map(PathBuf::from));
        let mut read = Self {
            chosen: ConfigValues::default(),
            store: args.store.clone(),
            file: file.clone(),
            origins: BTreeMap::new(),
        };
        if let Some(path) = &file {
            let file = ConfigFile::read(lang, path)?;
            for (key, given, line) in file.values() {
                let place = Message::new("config-in-file").with("file", path.display().to_string());
                read.set(key, &given, Origin::File)
                    .map_err(|problem| refuse(&refused(place.number("line", line), key, problem)))?;
            }
            file.check_secret_permissions(lang, read.chosen.store.store.as_deref())?;
        }
        let unknown: Vec<String> = variables.keys().filter_map(|name| unknown_variable(lang, name)).collect();
        if !unknown.is_empty() {
            return Err(Failure::BadInput(unknown));
        }
        for (name, value) in &variables {
            match KEYS.iter().find(|key| key.variable() == *name) {
                // The store reads its own variables, also for all other commands.
                Some(key) if key.is_of_the_store() => drop(read.origins.insert(key.name, Origin::Environment)),
                Some(key) => {
                    let place = Message::new("config-in-variable").with("variable", name.clone());
                    let text = value.to_str().map(|text| RawValue::Text(text.to_owned()));
                    let done = match &text {
                        Some(given) => read.set(key, given, Origin::Environment),
                        None => Err(Message::new("config-not-utf8")),
                    };
                    done.map_err(|problem| refuse(&refused(place, key, problem)))?;
                }
                None => {}
            }
        }
        for (name, text) in args.given() {
            let key = KEYS.iter().find(|key| key.name == name && !key.is_of_the_store());
            let key = key.ok_or_else(|| refuse(&Message::new("config-unknown-set").excerpt("key", name.clone())))?;
            read.set(key, &RawValue::Text(text), Origin::Flag)
                .map_err(|problem| refuse(&refused(Message::new("config-in-flag"), key, problem)))?;
        }
        let flags = [
            ("store", args.store.store.is_some()),
            ("key_file", args.store.key_file.is_some()),
            ("outside", args.store.outside.is_some()),
        ];
        read.origins.extend(flags.into_iter().filter(|(_, given)| *given).map(|(name, _)| (name, Origin::Flag)));
        read.store.fallback = read.chosen.store.clone();
        Ok(read)
    }

    fn set(&mut self, key: &Key, given: &RawValue, origin: Origin) -> Result<(), Message<'static>> {
        key.set(&mut self.chosen, given)?;
        self.origins.insert(key.name, origin);
        Ok(())
    }

    /// Who has given the value of a key.
    pub(crate) fn origin(&self, key: &Key) -> Origin {
        self.origins.get(key.name).copied().unwrap_or(Origin::Default)
    }

    /// What the privacy notice and the accessibility statement lack.
    pub(crate) fn missing_in_notices(&self) -> Vec<&'static str> {
        KEYS.iter().filter(|key| key.is_missing_in_notices(&self.chosen)).map(|key| key.name).collect()
    }

    /// Refuses plain HTTP on an address that is not loopback unless it is allowed, and metrics on the public listener.
    pub(crate) fn check_listeners(&self, lang: Lang) -> Result<(), Failure> {
        let Settings { listen, metrics_listen, .. } = &self.chosen.service;
        let refuse = |id: &'static str, address: SocketAddr| {
            Err(Failure::bad_input(lang, &Message::new(id).with("address", address.to_string())))
        };
        for address in [Some(*listen), *metrics_listen].into_iter().flatten() {
            if !address.ip().to_canonical().is_loopback() && !self.chosen.allow_plain_http {
                return refuse("config-plain-http", address);
            }
        }
        match metrics_listen {
            Some(metrics) if metrics == listen && metrics.port() != 0 => refuse("config-public-metrics", *metrics),
            _ => Ok(()),
        }
    }
}

/// What to say of a variable that looks like a setting and is none.
fn unknown_variable(lang: Lang, name: &str) -> Option<String> {
    let settings: Vec<String> = KEYS.iter().map(Key::variable).collect();
    let known = || settings.iter().map(String::as_str).chain(OTHER_VARIABLES);
    if known().any(|known| known == name) || TEST_VARIABLE_PREFIXES.iter().any(|beginning| name.starts_with(beginning))
    {
        return None;
    }
    let message = Message::new("config-unknown-variable").excerpt("variable", name.to_owned());
    Some(lang.render(&message.with("nearest", nearest(name, known()).unwrap_or(CONFIG).to_owned())))
}

/// A value that is not right, with the place where it stands.
fn refused<'a>(place: Message<'a>, key: &Key, problem: Message<'a>) -> Message<'a> {
    Message::new("config-invalid").message("place", place).with("key", key.name).message("problem", problem)
}

#[cfg(test)]
mod tests;
