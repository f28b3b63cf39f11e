//! Keeps what is in memory to the process: the master key and secrets of second factors stand there.

use std::io;

/// From here on the system writes no core dump, and nobody but root reads the memory or attaches to the process.
#[cfg(target_os = "linux")]
pub(crate) fn keep_to_the_process() -> io::Result<()> {
    use rustix::process::{DumpableBehavior, set_dumpable_behavior};
    Ok(set_dumpable_behavior(DumpableBehavior::NotDumpable)?)
}

/// From here on the system writes no core dump.
#[cfg(not(target_os = "linux"))]
pub(crate) fn keep_to_the_process() -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    Ok(setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?)
}
