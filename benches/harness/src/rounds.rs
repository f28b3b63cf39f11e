//! Rotated rounds: every case runs in every round, and each round begins with another case.
//!
//! A neighbour who takes the machine for a while slows all cases of a round alike, so only ratios inside one round are
//! judged.

use std::time::{Duration, Instant};

/// A slice ends when this much has been measured, whatever came before the measured part.
const SLICE: Duration = Duration::from_millis(200);
/// A slice ends when this much has passed, even if preparation took most of it.
const LONGEST_SLICE: Duration = Duration::from_millis(500);

/// Something to be measured again and again.
pub struct Case<'a> {
    name: &'a str,
    /// Runs once and gives the time of the part that counts.
    run: Box<dyn FnMut() -> Duration + 'a>,
}

impl<'a> Case<'a> {
    /// A case that tells how long the part that counts took, so that preparation stays out of it.
    pub fn new(name: &'a str, run: impl FnMut() -> Duration + 'a) -> Self {
        Self { name, run: Box::new(run) }
    }

    /// Runs for one slice; seconds for one run.
    fn slice(&mut self) -> f64 {
        let begun = Instant::now();
        let mut measured = Duration::ZERO;
        let mut runs = 0;
        while runs == 0 || (measured < SLICE && begun.elapsed() < LONGEST_SLICE) {
            measured += (self.run)();
            runs += 1;
        }
        measured.as_secs_f64() / f64::from(runs)
    }
}

/// Times what it is given; the value is dropped outside of the timing.
pub fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let begun = Instant::now();
    let value = std::hint::black_box(work());
    let elapsed = begun.elapsed();
    drop(value);
    elapsed
}

/// The seconds of one run of every case in every round.
#[derive(Debug)]
pub struct Rounds {
    names: Vec<String>,
    /// One list for each case, with a value for each round.
    seconds: Vec<Vec<f64>>,
}

impl Rounds {
    /// Runs all cases in rotated order; a first pass warms caches and is not kept.
    pub fn run(rounds: usize, mut cases: Vec<Case<'_>>) -> Self {
        for case in &mut cases {
            (case.run)();
        }
        let mut seconds = vec![Vec::with_capacity(rounds); cases.len()];
        for round in 0..rounds {
            for turn in 0..cases.len() {
                let index = (round + turn) % cases.len();
                seconds[index].push(cases[index].slice());
            }
        }
        let names = cases.iter().map(|case| case.name.to_owned()).collect();
        Self { names, seconds }
    }

    /// The seconds of a case, one for each round.
    pub fn of(&self, name: &str) -> &[f64] {
        let index = self.names.iter().position(|known| known == name);
        &self.seconds[index.unwrap_or_else(|| panic!("no case is called `{name}`"))]
    }

    /// The median over the rounds of how many times as long one case takes as another.
    pub fn ratio(&self, case: &str, base: &str) -> f64 {
        median(self.of(case).iter().zip(self.of(base)).map(|(case, base)| case / base))
    }

    /// Prints each case with its median, its extremes and its ratio to the first case.
    pub fn print(&self, title: &str) {
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        println!("{title}, {} rounds", self.seconds.first().map_or(0, Vec::len));
        println!("  {:width$}  {:>10}  {:>10}  {:>10}  {:>8}", "case", "median", "min", "max", "ratio");
        for (name, seconds) in self.names.iter().zip(&self.seconds) {
            println!(
                "  {name:width$}  {:>10}  {:>10}  {:>10}  {:>8.3}",
                in_words(median(seconds.iter().copied())),
                in_words(seconds.iter().copied().fold(f64::INFINITY, f64::min)),
                in_words(seconds.iter().copied().fold(0.0, f64::max)),
                self.ratio(name, &self.names[0]),
            );
        }
    }
}

/// The value in the middle; of an even number, the mean of the two in the middle.
pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = values.collect();
    assert!(!sorted.is_empty(), "nothing was measured");
    sorted.sort_unstable_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { f64::midpoint(sorted[middle - 1], sorted[middle]) }
}

/// A duration in the unit that leaves few digits.
pub fn in_words(seconds: f64) -> String {
    match seconds {
        ..1e-3 => format!("{:.1} µs", seconds * 1e6),
        ..1.0 => format!("{:.2} ms", seconds * 1e3),
        _ => format!("{seconds:.2} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_the_median_of_the_rounds_and_not_of_the_cases() {
        let rounds = Rounds {
            names: vec!["base".to_owned(), "case".to_owned()],
            seconds: vec![vec![1.0, 10.0, 2.0], vec![3.0, 20.0, 2.0]],
        };
        assert!((rounds.ratio("case", "base") - 2.0).abs() < f64::EPSILON);
    }

    #[test]
    fn every_case_runs_in_every_round() {
        let second = || Duration::from_secs(1);
        let rounds = Rounds::run(4, vec![Case::new("a", second), Case::new("b", second)]);
        assert_eq!(rounds.of("a"), [1.0; 4]);
        assert_eq!(rounds.of("b"), [1.0; 4]);
    }

    #[test]
    fn the_median_of_an_even_number_of_values_lies_between_the_two_in_the_middle() {
        assert!((median([4.0, 1.0, 2.0, 3.0].into_iter()) - 2.5).abs() < f64::EPSILON);
    }
}
