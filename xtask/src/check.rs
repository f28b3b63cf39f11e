//! `cargo xtask check`: what must hold before every commit.

use crate::house;
use crate::step::{self, Failure};
use crate::workspace::cargo;

/// Format, figures of the sources, lints and unit tests; the cheapest first.
pub(crate) fn run() -> Result<(), Failure> {
    step::run("format", &mut cargo("fmt --all --check"))?;
    step::run("benchmarks' format", &mut cargo("fmt --all --check --manifest-path benches/Cargo.toml"))?;
    step::run("peers' format", &mut cargo("fmt --check --manifest-path benches/peers/Cargo.toml"))?;
    house::run(None)?;
    step::run("lints", &mut cargo("clippy --workspace --all-targets -- -D warnings"))?;
    // The whole-system tests run the built binary many times and belong to `test`.
    step::run("unit tests", &mut cargo("test --workspace --lib --bins"))
}
