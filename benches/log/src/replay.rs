//! Replay of a million events into domain events, and the memory that it takes.

use crate::fold::Fold;
use crate::forms::Form;
use crate::sqlite;
use events::envelope::Position;
use events::log::Log;
use events::stored;
use harness::bar::Bars;
use harness::slices::{Case, Comparison, Failure, Slices};
use rusqlite::{Connection, params};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;

/// Events read in one piece of a slice.
const PIECE: u64 = 50_000;
/// The share of the events after which memory is looked at for the first time.
const EARLY: u64 = 10;
/// Replaying ten times as much may take this many times the memory.
const FLAT: f64 = 1.3;

const OURS: &str = "replay into domain events";
const BARE: &str = "bare serde_json fold";

const COMPARISON: Comparison = Comparison { case: OURS, base: BARE, at_least: 0.8 };

const BARE_SELECT: &str = "SELECT position, stream, version, type, header, payload FROM events WHERE position > ?1 AND position <= ?2 ORDER BY position";

/// Measures and judges on a store of so many events.
pub(crate) fn measure(file: &Path, events: u64, bars: &mut Bars) -> Result<(), Failure> {
    let log = sqlite::open(file)?;
    let bare = Connection::open(file)?;
    let (mut ours, mut theirs) = (Fold::default(), Fold::default());
    replay(&*log, 0, events, &mut ours)?;
    bare_fold(&bare, 0, events, &mut theirs)?;
    println!("\nReplay of {events} events");
    bars.holds("both folds are equal", ours == theirs);
    let (mut ours, mut theirs) = (Pieces::new(events), Pieces::new(events));
    let cases = vec![
        Case::repeated(OURS, || ours.next(|from, to, fold| replay(&*log, from, to, fold))),
        Case::repeated(BARE, || theirs.next(|from, to, fold| bare_fold(&bare, from, to, fold))),
    ];
    let slices = Slices::run(cases, &[COMPARISON], None)?;
    slices.print("Replay in pieces", "events");
    slices.judge(bars, &COMPARISON);
    Ok(())
}

/// One piece of the log after the other, from the beginning again after the end.
struct Pieces {
    fold: Fold,
    next: u64,
    events: u64,
}

impl Pieces {
    fn new(events: u64) -> Self {
        Self { fold: Fold::default(), next: 0, events }
    }

    fn next(&mut self, read: impl FnOnce(u64, u64, &mut Fold) -> Result<(), Failure>) -> Result<u64, Failure> {
        let (from, to) = (self.next, self.events.min(self.next + PIECE));
        self.next = if to == self.events { 0 } else { to };
        read(from, to, &mut self.fold)?;
        Ok(to - from)
    }
}

fn replay(log: &dyn Log, after: u64, until: u64, fold: &mut Fold) -> Result<(), Failure> {
    let mut problem = None;
    log.scan(Position(after), Position(until), &mut |row| {
        fold.row(row.position.0, row.stream, row.version.0);
        match stored::decode(row.event_type, row.schema_version, row.payload) {
            Ok(event) => {
                fold.event(&event);
                ControlFlow::Continue(())
            }
            Err(error) => {
                problem = Some(error);
                ControlFlow::Break(())
            }
        }
    })?;
    problem.map_or(Ok(()), |problem| Err(problem.into()))
}

fn bare_fold(connection: &Connection, after: u64, until: u64, fold: &mut Fold) -> Result<(), Failure> {
    let mut statement = connection.prepare_cached(BARE_SELECT)?;
    let mut rows = statement.query(params![after as i64, until as i64])?;
    while let Some(row) = rows.next()? {
        fold.row(row.get::<_, i64>(0)? as u64, row.get_ref(1)?.as_str()?, row.get::<_, i64>(2)? as u64);
        std::hint::black_box(row.get_ref(4)?.as_blob()?);
        fold.form(&Form::parse(row.get_ref(3)?.as_str()?, row.get_ref(5)?.as_blob()?)?);
    }
    Ok(())
}

/// Replays a tenth of the store and then all of it, each in a process of its own, and compares their peaks.
pub(crate) fn measure_memory(file: &Path, events: u64, bars: &mut Bars) -> Result<(), Failure> {
    println!("\nMemory while replaying");
    let peak = |events: u64| -> Result<f64, Failure> {
        let replay =
            Command::new(std::env::current_exe()?).arg("--replay").arg(file).arg(events.to_string()).output()?;
        let kilobytes: f64 = String::from_utf8(replay.stdout)?.trim().parse()?;
        println!("  peak after {events} events: {:.1} MB", kilobytes / 1e3);
        Ok(kilobytes)
    };
    let (early, late) = (peak(events / EARLY)?, peak(events)?);
    bars.at_most(&format!("peak memory after {events} events / after {} (n = 1)", events / EARLY), late / early, FLAT);
    Ok(())
}

/// What a child does: replays so many events and tells its peak in kilobytes.
pub(crate) fn replay_alone(file: &Path, events: u64) -> Result<(), Failure> {
    replay(&*sqlite::open(file)?, 0, events, &mut Fold::default())?;
    let status = std::fs::read_to_string("/proc/self/status")?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("the system tells no peak")?;
    println!("{}", peak.trim().trim_end_matches(" kB"));
    Ok(())
}
