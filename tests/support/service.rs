//! The real binary as a service, and what it writes to its log.

use super::store::Folder;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Longer than anything takes that does not hang.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A service that is running.
pub struct RunningService {
    child: Child,
    lines: Receiver<String>,
    /// Every line of the log that was read.
    pub log: Vec<String>,
    pub address: String,
    pub metrics_address: Option<String>,
}

pub struct Reply {
    pub status: u16,
    pub headers: ureq::http::HeaderMap,
    pub body: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

impl RunningService {
    /// Starts `kostka serve` in a folder and waits until it listens.
    pub fn start(folder: &Folder, args: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut command = folder.command();
        command.arg("serve").args(args).envs(variables.iter().copied());
        if !args.contains(&"--listen") && !variables.iter().any(|(name, _)| *name == "KOSTKA_LISTEN") {
            command.args(["--listen", "127.0.0.1:0"]);
        }
        let mut child = command.stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let errors = BufReader::new(child.stderr.take().unwrap());
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in errors.lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        let mut served = Self { child, lines, log: Vec::new(), address: String::new(), metrics_address: None };
        let listening = served.wait_for_line(|line| line["message"] == "listening");
        served.address = listening["address"].as_str().unwrap().to_string();
        served.metrics_address = listening["metrics_address"].as_str().map(str::to_owned);
        served
    }

    /// Waits for a line of the log; every line must be JSON.
    pub fn wait_for_line(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).unwrap_or_else(|_| panic!("no such line in {:#?}", self.log));
            let value: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
            self.log.push(line);
            if wanted(&value) {
                return value;
            }
        }
    }

    pub fn get(&self, path: &str) -> Reply {
        self.get_with(path, &[])
    }

    pub fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Reply {
        get(&format!("http://{}{path}", self.address), headers)
    }

    /// Waits until the service is ready.
    pub fn ready(self) -> Self {
        let deadline = Instant::now() + TIMEOUT;
        while self.get("/readyz").status != 200 {
            assert!(Instant::now() < deadline, "{}", self.get("/readyz").body);
            std::thread::yield_now();
        }
        self
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits for the end; the rest of the log is read.
    pub fn wait(&mut self) -> ExitStatus {
        let status = self.child.wait().unwrap();
        self.log.extend(self.lines.iter());
        status
    }

    /// Asks it to end; how it ended and how long that took.
    pub fn terminate(&mut self) -> (ExitStatus, Duration) {
        let started = Instant::now();
        self.signal(Signal::TERM);
        let status = self.child.wait().unwrap();
        let took = started.elapsed();
        self.log.extend(self.lines.iter());
        (status, took)
    }
}

impl Drop for RunningService {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn get(url: &str, headers: &[(&str, &str)]) -> Reply {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let mut request = agent.get(url);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    reply(request.call().unwrap())
}

pub fn post(url: &str, headers: &[(&str, &str)], body: &Value) -> Reply {
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let mut request = agent.post(url);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    reply(request.send_json(body).unwrap())
}

fn reply(mut response: ureq::http::Response<ureq::Body>) -> Reply {
    let body = response.body_mut().read_to_string().unwrap();
    Reply { status: response.status().as_u16(), headers: response.headers().clone(), body }
}
