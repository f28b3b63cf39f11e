//! Fills the disk and lets writes and syncs fail, at one point of the program's life after another.

use crate::check::{self, Violation, list};
use crate::child::{ChildOptions, NOT_OPENED};
use crate::disk::{Disk, Shim, Unsynced};
use crate::line::ChildMessage;
use crate::observations::Observations;
use crate::process::{Ended, Running};
use crate::random::Random;
use crate::store::Store;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Enough for the write-ahead log to be taken into the database on the way.
const APPENDS: u32 = 120;
/// One thread, so that the order of its lines is the order of what happened.
const THREADS: u32 = 1;
/// A disk that stays full is given room again after so many refused appends.
const REFUSED_BEFORE_HEALING: u32 = 3;

/// What goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    Full,
    FullHalfway,
    FullForAWhile,
    WriteError,
    WriteErrorForAWhile,
    SyncError,
    SyncErrorForAWhile,
}

impl Fault {
    const ALL: [Self; 7] = [
        Self::Full,
        Self::FullHalfway,
        Self::FullForAWhile,
        Self::WriteError,
        Self::WriteErrorForAWhile,
        Self::SyncError,
        Self::SyncErrorForAWhile,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Full => "disk full once",
            Self::FullHalfway => "disk full halfway through a write",
            Self::FullForAWhile => "disk full for a while",
            Self::WriteError => "write error once",
            Self::WriteErrorForAWhile => "write errors for a while",
            Self::SyncError => "sync error once",
            Self::SyncErrorForAWhile => "sync errors for a while",
        }
    }

    fn is_sync(self) -> bool {
        matches!(self, Self::SyncError | Self::SyncErrorForAWhile)
    }

    fn lasts(self) -> bool {
        matches!(self, Self::FullForAWhile | Self::WriteErrorForAWhile | Self::SyncErrorForAWhile)
    }

    fn environment(self, point: u64, heal: &Path) -> Vec<(String, String)> {
        let point = point.to_string();
        let heal = heal.display().to_string();
        let write = "SHIM_FAIL_WRITE";
        let settings: Vec<(&str, &str)> = match self {
            Self::Full => vec![(write, &point), ("SHIM_ERRNO", "ENOSPC")],
            Self::FullHalfway => vec![(write, &point), ("SHIM_ERRNO", "ENOSPC"), ("SHIM_SHORT", "1")],
            Self::FullForAWhile => vec![(write, &point), ("SHIM_ERRNO", "ENOSPC"), ("SHIM_STICKY", "1")],
            Self::WriteError => vec![(write, &point)],
            Self::WriteErrorForAWhile => vec![(write, &point), ("SHIM_STICKY", "1")],
            Self::SyncError => vec![("SHIM_FAIL_SYNC", &point)],
            Self::SyncErrorForAWhile => vec![("SHIM_FAIL_SYNC", &point), ("SHIM_STICKY", "1")],
        };
        let heal = [("SHIM_HEAL", heal.as_str())];
        settings.into_iter().chain(heal).map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }
}

/// At how many points each fault is tried.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Faults {
    pub(crate) points: u64,
    pub(crate) seed: u64,
}

/// How a program lived through a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum FaultOutcome {
    /// The store was not opened, and said so.
    NotOpened,
    /// Appends were refused, and it went on by itself.
    WentOn,
    /// It takes no events until it is started again.
    ReadOnly,
    /// Nobody had to be told: what failed is done again later.
    Unharmed,
    /// This life was shorter than the one that was counted.
    NotReached,
}

impl Faults {
    /// Tries every fault at points all over the program's life.
    pub(crate) fn run(self) -> Result<(), String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let shim = Shim::compile(folder.path())?;
        let (writes, syncs) = self.count(&shim)?;
        println!("faults on SQLite, seed {}: a life without faults has {writes} writes and {syncs} syncs", self.seed);
        let mut random = Random::of(self.seed, &[3]);
        for fault in Fault::ALL {
            let last = if fault.is_sync() { syncs } else { writes };
            let stride = (last / self.points).max(1);
            let mut lived: BTreeMap<FaultOutcome, u32> = BTreeMap::new();
            let mut from = 1;
            while from <= last {
                let point = (from + random.below(stride)).min(last);
                let outcome = self
                    .at(&shim, fault, point)
                    .map_err(|problem| format!("{} at {point}, seed {}:\n  {problem}", fault.name(), self.seed))?;
                *lived.entry(outcome).or_default() += 1;
                from += stride;
            }
            let number = |kind| lived.get(&kind).copied().unwrap_or(0);
            println!(
                "  {}: {} points; {} times refused and went on, {} read-only, {} not opened, {} unharmed, \
                 {} not reached",
                fault.name(),
                lived.values().sum::<u32>(),
                number(FaultOutcome::WentOn),
                number(FaultOutcome::ReadOnly),
                number(FaultOutcome::NotOpened),
                number(FaultOutcome::Unharmed),
                number(FaultOutcome::NotReached),
            );
            if number(FaultOutcome::WentOn) == 0 {
                return Err(format!("{} never hit an append: too little to show anything", fault.name()));
            }
        }
        Ok(())
    }

    fn child_options(self, store: &Store) -> ChildOptions {
        ChildOptions {
            store: store.clone(),
            outside: store.outside(),
            seed: self.seed,
            round: 1,
            threads: THREADS,
            appends: APPENDS,
            again: Vec::new(),
            sabotage: None,
        }
    }

    /// Counts the writes and syncs of a life without faults.
    fn count(self, shim: &Shim) -> Result<(u64, u64), String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let disk = Disk::new(folder.path()).map_err(|error| error.to_string())?;
        let store = Store::Sqlite(disk.folder.join("kostka.db"));
        let environment = disk.start(shim).map_err(|error| error.to_string())?;
        let ended = Running::start(&self.child_options(&store), folder.path(), &environment)?.wait()?;
        match ended.lines.last() {
            Some(ChildMessage::Counted { writes, syncs }) if ended.status.success() => Ok((*writes, *syncs)),
            _ => Err(format!("a life without faults ended with {}", ended.status)),
        }
    }

    /// One life with one fault.
    fn at(self, shim: &Shim, fault: Fault, point: u64) -> Result<FaultOutcome, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let disk = Disk::new(folder.path()).map_err(|error| error.to_string())?;
        let store = Store::Sqlite(disk.folder.join("kostka.db"));
        let heal = folder.path().join("heal");
        let mut environment = disk.start(shim).map_err(|error| error.to_string())?;
        environment.extend(fault.environment(point, &heal));
        let mut running = Running::start(&self.child_options(&store), folder.path(), &environment)?;
        if fault.lasts() {
            let mut refused = 0;
            running.wait_for(|line| {
                refused += u32::from(matches!(line, ChildMessage::Refused(..) | ChildMessage::NoCheckpoint(_)));
                // The last writes may come when all appends are made.
                refused == REFUSED_BEFORE_HEALING || *line == ChildMessage::Done
            })?;
            fs::write(&heal, "").map_err(|error| error.to_string())?;
        }
        let ended = running.wait()?;
        let lived = lived(&ended)?;
        in_order(&ended.lines)?;
        let mut observations = Observations::default();
        observations.take(&ended.lines);
        let made = observations.acknowledged.len();
        if matches!(lived, FaultOutcome::WentOn | FaultOutcome::Unharmed | FaultOutcome::NotReached)
            && made != APPENDS as usize
        {
            return Err(format!("only {made} of {APPENDS} appends were made"));
        }
        // What the running machine sees.
        let kept = disk.folder.with_extension("copy");
        copy(&disk.folder, &kept).map_err(|error| error.to_string())?;
        sound(&Store::Sqlite(kept.join("kostka.db")), &mut observations)
            .map_err(|problem| format!("as it ran: {problem}"))?;
        // What it finds if the power goes away too.
        disk.cut(Unsynced::Dropped, &mut Random::of(self.seed, &[])).map_err(|error| error.to_string())?;
        sound(&store, &mut observations).map_err(|problem| format!("after a power cut: {problem}"))?;
        Ok(lived)
    }
}

/// How the program lived through its fault; an error if it did not do so openly.
fn lived(ended: &Ended) -> Result<FaultOutcome, String> {
    let said = |fits: fn(&ChildMessage) -> bool| ended.lines.iter().any(fits);
    if ended.status.code() == Some(i32::from(NOT_OPENED)) && said(|line| matches!(line, ChildMessage::NotOpened(_))) {
        return Ok(FaultOutcome::NotOpened);
    }
    if !ended.status.success() {
        return Err(format!("the program ended with {}", ended.status));
    }
    if !said(|line| matches!(line, ChildMessage::Fault { .. })) {
        Ok(FaultOutcome::NotReached)
    } else if said(|line| matches!(line, ChildMessage::ReadOnly(_))) {
        Ok(FaultOutcome::ReadOnly)
    } else if said(|line| matches!(line, ChildMessage::Refused(..) | ChildMessage::NoCheckpoint(_))) {
        Ok(FaultOutcome::WentOn)
    } else {
        Ok(FaultOutcome::Unharmed)
    }
}

/// After a sync that lost something of the write-ahead log, nothing is acknowledged before the store was reopened.
///
/// A sync of the database file is part of taking the write-ahead log into it, which is done again as a whole.
fn in_order(lines: &[ChildMessage]) -> Result<(), String> {
    let failed = |line: &ChildMessage| matches!(line, ChildMessage::Fault { sync: true, file, lost: true } if file.ends_with("-wal"));
    let mut after = lines.iter().skip_while(|line| !failed(line));
    let next = after.find(|line| {
        matches!(line, ChildMessage::Acknowledged(..) | ChildMessage::Checkpoint(_) | ChildMessage::Reopened)
    });
    match next {
        Some(line @ (ChildMessage::Acknowledged(..) | ChildMessage::Checkpoint(_))) => {
            Err(format!("after a failed sync, before the store was reopened: {line}"))
        }
        _ => Ok(()),
    }
}

fn sound(store: &Store, observations: &mut Observations) -> Result<(), String> {
    let log = store.open()?;
    let checked = check::check(&*log, store, observations);
    log.close();
    checked.map(|_| ()).map_err(|violations: Vec<Violation>| list(&violations))
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        // The index of the write-ahead log belongs to processes that run.
        if let Some(name) = path.file_name().filter(|name| !name.to_string_lossy().ends_with("-shm")) {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<ChildMessage> {
        text.lines().map(|line| line.trim().parse().unwrap()).collect()
    }

    #[test]
    fn an_acknowledgement_between_a_failed_sync_and_the_reopening_is_noticed() {
        let early =
            "committing\nfault sync kostka.db-wal 7 lost\ncommitted\nacknowledged 1.0.3 12 2 false 00\nreopened";
        assert!(in_order(&lines(early)).is_err());
        let late = "committing\nfault sync kostka.db-wal 7 lost\ncommitted\nreopened\nacknowledged 1.0.3 12 2 false 00";
        assert_eq!(in_order(&lines(late)), Ok(()));
    }

    #[test]
    fn a_sync_that_lost_nothing_needs_no_reopening() {
        for harmless in ["kostka.db 7 lost", "kostka.db-wal 7 nothing"] {
            let text = format!("committing\nfault sync {harmless}\ncommitted\nacknowledged 1.0.3 12 2 false 00");
            assert_eq!(in_order(&lines(&text)), Ok(()));
        }
    }
}
