//! Ends the program at random moments under load, many times on the same store, which must be sound after each.

use crate::check::{self, StoreSummary, list};
use crate::child::ChildOptions;
use crate::line::{ChildMessage, is_committing};
use crate::observations::Observations;
use crate::process::{Ended, Running};
use crate::random::Random;
use crate::store::Store;
use std::path::Path;
use std::time::{Duration, Instant};

const THREADS: u32 = 4;
/// The longest that a program works before it is ended.
const LONGEST_MICROSECONDS: u64 = 180_000;
/// Beside the kills that count, one in so many comes while the store is being opened.
const OPENINGS: u32 = 10;
const OPENING_MICROSECONDS: u64 = 30_000;
/// So many times the kills that were asked for may be needed until enough have hit a commit.
const MAX_KILLS_FACTOR: u32 = 4;

/// How often and how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kills {
    pub(crate) count: u32,
    pub(crate) seed: u64,
}

impl Kills {
    /// Whether more kills are wanted: as many as were asked for, and so many more until half as many have hit a commit.
    /// Whether one does is up to the machine, so that a few more are not a failure; that hardly any does is one.
    pub(crate) fn wants_more(self, series: &Series<'_>) -> bool {
        series.kills < self.count || (self.hit_too_few(series) && series.kills < MAX_KILLS_FACTOR * self.count)
    }

    fn hit_too_few(self, series: &Series<'_>) -> bool {
        2 * series.hits < self.count
    }
}

/// Many rounds on one store.
pub(crate) struct Series<'f> {
    pub(crate) folder: &'f Path,
    pub(crate) store: Store,
    pub(crate) seed: u64,
    pub(crate) random: Random,
    round: u32,
    observations: Observations,
    sound: StoreSummary,
    pub(crate) kills: u32,
    hits: u32,
    replayed: usize,
    checking: Duration,
}

impl<'f> Series<'f> {
    pub(crate) fn new(folder: &'f Path, store: Store, seed: u64) -> Self {
        Self {
            folder,
            store,
            seed,
            random: Random::of(seed, &[1]),
            round: 0,
            observations: Observations::default(),
            sound: StoreSummary::default(),
            kills: 0,
            hits: 0,
            replayed: 0,
            checking: Duration::ZERO,
        }
    }

    /// Starts the next program on the store.
    pub(crate) fn start(&mut self) -> Result<Running, String> {
        self.round += 1;
        let child_options = ChildOptions {
            store: self.store.clone(),
            outside: self.store.outside(),
            seed: self.seed,
            round: self.round,
            threads: THREADS,
            appends: 0,
            again: self.observations.take_open(),
            sabotage: None,
        };
        Running::start(&child_options, self.folder, &[])
    }

    /// Lets a program work for a random time. Every second time the end is to come at the next commit after it, so that
    /// enough kills hit a commit on a fast disk too.
    pub(crate) fn work(&mut self, running: &mut Running) -> Result<(), String> {
        self.work_after(running, || {})
    }

    /// The same, with something to do when the store is open and the first append was made.
    pub(crate) fn work_after(&mut self, running: &mut Running, prepare: impl FnOnce()) -> Result<(), String> {
        if running.wait_for(|line| matches!(line, ChildMessage::Acknowledged(..)))? {
            prepare();
            running.listen(Duration::from_micros(self.random.below(LONGEST_MICROSECONDS)))?;
            if self.kills % 2 == 1 {
                running.wait_for(|line| *line == ChildMessage::Committing)?;
            }
        }
        Ok(())
    }

    /// Counts a kill that came while a program was working.
    pub(crate) fn count(&mut self, ended: &Ended, hit: bool) {
        self.kills += 1;
        self.hits += u32::from(hit);
        let replayed =
            |line: &&ChildMessage| matches!(line, ChildMessage::Acknowledged(_, acknowledged) if acknowledged.replayed);
        self.replayed += ended.lines.iter().filter(replayed).count();
    }

    /// Checks the store after what a program has said.
    pub(crate) fn check(&mut self, ended: &Ended) -> Result<(), String> {
        let at = |problem: String| format!("round {}, seed {}:\n  {problem}", self.round, self.seed);
        if let Some(ChildMessage::NotOpened(problem)) =
            ended.lines.iter().find(|line| matches!(line, ChildMessage::NotOpened(_)))
        {
            return Err(at(format!("the store could not be opened: {problem}")));
        }
        self.observations.take(&ended.lines);
        let begun = Instant::now();
        let log = self.store.open().map_err(at)?;
        let checked = check::check(&*log, &self.store, &mut self.observations);
        log.close();
        self.sound = checked.map_err(|violations| at(list(&violations)))?;
        self.checking += begun.elapsed();
        Ok(())
    }

    /// Says what came of it, and fails if too few kills hit a commit.
    pub(crate) fn conclude(&self, asked: Kills, what: &str, beside: &str) -> Result<(), String> {
        let Self { seed, kills, hits, replayed, observations, sound, .. } = self;
        println!(
            "{what}, seed {seed}: {kills} kills, {hits} of them during a commit{beside}\n  {} appends of {} events \
             acknowledged, all there once; {} appends there without an acknowledgement, {replayed} retries answered from \
             before\n  {} events, {} checkpoints, {} subjects of the vault; {:.1} s of checking",
            observations.acknowledged.len(),
            observations.events(),
            sound.unacknowledged,
            sound.events,
            sound.checkpoints,
            sound.subjects,
            self.checking.as_secs_f64(),
        );
        if asked.hit_too_few(self) {
            return Err(format!("only {hits} of {kills} kills hit a commit: too few to show anything"));
        }
        Ok(())
    }
}

impl Kills {
    /// Kills our process on a SQLite store; beside that, while a store is being opened, and while one is being made.
    pub(crate) fn on_sqlite(self) -> Result<(), String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut series = Series::new(folder.path(), Store::Sqlite(folder.path().join("kostka.db")), self.seed);
        let mut openings = 0;
        while self.wants_more(&series) {
            let mut running = series.start()?;
            let while_opening = series.round % OPENINGS == 1;
            if while_opening {
                running.listen(Duration::from_micros(series.random.below(OPENING_MICROSECONDS)))?;
            } else {
                series.work(&mut running)?;
            }
            let ended = running.kill()?;
            if while_opening {
                openings += 1;
                self.while_making(openings)?;
            } else {
                series.count(&ended, is_committing(&ended.lines));
            }
            series.check(&ended)?;
        }
        let beside = format!("; {openings} while the store was being opened, and {openings} while one was being made");
        series.conclude(self, "kill -9 of our process on SQLite", &beside)
    }

    /// Kills our process while it makes a store, which must be usable afterwards.
    fn while_making(self, number: u32) -> Result<(), String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let seed = Random::of(self.seed, &[4, u64::from(number)]).next();
        let mut series = Series::new(folder.path(), Store::Sqlite(folder.path().join("kostka.db")), seed);
        let mut running = series.start()?;
        running.listen(Duration::from_micros(series.random.below(OPENING_MICROSECONDS)))?;
        let ended = running.kill()?;
        series.check(&ended).map_err(|problem| format!("while a store was being made: {problem}"))
    }
}
