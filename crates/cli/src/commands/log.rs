//! `kostka log export` and `kostka log stats`: the log as a file, and in figures.

use super::{hex, output};
use crate::args::LogExport;
use crate::failure::Failure;
use crate::input::io_problem;
use crate::progress::{Progress, while_verifying};
use crate::store::{Address, Missing, Store, StoreArgs, file_failed, store_error, store_failure};
use events::envelope::Position;
use events::export::{self, ExportError};
use events::proof::checkpoint_file;
use events::proof::tree::root_at;
use formats::localization::{Lang, Message};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;

pub(crate) fn export(lang: Lang, args: &LogExport) -> Result<(), Failure> {
    let store = Store::open(lang, &args.store, Missing::Refuse)?;
    let kept = checkpoint_file::read(&store.outside)
        .map_err(|error| store_failure(lang, &file_failed(&store.outside, &error)))?;
    let mut out: Box<dyn Write> = match &args.output {
        Some(path) => Box::new(BufWriter::new(create_new(lang, path)?)),
        None => Box::new(output()),
    };
    let signer = store.checkpointer.signer();
    let exported = while_verifying(lang, "log-export-progress", |progress| {
        export::export(&*store.log, signer, kept.as_deref(), &mut *out, progress)
    });
    let exported = match exported {
        Err(ExportError::Write(error)) => return Err(error.into()),
        other => other.map_err(|error| store_error(lang, &error))?,
    };
    out.flush()?;
    store.log.close();
    if !exported.signed {
        return Err(Failure::CheckFailed(vec![lang.text("log-export-unsigned")]));
    }
    let message = Message::new("log-export-done").number("events", exported.report.events as i64);
    eprintln!("{}", lang.render(&message));
    Ok(())
}

/// A file that was not there before: an export never takes the place of another.
pub(super) fn create_new(lang: Lang, path: &Path) -> Result<File, Failure> {
    File::create_new(path).map_err(|error| {
        let file = path.display().to_string();
        let message = match error.kind() {
            std::io::ErrorKind::AlreadyExists => Message::new("output-exists").with("file", file),
            _ => Message::new("output-failed").with("file", file).message("problem", io_problem(&error)),
        };
        Failure::bad_input(lang, &message)
    })
}

pub(crate) fn stats(lang: Lang, args: &StoreArgs) -> Result<(), Failure> {
    let store = Store::open(lang, args, Missing::Refuse)?;
    let failed = |error: &(dyn std::error::Error + 'static)| store_error(lang, error);
    let head = store.log.head().map_err(|error| failed(&error))?;
    let identity = store.log.identity().map_err(|error| failed(&error))?;
    let root = root_at(&*store.log, head.position.0).map_err(|error| failed(&error))?;
    let mut types: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    let mut streams = std::collections::HashSet::new();
    let mut first = None;
    let progress = Progress::new(lang, "stats-progress");
    let scanned = store.log.scan(Position::START, head.position, &mut |event| {
        let name = format!("{}.v{}", event.event_type, event.schema_version);
        let (count, bytes) = types.entry(name).or_default();
        *count += 1;
        *bytes += event.payload.len() as u64;
        if event.version.0 == 1 {
            streams.insert(event.stream.to_owned());
        }
        first.get_or_insert(event.recorded_at);
        if event.position.0 % 10_000 == 0 {
            progress.show(event.position.0, head.position.0);
        }
        ControlFlow::Continue(())
    });
    drop(progress);
    scanned.map_err(|error| failed(&error))?;
    let checkpoint = store.log.last_checkpoint().map_err(|error| failed(&error))?;
    store.log.close();
    let mut out = output();
    let mut line = |key: &str, value: String| writeln!(out, "{:<24} {value}", lang.text(key));
    line("stats-store", store.address.to_string())?;
    line("stats-log-id", identity.log_id.to_string())?;
    line("stats-epoch", identity.epoch.to_string())?;
    line("stats-events", head.position.to_string())?;
    line("stats-streams", streams.len().to_string())?;
    if let Some(first) = first {
        line("stats-first", first.to_string())?;
        line("stats-last", head.recorded_at.to_string())?;
    }
    line("stats-root", hex(&root))?;
    line("stats-checkpoint", checkpoint.map_or_else(|| lang.text("stats-none"), |kept| kept.size.to_string()))?;
    if let Address::Sqlite(path) = &store.address {
        let size = |path: &Path| path.metadata().map_or(0, |file| file.len());
        let wal = path.with_file_name(format!("{}-wal", path.file_name().unwrap_or_default().to_string_lossy()));
        line("stats-file", bytes(size(path)))?;
        line("stats-wal", bytes(size(&wal)))?;
    }
    writeln!(out)?;
    writeln!(out, "{:<40} {:>10} {:>12}", lang.text("stats-type"), lang.text("stats-count"), lang.text("stats-bytes"))?;
    for (name, (count, payload)) in types {
        writeln!(out, "{name:<40} {count:>10} {payload:>12}")?;
    }
    Ok(out.flush()?)
}

fn bytes(count: u64) -> String {
    match count {
        0..=9_999 => format!("{count} B"),
        10_000..=9_999_999 => format!("{} kB", count / 1_000),
        _ => format!("{} MB", count / 1_000_000),
    }
}
