//! `kostka doctor`: health checks of a store, one line each.

use super::output;
use crate::failure::{Failure, with_causes};
use crate::store::{Address, Missing, Store, StoreArgs, checkpoint_status_message, file_failed};
use crate::system_environment::SystemEnvironment;
use events::envelope::{StreamName, Timestamp};
use events::environment::Environment;
use events::proof::checkpoint_file;
use events::sqlite::{FileProblem, SqliteLog};
use events::vault::{Erasure, JournalError, UnsealError};
use formats::localization::{Lang, Message};
use projections::vault_check::{VaultProblem, check_vault};
use projections::views::replay_records;
use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

struct Finding {
    what: &'static str,
    fine: bool,
    detail: String,
}

pub(crate) fn run(lang: Lang, args: &StoreArgs) -> Result<(), Failure> {
    // A store that cannot be opened says why by itself.
    let store = Store::open(lang, args, Missing::Refuse)?;
    let findings = [
        Some(checkpoint_status(lang, &store)),
        Some(outside_checkpoint(lang, &store)),
        Some(vault(lang, &store)),
        Some(journal(lang, &store)),
        Some(clock(lang, &store)),
        Some(Finding { what: "doctor-events", fine: true, detail: lang.text("doctor-events-hint") }),
        match &store.address {
            Address::Sqlite(path) => Some(integrity(lang, path)),
            Address::Postgres(_) => None,
        },
    ];
    store.log.close();
    let mut out = output();
    writeln!(out, "{}", lang.render(&Message::new("doctor-title").with("store", store.address.to_string())))?;
    let mut failed_checks = Vec::new();
    for finding in findings.into_iter().flatten() {
        let verdict = lang.text(if finding.fine { "doctor-fine" } else { "doctor-problem" });
        let what = lang.text(finding.what);
        writeln!(out, "  {verdict:<8} {what}: {}", finding.detail)?;
        if !finding.fine {
            failed_checks.push(what);
        }
    }
    out.flush()?;
    if failed_checks.is_empty() {
        return Ok(());
    }
    let message =
        Message::new("doctor-sick").number("n", failed_checks.len() as i64).with("what", failed_checks.join(", "));
    Err(Failure::check_failed(lang, &message))
}

fn checkpoint_status(lang: Lang, store: &Store) -> Finding {
    Finding {
        what: "doctor-standing",
        fine: store.checkpoint_status.is_sound(),
        detail: lang.render(&checkpoint_status_message(&store.checkpoint_status)),
    }
}

fn outside_checkpoint(lang: Lang, store: &Store) -> Finding {
    let file = store.outside.display().to_string();
    let head = store.log.head().map_or(0, |head| head.position.0);
    let (fine, message) = match checkpoint_file::read(&store.outside) {
        Ok(Some(_)) => (true, Message::new("doctor-outside-there").with("file", file)),
        Ok(None) if head == 0 => (true, Message::new("doctor-outside-empty-log")),
        Ok(None) => (false, Message::new("doctor-outside-missing").with("file", file)),
        Err(error) => (false, file_failed(&store.outside, &error)),
    };
    Finding { what: "doctor-outside", fine, detail: lang.render(&message) }
}

/// Opens every record and compares it with the log, so that a wrong key, a damaged record or a foreign one is found
/// before it is needed.
fn vault(lang: Lang, store: &Store) -> Finding {
    let (fine, message) = match check_vault(&*store.log, &store.vault) {
        Err(error) => (false, Message::new("doctor-other").with("problem", with_causes(&error))),
        Ok(report) => match report.problems.first() {
            None => (true, Message::new("doctor-vault-opened").number("n", report.opened as i64)),
            Some(VaultProblem::Sealed(UnsealError::WrongMasterKey { .. })) => (false, Message::new("key-wrong")),
            Some(first) => {
                let message = Message::new("doctor-vault-problems").number("n", report.problem_count as i64);
                (false, message.message("first", vault_problem(first)))
            }
        },
    };
    Finding { what: "doctor-vault", fine, detail: lang.render(&message) }
}

fn vault_problem(problem: &VaultProblem) -> Message<'static> {
    let of = |id: &'static str, subject: &StreamName| Message::new(id).with("subject", subject.to_string());
    match problem {
        VaultProblem::Missing { subject, record } => of("vault-missing", subject).with("record", *record),
        VaultProblem::Other { subject, record } => of("vault-other", subject).with("record", *record),
        VaultProblem::Stray { subject } => of("vault-stray", subject),
        VaultProblem::Sealed(UnsealError::WrongMasterKey { .. }) => Message::new("key-wrong"),
        VaultProblem::Sealed(UnsealError::Damaged { subject, part }) => {
            of("vault-damaged", subject).with("record", part.clone())
        }
        VaultProblem::Sealed(UnsealError::UnexpectedContent { subject, name }) => {
            of("vault-damaged", subject).with("record", name.clone())
        }
        VaultProblem::Sealed(UnsealError::UnknownForm { subject }) => of("vault-unknown-form", subject),
    }
}

/// A person in the journal must not be in the vault, and an erased person must be in the journal.
fn journal(lang: Lang, store: &Store) -> Finding {
    let (fine, message) = match (store.journal.read(), replay_records(&*store.log)) {
        (Err(JournalError::Io { path, source }), _) => (false, file_failed(&path, &source)),
        (Err(error), _) => (false, Message::new("doctor-other").with("problem", with_causes(&error))),
        (_, Err(error)) => (false, Message::new("doctor-other").with("problem", with_causes(&error))),
        (Ok(erasures), Ok(views)) => {
            let alive = |erasure: &&Erasure| !matches!(store.log.sealed(&erasure.subject), Ok(None));
            let known: HashSet<&str> = erasures.iter().map(|erasure| erasure.subject.id()).collect();
            let lacking = views.records.players().filter(|(id, player)| player.erased && !known.contains(id.as_str()));
            match (erasures.iter().filter(alive).count(), lacking.count()) {
                (0, 0) => (true, Message::new("doctor-journal-fine").number("n", known.len() as i64)),
                (0, n) => (false, Message::new("doctor-journal-lacks").number("n", n as i64)),
                (n, _) => (false, Message::new("doctor-journal-alive").number("n", n as i64)),
            }
        }
    };
    Finding { what: "doctor-journal", fine, detail: lang.render(&message) }
}

/// A clock that stands behind the log would give every event the time of the last one.
fn clock(lang: Lang, store: &Store) -> Finding {
    let now = SystemEnvironment.now();
    let last = store.log.head().map_or(Timestamp(0), |head| head.recorded_at);
    let fine = now >= last;
    let message = Message::new(if fine { "doctor-clock-fine" } else { "doctor-clock-behind" });
    Finding { what: "doctor-clock", fine, detail: lang.render(&message.with("last", last.to_string())) }
}

fn integrity(lang: Lang, path: &Path) -> Finding {
    let (fine, message) = match SqliteLog::integrity(path) {
        Ok(problems) if problems.is_empty() => (true, Message::new("doctor-file-fine")),
        Ok(problems) => {
            let told: Vec<String> = problems.iter().map(|problem| lang.render(&file_problem(problem))).collect();
            (false, Message::new("doctor-other").with("problem", told.join("; ")))
        }
        Err(error) => (false, Message::new("doctor-other").with("problem", with_causes(&error))),
    };
    let message = message.with("version", events::sqlite::library_version());
    Finding { what: "doctor-file", fine, detail: lang.render(&message) }
}

fn file_problem(problem: &FileProblem) -> Message<'static> {
    match problem {
        FileProblem::Missing(name) => Message::new("schema-missing").with("name", name.clone()),
        FileProblem::Changed(name) => Message::new("schema-changed").with("name", name.clone()),
        FileProblem::Foreign(name) => Message::new("schema-foreign").with("name", name.clone()),
        FileProblem::Sqlite(problem) => Message::new("doctor-other").with("problem", problem.clone()),
    }
}
