//! `cargo xtask check`: what must hold before every commit.

use crate::step::{self, Failure};
use crate::workspace::cargo;

/// Format, lints and unit tests.
pub(crate) fn run() -> Result<(), Failure> {
    step::run("format", &mut cargo("fmt --all --check"))?;
    step::run("lints", &mut cargo("clippy --workspace --all-targets -- -D warnings"))?;
    // The whole-system tests run the built binary many times and belong to `test`.
    step::run("unit tests", &mut cargo("test --workspace --lib --bins"))
}
