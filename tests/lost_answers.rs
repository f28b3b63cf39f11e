//! A service that is killed after the effect and before the answer: a retry gets the answer that was lost.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::root;
use support::service::{Reply, RunningService, get};
use support::signing_in::sign_in;
use support::store::Folder;

/// How often the service is killed in one test.
const KILLS: usize = 5;

/// The library that kills, compiled.
fn library(folder: &Path) -> PathBuf {
    let library = folder.join("kill_after_sync.so");
    let source = root().join("tests/lost_answers/kill_after_sync.c");
    let compiled = Command::new("cc")
        .args(["-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o"])
        .arg(&library)
        .arg(source)
        .arg("-ldl")
        .status()
        .expect("a C compiler `cc`");
    assert!(compiled.success());
    library
}

/// Registers a player; no answer if the connection ends before.
fn register(served: &RunningService, token: &str, key: &str, surname: &str) -> Option<Reply> {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let request = agent
        .post(format!("http://{}/api/v1/players", served.address))
        .header("Authorization", format!("Bearer {token}"))
        .header("Idempotency-Key", key);
    let player = json!({ "first_name": "Zofia", "surname": surname, "city": "Łódź", "voivodeship": "łódzkie" });
    let mut response = request.send_json(player).ok()?;
    let body = response.body_mut().read_to_string().ok()?;
    Some(Reply { status: response.status().as_u16(), headers: response.headers().clone(), body })
}

fn players(served: &RunningService) -> Vec<Value> {
    get(&format!("http://{}/api/v1/players", served.address), &[]).json()["items"].as_array().unwrap().clone()
}

#[test]
fn s25_an_answer_that_was_lost_with_the_process_is_given_to_whoever_asks_again() {
    let folder = Folder::new();
    let library = library(folder.path());
    let arm = folder.file("kill");
    let set = [("LD_PRELOAD", library.to_str().unwrap()), ("KILL_WHEN", arm.to_str().unwrap())];
    let credentials = sign_in(&folder, "admin");

    for number in 0..KILLS {
        let (key, surname) = (format!("key-{number}"), format!("Próbna{}", "a".repeat(number)));
        let mut served =
            RunningService::start(&folder, &["--set", "sign_in.admins_need_second_factor=false"], &set).ready();
        let token = credentials.token(&served);
        fs::write(&arm, "").unwrap();
        assert!(register(&served, &token, &key, &surname).is_none(), "the process should have died before its answer");
        served.wait();
        fs::remove_file(&arm).unwrap();

        let served = RunningService::start(&folder, &["--set", "sign_in.admins_need_second_factor=false"], &[]).ready();
        let token = credentials.token(&served);
        assert_eq!(players(&served).len(), number + 1, "the effect was durable");
        let first = register(&served, &token, &key, &surname).unwrap();
        assert_eq!(first.status, 201, "{}", first.body);
        assert_eq!(first.headers["idempotency-replayed"], "true");
        let again = register(&served, &token, &key, &surname).unwrap();
        assert_eq!(again.body, first.body, "the recorded answer is always the same");
        assert_eq!(players(&served).len(), number + 1, "one effect");
        let address = first.json()["resource"].as_str().unwrap().to_owned();
        assert_eq!(served.get(&address).json()["surname"], surname.as_str());
    }
}
