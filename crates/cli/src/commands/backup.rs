//! `kostka backup`: a copy of the store, taken while the service runs and checked before it counts.

use super::print_line;
use super::verify::words;
use crate::args::Backup;
use crate::failure::Failure;
use crate::input::io_problem;
use crate::progress::{Progress, while_verifying};
use crate::store::{Address, Missing, Store, file_failed, store_error, store_failure};
use crate::system_environment::SystemEnvironment;
use events::copy::copy_into_file;
use events::log::Log;
use events::proof::checkpoint_file;
use events::proof::note::VerifierKey;
use events::sqlite::{SqliteLog, SqliteOptions};
use events::verify::{Report, verify_store};
use formats::localization::{Lang, Message};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) fn run(lang: Lang, args: &Backup) -> Result<(), Failure> {
    if args.file.exists() {
        let message = Message::new("output-exists").with("file", args.file.display().to_string());
        return Err(Failure::bad_input(lang, &message));
    }
    let store = Store::open(lang, &args.store, Missing::Refuse)?;
    // Read before the copy is taken, so that the copy must reach it, if the store does.
    let kept = if store.checkpoint_status.is_sound() {
        checkpoint_file::read(&store.outside)
            .map_err(|error| store_failure(lang, &file_failed(&store.outside, &error)))?
    } else {
        None
    };
    // Under another name until it is checked: a file with the name of a backup is one.
    let unfinished = Unfinished(beside(&args.file, "unfinished"));
    let _ = fs::remove_file(&unfinished.0);
    let not_written = |error: io::Error| {
        let message = Message::new("output-failed").with("file", args.file.display().to_string());
        Failure::bad_input(lang, &message.message("problem", io_problem(&error)))
    };
    check_creatable(&unfinished.0).map_err(not_written)?;
    match &store.address {
        Address::Sqlite(path) => {
            SqliteLog::copy(path, &unfinished.0).map_err(|error| store_error(lang, &error))?;
        }
        Address::Postgres(_) => {
            let progress = Progress::new(lang, "backup-progress");
            let mut show = |done, all| progress.show(done, all);
            let copied = copy_into_file(&*store.log, &unfinished.0, &SystemEnvironment, &mut show);
            copied.map_err(|error| store_error(lang, &error))?;
        }
    }
    let key = store.checkpointer.signer().verifier_key();
    let report = check_copy(lang, &unfinished.0, key, kept.as_deref())?;
    store.log.close();
    if !report.fits() {
        return Err(verification_failure(lang, "backup-does-not-verify", &report));
    }
    SqliteLog::seal(&unfinished.0).map_err(|error| store_error(lang, &error))?;
    keep(&unfinished.0, &args.file).map_err(not_written)?;
    let message = Message::new("backup-done")
        .with("file", args.file.display().to_string())
        .number("events", report.events as i64);
    print_line(&lang.render(&message))
}

/// Whether a file can be made there; SQLite would not say why not.
pub(super) fn check_creatable(path: &Path) -> io::Result<()> {
    File::create_new(path)?;
    fs::remove_file(path)
}

/// A file that is removed unless it got its name.
pub(super) struct Unfinished(pub(super) PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        for path in [self.0.clone(), suffixed(&self.0, "-wal"), suffixed(&self.0, "-shm")] {
            let _ = fs::remove_file(path);
        }
    }
}

pub(super) fn suffixed(path: &Path, suffix: &str) -> PathBuf {
    let mut text = path.as_os_str().to_owned();
    text.push(suffix);
    text.into()
}

pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    suffixed(path, &format!(".{ending}"))
}

/// A copy that is not what was signed, with the first thing that is wrong.
pub(super) fn verification_failure(lang: Lang, message: &'static str, report: &Report) -> Failure {
    let message = Message::new(message);
    let message = match report.problems.first() {
        Some(problem) => message.message("problem", words(problem)),
        None => message.with("problem", ""),
    };
    Failure::check_failed(lang, &message)
}

/// Checks every event of a copy, and that it extends the checkpoint outside the store, if it is given.
pub(super) fn check_copy(lang: Lang, copy: &Path, key: &VerifierKey, kept: Option<&str>) -> Result<Report, Failure> {
    let log = SqliteLog::open(copy, Arc::new(SystemEnvironment), SqliteOptions::default())
        .map_err(|error| crate::store::open_failure(lang, copy, &error))?;
    let report = while_verifying(lang, "verify-progress", |progress| verify_store(&log, key, kept, progress));
    log.close();
    report.map_err(|error| store_error(lang, &error))
}

/// Gives a finished file its name, so that it is there after a power cut, too.
pub(super) fn keep(from: &Path, to: &Path) -> std::io::Result<()> {
    File::open(from)?.sync_all()?;
    fs::rename(from, to)?;
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}
