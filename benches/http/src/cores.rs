//! Which core a process runs on: a child runs where the thread that started it did.

use harness::slices::Failure;
use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;

/// Where the servers run, one at a time.
pub(crate) const SERVERS: usize = 0;
/// Where whoever asks them runs.
pub(crate) const CLIENTS: usize = 1;

/// Starts something on one core.
pub(crate) fn started_on<T>(core: usize, start: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    let this_thread = Pid::from_raw(0);
    let before = sched_getaffinity(this_thread)?;
    let mut only = CpuSet::new();
    only.set(core)?;
    sched_setaffinity(this_thread, &only)
        .map_err(|error| format!("this benchmark needs two cores, and core {core} cannot be had: {error}"))?;
    let started = start();
    sched_setaffinity(this_thread, &before)?;
    started
}
