//! The file outside the store that holds the last checkpoint, which shows when the store was set back.

use crate::proof::checkpoint;
use crate::proof::note::{MAX_NOTE_BYTES, VerifierKey};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The file beside a store: `<store>.checkpoint`.
pub fn beside(store: &Path) -> PathBuf {
    with_suffix(store, ".checkpoint")
}

/// The note in the file, or `None` if there is no file.
pub fn read(path: &Path) -> io::Result<Option<String>> {
    match read_note(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    }
}

/// The note in a file that must be there; of a file of any length no more is read than a note can have.
pub fn read_note(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    // One byte more than a note may have, so that a longer one is refused where notes are opened.
    File::open(path)?.take(MAX_NOTE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    // What is not UTF-8 cannot be a note; it is refused where notes are opened, too.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Puts a checkpoint in the place of the one before, unless that is of a later epoch or of as many events and more;
/// what stands there then. Processes that do so at once take turns, so the checkpoint never goes back.
pub fn advance(path: &Path, note: &str, key: &VerifierKey) -> io::Result<String> {
    let lock = File::create(with_suffix(path, ".lock"))?;
    match lock.lock() {
        // Where a file system knows no locks, the reading before the writing must do.
        Err(error) if error.kind() == io::ErrorKind::Unsupported => {}
        locked => locked?,
    }
    let reach = |note: &str| checkpoint::open_of_any_epoch(note, key).ok().map(|(found, epoch)| (epoch, found.size));
    match read(path)? {
        // A note that does not count has no reach, and gives way.
        Some(kept) if reach(&kept) >= reach(note) => Ok(kept),
        _ => write(path, note).map(|()| note.to_owned()),
    }
}

/// Puts a note in the place of the one before; whatever happens meanwhile, one of them is there.
pub fn write(path: &Path, note: &str) -> io::Result<()> {
    // Two processes may write at once, each through a file of its own.
    let draft = with_suffix(path, &format!(".{}.new", std::process::id()));
    let mut file = File::create(&draft)?;
    let written = file.write_all(note.as_bytes()).and_then(|()| file.sync_all());
    drop(file);
    if let Err(error) = written.and_then(|()| fs::rename(&draft, path)) {
        // The first error counts.
        let _ = fs::remove_file(&draft);
        return Err(error);
    }
    sync_folder(path)
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Makes the renaming durable.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_path: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::envelope::EventId;
    use crate::log::Identity;
    use crate::proof::checkpoint::Signer;

    #[test]
    fn a_note_replaces_the_one_before_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = beside(&folder.path().join("kostka.db"));
        assert_eq!(read(&path).unwrap(), None);
        write(&path, "first\n").unwrap();
        write(&path, "second\n").unwrap();
        assert_eq!(read(&path).unwrap().as_deref(), Some("second\n"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_failed_write_leaves_the_note_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("taken");
        fs::create_dir(&path).unwrap();
        fs::write(path.join("inside"), "x").unwrap();
        assert!(write(&path, "note\n").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_checkpoint_never_goes_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        let log_id = EventId([7; 16]);
        let signer = |epoch| Signer::new(&[1; 32], &Identity { log_id, epoch });
        let key = signer(2).verifier_key().clone();
        let note = |epoch, size| signer(epoch).sign(size, [size as u8; 32]);
        write(&path, "nothing that counts").unwrap();
        let steps = [(1, 120, true), (1, 100, false), (1, 121, true), (2, 90, true), (1, 500, false), (2, 91, true)];
        for (epoch, size, taken) in steps {
            let before = read(&path).unwrap().unwrap();
            let after = advance(&path, &note(epoch, size), &key).unwrap();
            assert_eq!(after, if taken { note(epoch, size) } else { before }, "epoch {epoch}, size {size}");
            assert_eq!(read(&path).unwrap().unwrap(), after);
        }
    }

    #[test]
    fn of_many_at_once_the_largest_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        let signer = Signer::new(&[1; 32], &Identity { log_id: EventId([7; 16]), epoch: 1 });
        std::thread::scope(|scope| {
            for size in 1..=16 {
                let (path, signer) = (&path, &signer);
                scope.spawn(move || advance(path, &signer.sign(size, [0; 32]), signer.verifier_key()).unwrap());
            }
        });
        assert_eq!(read(&path).unwrap().unwrap(), signer.sign(16, [0; 32]));
    }

    #[test]
    fn an_endless_file_is_not_read_to_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long");
        fs::write(&path, vec![b'x'; MAX_NOTE_BYTES * 2]).unwrap();
        assert_eq!(read(&path).unwrap().unwrap().len(), MAX_NOTE_BYTES + 1);
    }
}
