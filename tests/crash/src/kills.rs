//! Ends the program at random moments under load, many times on the same store, which must be sound after each.

use crate::check::{self, list};
use crate::child::Orders;
use crate::ledger::Ledger;
use crate::line::Line;
use crate::process::Running;
use crate::random::Random;
use crate::store::Store;
use std::time::{Duration, Instant};

const THREADS: u32 = 6;
/// The longest that a program works before it is ended.
const LONGEST_MILLISECONDS: u64 = 180;
/// Beside the kills that count, one in so many comes while the store is being opened.
const OPENINGS: u32 = 10;

/// How often and how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kills {
    pub(crate) count: u32,
    pub(crate) seed: u64,
}

/// Whether the last thing that the writer said is that it commits.
fn hit_a_commit(lines: &[Line]) -> bool {
    let stages = [Line::Committing, Line::Committed, Line::Reopened];
    lines.iter().rev().find(|line| stages.contains(line)) == Some(&Line::Committing)
}

impl Kills {
    /// Kills our process, and checks a SQLite store.
    pub(crate) fn on_sqlite(self) -> Result<(), String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let store = Store::Sqlite(folder.path().join("kostka.db"));
        let mut random = Random::of(self.seed, &[1]);
        let mut ledger = Ledger::default();
        let (mut hits, mut openings, mut replayed) = (0, 0, 0);
        let (mut round, mut kills) = (0, 0);
        let mut sound = check::Sound::default();
        let mut checking = Duration::ZERO;
        while kills < self.count {
            round += 1;
            let again = ledger.take_open();
            let orders = Orders {
                store: store.clone(),
                outside: store.outside(),
                seed: self.seed,
                round,
                threads: THREADS,
                appends: 0,
                again,
                sabotage: None,
            };
            let mut running = Running::start(&orders, folder.path(), &[])?;
            let while_opening = round % OPENINGS == 1;
            if while_opening {
                running.listen(Duration::from_micros(random.below(20_000)))?;
            } else {
                let ready = running.wait_for(|line| !matches!(line, Line::Committing))?;
                if ready {
                    running.listen(Duration::from_micros(random.below(1000 * LONGEST_MILLISECONDS)))?;
                }
            }
            let ended = running.kill()?;
            if let Some(Line::NotOpened(problem)) = ended.lines.iter().find(|line| matches!(line, Line::NotOpened(_))) {
                return Err(format!("round {round}: the store could not be opened: {problem}"));
            }
            if while_opening {
                openings += 1;
            } else {
                kills += 1;
                hits += u32::from(hit_a_commit(&ended.lines));
            }
            replayed += ended
                .lines
                .iter()
                .filter(|line| matches!(line, Line::Acknowledged(_, acknowledged) if acknowledged.replayed))
                .count();
            ledger.take(&ended.lines);
            let begun = Instant::now();
            let log = store.open().map_err(|problem| format!("round {round}: not opened after a kill: {problem}"))?;
            sound = check::check(&*log, &store.outside(), &ledger)
                .map_err(|violations| format!("round {round}, seed {}:\n  {}", self.seed, list(&violations)))?;
            log.close();
            checking += begun.elapsed();
        }
        println!(
            "kill -9 of our process on SQLite, seed {}: {kills} kills, {hits} of them during a commit, and {openings} \
             while the store was being opened\n  {} appends of {} events acknowledged, all there once; \
             {} appends there without an acknowledgement, {replayed} retries answered from before\n  {} events, \
             {} checkpoints, {} subjects of the vault; {:.1} s of checking",
            self.seed,
            ledger.acknowledged.len(),
            ledger.events(),
            sound.unacknowledged,
            sound.events,
            sound.checkpoints,
            sound.subjects,
            checking.as_secs_f64(),
        );
        if 2 * hits < kills {
            return Err(format!("only {hits} of {kills} kills hit a commit: too few to show anything"));
        }
        Ok(())
    }
}
