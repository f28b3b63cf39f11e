//! Rotated slices: every case works for up to half a second in every round, and rounds go on until enough pairs can be
//! judged.
//!
//! A durable slice takes what the disk can do right before and right after it. Two slices of one round are a pair if
//! the disk did the same for both, within a factor; other pairs say more about the neighbours than about the cases.

use crate::bar::Bars;
use crate::disk::{Disk, Syncs};
use crate::rounds::median;
use std::error::Error;
use std::time::Duration;

/// How long a case is asked to work in one slice.
pub const SLICE: Duration = Duration::from_millis(400);
/// A verdict needs so many pairs.
pub const ENOUGH_PAIRS: usize = 15;
/// Rounds go on for pairs that are missing, but not for ever.
const MOST_ROUNDS: usize = 4 * ENOUGH_PAIRS;
/// The disk did not do the same for two slices if one had this many times the syncs of the other.
const SAME_DISK: f64 = 2.0;

/// What can go wrong in a case.
pub type Failure = Box<dyn Error>;

/// What a case did in one slice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Work {
    /// How many events were appended, read or checked.
    pub operations: u64,
    /// How long it took.
    pub seconds: f64,
    /// The time that all but one in a hundred callers waited at most, where callers wait.
    pub slow_call_seconds: Option<f64>,
}

impl Work {
    /// So many operations in this time.
    pub fn new(operations: u64, time: Duration) -> Self {
        Self { operations, seconds: time.as_secs_f64(), slow_call_seconds: None }
    }
}

/// Something that works for about as long as it is told.
pub struct Case<'a> {
    name: &'static str,
    run: Box<dyn FnMut(Duration) -> Result<Work, Failure> + 'a>,
}

impl<'a> Case<'a> {
    /// A case that tells how much it did and how long the part that counts took.
    pub fn new(name: &'static str, run: impl FnMut(Duration) -> Result<Work, Failure> + 'a) -> Self {
        Self { name, run: Box::new(run) }
    }

    /// A case of one piece of work after another, each of so many operations.
    pub fn repeated(name: &'static str, mut piece: impl FnMut() -> Result<u64, Failure> + 'a) -> Self {
        Self::new(name, move |length| {
            let begun = std::time::Instant::now();
            let mut operations = 0;
            while operations == 0 || begun.elapsed() < length {
                operations += piece()?;
            }
            Ok(Work::new(operations, begun.elapsed()))
        })
    }
}

/// A case and what it is compared with.
#[derive(Debug, Clone, Copy)]
pub struct Comparison {
    /// The name of the case.
    pub case: &'static str,
    /// The name of the case that counts as 1.
    pub base: &'static str,
    /// The ratio of their operations in a second must be at least this.
    pub at_least: f64,
}

#[derive(Debug, Clone, Copy)]
struct Slice {
    work: Work,
    syncs: Option<Syncs>,
}

impl Slice {
    fn rate(&self) -> f64 {
        self.work.operations as f64 / self.work.seconds
    }
}

/// The slices of some cases.
#[derive(Debug)]
pub struct Slices {
    names: Vec<&'static str>,
    /// One list for each case, with a slice for each round.
    slices: Vec<Vec<Slice>>,
}

impl Slices {
    /// Rotates the cases until every comparison has enough pairs. Give the disk if the cases are durable.
    pub fn run(
        mut cases: Vec<Case<'_>>,
        comparisons: &[Comparison],
        mut disk: Option<&mut Disk>,
    ) -> Result<Self, Failure> {
        for case in &mut cases {
            // Warms caches and the files that grow; not kept.
            (case.run)(SLICE)?;
        }
        let names = cases.iter().map(|case| case.name).collect();
        let mut measured = Self { names, slices: vec![Vec::new(); cases.len()] };
        for round in 0..MOST_ROUNDS {
            for turn in 0..cases.len() {
                let index = (round + turn) % cases.len();
                let slice = slice(&mut cases[index], disk.as_deref_mut())?;
                measured.slices[index].push(slice);
            }
            let enough = |comparison: &Comparison| measured.pairs(comparison).count() >= ENOUGH_PAIRS;
            if round + 1 >= ENOUGH_PAIRS && comparisons.iter().all(enough) {
                break;
            }
        }
        Ok(measured)
    }

    fn of(&self, name: &str) -> &[Slice] {
        let index = self.names.iter().position(|known| *known == name);
        &self.slices[index.unwrap_or_else(|| panic!("no case is called `{name}`"))]
    }

    fn rounds(&self) -> usize {
        self.slices.first().map_or(0, Vec::len)
    }

    /// The slices of both cases in the rounds in which the disk did the same for both.
    fn pairs(&self, comparison: &Comparison) -> impl Iterator<Item = (&Slice, &Slice)> {
        let rounds = self.of(comparison.case).iter().zip(self.of(comparison.base));
        rounds.filter(|(case, base)| match (case.syncs, base.syncs) {
            (Some(case), Some(base)) => {
                let factor = case.per_second() / base.per_second();
                factor < SAME_DISK && factor > SAME_DISK.recip()
            }
            _ => true,
        })
    }

    /// Prints each case with its operations in a second and the syncs beside it.
    pub fn print(&self, title: &str, operation: &str) {
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        println!("\n{title}, {} rounds, {operation} in a second", self.rounds());
        println!("  {:width$}  {:>9}  {:>9}  {:>9}  fdatasync/s beside it", "case", "median", "min", "max");
        for (name, slices) in self.names.iter().zip(&self.slices) {
            let rates = spread(slices.iter().map(Slice::rate));
            let syncs: Vec<f64> = slices.iter().filter_map(|slice| slice.syncs).map(Syncs::per_second).collect();
            let syncs = if syncs.is_empty() { "not durable".to_owned() } else { in_words(spread(syncs.into_iter())) };
            println!("  {name:width$}  {:>9.0}  {:>9.0}  {:>9.0}  {syncs}", rates.median, rates.min, rates.max);
        }
    }

    /// Judges a comparison by the median over its pairs.
    pub fn judge(&self, bars: &mut Bars, comparison: &Comparison) {
        let Comparison { case, base, at_least } = comparison;
        let what = format!("{case} / {base}{}", self.provenance(comparison));
        match self.ratio(comparison) {
            Some(ratio) => {
                let Spread { min, max, .. } = spread(self.ratios(comparison));
                bars.at_least(&format!("{what}, from {min:.2} to {max:.2}, median"), ratio, *at_least);
            }
            None => bars.undecided(&what, "too few pairs with the same disk"),
        }
    }

    /// The median over the pairs of the ratio of operations in a second, if there are enough pairs.
    pub fn ratio(&self, comparison: &Comparison) -> Option<f64> {
        let ratios: Vec<f64> = self.ratios(comparison).collect();
        (ratios.len() >= ENOUGH_PAIRS).then(|| median(ratios.into_iter()))
    }

    fn ratios(&self, comparison: &Comparison) -> impl Iterator<Item = f64> {
        self.pairs(comparison).map(|(case, base)| case.rate() / base.rate())
    }

    /// How many pairs there are, how many were dropped, and what the disk did meanwhile.
    fn provenance(&self, comparison: &Comparison) -> String {
        let pairs = self.pairs(comparison).count();
        let dropped = self.rounds() - pairs;
        let syncs = self.pairs(comparison).filter_map(|(case, base)| Some(case.syncs?.and(base.syncs?)));
        let syncs: Vec<f64> = syncs.map(Syncs::per_second).collect();
        if syncs.is_empty() {
            format!(" (n = {pairs})")
        } else {
            let syncs = in_words(spread(syncs.into_iter()));
            format!(" (n = {pairs}, {dropped} dropped, fdatasync/s {syncs})")
        }
    }

    /// Judges how long all but one in a hundred callers of a durable case wait, counted in syncs beside the same
    /// slices.
    pub fn judge_slow_calls(&self, bars: &mut Bars, case: &str, at_most: f64) {
        let slices = self.of(case).iter().filter_map(|slice| Some((slice.work.slow_call_seconds?, slice.syncs?)));
        let slices: Vec<(f64, Syncs)> = slices.collect();
        let waits = spread(slices.iter().map(|(wait, _)| wait * 1e3));
        let syncs = spread(slices.iter().map(|(_, syncs)| syncs.per_second()));
        let what = format!(
            "{case}: p99 of the acknowledgement, {:.2} ms [{:.2}-{:.2}], in fdatasync appends (n = {}, fdatasync/s {})",
            waits.median,
            waits.min,
            waits.max,
            slices.len(),
            in_words(syncs),
        );
        bars.at_most(&what, median(slices.iter().map(|(wait, syncs)| wait / syncs.seconds_each())), at_most);
    }
}

fn slice(case: &mut Case<'_>, disk: Option<&mut Disk>) -> Result<Slice, Failure> {
    let Some(disk) = disk else {
        return Ok(Slice { work: (case.run)(SLICE)?, syncs: None });
    };
    let before = disk.probe()?;
    let work = (case.run)(SLICE)?;
    let after = disk.probe()?;
    Ok(Slice { work, syncs: Some(before.and(after)) })
}

#[derive(Debug, Clone, Copy)]
struct Spread {
    median: f64,
    min: f64,
    max: f64,
}

fn spread(values: impl Iterator<Item = f64>) -> Spread {
    let values: Vec<f64> = values.collect();
    let min = values.iter().copied().fold(f64::INFINITY, f64::min);
    let max = values.iter().copied().fold(0.0, f64::max);
    Spread { median: median(values.into_iter()), min, max }
}

fn in_words(spread: Spread) -> String {
    format!("{:.0} [{:.0}-{:.0}]", spread.median, spread.min, spread.max)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS_TO_BARE: Comparison = Comparison { case: "ours", base: "bare", at_least: 0.5 };

    fn slice(operations: u64, syncs: u32) -> Slice {
        let work = Work::new(operations, Duration::from_secs(1));
        Slice { work, syncs: Some(Syncs::at_rate(syncs)) }
    }

    fn measured(rounds: usize, ours: Slice, bare: Slice) -> Slices {
        Slices { names: vec!["ours", "bare"], slices: vec![vec![ours; rounds], vec![bare; rounds]] }
    }

    #[test]
    fn a_ratio_is_taken_only_of_slices_with_the_same_disk() {
        let mut slices = measured(ENOUGH_PAIRS, slice(90, 300), slice(100, 300));
        for (ours, bare) in [(slice(9000, 3000), slice(100, 300)), (slice(9, 300), slice(100, 600))] {
            slices.slices[0].push(ours);
            slices.slices[1].push(bare);
        }
        assert_eq!(slices.ratio(&OURS_TO_BARE), Some(0.9));
        assert_eq!(slices.pairs(&OURS_TO_BARE).count(), ENOUGH_PAIRS);
        assert_eq!(
            slices.provenance(&OURS_TO_BARE),
            format!(" (n = {ENOUGH_PAIRS}, 2 dropped, fdatasync/s 300 [300-300])")
        );
    }

    #[test]
    fn too_few_pairs_give_no_ratio() {
        let slices = measured(ENOUGH_PAIRS - 1, slice(90, 300), slice(100, 300));
        assert_eq!(slices.ratio(&OURS_TO_BARE), None);
        let mut bars = Bars::default();
        slices.judge(&mut bars, &OURS_TO_BARE);
        assert!(bars.missed());
    }

    #[test]
    fn cases_without_a_disk_are_all_judged() {
        let steady = |operations| {
            Case::new(if operations == 9 { "ours" } else { "bare" }, move |_| {
                Ok(Work::new(operations, Duration::from_secs(1)))
            })
        };
        let slices = Slices::run(vec![steady(9), steady(10)], &[OURS_TO_BARE], None).unwrap();
        assert_eq!(slices.rounds(), ENOUGH_PAIRS);
        assert_eq!(slices.ratio(&OURS_TO_BARE), Some(0.9));
    }
}
