//! `cargo xtask test`: everything at CI size, from a clean clone on a machine that has little more than Rust.

use crate::differential::Differential;
use crate::postgres::Server;
use crate::step::{self, Failure};
use crate::workspace::{Profile, cargo, cargo_on_benches};
use crate::{browser, check, contract, crash, prerequisites};

/// The cases that the oracle is asked about; the same ones in every run, so that a failure is about the change.
const ORACLE: Differential = Differential { count: 150, seed: 1, through_store: false };
/// The same for seasons that go through a store; every process of theirs waits for the disk.
const ORACLE_THROUGH_STORE: Differential = Differential { count: 25, seed: 1, through_store: true };

const CRASH_SEED: u64 = 1;

/// Installs what is missing, then runs every step.
pub(crate) fn run() -> Result<(), Failure> {
    prerequisites::provide_rust_components()?;
    prerequisites::provide_python()?;
    check::run()?;
    // All crates at once: features of dependencies differ from crate to crate, and one crate alone would have most of
    // them compiled again.
    let server = Server::start()?;
    step::run("integration tests", server.given_to(&mut cargo("test --workspace --test *")))?;
    drop(server);
    step::run("documentation's examples", &mut cargo("test --workspace --doc"))?;
    let mut documentation = cargo("doc --workspace --no-deps");
    step::run("documentation", documentation.env("RUSTDOCFLAGS", "-D warnings"))?;
    contract::run(&contract::Size::SMALL)?;
    browser::run(browser::Size::Small)?;
    ORACLE.run(Profile::Debug)?;
    ORACLE_THROUGH_STORE.run(Profile::Debug)?;
    crash::run(Profile::Debug, &crash::Size::SMALL, CRASH_SEED)?;
    licences()?;
    // Without the peers, whose lints would cost a build of an asynchronous SQL library in every run.
    let mut lints = cargo_on_benches("clippy --workspace --all-targets");
    step::run("benchmarks' lints", lints.args(["--", "-D", "warnings"]))
}

/// Building `cargo deny` takes minutes, so it is used where it already is.
fn licences() -> Result<(), Failure> {
    if prerequisites::runs("cargo", &["deny", "--version"]) {
        step::run("licences", &mut cargo("deny check licenses bans sources"))?;
        let mut benches = cargo("deny --manifest-path benches/Cargo.toml check licenses bans sources");
        step::run("benchmarks' licences", &mut benches)
    } else {
        step::skip("licences", "cargo-deny is not installed");
        Ok(())
    }
}
