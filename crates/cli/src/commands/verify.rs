//! `kostka log verify` and `kostka verify`: proof of the store, and of an export without one.

use super::{hex, output};
use crate::args::{LogVerify, Verify};
use crate::failure::Failure;
use crate::input;
use crate::progress::Progress;
use crate::store::{Missing, Store, checkpoint_message, file_failed, store_error, unusable};
use events::proof::note::{InvalidVerifierKey, VerifierKey};
use events::proof::outside;
use events::verify::{KeySource, Problem, Progress as Told, Report, Unreadable, verify_export, verify_store};
use formats::words::{Lang, Message};
use std::fs;
use std::io::Write;

/// Checks the store.
pub(crate) fn store(lang: Lang, args: &LogVerify) -> Result<(), Failure> {
    let store = Store::open(lang, &args.store, Missing::Refuse)?;
    let kept = outside::read(&store.outside).map_err(|error| unusable(lang, &file_failed(&store.outside, &error)))?;
    let progress = Progress::new(lang, "verify-progress");
    let mut show = |done, all| progress.show(done, all);
    let key = store.keeper.signer().verifier_key();
    let report = verify_store(&*store.log, key, kept.as_deref(), &mut Told::to(&mut show));
    let report = report.map_err(|error| store_error(lang, &error))?;
    drop(progress);
    store.log.close();
    answer(lang, &report, kept.is_some().then_some("verify-extends-outside"))
}

/// Checks an export.
pub(crate) fn export(lang: Lang, args: &Verify) -> Result<(), Failure> {
    let key = match &args.key {
        Some(text) => Some(VerifierKey::parse(text).map_err(|error| {
            let problem = Message::new(match error {
                InvalidVerifierKey::Malformed => "public-key-malformed",
                InvalidVerifierKey::Name | InvalidVerifierKey::Kind | InvalidVerifierKey::Key => "public-key-unknown",
                InvalidVerifierKey::Id => "public-key-id",
            });
            let message = Message::new("verify-invalid-key").message("problem", problem);
            Failure::BadInput(vec![lang.say(&message)])
        })?),
        None => None,
    };
    let kept = match &args.checkpoint {
        Some(path) => Some(fs::read_to_string(path).map_err(|error| input::cannot_read(lang, path, &error))?),
        None => None,
    };
    let mut reader = input::open_unbounded(lang, &args.export)?;
    let progress = Progress::new(lang, "verify-progress");
    let mut show = |done, all| progress.show(done, all);
    let report = verify_export(&mut *reader, key.as_ref(), kept.as_deref(), &mut Told::to(&mut show));
    drop(progress);
    let report = report.map_err(|error| {
        let file = args.export.display().to_string();
        let message = Message::new("bad-input").with("file", file).message("problem", unreadable(&error));
        Failure::BadInput(vec![lang.say(&message)])
    })?;
    answer(lang, &report, kept.is_some().then_some("verify-extends-given"))
}

/// Says what came of it; what does not fit ends with the exit code of a failed check.
fn answer(lang: Lang, report: &Report, extends: Option<&str>) -> Result<(), Failure> {
    if !report.fits() {
        let mut lines: Vec<String> = report.problems.iter().map(|problem| lang.say(&words(problem))).collect();
        let more = report.problem_count.saturating_sub(report.problems.len() as u64);
        if more > 0 {
            lines.push(lang.say(&Message::new("verify-more").number("n", more as i64)));
        }
        let title = Message::new("verify-failed").number("n", report.problem_count as i64);
        lines.insert(0, lang.say(&title));
        return Err(Failure::CheckFailed(lines));
    }
    let mut out = output();
    let message = Message::new("verify-done")
        .number("events", report.events as i64)
        .number("checkpoints", report.checkpoints as i64)
        .number("covered", report.covered as i64);
    writeln!(out, "{}", lang.say(&message))?;
    if report.covered < report.events {
        let unsigned = Message::new("verify-unsigned").number("n", (report.events - report.covered) as i64);
        writeln!(out, "{}", lang.say(&unsigned))?;
    }
    writeln!(out, "{}", lang.say(&Message::new("verify-root").with("root", hex(&report.root))))?;
    let source = match report.key_source {
        KeySource::Export => "verify-key-of-export",
        KeySource::Given => "verify-key-given",
    };
    writeln!(out, "{}", lang.say(&Message::new(source).with("key", report.key.to_string())))?;
    if let Some(extends) = extends {
        writeln!(out, "{}", lang.text(extends))?;
    }
    for loss in &report.losses {
        let message = Message::new("verify-loss")
            .number("from", loss.lost_from as i64)
            .number("until", loss.lost_until as i64)
            .number("epoch", loss.epoch);
        writeln!(out, "{}", lang.say(&message))?;
    }
    Ok(out.flush()?)
}

/// Why a file cannot be checked, in the words of the product.
fn unreadable(problem: &Unreadable) -> Message<'static> {
    match problem {
        Unreadable::Read(error) => Message::new("cannot-read").message("problem", input::io_problem(error)),
        Unreadable::Header(problem) => Message::new("unreadable-header").excerpt("problem", problem.clone()),
        Unreadable::Format(found) => Message::new("unreadable-format").excerpt("found", found.clone()),
        Unreadable::Key(_) => Message::new("unreadable-key"),
        Unreadable::KeyOfAnotherLog => Message::new("unreadable-key-of-another-log"),
        Unreadable::LineTooLong(line) => Message::new("unreadable-line-too-long").number("line", *line as i64),
        Unreadable::CutOff(line) => Message::new("unreadable-cut-off").number("line", *line as i64),
        Unreadable::Line { line, problem } => {
            Message::new("unreadable-line").number("line", *line as i64).excerpt("problem", problem.clone())
        }
    }
}

/// A problem in the words of the product.
pub(super) fn words(problem: &Problem) -> Message<'static> {
    match problem {
        Problem::Leaf(position) => Message::new("verify-leaf").number("position", position.0 as i64),
        Problem::Gap { expected, found } => {
            Message::new("verify-gap").number("expected", expected.0 as i64).number("found", found.0 as i64)
        }
        Problem::StreamGap { position, stream, expected, found } => Message::new("verify-stream-gap")
            .number("position", position.0 as i64)
            .excerpt("stream", stream.clone())
            .number("expected", expected.0 as i64)
            .number("found", found.0 as i64),
        Problem::TimeGoesBack { position, .. } => Message::new("verify-time").number("position", position.0 as i64),
        Problem::Corrupt { position, problem } => {
            Message::new("verify-corrupt").number("position", position.0 as i64).excerpt("problem", problem.clone())
        }
        Problem::Subtree { level, index } => {
            Message::new("verify-subtree").number("level", *level).number("index", *index as i64)
        }
        Problem::InvalidCheckpoint(problem) => {
            Message::new("verify-invalid-checkpoint").message("problem", checkpoint_message(problem))
        }
        Problem::Checkpoint(size) => Message::new("verify-checkpoint").number("size", *size as i64),
        Problem::Behind { size, events } => {
            Message::new("verify-behind").number("size", *size as i64).number("events", *events as i64)
        }
        Problem::Misplaced(size) => Message::new("verify-misplaced").number("size", *size as i64),
        Problem::Uncovered { covered, events } => {
            Message::new("verify-uncovered").number("covered", *covered as i64).number("events", *events as i64)
        }
        Problem::Count { expected, found } => {
            Message::new("verify-count").number("expected", *expected as i64).number("found", *found as i64)
        }
        Problem::Head => Message::new("verify-head"),
        Problem::Epoch { expected, found } => {
            Message::new("verify-epoch").number("expected", *expected).number("found", *found)
        }
        Problem::Loss(position) => Message::new("verify-loss-unreadable").number("position", position.0 as i64),
    }
}
