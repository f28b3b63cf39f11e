//! Opens the store that a command works on, with its keys and what is kept outside of it.

mod address;
mod master_key;

pub(crate) use address::{Address, StoreArgs};

use crate::failure::{Failure, with_causes};
use crate::world::World;
use events::envelope::{Actor, Position};
use events::log::{Log, Mode};
use events::postgres::{PostgresLog, PostgresOptions};
use events::proof::checkpoint::Signer;
use events::proof::keeper::Keeper;
use events::proof::standing::{Standing, examine};
use events::sqlite::{OpenError, SqliteLog, SqliteOptions};
use events::vault::{Journal, MasterKey, Vault};
use formats::words::{Lang, Message};
use projections::erasure;
use projections::names::Names;
use projections::scribe::Scribe;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Whether a store that is not there is made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Missing {
    Create,
    Refuse,
}

/// A store that is open.
pub(crate) struct Store {
    pub(crate) address: Address,
    pub(crate) log: Arc<dyn Log>,
    pub(crate) vault: Vault,
    pub(crate) keeper: Keeper,
    pub(crate) journal: Journal,
    /// The checkpoint outside the store.
    pub(crate) outside: PathBuf,
    pub(crate) standing: Standing,
    lang: Lang,
}

/// A failure of the store in words.
pub(crate) fn unusable(lang: Lang, message: &Message<'_>) -> Failure {
    Failure::Store(vec![lang.say(message)])
}

/// A failure of the store that has words of its own only in English.
pub(crate) fn store_error(lang: Lang, error: &dyn std::error::Error) -> Failure {
    unusable(lang, &Message::new("store-failed").with("problem", with_causes(error)))
}

impl Store {
    /// Opens the store; one that does not extend its last checkpoint is opened read-only, with a word about it.
    pub(crate) fn open(lang: Lang, args: &StoreArgs, missing: Missing) -> Result<Self, Failure> {
        let address = args.address(lang)?;
        let outside = address.outside(args, "checkpoint");
        if !address.exists() {
            if missing == Missing::Refuse {
                return Err(unusable(lang, &Message::new("store-missing").with("store", address.to_string())));
            }
            if outside.exists() {
                let message = Message::new("store-gone").with("store", address.to_string());
                return Err(unusable(lang, &message.with("file", outside.display().to_string())));
            }
        }
        let log = open_log(lang, &address, missing)?;
        let failed = |error: &dyn std::error::Error| store_error(lang, error);
        // A new key for an old store would open nothing and sign nothing that fits.
        let is_empty = log.head().map_err(|error| failed(&error))?.position == Position::START;
        let master = master_key::load(lang, args, &address, is_empty && missing == Missing::Create)?;
        let identity = log.identity().map_err(|error| failed(&error))?;
        let signer = Signer::new(&master.signing_seed(), &identity);
        let standing = examine(&*log, signer.verifier_key(), &outside).map_err(|error| failed(&error))?;
        let store = Self {
            keeper: Keeper::new(Arc::clone(&log), signer, outside.clone()),
            journal: Journal::at(address.outside(args, "erasures")),
            vault: Vault::new(master, Arc::new(World)),
            address,
            log,
            outside,
            standing,
            lang,
        };
        if store.standing.is_sound() {
            store.erase_again()?;
        } else {
            let reason = lang.say(&standing_message(&store.standing));
            store.log.set_read_only(&reason);
            eprintln!("{}", lang.say(&Message::new("store-read-only").with("reason", reason)));
        }
        Ok(store)
    }

    /// Whoever was erased stays erased, also when an older file was put in place.
    fn erase_again(&self) -> Result<(), Failure> {
        let scribe = Scribe::new(&*self.log, &self.vault, &World, Actor::operator());
        let erased = erasure::replay(&scribe, &self.journal).map_err(|error| store_error(self.lang, &error))?;
        if erased > 0 {
            eprintln!("{}", self.lang.say(&Message::new("store-erased-again").number("n", erased as i64)));
            self.keeper.checkpoint_now().map_err(|error| store_error(self.lang, &error))?;
        }
        Ok(())
    }

    /// What people and events are called; nobody who was erased, not even in a store that cannot be written.
    pub(crate) fn names(&self) -> Result<Names, Failure> {
        let mut names = Names::load(&*self.log, &self.vault).map_err(|error| store_error(self.lang, &error))?;
        for erasure in self.journal.read().map_err(|error| store_error(self.lang, &error))? {
            names.forget(&erasure.subject);
        }
        Ok(names)
    }

    /// The same for a command that writes: a read-only store is refused.
    pub(crate) fn open_to_write(lang: Lang, args: &StoreArgs, missing: Missing) -> Result<Self, Failure> {
        let store = Self::open(lang, args, missing)?;
        match store.log.mode() {
            Mode::Writable => Ok(store),
            Mode::ReadOnly(_) => Err(Failure::Store(vec![lang.text("store-read-only-way-out")])),
        }
    }

    /// Signs what was written and lets go of the store.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let kept = self.keeper.checkpoint_now();
        self.log.close();
        match kept {
            Ok(_) => Ok(()),
            Err(error) => Err(store_error(self.lang, &error)),
        }
    }
}

impl StoreArgs {
    /// The key of a store that exists or is about to be restored.
    pub(crate) fn master_key(&self, lang: Lang, address: &Address) -> Result<MasterKey, Failure> {
        master_key::load(lang, self, address, false)
    }
}

/// Opens the log alone, whatever was signed of it.
pub(crate) fn open_log(lang: Lang, address: &Address, missing: Missing) -> Result<Arc<dyn Log>, Failure> {
    match address {
        Address::Sqlite(path) => {
            let options = SqliteOptions::default();
            let opened = match missing {
                Missing::Create => SqliteLog::open_or_create(path, Arc::new(World), options),
                Missing::Refuse => SqliteLog::open(path, Arc::new(World), options),
            };
            Ok(Arc::new(opened.map_err(|error| open_failure(lang, path, &error))?))
        }
        Address::Postgres(postgres) => {
            let opened = PostgresLog::open(&postgres.text, Arc::new(World), PostgresOptions::default());
            Ok(Arc::new(opened.map_err(|error| store_error(lang, &error))?))
        }
    }
}

/// Why a file could not be opened as a store, in words.
pub(crate) fn open_failure(lang: Lang, path: &Path, error: &OpenError) -> Failure {
    let store = path.display().to_string();
    let message = match error {
        OpenError::Missing(_) => Message::new("store-missing").with("store", store),
        OpenError::NotAStore(_) => Message::new("store-not-a-store").with("store", store),
        OpenError::NeedsMigration { found, needed } => {
            Message::new("store-needs-migration").with("store", store).number("found", *found).number("needed", *needed)
        }
        OpenError::TooNew { found, known } => {
            Message::new("store-too-new").with("store", store).number("found", *found).number("known", *known)
        }
        other => Message::new("store-failed").with("problem", with_causes(other)),
    };
    unusable(lang, &message)
}

/// How a log stands to its checkpoints, in words.
pub(crate) fn standing_message(standing: &Standing) -> Message<'static> {
    match standing {
        Standing::Extends { size } => Message::new("standing-extends").number("size", *size as i64),
        Standing::NoCheckpointYet => Message::new("standing-none"),
        Standing::Behind { store_size, checkpoint_size } => Message::new("standing-behind")
            .number("store", *store_size as i64)
            .number("signed", *checkpoint_size as i64),
        Standing::Diverged { size } => Message::new("standing-diverged").number("size", *size as i64),
        Standing::BadCheckpoint { reason, .. } => Message::new("standing-bad").with("problem", with_causes(reason)),
        Standing::OlderEpoch { store_epoch, checkpoint_epoch } => {
            Message::new("standing-older-epoch").number("store", *store_epoch).number("signed", *checkpoint_epoch)
        }
        Standing::UnsignedLoss { position } => Message::new("standing-unsigned-loss").count("position", position.0),
        Standing::ImpossibleLoss { position } => Message::new("standing-impossible-loss").count("position", position.0),
    }
}
