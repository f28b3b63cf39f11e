//! `kostka log verify` and `kostka verify`: verification of the store, and of an export without it.

use super::{hex, output};
use crate::args::Verify;
use crate::failure::Failure;
use crate::input;
use crate::progress::while_verifying;
use crate::store::{Missing, Store, StoreArgs, checkpoint_message, file_failed, store_error, store_failure};
use events::proof::checkpoint_file;
use events::proof::note::{InvalidVerifierKey, VerifierKey};
use events::verify::{KeySource, Problem, Report, TrustAnchors, UnreadableExport, verify_export, verify_store};
use formats::localization::{Lang, Message};
use std::io::Write;
use std::path::{Path, PathBuf};

pub(crate) fn store(lang: Lang, args: &StoreArgs) -> Result<(), Failure> {
    let store = Store::open(lang, args, Missing::Refuse)?;
    let kept = checkpoint_file::read(&store.outside)
        .map_err(|error| store_failure(lang, &file_failed(&store.outside, &error)))?;
    let key = store.checkpointer.signer().verifier_key();
    let report =
        while_verifying(lang, "verify-progress", |progress| verify_store(&*store.log, key, kept.as_deref(), progress));
    let report = report.map_err(|error| store_error(lang, &error))?;
    store.log.close();
    answer(lang, &report, "verify-extends-outside")
}

/// Trust anchors that were given besides the export.
pub(super) struct TrustArgs {
    pub(super) key: Option<VerifierKey>,
    pub(super) checkpoint: Option<String>,
}

impl TrustArgs {
    pub(super) fn read(lang: Lang, key: Option<&String>, checkpoint: Option<&PathBuf>) -> Result<Self, Failure> {
        let key = key.map(|text| VerifierKey::parse(text)).transpose().map_err(|error| {
            let problem = Message::new(match error {
                InvalidVerifierKey::Malformed => "public-key-malformed",
                InvalidVerifierKey::Name | InvalidVerifierKey::Kind | InvalidVerifierKey::Key => "public-key-unknown",
                InvalidVerifierKey::Id => "public-key-id",
            });
            Failure::bad_input(lang, &Message::new("verify-invalid-key").message("problem", problem))
        })?;
        let read =
            |path: &PathBuf| checkpoint_file::read_note(path).map_err(|error| input::cannot_read(lang, path, &error));
        Ok(Self { key, checkpoint: checkpoint.map(read).transpose()? })
    }

    pub(super) fn trust(&self) -> TrustAnchors<'_> {
        TrustAnchors { key: self.key.as_ref(), checkpoint: self.checkpoint.as_deref() }
    }
}

pub(crate) fn export(lang: Lang, args: &Verify) -> Result<(), Failure> {
    let TrustArgs { key, checkpoint: kept } = TrustArgs::read(lang, args.key.as_ref(), args.checkpoint.as_ref())?;
    let mut reader = input::open_unbounded(lang, &args.export)?;
    let report = while_verifying(lang, "verify-progress", |progress| {
        verify_export(&mut *reader, key.as_ref(), kept.as_deref(), progress)
    });
    let report = report.map_err(|error| unreadable_export(lang, &args.export, &error))?;
    answer(lang, &report, "verify-extends-given")
}

/// Says what came of it; what does not fit ends with the exit code of a failed check.
fn answer(lang: Lang, report: &Report, extends: &str) -> Result<(), Failure> {
    require_valid(lang, report)?;
    let mut out = output();
    let message = Message::new("verify-done")
        .count("events", report.events)
        .count("checkpoints", report.checkpoints)
        .count("covered", report.covered);
    writeln!(out, "{}", lang.render(&message))?;
    if report.covered < report.events {
        let unsigned = Message::new("verify-unsigned").count("n", report.events - report.covered);
        writeln!(out, "{}", lang.render(&unsigned))?;
    }
    writeln!(out, "{}", lang.render(&Message::new("verify-root").with("root", hex(&report.root))))?;
    let source = match report.key_source {
        KeySource::Export => "verify-key-of-export",
        KeySource::Given => "verify-key-given",
    };
    writeln!(out, "{}", lang.render(&Message::new(source).with("key", report.key.to_string())))?;
    if report.extends_external_checkpoint {
        writeln!(out, "{}", lang.text(extends))?;
    }
    for loss in &report.losses {
        let message = Message::new("verify-loss")
            .count("from", loss.lost_from)
            .count("until", loss.lost_until)
            .number("epoch", loss.epoch);
        writeln!(out, "{}", lang.render(&message))?;
    }
    Ok(out.flush()?)
}

/// Ends with every problem if there is one.
pub(super) fn require_valid(lang: Lang, report: &Report) -> Result<(), Failure> {
    if report.fits() {
        return Ok(());
    }
    let title = Message::new("verify-failed").count("n", report.problem_count);
    let mut lines = vec![lang.render(&title)];
    lines.extend(report.problems.iter().map(|problem| lang.render(&words(problem))));
    let more = report.problem_count.saturating_sub(report.problems.len() as u64);
    if more > 0 {
        lines.push(lang.render(&Message::new("verify-more").count("n", more)));
    }
    Err(Failure::CheckFailed(lines))
}

pub(super) fn unreadable_export(lang: Lang, path: &Path, error: &UnreadableExport) -> Failure {
    input::bad_input(lang, path, unreadable(error))
}

/// Why a file cannot be checked, in the words of the product.
fn unreadable(problem: &UnreadableExport) -> Message<'static> {
    match problem {
        UnreadableExport::Read(error) => Message::new("cannot-read").message("problem", input::io_problem(error)),
        UnreadableExport::Header(problem) => Message::new("unreadable-header").excerpt("problem", problem.clone()),
        UnreadableExport::Format(found) => Message::new("unreadable-format").excerpt("found", found.clone()),
        UnreadableExport::Key(_) => Message::new("unreadable-key"),
        UnreadableExport::KeyOfAnotherLog => Message::new("unreadable-key-of-another-log"),
        UnreadableExport::LineTooLong(line) => Message::new("unreadable-line-too-long").count("line", *line),
        UnreadableExport::CutOff(line) => Message::new("unreadable-cut-off").count("line", *line),
        UnreadableExport::Line { line, problem } => {
            Message::new("unreadable-line").count("line", *line).excerpt("problem", problem.clone())
        }
    }
}

pub(super) fn words(problem: &Problem) -> Message<'static> {
    match problem {
        Problem::Leaf(position) => Message::new("verify-leaf").count("position", position.0),
        Problem::Gap { expected, found } => {
            Message::new("verify-gap").count("expected", expected.0).count("found", found.0)
        }
        Problem::StreamGap { position, stream, expected, found } => Message::new("verify-stream-gap")
            .count("position", position.0)
            .excerpt("stream", stream.clone())
            .count("expected", expected.0)
            .count("found", found.0),
        Problem::TimeGoesBack { position, .. } => Message::new("verify-time").count("position", position.0),
        Problem::Corrupt { position, problem } => {
            Message::new("verify-corrupt").count("position", position.0).excerpt("problem", problem.clone())
        }
        Problem::Subtree { level, index } => {
            Message::new("verify-subtree").number("level", *level).count("index", *index)
        }
        Problem::InvalidCheckpoint(problem) => {
            Message::new("verify-invalid-checkpoint").message("problem", checkpoint_message(problem))
        }
        Problem::Checkpoint(size) => Message::new("verify-checkpoint").count("size", *size),
        Problem::Behind { size, events } => Message::new("verify-behind").count("size", *size).count("events", *events),
        Problem::Misplaced(size) => Message::new("verify-misplaced").count("size", *size),
        Problem::Uncovered { covered, events } => {
            Message::new("verify-uncovered").count("covered", *covered).count("events", *events)
        }
        Problem::Count { expected, found } => {
            Message::new("verify-count").count("expected", *expected).count("found", *found)
        }
        Problem::Head => Message::new("verify-head"),
        Problem::Epoch { expected, found } => {
            Message::new("verify-epoch").number("expected", *expected).number("found", *found)
        }
        Problem::ImpossibleLoss(position) => Message::new("verify-impossible-loss").count("position", position.0),
        Problem::UnsignedLoss(position) => Message::new("verify-unsigned-loss").count("position", position.0),
        Problem::Loss(position) => Message::new("verify-loss-unreadable").count("position", position.0),
    }
}
