//! The service as an operator runs it: the real binary, its settings, its log, its signals, its accounts.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

#[path = "service/accounts.rs"]
mod accounts;
#[path = "service/demo.rs"]
mod demo;
#[path = "service/running.rs"]
mod running;
#[path = "service/secrets.rs"]
mod secrets;
#[path = "service/settings.rs"]
mod settings;

use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, prlimit};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::time::Duration;
use support::service::{RunningService, get, post};
use support::store::Folder;

fn log_lines(served: &RunningService) -> Vec<Value> {
    served.log.iter().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// Sends bytes as they are; what comes back.
fn raw(address: &str, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request).unwrap();
    let mut answer = Vec::new();
    // An answer without an end of the connection would be waited for too long.
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

/// Opens the public stream of events, and reads until it has begun.
fn watch(address: &str) -> BufReader<TcpStream> {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(b"GET /api/v1/feed HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n").unwrap();
    let mut answer = BufReader::new(stream);
    let mut line = String::new();
    answer.read_line(&mut line).unwrap();
    assert!(line.starts_with("HTTP/1.1 200"), "{line}");
    while line != "\r\n" {
        line.clear();
        answer.read_line(&mut line).unwrap();
    }
    answer
}

/// The demo, and the lines that it has printed until it has told everything.
struct Demo {
    child: std::process::Child,
    said: Vec<String>,
}

impl Demo {
    fn start(folder: &Folder) -> Self {
        Self::start_with(folder, &["--port", "0"])
    }

    fn start_with(folder: &Folder, args: &[&str]) -> Self {
        let mut command = folder.command();
        command.arg("demo").args(args).env("TMPDIR", folder.path());
        // Whatever is set for a real store must not touch the demo, nor the demo it.
        command.env("KOSTKA_STORE", "real.db").env("KOSTKA_KEY_FILE", "real.key");
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut said = Vec::new();
        for line in lines.map_while(Result::ok) {
            let last = line.contains("Ctrl+C");
            said.push(line);
            if last {
                break;
            }
        }
        Self { child, said }
    }

    fn url(&self) -> &str {
        let line = self.said.first().unwrap_or_else(|| panic!("the demo said nothing"));
        &line[line.find("http://").unwrap()..]
    }

    /// The header of somebody who has signed in.
    fn bearer(&self, login: &str, password: &str) -> String {
        let session =
            post(&format!("{}/api/v1/sessions", self.url()), &[], &json!({"login": login, "password": password}));
        assert_eq!(session.status, 201, "{}", session.body);
        format!("Bearer {}", session.json()["access_token"].as_str().unwrap())
    }

    /// Login and password of whoever has a role.
    fn account(&self, role: &str) -> (String, String) {
        let line = self.said.iter().find(|line| line.trim_start().starts_with(role)).unwrap();
        let mut words = line.split_whitespace().map(str::to_owned);
        (words.next().unwrap(), words.next().unwrap())
    }
}
