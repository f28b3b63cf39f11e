//! A disk that can lose power: the preloaded library, what it leaves behind, and what a machine finds after the cut.

use crate::random::Random;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;

const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/shim/shim.c");
/// The smallest piece of a file that reaches a disk wholly or not at all.
const SECTOR_BYTES: usize = 512;

/// The library, compiled.
pub(crate) struct Shim(PathBuf);

impl Shim {
    /// Compiles the library into a folder.
    pub(crate) fn compile(folder: &Path) -> Result<Self, String> {
        let library = folder.join("shim.so");
        let compiled = Command::new("cc")
            .args(["-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o"])
            .arg(&library)
            .arg(SOURCE)
            .args(["-ldl", "-lpthread"])
            .output()
            .map_err(|error| format!("there is no C compiler `cc`: {error}"))?;
        if compiled.status.success() {
            Ok(Self(library))
        } else {
            Err(format!("{SOURCE} was not compiled: {}", String::from_utf8_lossy(&compiled.stderr)))
        }
    }
}

/// What has become of writes that no sync had covered when the power went away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unsynced {
    /// None reached the disk.
    Dropped,
    /// Some sectors did, and others did not.
    Torn,
}

/// A folder as the running machine sees it, and beside it what would be left of it.
pub(crate) struct Disk {
    /// The folder that the program works in.
    pub(crate) folder: PathBuf,
    shadow: PathBuf,
}

impl Disk {
    /// An empty disk below a folder.
    pub(crate) fn new(below: &Path) -> io::Result<Self> {
        let disk = Self { folder: below.join("disk"), shadow: below.join("shadow") };
        fs::create_dir_all(&disk.folder)?;
        Ok(disk)
    }

    /// Forgets what an earlier program left in the shadow, and says how the next one is started.
    pub(crate) fn start(&self, shim: &Shim) -> io::Result<Vec<(String, String)>> {
        if self.shadow.exists() {
            fs::remove_dir_all(&self.shadow)?;
        }
        fs::create_dir_all(self.shadow.join("data"))?;
        let set = |name: &str, path: &Path| (name.to_owned(), path.display().to_string());
        Ok(vec![
            set("LD_PRELOAD", &shim.0),
            set("SHIM_FOLDER", &self.folder),
            set("SHIM_SHADOW", &self.shadow),
            // As long as a fast disk takes; the real one is not waited for.
            ("SHIM_SYNC_MICROSECONDS".to_owned(), "500".to_owned()),
        ])
    }

    /// What a machine finds on the disk after the cut, by name.
    fn found(&self, unsynced: Unsynced, random: &mut Random) -> io::Result<BTreeMap<String, Vec<u8>>> {
        let pairs = |file: &str| -> io::Result<Vec<(u64, String)>> {
            let text = fs::read_to_string(self.shadow.join(file)).or_else(missing)?;
            let pair = |line: &str| {
                let (id, rest) = line.split_once(' ')?;
                Some((id.parse().ok()?, rest.to_owned()))
            };
            Ok(text.lines().filter_map(pair).collect())
        };
        let torn = unsynced == Unsynced::Torn;
        let mut running = BTreeMap::new();
        if torn {
            let births: BTreeMap<String, u64> = pairs("births")?.into_iter().map(|(id, inode)| (inode, id)).collect();
            for entry in fs::read_dir(&self.folder)? {
                let entry = entry?;
                if let Some(id) = births.get(&entry.metadata()?.ino().to_string()) {
                    running.insert(*id, entry.path());
                }
            }
        }
        let entries: Vec<(u64, String)> = if torn && random.one_in(2) {
            // The folder was written, though nobody asked for it.
            let name = |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
            running.iter().filter_map(|(id, path)| Some((*id, name(path)?))).collect()
        } else {
            pairs("names")?
        };
        let mut found = BTreeMap::new();
        for (id, name) in entries {
            let synced = fs::read(self.shadow.join("data").join(id.to_string())).or_else(missing)?;
            let bytes = match running.get(&id) {
                Some(path) => tear(synced, &fs::read(path)?, random),
                None => synced,
            };
            found.insert(name, bytes);
        }
        Ok(found)
    }

    /// Cuts the power: the folder then holds what a machine finds when it starts again.
    pub(crate) fn cut(&self, unsynced: Unsynced, random: &mut Random) -> io::Result<()> {
        if !self.shadow.join("names").exists() {
            // The program ended before its first line ran.
            return Ok(());
        }
        self.found(unsynced, random).and_then(|found| {
            fs::remove_dir_all(&self.folder)?;
            fs::create_dir_all(&self.folder)?;
            found.into_iter().try_for_each(|(name, bytes)| fs::write(self.folder.join(name), bytes))
        })
    }
}

fn missing<T: Default>(error: io::Error) -> io::Result<T> {
    if error.kind() == io::ErrorKind::NotFound { Ok(T::default()) } else { Err(error) }
}

/// Lets some sectors that differ reach the disk; with them, the file may have become longer.
fn tear(mut synced: Vec<u8>, running: &[u8], random: &mut Random) -> Vec<u8> {
    let one_in = 1 + random.below(4);
    for (number, sector) in running.chunks(SECTOR_BYTES).enumerate() {
        let from = number * SECTOR_BYTES;
        let until = from + sector.len();
        if synced.get(from..until) != Some(sector) && random.one_in(one_in) {
            if synced.len() < until {
                synced.resize(until, 0);
            }
            synced[from..until].copy_from_slice(sector);
        }
    }
    synced
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixture {
        _folder: tempfile::TempDir,
        disk: Disk,
        environment: Vec<(String, String)>,
    }

    impl Fixture {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let shim = Shim::compile(folder.path()).unwrap();
            let disk = Disk::new(folder.path()).unwrap();
            let environment = disk.start(&shim).unwrap();
            Self { _folder: folder, disk, environment }
        }

        fn run(&self, more: &[(&str, &str)], program: &str, arguments: &[&str]) -> std::process::Output {
            let mut command = Command::new(program);
            command.envs(self.environment.iter().map(|(name, value)| (name, value)));
            command.envs(more.iter().copied()).args(arguments).current_dir(&self.disk.folder).output().unwrap()
        }

        fn after_the_cut(&self) -> BTreeMap<String, Vec<u8>> {
            self.disk.cut(Unsynced::Dropped, &mut Random::of(1, &[])).unwrap();
            let entries = fs::read_dir(&self.disk.folder).unwrap().map(|entry| entry.unwrap().path());
            let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
            entries.map(|path| (name(&path), fs::read(&path).unwrap())).collect()
        }
    }

    #[test]
    fn what_was_not_synced_is_gone_after_the_cut() {
        let fixture = Fixture::new();
        fs::write(fixture.disk.folder.join("old"), "before").unwrap();
        fixture.run(&[], "dd", &["if=/dev/zero", "of=old", "bs=1000", "count=1", "conv=notrunc"]);
        assert_eq!(fs::read(fixture.disk.folder.join("old")).unwrap().len(), 1000);
        assert_eq!(fixture.after_the_cut(), BTreeMap::from([("old".to_owned(), b"before".to_vec())]));
    }

    #[test]
    fn what_was_synced_is_there_after_the_cut() {
        let fixture = Fixture::new();
        fs::write(fixture.disk.folder.join("old"), "before").unwrap();
        fixture.run(&[], "dd", &["if=/dev/zero", "of=old", "bs=1000", "count=1", "conv=notrunc,fsync"]);
        assert_eq!(fixture.after_the_cut(), BTreeMap::from([("old".to_owned(), vec![0; 1000])]));
    }

    #[test]
    fn a_new_file_is_there_only_if_its_folder_was_synced() {
        let fixture = Fixture::new();
        fixture.run(&[], "dd", &["if=/dev/zero", "of=new", "bs=10", "count=1", "conv=fsync"]);
        assert_eq!(fixture.after_the_cut(), BTreeMap::new());
        let fixture = Fixture::new();
        fs::write(fixture.disk.folder.join("old"), "").unwrap();
        let script = "import os
new = os.open('new', os.O_CREAT | os.O_WRONLY)
os.write(new, b'bytes')
os.fsync(new)
os.unlink('old')
os.fsync(os.open('.', os.O_RDONLY))
os.unlink('new')";
        // The name may belong to a script that finds the interpreter, and would be followed too.
        let python = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().unwrap();
        fixture.run(&[], String::from_utf8(python.stdout).unwrap().trim_end(), &["-c", script]);
        assert_eq!(fixture.after_the_cut(), BTreeMap::from([("new".to_owned(), b"bytes".to_vec())]));
    }

    #[test]
    fn a_disk_fills_up_at_the_chosen_write() {
        let fixture = Fixture::new();
        let full = [("SHIM_FAIL_WRITE", "3"), ("SHIM_ERRNO", "ENOSPC")];
        let output = fixture.run(&full, "dd", &["if=/dev/zero", "of=new", "bs=10", "count=5"]);
        assert!(!output.status.success());
        assert!(String::from_utf8_lossy(&output.stderr).contains("No space left"));
        assert_eq!(fs::read(fixture.disk.folder.join("new")).unwrap().len(), 20);
    }

    #[test]
    fn sectors_reach_the_disk_wholly_or_not_at_all() {
        let (synced, running) = (vec![1; 2048], vec![2; 5000]);
        let torn = tear(synced, &running, &mut Random::of(4, &[]));
        let kept = torn.chunks(SECTOR_BYTES).filter(|sector| sector.iter().all(|byte| *byte != 2)).count();
        let new = torn.chunks(SECTOR_BYTES).filter(|sector| sector.iter().all(|byte| *byte == 2)).count();
        assert_eq!(kept + new, torn.chunks(SECTOR_BYTES).count());
        assert!(new > 0);
    }
}
