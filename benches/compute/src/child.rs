//! The binary under measurement as a child process.

use nix::sys::resource::{UsageWho, getrusage};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A release build of the service.
pub(crate) struct Kostka {
    binary: PathBuf,
}

impl Kostka {
    pub(crate) fn new(binary: &str) -> Self {
        Self { binary: binary.into() }
    }

    /// The time of `kostka compute FILE`; what it prints is thrown away.
    pub(crate) fn time(&self, file: &Path) -> Result<Duration, Box<dyn Error>> {
        let mut command = self.compute(file);
        command.stdout(Stdio::null());
        let begun = Instant::now();
        let status = command.status()?;
        let elapsed = begun.elapsed();
        if status.success() { Ok(elapsed) } else { Err(format!("`{command:?}` ended with {status}").into()) }
    }

    /// The season results that `kostka compute FILE` prints.
    pub(crate) fn results(&self, file: &Path) -> Result<serde_json::Value, Box<dyn Error>> {
        Ok(serde_json::from_slice(&self.compute(file).output()?.stdout)?)
    }

    fn compute(&self, file: &Path) -> Command {
        let mut command = Command::new(&self.binary);
        command.arg("compute").arg(file).stdin(Stdio::null());
        command
    }
}

/// The highest peak of all children so far.
///
/// A child begins as a copy of this process, so the figure is never below this one's own size, which is a few
/// megabytes.
pub(crate) fn peak_megabytes() -> nix::Result<f64> {
    const KIBIBYTE: f64 = 1024.0;
    Ok(getrusage(UsageWho::RUSAGE_CHILDREN)?.max_rss() as f64 * KIBIBYTE / 1e6)
}
