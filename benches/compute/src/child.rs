//! The binary under measurement as a child process.

use harness::rounds::timed;
use nix::sys::resource::{UsageWho, getrusage};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// A release build of the service.
pub(crate) struct Kostka {
    binary: PathBuf,
}

impl Kostka {
    pub(crate) fn new(binary: &str) -> Self {
        Self { binary: binary.into() }
    }

    /// The time of `kostka compute FILE`; what it prints is thrown away.
    pub(crate) fn compute(&self, file: &Path) -> Result<Duration, Box<dyn Error>> {
        let mut command = Command::new(&self.binary);
        command.arg("compute").arg(file).stdin(Stdio::null()).stdout(Stdio::null());
        let mut status = None;
        let elapsed = timed(|| status = Some(command.status()));
        match status.transpose()? {
            Some(status) if status.success() => Ok(elapsed),
            Some(status) => Err(format!("`{command:?}` ended with {status}").into()),
            None => Err(format!("`{command:?}` did not run").into()),
        }
    }
}

/// The highest peak of all children so far.
///
/// A child begins as a copy of this process, so the figure is never below this one's own size, which is a few megabytes.
pub(crate) fn peak_megabytes() -> nix::Result<f64> {
    const KIBIBYTE: f64 = 1024.0;
    Ok(getrusage(UsageWho::RUSAGE_CHILDREN)?.max_rss() as f64 * KIBIBYTE / 1e6)
}
