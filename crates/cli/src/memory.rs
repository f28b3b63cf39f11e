//! Protects the memory of the process, which holds the master key and secrets of second factors.

use std::io;

/// Disables core dumps, and lets only root read the memory of the process or attach to it.
#[cfg(target_os = "linux")]
pub(crate) fn disable_core_dumps() -> io::Result<()> {
    use rustix::process::{DumpableBehavior, set_dumpable_behavior};
    Ok(set_dumpable_behavior(DumpableBehavior::NotDumpable)?)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn disable_core_dumps() -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    Ok(setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?)
}
