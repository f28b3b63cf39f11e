//! `kostka restore`: puts a backup in place of the store, or accepts the loss of a store that was set back.

use super::backup::{Unfinished, beside, check_copy, check_creatable, keep, suffixed, verification_failure};
use super::output;
use super::verify::words;
use crate::args::Restore;
use crate::failure::{Failure, with_causes};
use crate::progress::{Progress, while_verifying};
use crate::store::{
    Address, Missing, Store, checkpoint_status_message, file_failed, open_failure, open_log, remedy, store_error,
    store_failure,
};
use crate::system_environment::SystemEnvironment;
use commands::epoch::{SignedPrefix, accept_loss};
use commands::event_writer::EventWriter;
use events::envelope::Actor;
use events::log::Log;
use events::postgres::PostgresLog;
use events::proof::checkpoint::Signer;
use events::proof::checkpoint_file;
use events::proof::checkpoint_status::{
    CheckpointCheckError, CheckpointStatus, compare_with_checkpoints, signed_before,
};
use events::proof::checkpointer::{Checkpointer, SignLossError};
use events::proof::epochs::AcceptedLoss;
use events::sqlite::{OpenError, SqliteLog, SqliteOptions};
use events::verify::{Problem, verify_store};
use formats::localization::{Lang, Message};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

pub(crate) fn run(lang: Lang, args: &Restore) -> Result<(), Failure> {
    match (args.accept_loss, &args.reason) {
        (true, None) => return Err(Failure::BadInput(vec![lang.text("restore-needs-reason")])),
        (false, Some(_)) => return Err(Failure::BadInput(vec![lang.text("restore-reason-alone")])),
        (true, Some(reason)) if reason.trim().is_empty() => {
            return Err(Failure::BadInput(vec![lang.text("import-empty-reason")]));
        }
        _ => {}
    }
    let mut out = output();
    if let Some(backup) = &args.backup {
        put_in_place(lang, args, backup)?;
        let message = Message::new("restore-in-place").with("file", backup.display().to_string());
        writeln!(out, "{}", lang.render(&message))?;
        let journal = args.store.address(lang)?.outside(&args.store, "erasures");
        if !journal.exists() {
            let message = Message::new("restore-no-journal").with("file", journal.display().to_string());
            eprintln!("{}", lang.render(&message));
        }
    } else if !args.accept_loss {
        return Err(Failure::BadInput(vec![lang.text("restore-needs-backup")]));
    }
    // The operator who accepts a loss needs no warning of it.
    let open = if args.accept_loss { Store::open_without_warning } else { Store::open };
    let store = open(lang, &args.store, Missing::Refuse)?;
    let store = match (store.checkpoint_status.is_sound(), &args.reason) {
        (true, None) => store,
        (true, Some(_)) => {
            writeln!(out, "{}", lang.text("restore-no-loss"))?;
            store
        }
        (false, Some(reason)) => {
            let lost = accept(lang, &store, reason)?;
            writeln!(out, "{}", lang.render(&lost))?;
            drop(store);
            Store::open(lang, &args.store, Missing::Refuse)?
        }
        (false, None) => {
            let lines = ["store-read-only-way-out", remedy(&store.checkpoint_status)];
            return Err(Failure::Store(lines.map(|id| lang.text(id)).into()));
        }
    };
    let head = store.log.head().map_err(|error| store_error(lang, &error))?.position;
    store.finish()?;
    writeln!(out, "{}", lang.render(&Message::new("restore-done").number("events", head.0 as i64)))?;
    Ok(out.flush()?)
}

/// Checks a copy of the backup against itself and against the last checkpoint, and only then touches the store.
fn put_in_place(lang: Lang, args: &Restore, backup: &Path) -> Result<(), Failure> {
    let address = args.store.address(lang)?;
    if !backup.exists() {
        let message = Message::new("restore-missing-backup").with("file", backup.display().to_string());
        return Err(Failure::bad_input(lang, &message));
    }
    let master = args.store.master_key(lang, &address)?;
    let damaged = |error: &dyn std::error::Error| {
        Failure::check_failed(lang, &Message::new("restore-damaged").with("problem", with_causes(error)))
    };
    let not_opened = |error: OpenError| match error {
        error if error.is_corrupt() => {
            let message = Message::new("restore-damaged").message("problem", Message::new("file-corrupt"));
            Failure::check_failed(lang, &message)
        }
        OpenError::Damaged(_) => damaged(&error),
        error => open_failure(lang, backup, &error),
    };
    let copy = Unfinished(address.beside("restoring"));
    let _ = fs::remove_file(&copy.0);
    check_creatable(&copy.0).map_err(|error| store_failure(lang, &file_failed(&copy.0, &error)))?;
    let has_companions = || SQLITE_SIDECAR_SUFFIXES.iter().any(|ending| suffixed(backup, ending).exists());
    let had_companions = has_companions();
    SqliteLog::copy(backup, &copy.0).map_err(not_opened)?;
    if has_companions() && !had_companions {
        // Reading has left auxiliary files beside the backup; where they cannot be removed, they do no harm.
        let _ = SqliteLog::seal(backup);
    }
    let opened = SqliteLog::open(&copy.0, Arc::new(SystemEnvironment), SqliteOptions::default()).map_err(not_opened)?;
    let identity = opened.identity().map_err(|error| damaged(&error))?;
    let signer = Signer::new(&master.signing_seed(), &identity);
    let outside = address.outside(&args.store, "checkpoint");
    let checkpoint_status =
        compare_with_checkpoints(&opened, signer.verifier_key(), &outside).map_err(|error| match &error {
            CheckpointCheckError::File(source) => store_failure(lang, &file_failed(&outside, source)),
            other => damaged(other),
        })?;
    opened.close();
    // Before anything is touched: the only loss that can be accepted is that of the end.
    let is_acceptable = args.accept_loss && matches!(checkpoint_status, CheckpointStatus::Behind { .. });
    if !checkpoint_status.is_sound() && !is_acceptable {
        let reason = lang.render(&checkpoint_status_message(&checkpoint_status));
        let refused = lang.render(&Message::new("restore-behind").with("reason", reason));
        let advice = match &checkpoint_status {
            CheckpointStatus::Behind { .. } => {
                let file = shell_quoted(&backup.display().to_string());
                lang.render(&Message::new("way-out-behind-backup").with("file", file))
            }
            other => lang.text(remedy(other)),
        };
        return Err(Failure::Store(vec![refused, advice]));
    }
    let kept = if checkpoint_status.is_sound() {
        checkpoint_file::read(&outside).map_err(|error| store_failure(lang, &file_failed(&outside, &error)))?
    } else {
        None
    };
    let report = check_copy(lang, &copy.0, signer.verifier_key(), kept.as_deref())?;
    if !report.fits() {
        return Err(verification_failure(lang, "restore-damaged", &report));
    }
    match &address {
        Address::Sqlite(path) => replace_file(lang, &copy.0, path),
        Address::Postgres(postgres) => {
            let from = SqliteLog::open(&copy.0, Arc::new(SystemEnvironment), SqliteOptions::default())
                .map_err(|error| open_failure(lang, backup, &error))?;
            let progress = Progress::new(lang, "restore-progress");
            let mut show = |done, all| progress.show(done, all);
            let restored = PostgresLog::restore(&postgres.text, &from, &mut show);
            restored.map_err(|error| store_error(lang, &error))
        }
    }
}

/// A name as it can be typed into a shell.
fn shell_quoted(name: &str) -> String {
    let is_plain = |sign: char| sign.is_alphanumeric() || "._-/".contains(sign);
    if name.chars().all(is_plain) { name.to_owned() } else { format!("'{}'", name.replace('\'', "'\\''")) }
}

/// The old file stays, under another name; nothing is overwritten.
fn replace_file(lang: Lang, copy: &Path, store: &Path) -> Result<(), Failure> {
    let failed = |error: std::io::Error| store_failure(lang, &file_failed(store, &error));
    SqliteLog::seal(copy).map_err(|error| store_error(lang, &error))?;
    if store.exists() {
        // What a crash left in the write-ahead log goes into the file, or the file under its other name would lack it.
        // A file that is no store, or a damaged one, is kept as it is.
        if let Err(OpenError::InUse) = SqliteLog::seal(store) {
            return Err(store_failure(lang, &Message::new("restore-in-use")));
        }
        let old = (1..=u32::MAX).map(|number| beside(store, &format!("replaced-{number}"))).find(|path| !path.exists());
        if let Some(old) = old {
            // Its other files first: under the new name they must not be taken for those of the restored store.
            for ending in SQLITE_SIDECAR_SUFFIXES {
                move_away(&suffixed(store, ending), &suffixed(&old, ending)).map_err(failed)?;
            }
            keep(store, &old).map_err(failed)?;
            eprintln!("{}", lang.render(&Message::new("restore-old-kept").with("file", old.display().to_string())));
        }
    }
    // What a store left behind that is gone would be read into the restored one.
    for ending in SQLITE_SIDECAR_SUFFIXES {
        move_away(&suffixed(store, ending), &suffixed(store, &format!("{ending}.left-behind"))).map_err(failed)?;
    }
    keep(copy, store).map_err(failed)
}

/// The files that SQLite keeps beside a store.
const SQLITE_SIDECAR_SUFFIXES: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Gives a file another name, if it is there.
fn move_away(from: &Path, to: &Path) -> std::io::Result<()> {
    match fs::rename(from, to) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Records the loss of what the last checkpoint covers beyond the store, and opens a new epoch.
fn accept(lang: Lang, store: &Store, reason: &str) -> Result<Message<'static>, Failure> {
    let failed = |error: &(dyn std::error::Error + 'static)| store_error(lang, error);
    if let CheckpointStatus::UnsignedLoss { .. } = store.checkpoint_status {
        // A crash came between the recording of a loss and its signing.
        let loss = sign(lang, store, &store.checkpointer)?;
        store.log.close();
        return Ok(Message::new("restore-loss-signed")
            .count("from", loss.lost_from)
            .count("until", loss.lost_until)
            .number("epoch", loss.epoch));
    }
    let CheckpointStatus::Behind { .. } = store.checkpoint_status else {
        let reason = lang.render(&checkpoint_status_message(&store.checkpoint_status));
        let refused = lang.render(&Message::new("restore-not-behind").with("reason", reason));
        return Err(Failure::Store(vec![refused, lang.text(remedy(&store.checkpoint_status))]));
    };
    let key = store.checkpointer.signer().verifier_key();
    let signed = signed_before(u32::MAX, &*store.log, key, &store.outside).map_err(|error| failed(&error))?;
    let Some(signed) = signed else {
        return Err(store_failure(lang, &checkpoint_status_message(&store.checkpoint_status)));
    };
    // Signing a new epoch vouches for what is left, so it must fit in itself.
    let report = while_verifying(lang, "verify-progress", |progress| verify_store(&*store.log, key, None, progress));
    let report = report.map_err(|error| failed(&error))?;
    if let Some(problem) = report.problems.iter().find(|problem| !matches!(problem, Problem::Behind { .. })) {
        let message = Message::new("restore-does-not-verify").message("problem", words(problem));
        return Err(Failure::check_failed(lang, &message));
    }
    // The store was opened read-only because of the very loss that is accepted here.
    store.log.close();
    let log = open_log(lang, &store.address, Missing::Refuse, &store.environment)?;
    let event_writer = EventWriter::new(&*log, &store.vault, &SystemEnvironment, Actor::operator());
    let signed = SignedPrefix { epoch: signed.epoch, until: signed.until, root: signed.root };
    let loss = accept_loss(&event_writer, signed, reason).map_err(|error| failed(&error))?;
    let identity = log.identity().map_err(|error| failed(&error))?;
    let signer = Signer::new(&store.vault.master_key().signing_seed(), &identity);
    let checkpointer = Checkpointer::new(Arc::clone(&log), signer, store.outside.clone());
    sign(lang, store, &checkpointer)?;
    log.close();
    Ok(Message::new("restore-loss-accepted")
        .count("from", loss.lost_from)
        .count("until", loss.lost_until)
        .number("epoch", loss.epoch))
}

/// Checks the whole log and signs the loss with which its epoch begins.
fn sign(lang: Lang, store: &Store, checkpointer: &Checkpointer) -> Result<AcceptedLoss, Failure> {
    let signed = while_verifying(lang, "verify-progress", |progress| checkpointer.sign_accepted_loss(progress));
    signed.map_err(|error| match &error {
        SignLossError::Keep(error) => store.checkpoint_failure(error),
        SignLossError::DoesNotFit(problem) => {
            store_failure(lang, &Message::new("restore-does-not-verify").message("problem", words(problem)))
        }
        SignLossError::OtherLoss { loss, signed_until } => {
            let message = Message::new("restore-other-loss").count("until", loss.lost_until);
            store_failure(lang, &message.count("signed", *signed_until))
        }
        other => store_error(lang, other),
    })
}
