//! The journal of erasures outside the store: subjects that must stay erased when an older backup is restored.

use crate::envelope::{StreamName, Timestamp};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The first line of the file.
const HEADER: &str = "kostka-erasures-1\n";
/// Longer than any line: a subject of the greatest length, every byte of it as an escape, and a time.
const MAX_LINE_BYTES: usize = 8192;

/// One erasure: an opaque subject and a time, nothing personal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Erasure {
    pub subject: StreamName,
    /// When that was asked for.
    pub at: Timestamp,
}

#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    #[error("the journal of erasures {} cannot be used", path.display())]
    Io {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("line {line} of the journal of erasures {} is not an erasure", path.display())]
    Malformed {
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
    },
    #[error("the time {} µs cannot be written into the journal of erasures", at.0)]
    InvalidTime { at: Timestamp },
}

/// The file with the journal of erasures of a store.
///
/// Write it **before** the append that erases, and append only when that has succeeded. If the append then fails, the
/// journal names a person whose erasure was requested and who is still there; after a restore the person is erased, as
/// requested. The other order could lose the erasure: an older backup would bring the person back, and no journal would
/// say so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErasureJournal {
    path: PathBuf,
}

impl ErasureJournal {
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// The journal of a store that is a file: `<store>.erasures`.
    pub fn beside(store: &Path) -> Self {
        let mut path = store.as_os_str().to_owned();
        path.push(".erasures");
        Self::at(path)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds erasures; when it returns they are on the disk.
    pub fn append(&self, erasures: &[Erasure]) -> Result<(), JournalError> {
        let mut lines = String::new();
        for erasure in erasures {
            lines.push_str(&write_line(erasure)?);
        }
        if lines.is_empty() { Ok(()) } else { self.append_lines(&lines) }
    }

    fn append_lines(&self, lines: &str) -> Result<(), JournalError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&self.path).map_err(|error| self.io(error))?;
        // Another process may add its own; the lock ends with the file.
        file.lock().map_err(|error| self.io(error))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| self.io(error))?;
        let (whole, _) = self.lines(&bytes)?;
        // A torn line was never acknowledged, so nothing was erased because of it.
        let end = whole.len() as u64;
        let new = if end == 0 { format!("{HEADER}{lines}") } else { lines.to_owned() };
        put(&mut file, end, &new).map_err(|error| self.io(error))?;
        if end == 0 { self.sync_folder().map_err(|error| self.io(error)) } else { Ok(()) }
    }

    /// Every erasure in the order in which they were asked for; none if there is no such file.
    ///
    /// A last line without an end is left out: its writing was cut off, and the erasure was not made.
    pub fn read(&self) -> Result<Vec<Erasure>, JournalError> {
        let bytes = match std::fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(self.io(error)),
        };
        self.lines(&bytes).map(|(_, erasures)| erasures)
    }

    /// The part of the file that ends with a line, and what it says.
    fn lines<'a>(&self, bytes: &'a [u8]) -> Result<(&'a [u8], Vec<Erasure>), JournalError> {
        let malformed = |line| JournalError::Malformed { path: self.path.clone(), line };
        let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let (whole, torn) = bytes.split_at(end);
        if whole.is_empty() {
            // A file system may fill what a power cut kept from being written with zeros.
            let fits = |(found, expected): (&u8, u8)| *found == expected || *found == 0;
            let begun = torn.len() < HEADER.len() + MAX_LINE_BYTES && torn.iter().zip(HEADER.bytes()).all(fits);
            return if begun { Ok((whole, Vec::new())) } else { Err(malformed(1)) };
        }
        let mut lines = whole.split_inclusive(|byte| *byte == b'\n');
        if lines.next() != Some(HEADER.as_bytes()) {
            return Err(malformed(1));
        }
        let mut erasures = Vec::new();
        for (index, line) in lines.enumerate() {
            erasures.push(read_line(line).ok_or_else(|| malformed(index + 2))?);
        }
        if torn.len() > MAX_LINE_BYTES { Err(malformed(erasures.len() + 2)) } else { Ok((whole, erasures)) }
    }

    /// A new file is durable only when its folder is.
    fn sync_folder(&self) -> io::Result<()> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if cfg!(unix) { File::open(folder.unwrap_or(Path::new(".")))?.sync_all() } else { Ok(()) }
    }

    fn io(&self, source: io::Error) -> JournalError {
        JournalError::Io { path: self.path.clone(), source }
    }
}

fn put(file: &mut File, end: u64, lines: &str) -> io::Result<()> {
    file.set_len(end)?;
    file.seek(SeekFrom::Start(end))?;
    file.write_all(lines.as_bytes())?;
    file.sync_all()
}

/// A time and the subject as a JSON text, because an id may hold any character, also the end of a line.
fn write_line(erasure: &Erasure) -> Result<String, JournalError> {
    let Erasure { subject, at } = erasure;
    let line = format!("{at} {}\n", serde_json::Value::from(subject.as_str()));
    match read_line(line.as_bytes()) {
        Some(read) if read == *erasure => Ok(line),
        _ => Err(JournalError::InvalidTime { at: *at }),
    }
}

fn read_line(line: &[u8]) -> Option<Erasure> {
    let line = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (time, subject) = line.split_once(' ')?;
    let time = chrono::DateTime::parse_from_rfc3339(time).ok()?;
    let subject: String = serde_json::from_str(subject).ok()?;
    Some(Erasure { subject: StreamName::parse(&subject).ok()?, at: Timestamp(time.timestamp_micros()) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::fs;

    fn erasure(subject: &str, at: i64) -> Erasure {
        Erasure { subject: StreamName::parse(subject).unwrap(), at: Timestamp(at) }
    }

    fn journal() -> (tempfile::TempDir, ErasureJournal) {
        let folder = tempfile::tempdir().unwrap();
        let journal = ErasureJournal::beside(&folder.path().join("kostka.db"));
        (folder, journal)
    }

    #[test]
    fn the_journal_stands_beside_the_store() {
        assert_eq!(ErasureJournal::beside(Path::new("a/kostka.db")).path(), Path::new("a/kostka.db.erasures"));
    }

    #[test]
    fn what_was_added_is_read_back_in_order() {
        let (_folder, journal) = journal();
        assert_eq!(journal.read().unwrap(), []);
        let all = [
            erasure("player/p1", 1_767_323_045_000_006),
            erasure("player/odd \"id\"\nwith lines\u{2028}", 0),
            erasure("tournament/ż", -1),
        ];
        journal.append(&all[..1]).unwrap();
        journal.append(&[]).unwrap();
        journal.append(&all[1..]).unwrap();
        assert_eq!(journal.read().unwrap(), all);
        let text = fs::read_to_string(journal.path()).unwrap();
        assert_eq!(text.lines().next(), Some("kostka-erasures-1"));
        assert_eq!(text.lines().nth(1), Some("2026-01-02T03:04:05.000006Z \"player/p1\""));
        assert_eq!(text.lines().count(), 4, "one line an erasure");
    }

    #[cfg(unix)]
    #[test]
    fn a_new_journal_is_for_its_owner_only() {
        use std::os::unix::fs::PermissionsExt;
        let (_folder, journal) = journal();
        journal.append(&[erasure("player/p1", 1)]).unwrap();
        let mode = fs::metadata(journal.path()).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{mode:o}");
    }

    #[test]
    fn a_journal_cut_off_anywhere_keeps_its_whole_lines_and_takes_more() {
        let (_folder, journal) = journal();
        let all = [erasure("player/p1", 1), erasure("player/p2", 2)];
        journal.append(&all).unwrap();
        let bytes = fs::read(journal.path()).unwrap();
        let ends: Vec<usize> = (1..=bytes.len()).filter(|at| bytes[at - 1] == b'\n').collect();
        let after = erasure("player/p3", 3);
        for cut in 0..=bytes.len() {
            for zeros in [0, 3] {
                let mut torn = bytes[..cut].to_vec();
                torn.resize(cut + zeros, 0);
                fs::write(journal.path(), &torn).unwrap();
                let whole = ends.iter().filter(|end| **end <= cut).count().saturating_sub(1);
                assert_eq!(journal.read().unwrap(), all[..whole], "cut at {cut}");
                journal.append(std::slice::from_ref(&after)).unwrap();
                let expected = [&all[..whole], std::slice::from_ref(&after)].concat();
                assert_eq!(journal.read().unwrap(), expected, "cut at {cut}");
            }
        }
    }

    #[test]
    fn another_file_is_refused_and_left_alone() {
        let line = "2026-01-02T03:04:05.000006Z \"player/p1\"\n";
        let (_folder, journal) = journal();
        for (text, at) in [
            ("SQLite format 3\0".to_owned(), 1),
            ("anything\n".to_owned(), 1),
            (line.to_owned(), 1),
            (format!("{HEADER}garbage\n{line}"), 2),
            (format!("{HEADER}{line}\n"), 3),
            (format!("{HEADER}{line}2026-01-02T03:04:05Z \"nobody/p1\"\n"), 3),
            (format!("{HEADER}{line}yesterday \"player/p1\"\n"), 3),
            (format!("{HEADER}{line}{}", "x".repeat(MAX_LINE_BYTES + 1)), 3),
        ] {
            fs::write(journal.path(), &text).unwrap();
            let refused = |error: JournalError| matches!(error, JournalError::Malformed { line, .. } if line == at);
            assert!(refused(journal.read().unwrap_err()), "{text:?}");
            assert!(refused(journal.append(&[erasure("player/p9", 1)]).unwrap_err()), "{text:?}");
            assert_eq!(fs::read_to_string(journal.path()).unwrap(), text);
        }
        fs::write(journal.path(), b"kostka-erasures-1\n\xff\xfe\n").unwrap();
        assert!(matches!(journal.read(), Err(JournalError::Malformed { line: 2, .. })));
    }

    #[test]
    fn a_journal_that_cannot_be_written_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let journal = ErasureJournal::at(folder.path().join("missing").join("kostka.db.erasures"));
        assert!(matches!(journal.append(&[erasure("player/p1", 1)]), Err(JournalError::Io { .. })));
        let unwritable = ErasureJournal::at(folder.path());
        assert!(matches!(unwritable.read(), Err(JournalError::Io { .. })));
        let never = erasure("player/p1", i64::MAX);
        let journal = ErasureJournal::beside(&folder.path().join("kostka.db"));
        assert!(matches!(journal.append(&[never]), Err(JournalError::InvalidTime { .. })));
        assert!(!journal.path().exists());
    }

    #[test]
    fn many_who_add_at_once_lose_nothing() {
        let (_folder, journal) = journal();
        std::thread::scope(|scope| {
            for writer in 0..8 {
                let journal = &journal;
                scope.spawn(move || {
                    for number in 0..10 {
                        journal.append(&[erasure(&format!("player/{writer}-{number}"), number)]).unwrap();
                    }
                });
            }
        });
        let mut found: Vec<String> = journal.read().unwrap().iter().map(|one| one.subject.to_string()).collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), 80);
    }

    proptest! {
        #[test]
        fn any_subject_fits_on_one_line(id in "[^\0]{1,200}", at in -60_000_000_000_000_000_i64..200_000_000_000_000_000) {
            let erasure = Erasure {
                subject: StreamName::new(crate::envelope::StreamKind::Player, &id).unwrap(),
                at: Timestamp(at),
            };
            let line = write_line(&erasure).unwrap();
            prop_assert_eq!(line.matches('\n').count(), 1);
            prop_assert!(line.len() <= MAX_LINE_BYTES);
            prop_assert_eq!(read_line(line.as_bytes()), Some(erasure));
        }
    }
}
