//! Reads the files that people name on the command line.

use crate::failure::{Failure, with_causes};
use domain::Choice;
use domain::rulebook::{Preset, Rulebook};
use formats::bundle::{self, Bundle, CheckedBundle, InvalidBundle, MAX_BYTES};
use formats::localization::{Lang, Message};
use formats::problem::Problem;
use formats::rulebook_file;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

const STDIN: &str = "-";

const MAX_RULEBOOK_BYTES: u64 = 1 << 20;

pub(crate) fn bad_input(lang: Lang, path: &Path, problem: Message<'_>) -> Failure {
    let name = path.display().to_string();
    Failure::bad_input(lang, &Message::new("bad-input").with("file", name).message("problem", problem))
}

pub(crate) fn cannot_read(lang: Lang, path: &Path, error: &io::Error) -> Failure {
    bad_input(lang, path, Message::new("cannot-read").message("problem", io_problem(error)))
}

/// A file of any size, which is read in pieces.
pub(crate) fn open_unbounded(lang: Lang, path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if path == Path::new(STDIN) {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let file = File::open(path).map_err(|error| cannot_read(lang, path, &error))?;
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(bad_input(lang, path, Message::new("is-a-folder")));
    }
    Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
}

/// A file that may have so many bytes and not more.
pub(crate) fn small_file(lang: Lang, path: &Path, limit: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let mut reader = open_unbounded(lang, path)?.take(limit + 1);
    reader.read_to_end(&mut bytes).map_err(|error| cannot_read(lang, path, &error))?;
    if bytes.len() as u64 > limit {
        return Err(bad_input(lang, path, Message::new("file-too-large").number("mib", (limit >> 20) as i64)));
    }
    Ok(bytes)
}

pub(crate) fn invalid_values(lang: Lang, path: &Path, problems: Vec<Problem>) -> Failure {
    invalid_bundle(lang, path, &InvalidBundle::Problems(problems))
}

fn open(lang: Lang, path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if path == Path::new(STDIN) {
        return Ok(Box::new(BufReader::new(io::stdin().take(MAX_BYTES))));
    }
    let cannot_read = |error: io::Error| cannot_read(lang, path, &error);
    let file = File::open(path).map_err(cannot_read)?;
    let metadata = file.metadata().map_err(cannot_read)?;
    if metadata.is_dir() {
        return Err(bad_input(lang, path, Message::new("is-a-folder")));
    }
    if metadata.len() > MAX_BYTES {
        let message = Message::new("file-too-large").number("mib", (MAX_BYTES >> 20) as i64);
        return Err(bad_input(lang, path, message));
    }
    // Devices and pipes have no length of their own.
    Ok(Box::new(BufReader::with_capacity(1 << 16, file.take(MAX_BYTES))))
}

/// Why a file could not be read or written.
pub(crate) fn io_problem(error: &io::Error) -> Message<'static> {
    match error.kind() {
        io::ErrorKind::NotFound => Message::new("io-not-found"),
        io::ErrorKind::PermissionDenied => Message::new("io-permission-denied"),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Message::new("io-storage-full"),
        io::ErrorKind::NotADirectory => Message::new("io-not-a-directory"),
        io::ErrorKind::IsADirectory => Message::new("is-a-folder"),
        io::ErrorKind::ReadOnlyFilesystem => Message::new("io-read-only"),
        _ => Message::new("io-other").with("problem", with_causes(error)),
    }
}

/// What a file is that people often take for a bundle, told by its first bytes.
fn mistaken_for_a_bundle(path: &Path) -> Option<Message<'static>> {
    let mut head = Vec::new();
    File::open(path).ok()?.take(4096).read_to_end(&mut head).ok()?;
    let text = String::from_utf8_lossy(&head);
    let other_format = || {
        let after = text.split_once("\"format\"")?.1;
        let value = after.split('"').nth(1)?;
        (value != bundle::FORMAT).then(|| value.to_owned())
    };
    match head.as_slice() {
        [] => Some(Message::new("file-empty")),
        [0xEF, 0xBB, 0xBF, ..] => Some(Message::new("file-with-bom")),
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => Some(Message::new("file-utf16")),
        [b'P', b'K', 3, 4, ..] => Some(Message::new("file-zip")),
        _ => other_format()
            .map(|found| Message::new("unknown-format").excerpt("found", found).with("expected", bundle::FORMAT)),
    }
}

fn invalid_bundle(lang: Lang, path: &Path, invalid: &InvalidBundle) -> Failure {
    if let (InvalidBundle::UnreadableJson(_), Some(problem)) = (invalid, mistaken_for_a_bundle(path)) {
        return bad_input(lang, path, problem);
    }
    let name = path.display().to_string();
    let line = |problem| lang.render(&Message::new("bad-input").with("file", name.clone()).message("problem", problem));
    Failure::BadInput(invalid.messages().into_iter().map(line).collect())
}

/// A bundle with every value checked.
pub(crate) fn checked_bundle(lang: Lang, path: &Path, rulebook: Option<&Rulebook>) -> Result<CheckedBundle, Failure> {
    let reader = open(lang, path)?;
    bundle::parse(reader, rulebook).map_err(|invalid| invalid_bundle(lang, path, &invalid))
}

pub(crate) fn raw_bundle(lang: Lang, path: &Path) -> Result<Bundle, Failure> {
    let reader = open(lang, path)?;
    bundle::read(reader).map_err(|unreadable| invalid_bundle(lang, path, &InvalidBundle::UnreadableJson(unreadable)))
}

/// One side of a comparison: a bundle read from this path.
pub(crate) fn side(
    lang: Lang,
    path: &Path,
    bundle: Bundle,
    rulebook: Option<&Rulebook>,
) -> Result<formats::compare::ComparisonInput, Failure> {
    formats::compare::ComparisonInput::new(bundle, rulebook).map_err(|problems| invalid_values(lang, path, problems))
}

/// The rulebook of a preset's name, or of a file.
pub(crate) fn rulebook(lang: Lang, name_or_file: &str) -> Result<Rulebook, Failure> {
    if let Ok(preset) = Preset::parse(name_or_file) {
        return Ok(Rulebook::preset(preset));
    }
    let path = Path::new(name_or_file);
    let metadata = fs::metadata(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            bad_input(lang, path, Message::new("no-such-rulebook").with("known", Preset::NAMES.join(", ")))
        }
        _ => cannot_read(lang, path, &error),
    })?;
    if metadata.is_dir() {
        return Err(bad_input(lang, path, Message::new("is-a-folder")));
    }
    if metadata.len() > MAX_RULEBOOK_BYTES {
        let message = Message::new("file-too-large").number("mib", (MAX_RULEBOOK_BYTES >> 20) as i64);
        return Err(bad_input(lang, path, message));
    }
    let cannot_read = |error: io::Error| cannot_read(lang, path, &error);
    let mut text = String::new();
    // Devices and pipes have no length of their own.
    let mut file = File::open(path).map_err(cannot_read)?.take(MAX_RULEBOOK_BYTES);
    file.read_to_string(&mut text).map_err(cannot_read)?;
    rulebook_file::parse(&text).map_err(|invalid| bad_input(lang, path, invalid.message()))
}

pub(crate) fn optional_rulebook(lang: Lang, option: Option<&String>) -> Result<Option<Rulebook>, Failure> {
    option.map(|name| rulebook(lang, name)).transpose()
}
