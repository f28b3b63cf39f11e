//! `kostka doctor`: everything that should hold of a store, line by line.

use super::output;
use crate::args::Doctor;
use crate::failure::{Failure, with_causes};
use crate::store::{Address, Missing, Store, standing_message};
use events::envelope::Timestamp;
use events::environment::Environment;
use events::proof::outside;
use events::sqlite::SqliteLog;
use events::vault::Erasure;
use formats::words::{Lang, Message};
use std::io::Write;
use std::path::Path;

use crate::world::World;

/// What came of one check.
struct Finding {
    what: &'static str,
    fine: bool,
    detail: String,
}

pub(crate) fn run(lang: Lang, args: &Doctor) -> Result<(), Failure> {
    // A store that cannot be opened says why by itself.
    let store = Store::open(lang, &args.store, Missing::Refuse)?;
    let findings = [
        Some(standing(lang, &store)),
        Some(outside_checkpoint(lang, &store)),
        Some(vault(lang, &store)),
        Some(journal(lang, &store)),
        Some(clock(lang, &store)),
        match &store.address {
            Address::Sqlite(path) => Some(integrity(lang, path)),
            Address::Postgres(_) => None,
        },
    ];
    store.log.close();
    let mut out = output();
    writeln!(out, "{}", lang.say(&Message::new("doctor-title").with("store", store.address.to_string())))?;
    let mut sick = Vec::new();
    for finding in findings.into_iter().flatten() {
        let verdict = lang.text(if finding.fine { "doctor-fine" } else { "doctor-problem" });
        let what = lang.text(finding.what);
        writeln!(out, "  {verdict:<8} {what}: {}", finding.detail)?;
        if !finding.fine {
            sick.push(what);
        }
    }
    out.flush()?;
    if sick.is_empty() {
        return Ok(());
    }
    let message = Message::new("doctor-sick").number("n", sick.len() as i64).with("what", sick.join(", "));
    Err(Failure::CheckFailed(vec![lang.say(&message)]))
}

fn standing(lang: Lang, store: &Store) -> Finding {
    Finding {
        what: "doctor-standing",
        fine: store.standing.is_sound(),
        detail: lang.say(&standing_message(&store.standing)),
    }
}

fn outside_checkpoint(lang: Lang, store: &Store) -> Finding {
    let file = store.outside.display().to_string();
    let head = store.log.head().map_or(0, |head| head.position.0);
    let (fine, message) = match outside::read(&store.outside) {
        Ok(Some(_)) => (true, Message::new("doctor-outside-there").with("file", file)),
        Ok(None) if head == 0 => (true, Message::new("doctor-outside-empty-log")),
        Ok(None) => (false, Message::new("doctor-outside-missing").with("file", file)),
        Err(error) => (false, Message::new("doctor-other").with("problem", with_causes(&error))),
    };
    Finding { what: "doctor-outside", fine, detail: lang.say(&message) }
}

/// Opens every record, so that a wrong key or a damaged record is found before somebody needs it.
fn vault(lang: Lang, store: &Store) -> Finding {
    let mut after = 0;
    let mut opened = 0_i64;
    let problem = loop {
        let page = match store.log.sealed_after(after, 1000) {
            Ok(page) => page,
            Err(error) => break Some(with_causes(&error)),
        };
        let Some(last) = page.last() else { break None };
        after = last.number;
        let checked = page.iter().try_for_each(|sealed| store.vault.open(sealed).and_then(|open| open.check()));
        if let Err(error) = checked {
            break Some(with_causes(&error));
        }
        opened += page.len() as i64;
    };
    let detail = match &problem {
        None => Message::new("doctor-vault-opened").number("n", opened),
        Some(problem) => Message::new("doctor-other").with("problem", problem.clone()),
    };
    Finding { what: "doctor-vault", fine: problem.is_none(), detail: lang.say(&detail) }
}

/// Whoever stands in the journal must not stand in the vault.
fn journal(lang: Lang, store: &Store) -> Finding {
    let (fine, message) = match store.journal.read() {
        Err(error) => (false, Message::new("doctor-other").with("problem", with_causes(&error))),
        Ok(erasures) => {
            let alive = |erasure: &&Erasure| !matches!(store.log.sealed(&erasure.subject), Ok(None));
            match erasures.iter().filter(alive).count() {
                0 => (true, Message::new("doctor-journal-fine").number("n", erasures.len() as i64)),
                n => (false, Message::new("doctor-journal-alive").number("n", n as i64)),
            }
        }
    };
    Finding { what: "doctor-journal", fine, detail: lang.say(&message) }
}

/// A clock that stands behind the log would give every event the time of the last one.
fn clock(lang: Lang, store: &Store) -> Finding {
    let now = World.now();
    let last = store.log.head().map_or(Timestamp(0), |head| head.recorded_at);
    let fine = now >= last;
    let message = Message::new(if fine { "doctor-clock-fine" } else { "doctor-clock-behind" });
    Finding { what: "doctor-clock", fine, detail: lang.say(&message.with("last", last.to_string())) }
}

fn integrity(lang: Lang, path: &Path) -> Finding {
    let (fine, message) = match SqliteLog::integrity(path) {
        Ok(problems) if problems.is_empty() => (true, Message::new("doctor-file-fine")),
        Ok(problems) => (false, Message::new("doctor-other").with("problem", problems.join("; "))),
        Err(error) => (false, Message::new("doctor-other").with("problem", with_causes(&error))),
    };
    let message = message.with("version", events::sqlite::library_version());
    Finding { what: "doctor-file", fine, detail: lang.say(&message) }
}
