//! `cargo xtask torture`: the counts that are too many for every change, in release.

mod memory;
mod oversized_inputs;

use crate::differential::Differential;
use crate::postgres::Server;
use crate::step::{self, Failure};
use crate::workspace::{Profile, at_root, cargo, cargo_on_benches};
use crate::{browser, contract, crash, prerequisites};
use memory::MemoryUsage;
use oversized_inputs::{OversizedInput, TemporaryDirectory};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

const ORACLE_CASES: u32 = 5_000;
const ORACLE_CASES_THROUGH_STORE: u32 = 500;
const PROPERTY_CASES: &str = "20000";
/// Tournaments in which random people give random commands.
const TOURNAMENTS: &str = "20000";
/// Random histories of each log against the model.
const LOG_HISTORIES: &str = "5000";
/// Random seasons whose lists are kept up to date, and computed anew.
const SEASONS: &str = "1500";
/// The results of the largest bundle that the service promises to compute.
const LARGEST_BUNDLE: &str = "1200000";
const LARGEST_BUNDLE_PEAK_MEGABYTES: u64 = 1000;
const HOSTILE_PEAK_MEGABYTES: u64 = 300;
/// Tournaments that are simulated, and how many organisers work on them side by side.
const SIMULATED_TOURNAMENTS: &str = "40";
const SIMULATED_ORGANISERS: &str = "8";
/// A message that repeats what it was given would be as long.
const LONGEST_MESSAGE_BYTES: u64 = 10_000;
/// What `kostka` answers to input that it refuses.
const REFUSED: i32 = 2;

/// What it is made of.
pub(crate) const PARTS: [&str; 9] =
    ["oracle", "tournaments", "properties", "log", "seasons", "contract", "browser", "crash", "memory"];

/// Runs every part, or one of them; without a seed the oracle gets cases that it has not seen.
pub(crate) fn run(part: Option<&'static str>, seed: Option<u64>) -> Result<(), Failure> {
    let wanted = |name: &str| part.is_none_or(|part| part == name);
    prerequisites::provide_python()?;
    step::run("build", &mut Profile::Release.build_kostka())?;
    let seed = seed.unwrap_or_else(seconds_since_1970);
    if wanted("oracle") {
        Differential { count: ORACLE_CASES, seed, through_store: false }.run(Profile::Release)?;
        Differential { count: ORACLE_CASES_THROUGH_STORE, seed, through_store: true }.run(Profile::Release)?;
    }
    if wanted("tournaments") {
        simulated_tournaments(seed)?;
    }
    if wanted("properties") {
        let mut properties = cargo("test -p domain --release");
        properties.env("PROPTEST_CASES", PROPERTY_CASES).env("KOSTKA_RUNS", TOURNAMENTS);
        step::run("properties", properties.env("KOSTKA_SEED", seed.to_string()))?;
    }
    if wanted("log") {
        let server = Server::start()?;
        let mut log = cargo("test -p events --release --test *");
        step::run("the log", server.given_to(log.env("PROPTEST_CASES", LOG_HISTORIES)))?;
    }
    if wanted("seasons") {
        let mut seasons = cargo("test -p projections --release --test projector");
        step::run("random seasons", seasons.env("PROPTEST_CASES", SEASONS))?;
    }
    if wanted("contract") {
        contract::run(&contract::Size::full(seed))?;
    }
    if wanted("browser") {
        browser::run(browser::Size::Full)?;
    }
    if wanted("crash") {
        crash::run(Profile::Release, &crash::Size::FULL, seed)?;
    }
    if wanted("memory") {
        memory_of_compute()?;
    }
    Ok(())
}

/// Plays tournaments against the real service; every one must close, and the oracle agree with it.
fn simulated_tournaments(seed: u64) -> Result<(), Failure> {
    let step = "simulated tournaments";
    let binary = Profile::Release.kostka().map_err(|reason| Failure::new(step, reason))?;
    let mut command = at_root("python3");
    command.arg("tests/oracle/simulated.py").arg(binary);
    command.args(["--tournaments", SIMULATED_TOURNAMENTS, "--organisers", SIMULATED_ORGANISERS]);
    step::run(step, command.args(["--seed", &seed.to_string()]))
}

/// What `kostka compute` takes for the largest bundle, and for input that is as large and worthless.
fn memory_of_compute() -> Result<(), Failure> {
    let directory = TemporaryDirectory::new().map_err(|error| Failure::new("largest bundle", error))?;
    let bundle = directory.path().join("largest.json");
    let mut write = cargo_on_benches("run --release --quiet");
    write.args(["-p", "compute", "--", "--write", LARGEST_BUNDLE]).arg(&bundle);
    step::run("largest bundle", &mut write)?;
    step::work("memory of kostka compute", || {
        println!("{}", MemoryUsage::HEADING);
        let binary = Profile::Release.kostka()?;
        let measure = |name: &str, file: &Path| {
            let measured = memory::measure(&binary, file)?;
            println!("{}", measured.row(name));
            Ok::<_, String>(measured)
        };
        let mut broken = Vec::new();
        let largest = measure("1,200,000 results", &bundle)?;
        if largest.exit_code != Some(0) || largest.peak_megabytes >= LARGEST_BUNDLE_PEAK_MEGABYTES {
            broken.push(format!("the largest bundle must be computed below {LARGEST_BUNDLE_PEAK_MEGABYTES} MB"));
        }
        for giant in OversizedInput::ALL {
            let file = directory.path().join("giant.json");
            giant.write(&file, &bundle).map_err(|error| format!("{}: {error}", giant.name()))?;
            let measured = measure(giant.name(), &file)?;
            let explained = (1..=LONGEST_MESSAGE_BYTES).contains(&measured.stderr_bytes);
            let refused = measured.exit_code == Some(REFUSED) && measured.stdout_bytes == 0 && explained;
            if !refused || measured.peak_megabytes > HOSTILE_PEAK_MEGABYTES {
                broken.push(format!(
                    "{} must be refused with exit code {REFUSED}, no output, a message of at most \
                     {LONGEST_MESSAGE_BYTES} bytes, and at most {HOSTILE_PEAK_MEGABYTES} MB",
                    giant.name()
                ));
            }
        }
        if broken.is_empty() { Ok(()) } else { Err(broken.join("; ")) }
    })
}

fn seconds_since_1970() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_secs())
}
