//! Opens the store that a command works on, with its keys and the files outside of it.

mod address;
mod master_key;

pub(crate) use address::{Address, StoreArgs, StoreFallback};
pub(crate) use master_key::{KEY as MASTER_KEY_VARIABLE, create_quietly};

use crate::failure::{Failure, with_causes};
use crate::input::io_problem;
use crate::notice;
use crate::system_environment::SystemEnvironment;
use commands::erasure;
use commands::event_writer::EventWriter;
use events::append::AppendError;
use events::envelope::{Actor, Position};
use events::environment::Environment;
use events::log::{Log, Mode};
use events::postgres::{PostgresLog, PostgresOptions};
use events::proof::checkpoint::{InvalidCheckpoint, Signer};
use events::proof::checkpoint_status::{CheckpointCheckError, CheckpointStatus, compare_with_checkpoints};
use events::proof::checkpointer::{CheckpointError, Checkpointer};
use events::proof::note::InvalidNote;
use events::sqlite::{OpenError, SqliteLog, SqliteOptions};
use events::vault::{ErasureJournal, JournalError, MasterKey, UnsealError, Vault};
use formats::localization::{Lang, Message};
use projections::names::Names;
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Whether a store that is not there is made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Missing {
    Create,
    /// The store is refused, but one in which nothing is recorded yet gets its key.
    CreateKey,
    Refuse,
}

pub(crate) struct Store {
    pub(crate) address: Address,
    pub(crate) log: Arc<dyn Log>,
    pub(crate) vault: Arc<Vault>,
    pub(crate) checkpointer: Arc<Checkpointer>,
    pub(crate) journal: ErasureJournal,
    /// The checkpoint outside the store.
    pub(crate) outside: PathBuf,
    pub(crate) checkpoint_status: CheckpointStatus,
    /// The clock by which it is written, and the randomness.
    pub(crate) environment: Arc<dyn Environment>,
    lang: Lang,
}

pub(crate) fn store_failure(lang: Lang, message: &Message<'_>) -> Failure {
    Failure::Store(vec![lang.render(message)])
}

/// A failure of the store that has words of its own only in English.
pub(crate) fn store_error(lang: Lang, error: &(dyn std::error::Error + 'static)) -> Failure {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if let Some(message) = localized_message(error) {
            return store_failure(lang, &message);
        }
        cause = error.source();
    }
    store_failure(lang, &Message::new("store-failed").with("problem", with_causes(error)))
}

/// The words for what people can put right themselves.
fn localized_message(error: &(dyn std::error::Error + 'static)) -> Option<Message<'static>> {
    if let Some(UnsealError::WrongMasterKey { .. }) = error.downcast_ref() {
        return Some(Message::new("key-wrong"));
    }
    if let Some(JournalError::Io { path, source }) = error.downcast_ref() {
        return Some(file_failed(path, source));
    }
    error.downcast_ref().and_then(append_message)
}

/// Why nothing was recorded, in words; none for what only a mistake in this program can cause.
pub(crate) fn append_message(error: &AppendError) -> Option<Message<'static>> {
    match error {
        AppendError::Conflict { .. } | AppendError::VaultConflict { .. } | AppendError::RecordConflict { .. } => {
            Some(Message::new("append-conflict"))
        }
        AppendError::Overloaded => Some(Message::new("append-overloaded")),
        AppendError::ReadOnly(reason) => Some(Message::new("store-read-only").with("reason", reason.clone())),
        AppendError::Failed(problem) => Some(Message::new("append-failed").message("problem", refusal(problem))),
        AppendError::Unknown(problem) => Some(Message::new("append-unknown").message("problem", refusal(problem))),
        AppendError::IdempotencyMismatch | AppendError::Invalid(_) | AppendError::Closed => None,
    }
}

/// What a backend says, in our words where people can do something about it.
fn refusal(problem: &str) -> Message<'static> {
    if problem.contains("disk is full") {
        return Message::new("io-storage-full");
    }
    Message::new("io-other").with("problem", problem.to_owned())
}

/// A file that belongs to the store could not be read or written.
pub(crate) fn file_failed(path: &Path, error: &io::Error) -> Message<'static> {
    let message = Message::new("store-file-failed").with("file", path.display().to_string());
    message.message("problem", io_problem(error))
}

impl Store {
    /// Opens the store; one that does not extend its last checkpoint is opened read-only, with a word about it.
    pub(crate) fn open(lang: Lang, args: &StoreArgs, missing: Missing) -> Result<Self, Failure> {
        let store = Self::open_without_warning(lang, args, missing)?;
        if let Mode::ReadOnly(reason) = store.log.mode() {
            notice::tell(&lang.render(&Message::new("store-read-only").with("reason", reason)));
        }
        Ok(store)
    }

    /// The same without the warning, for commands that repair the store.
    pub(crate) fn open_without_warning(lang: Lang, args: &StoreArgs, missing: Missing) -> Result<Self, Failure> {
        Self::open_in(lang, args, missing, Arc::new(SystemEnvironment))
    }

    /// The same with another clock than that of this machine.
    pub(crate) fn open_in(
        lang: Lang,
        args: &StoreArgs,
        missing: Missing,
        environment: Arc<dyn Environment>,
    ) -> Result<Self, Failure> {
        let address = args.address(lang)?;
        let outside = address.outside(args, "checkpoint");
        refuse_if_store_vanished(lang, &address, &outside)?;
        if missing != Missing::Create && !address.exists() {
            return Err(store_failure(lang, &Message::new("store-missing").with("store", address.to_string())));
        }
        let log = open_log(lang, &address, missing, &environment)?;
        let failed = |error: &(dyn std::error::Error + 'static)| store_error(lang, error);
        // A new key for an old store would open nothing and sign nothing that fits.
        let is_empty = log.head().map_err(|error| failed(&error))?.position == Position::START;
        let master = master_key::load(lang, args, &address, is_empty && missing != Missing::Refuse)?;
        let identity = log.identity().map_err(|error| failed(&error))?;
        let signer = Signer::new(&master.signing_seed(), &identity);
        let checkpoint_status =
            compare_with_checkpoints(&*log, signer.verifier_key(), &outside).map_err(|error| match &error {
                CheckpointCheckError::File(source) => store_failure(lang, &file_failed(&outside, source)),
                other => failed(other),
            })?;
        let store = Self {
            checkpointer: Arc::new(Checkpointer::new(Arc::clone(&log), signer, outside.clone())),
            journal: ErasureJournal::at(address.outside(args, "erasures")),
            vault: Arc::new(Vault::new(master, Arc::clone(&environment))),
            environment,
            address,
            log,
            outside,
            checkpoint_status,
            lang,
        };
        if store.checkpoint_status.is_sound() {
            store.reapply_erasures()?;
        } else {
            let reason = lang.render(&checkpoint_status_message(&store.checkpoint_status));
            store.log.set_read_only(&reason);
        }
        Ok(store)
    }

    /// Erased people stay erased, also when an older file was put in place.
    fn reapply_erasures(&self) -> Result<(), Failure> {
        let event_writer = EventWriter::new(&*self.log, &self.vault, &*self.environment, Actor::operator());
        let erased = erasure::replay(&event_writer, &self.journal).map_err(|error| store_error(self.lang, &error))?;
        if erased > 0 {
            notice::tell(&self.lang.render(&Message::new("store-erased-again").number("n", erased as i64)));
            self.checkpointer.checkpoint_now().map_err(|error| self.checkpoint_failure(&error))?;
        }
        Ok(())
    }

    /// Names of people and competitions, without erased people, even in a store that cannot be written.
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
            Mode::ReadOnly(_) => Err(Failure::Store(vec![
                lang.text("store-read-only-way-out"),
                lang.text(remedy(&store.checkpoint_status)),
            ])),
        }
    }

    /// Signs what was written and lets go of the store.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let kept = self.checkpointer.checkpoint_now();
        self.log.close();
        kept.map_err(|error| self.checkpoint_failure(&error))?;
        Ok(())
    }

    pub(crate) fn checkpoint_failure(&self, error: &CheckpointError) -> Failure {
        match error {
            CheckpointError::File(source) => store_failure(self.lang, &file_failed(&self.outside, source)),
            other => store_error(self.lang, other),
        }
    }
}

/// Refuses to make a store in the place of one that is gone.
pub(crate) fn refuse_if_store_vanished(lang: Lang, address: &Address, outside: &Path) -> Result<(), Failure> {
    if address.exists() || !outside.exists() {
        return Ok(());
    }
    let message = Message::new("store-gone").with("store", address.to_string());
    Err(store_failure(lang, &message.with("file", outside.display().to_string())))
}

impl StoreArgs {
    /// The key of a store that exists or is about to be restored.
    pub(crate) fn master_key(&self, lang: Lang, address: &Address) -> Result<MasterKey, Failure> {
        master_key::load(lang, self, address, false)
    }
}

/// Opens the log alone, whatever was signed of it.
pub(crate) fn open_log(
    lang: Lang,
    address: &Address,
    missing: Missing,
    environment: &Arc<dyn Environment>,
) -> Result<Arc<dyn Log>, Failure> {
    match address {
        Address::Sqlite(path) => {
            let options = SqliteOptions::default();
            let opened = match missing {
                Missing::Create => SqliteLog::open_or_create(path, Arc::clone(environment), options),
                Missing::CreateKey | Missing::Refuse => SqliteLog::open(path, Arc::clone(environment), options),
            };
            Ok(Arc::new(opened.map_err(|error| open_failure(lang, path, &error))?))
        }
        Address::Postgres(postgres) => {
            let opened = PostgresLog::open(&postgres.text, Arc::clone(environment), PostgresOptions::default());
            Ok(Arc::new(opened.map_err(|error| store_error(lang, &error))?))
        }
    }
}

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
        _ if path.is_dir() => Message::new("store-is-a-folder").with("store", store),
        _ if !folder_of(path).is_dir() => {
            Message::new("store-folder-missing").with("folder", folder_of(path).display().to_string())
        }
        error if error.is_corrupt() => Message::new("store-damaged").with("store", store),
        error if is_not_writable(path, error) => Message::new("store-not-writable").with("store", store),
        other => Message::new("store-failed").with("problem", with_causes(other)),
    };
    store_failure(lang, &message)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether a store could not be opened because nothing can be written there.
fn is_not_writable(path: &Path, error: &OpenError) -> bool {
    let refused =
        |error: io::Error| matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem);
    error.is_not_writable() || OpenOptions::new().write(true).open(path).is_err_and(refused)
}

/// What can be done about a store that takes no events.
pub(crate) fn remedy(checkpoint_status: &CheckpointStatus) -> &'static str {
    match checkpoint_status {
        CheckpointStatus::Behind { .. } => "way-out-behind",
        CheckpointStatus::BadCheckpoint { .. } => "way-out-bad",
        CheckpointStatus::UnsignedLoss { .. } => "way-out-unsigned-loss",
        _ => "way-out-diverged",
    }
}

pub(crate) fn checkpoint_message(problem: &InvalidCheckpoint) -> Message<'static> {
    match problem {
        InvalidCheckpoint::Note(InvalidNote::NoSignatures) => Message::new("checkpoint-unsigned"),
        InvalidCheckpoint::Note(InvalidNote::OtherKey) => Message::new("checkpoint-other-key"),
        InvalidCheckpoint::Note(InvalidNote::WrongSignature) => Message::new("checkpoint-wrong-signature"),
        InvalidCheckpoint::Note(_) | InvalidCheckpoint::Malformed => Message::new("checkpoint-malformed"),
        InvalidCheckpoint::Origin { found, expected } => {
            Message::new("checkpoint-other-log").excerpt("found", found.clone()).excerpt("expected", expected.clone())
        }
    }
}

/// How a log stands to its checkpoints, in words.
pub(crate) fn checkpoint_status_message(checkpoint_status: &CheckpointStatus) -> Message<'static> {
    match checkpoint_status {
        CheckpointStatus::Extends { size } => Message::new("standing-extends").number("size", *size as i64),
        CheckpointStatus::NoCheckpointYet => Message::new("standing-none"),
        CheckpointStatus::Behind { store_size, checkpoint_size } => Message::new("standing-behind")
            .number("store", *store_size as i64)
            .number("signed", *checkpoint_size as i64),
        CheckpointStatus::Diverged { size } => Message::new("standing-diverged").number("size", *size as i64),
        CheckpointStatus::BadCheckpoint { reason, .. } => {
            Message::new("standing-bad").message("problem", checkpoint_message(reason))
        }
        CheckpointStatus::OlderEpoch { store_epoch, checkpoint_epoch } => {
            Message::new("standing-older-epoch").number("store", *store_epoch).number("signed", *checkpoint_epoch)
        }
        CheckpointStatus::UnsignedLoss { position } => {
            Message::new("standing-unsigned-loss").count("position", position.0)
        }
        CheckpointStatus::ImpossibleLoss { position } => {
            Message::new("standing-impossible-loss").count("position", position.0)
        }
    }
}
