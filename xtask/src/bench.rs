//! `cargo xtask bench`: measures against the bars; see `docs/performance.md`.

use crate::postgres::Server;
use crate::prerequisites;
use crate::step::{self, Failure};
use crate::workspace::{Profile, cargo_on_benches, cargo_on_peers, peers, root};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

/// The benchmarks, each a binary in `benches/`.
pub(crate) const BENCHES: [&str; 5] = ["ranking", "compute", "log", "season", "http"];

/// Where benchmarks keep their stores while they run: on the disk of the repository, whatever `/tmp` lies on.
const RUNS: &str = "benches/target/runs";

/// Builds and runs one benchmark, or all of them; a missed bar fails.
pub(crate) fn run(name: Option<&'static str>) -> Result<(), Failure> {
    let names = name.map_or(BENCHES.to_vec(), |name| vec![name]);
    let (mut measured, mut missed) = (Vec::new(), None);
    for name in names {
        let mut command = command(name)?;
        // The server must outlive the benchmark, and no longer.
        let server = if name == "log" { Some(Server::start()?) } else { None };
        if let Some(server) = &server {
            server.given_to(&mut command);
        }
        let begun = Instant::now();
        // A bar that is missed keeps nobody from learning about the others.
        let bars = match step::run(name, &mut command) {
            Ok(()) => "met",
            Err(failure) => {
                missed = missed.or(Some(failure));
                "missed"
            }
        };
        measured.push((name, begun.elapsed(), bars));
    }
    println!("\n{:10}  {:>8}  bars", "benchmark", "seconds");
    for (name, elapsed, bars) in measured {
        println!("{name:10}  {:>8.1}  {bars}", elapsed.as_secs_f64());
    }
    missed.map_or(Ok(()), Err)
}

/// Builds what a benchmark needs and gives the command that runs it.
fn command(name: &'static str) -> Result<Command, Failure> {
    step::run("build", cargo_on_benches("build --release").args(["--bin", name]))?;
    let mut command = cargo_on_benches("run --release --quiet");
    command.args(["--bin", name]);
    match name {
        "compute" => {
            step::run("build", &mut Profile::Release.build_kostka())?;
            let binary = Profile::Release.kostka().map_err(|reason| Failure::new(name, reason))?;
            command.arg("--").arg(binary);
        }
        "http" => {
            prerequisites::provide_web_peers()?;
            step::run("build", &mut Profile::Release.build_kostka())?;
            let binary = Profile::Release.kostka().map_err(|reason| Failure::new(name, reason))?;
            command.arg("--").arg(runs(name)?).arg(binary);
        }
        "log" | "season" => {
            step::run("build", &mut cargo_on_peers("build --release"))?;
            command.arg("--").arg(runs(name)?).arg(peers());
        }
        _ => {}
    }
    Ok(command)
}

/// The folder of the runs, made if it is not there.
fn runs(name: &str) -> Result<PathBuf, Failure> {
    let runs = root().join(RUNS);
    fs::create_dir_all(&runs).map_err(|error| Failure::new(name, error))?;
    Ok(runs)
}
