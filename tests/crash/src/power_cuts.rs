//! Cuts the power under load: what was acknowledged must be on the disk, and a log that cheats must be caught.

use crate::check::{self, Violation, list};
use crate::child::ChildOptions;
use crate::disk::{Disk, Shim, Unsynced};
use crate::line::ChildMessage;
use crate::observations::Observations;
use crate::process::Running;
use crate::random::Random;
use crate::store::{Sabotage, Store};
use std::time::Duration;

const THREADS: u32 = 4;
const LONGEST_MILLISECONDS: u64 = 250;
/// One cut in so many comes while the store is being opened.
const OPENINGS: u32 = 6;

/// How often the power is cut.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PowerCuts {
    /// On the log as it is.
    pub(crate) count: u32,
    /// Within so many cuts a log that cheats must be caught.
    pub(crate) catch_within: u32,
    pub(crate) seed: u64,
}

/// What came of many cuts.
#[derive(Default)]
struct Summary {
    cuts: u32,
    torn: u32,
    openings: u32,
    unacknowledged: u64,
    events: u64,
    acknowledged: u64,
}

/// Why a series of cuts ended early.
enum Ended {
    /// The store did not survive a cut.
    Caught { cuts: u32, violations: Vec<Violation> },
    /// The test itself did not work.
    Failed(String),
}

impl From<String> for Ended {
    fn from(problem: String) -> Self {
        Self::Failed(problem)
    }
}

impl PowerCuts {
    /// The log survives every cut, and each way of cheating is caught.
    pub(crate) fn run(self) -> Result<(), String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let shim = Shim::compile(folder.path())?;
        match self.series(&shim, None, self.count) {
            Ok(summary) => println!(
                "power cuts on SQLite, seed {}: {} cuts, {} of them with torn writes, {} while the store was being opened\n  \
                 {} events acknowledged, all there once; {} events, {} appends there without an acknowledgement",
                self.seed,
                summary.cuts,
                summary.torn,
                summary.openings,
                summary.acknowledged,
                summary.events,
                summary.unacknowledged,
            ),
            Err(Ended::Caught { cuts, violations }) => {
                return Err(format!("power cut {cuts}, seed {}:\n  {}", self.seed, list(&violations)));
            }
            Err(Ended::Failed(problem)) => return Err(problem),
        }
        for sabotage in Sabotage::ALL {
            match self.series(&shim, Some(sabotage), self.catch_within) {
                Err(Ended::Caught { cuts, violations })
                    if violations.iter().any(|violation| matches!(violation, Violation::Lost(_))) =>
                {
                    println!("power cuts with {}: caught at cut {cuts}: {}", sabotage.name(), violations[0]);
                }
                Err(Ended::Caught { violations, .. }) => {
                    return Err(format!("{} broke something else:\n  {}", sabotage.name(), list(&violations)));
                }
                Err(Ended::Failed(problem)) => return Err(problem),
                Ok(_) => {
                    return Err(format!("{} was not caught in {} cuts", sabotage.name(), self.catch_within));
                }
            }
        }
        Ok(())
    }

    /// Cuts the power again and again on one disk.
    fn series(self, shim: &Shim, sabotage: Option<Sabotage>, count: u32) -> Result<Summary, Ended> {
        let text = |error: std::io::Error| Ended::Failed(error.to_string());
        let folder = tempfile::tempdir().map_err(text)?;
        let disk = Disk::new(folder.path()).map_err(text)?;
        let store = Store::Sqlite(disk.folder.join("kostka.db"));
        let mut random = Random::of(self.seed, &[2, sabotage.map_or(0, |sabotage| 1 + sabotage as u64)]);
        let mut observations = Observations::default();
        let mut summary = Summary::default();
        for round in 1..=count {
            let again = observations.take_open();
            let child_options = ChildOptions {
                store: store.clone(),
                outside: store.outside(),
                seed: self.seed,
                round,
                threads: THREADS,
                appends: 0,
                again,
                sabotage,
            };
            let environment = disk.start(shim).map_err(text)?;
            let mut running = Running::start(&child_options, folder.path(), &environment)?;
            if round % OPENINGS == 1 && sabotage.is_none() {
                summary.openings += 1;
                running.listen(Duration::from_micros(random.below(40_000)))?;
            } else if running.wait_for(|line| *line == ChildMessage::Ready)? {
                running.listen(Duration::from_micros(random.below(1000 * LONGEST_MILLISECONDS)))?;
            }
            let ended = running.kill()?;
            summary.cuts += 1;
            let unsynced = if sabotage.is_none() && random.one_in(2) { Unsynced::Torn } else { Unsynced::Dropped };
            summary.torn += u32::from(unsynced == Unsynced::Torn);
            disk.cut(unsynced, &mut random).map_err(text)?;
            observations.take(&ended.lines);
            if sabotage.is_some() {
                // Whoever is acknowledged early may read too early; here it is the disk that has to tell.
                observations.contradictions.clear();
            }
            let caught = |violations| Ended::Caught { cuts: round, violations };
            if let Some(ChildMessage::NotOpened(problem)) =
                ended.lines.iter().find(|line| matches!(line, ChildMessage::NotOpened(_)))
            {
                return Err(caught(vec![Violation::Broken(format!("the store could not be opened: {problem}"))]));
            }
            let log = store.open().map_err(|problem| caught(vec![Violation::Broken(problem)]))?;
            let sound = check::check(&*log, &store, &mut observations).map_err(caught)?;
            log.close();
            (summary.events, summary.unacknowledged) = (sound.events, sound.unacknowledged);
        }
        summary.acknowledged = observations.events();
        Ok(summary)
    }
}
