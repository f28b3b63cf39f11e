//! Runs the program under test and listens to it until it ends or is ended.

use crate::child::ChildOptions;
use crate::line::{ChildMessage, is_committing};
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A program that has not come to what is waited for after so long is stuck.
const TIMEOUT: Duration = Duration::from_mins(1);

/// What the program said until its end.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) lines: Vec<ChildMessage>,
    pub(crate) status: ExitStatus,
}

/// The program under test while it runs.
pub(crate) struct Running {
    child: Child,
    lines: Receiver<Result<ChildMessage, String>>,
    received: Vec<ChildMessage>,
    errors: PathBuf,
}

impl Running {
    /// Starts the program; what it complains about goes to a file in the folder.
    pub(crate) fn start(
        child_options: &ChildOptions,
        folder: &Path,
        environment: &[(String, String)],
    ) -> Result<Self, String> {
        let ChildOptions { store, outside, seed, round, threads, appends, again, sabotage } = child_options;
        let this = std::env::current_exe().map_err(|error| format!("this program cannot find itself: {error}"))?;
        let errors = folder.join("stderr");
        let file = File::create(&errors).map_err(|error| format!("{}: {error}", errors.display()))?;
        let again: Vec<String> = again.iter().map(ToString::to_string).collect();
        let mut command = Command::new(this);
        command.args(["child", "--store", &store.to_string(), "--seed", &seed.to_string()]);
        command.arg("--outside").arg(outside);
        command.args(["--round", &round.to_string(), "--threads", &threads.to_string()]);
        command.args(["--appends", &appends.to_string(), "--again", &again.join(",")]);
        if let Some(sabotage) = sabotage {
            command.args(["--sabotage", sabotage.name()]);
        }
        command.envs(environment.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(file);
        let mut child = command.spawn().map_err(|error| format!("the program did not start: {error}"))?;
        let stdout = child.stdout.take().ok_or("the program has no standard output")?;
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).split(b'\n') {
                let Ok(bytes) = line else { break };
                if sender.send(String::from_utf8_lossy(&bytes).parse()).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, lines, received: Vec::new(), errors })
    }

    /// Listens until the moment; `None` when it has come or the program has ended.
    fn read_until(&mut self, moment: Instant) -> Result<Option<&ChildMessage>, String> {
        match self.lines.recv_timeout(moment.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                self.received.push(line?);
                Ok(self.received.last())
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => Ok(None),
        }
    }

    /// Waits until a line fits or the program has ended; whether one fitted.
    pub(crate) fn wait_for(&mut self, mut fits: impl FnMut(&ChildMessage) -> bool) -> Result<bool, String> {
        let limit = Instant::now() + TIMEOUT;
        while let Some(line) = self.read_until(limit)? {
            if fits(line) {
                return Ok(true);
            }
        }
        if Instant::now() >= limit {
            let _ = self.child.kill();
            return Err("the program is stuck".to_owned());
        }
        Ok(false)
    }

    /// Whether the last thing heard of the writer is that it commits.
    pub(crate) fn is_committing(&mut self) -> Result<bool, String> {
        while let Ok(line) = self.lines.try_recv() {
            self.received.push(line?);
        }
        Ok(is_committing(&self.received))
    }

    /// Listens for some time.
    pub(crate) fn listen(&mut self, time: Duration) -> Result<(), String> {
        let moment = Instant::now() + time;
        while self.read_until(moment)?.is_some() {}
        Ok(())
    }

    /// Ends the program without a warning (SIGKILL), and hears what it had said before.
    pub(crate) fn kill(mut self) -> Result<Ended, String> {
        // It may have ended by itself.
        let _ = self.child.kill();
        self.wait()
    }

    /// Waits for its end.
    pub(crate) fn wait(mut self) -> Result<Ended, String> {
        self.wait_for(|_| false)?;
        let status = self.child.wait().map_err(|error| format!("the program was lost: {error}"))?;
        let errors = fs::read_to_string(&self.errors).unwrap_or_default();
        if errors.is_empty() {
            Ok(Ended { lines: self.received, status })
        } else {
            Err(format!("the program complained: {}", errors.trim_end()))
        }
    }
}
