//! Bars: figures that a benchmark must meet, and the verdict over all of them.

use std::process::ExitCode;

/// Collects bars as they are judged; one that is missed fails the benchmark.
#[derive(Debug, Default)]
pub struct Bars {
    missed: Vec<String>,
}

impl Bars {
    /// Judges a figure that must reach a bar.
    pub fn at_least(&mut self, what: &str, figure: f64, bar: f64) {
        self.judge(what, figure, "at least", bar, figure >= bar);
    }

    /// Judges a figure that must not exceed a bar.
    pub fn at_most(&mut self, what: &str, figure: f64, bar: f64) {
        self.judge(what, figure, "at most", bar, figure <= bar);
    }

    /// Judges a condition that has no figure, like equal results.
    pub fn holds(&mut self, what: &str, holds: bool) {
        println!("  {what}: {}", if holds { "yes" } else { "NO" });
        if !holds {
            self.missed.push(what.to_owned());
        }
    }

    /// A bar that could not be judged is not met.
    pub fn undecided(&mut self, what: &str, reason: &str) {
        println!("  {what}: UNDECIDED, {reason}");
        self.missed.push(format!("{what}: undecided, {reason}"));
    }

    /// Whether a bar was missed so far.
    pub fn missed(&self) -> bool {
        !self.missed.is_empty()
    }

    fn judge(&mut self, what: &str, figure: f64, direction: &str, bar: f64, met: bool) {
        let verdict = if met { "met" } else { "MISSED" };
        println!("  {what}: {figure:.3}, bar {direction} {bar}: {verdict}");
        if !met {
            self.missed.push(format!("{what}: {figure:.3}, bar {direction} {bar}"));
        }
    }

    /// Success if every bar was met.
    pub fn verdict(self) -> ExitCode {
        if self.missed.is_empty() {
            println!("every bar is met");
            return ExitCode::SUCCESS;
        }
        for missed in &self.missed {
            eprintln!("missed: {missed}");
        }
        ExitCode::FAILURE
    }
}
