//! The real binary plays tournaments against itself: `simulate` against `serve`, computed anew by the oracle.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

use rustix::process::{Pid, Signal, kill_process};
use std::process::{Command, Stdio};
use support::service::RunningService;
use support::signing_in::{PASSWORD, sign_in};
use support::store::Folder;
use support::{refused, root};

#[test]
fn simulated_tournaments_close_and_the_oracle_agrees() {
    let output = Command::new("python3")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .current_dir(root())
        .args(["tests/oracle/simulated.py", env!("CARGO_BIN_EXE_kostka"), "--tournaments", "3", "--organisers", "2"])
        .args(["--players", "29", "--seed", "7"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("3 agree, 0 failed"), "{said}");
}

/// `kostka simulate` against a service, as this admin.
fn simulate(folder: &Folder, served: &RunningService, args: &[&str]) -> Command {
    let mut command = folder.command();
    command.args(["simulate", "--url", &format!("http://{}", served.address), "--login", "ewa.wzorowa"]).args(args);
    command.env("KOSTKA_SIMULATE_PASSWORD", PASSWORD).stdin(Stdio::null());
    command
}

const NO_SECOND_FACTOR: [&str; 2] = ["--set", "sign_in.admins_need_second_factor=false"];

#[test]
fn a_simulation_stops_where_it_is_told_to() {
    let folder = Folder::new();
    sign_in(&folder, "admin");
    let served = RunningService::start(&folder, &NO_SECOND_FACTOR, &[]).ready();
    let args = ["--players", "16", "--format", "zwykly", "--stop-at", "round:2", "--output", "json"];
    let output = simulate(&folder, &served, &args).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&told["closed"], &told["tournaments"][0]["closed"]), (&0.into(), &false.into()));
    let id = told["tournaments"][0]["id"].as_str().unwrap();
    let progress = served.get(&format!("/api/v1/tournaments/{id}")).json();
    assert_eq!((&progress["phase"], &progress["current_stage"]), (&"running".into(), &"2".into()), "{progress}");
}

#[test]
fn ctrl_c_ends_a_slow_simulation_with_130() {
    let folder = Folder::new();
    sign_in(&folder, "admin");
    let served = RunningService::start(&folder, &NO_SECOND_FACTOR, &[]).ready();
    let args = ["--players", "16", "--format", "zwykly", "--speed", "3600"];
    let mut child = simulate(&folder, &served, &args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // It plays once the first round has started, and then it waits for an hour.
    let deadline = std::time::Instant::now() + std::time::Duration::from_mins(1);
    loop {
        let list = served.get("/api/v1/tournaments").json();
        if list["items"][0]["phase"] == "running" {
            break;
        }
        assert!(std::time::Instant::now() < deadline, "{list}");
        std::thread::yield_now();
    }
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn what_cannot_be_simulated_is_refused_before_anything_is_sent() {
    for (args, expected) in [
        (&["--format", "ekspres"][..], "ekspres"),
        (&["--stop-at", "koniec"], "koniec"),
        (&["--stop-at", "top", "--format", "zwykly"], "top"),
        (&["--speed", "szybko"], "szybko"),
        (&["--url", "https://kostka.example"], "https://kostka.example"),
        (&["--url", "http://ewa:haslo@kostka.example"], "KOSTKA_SIMULATE_PASSWORD"),
        (&["--players", "3"], "3"),
        (&[], "KOSTKA_SIMULATE_TOKEN"),
    ] {
        let said = refused(&[&["simulate"], args].concat());
        assert!(said.contains(expected) && !said.contains("haslo"), "{args:?}: {said}");
    }
}
