//! The differential run: the service and the independent oracle compute the same random seasons.

use crate::step::{self, Failure};
use crate::workspace::{Profile, at_root};

/// How many seasons, from which seed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Differential {
    pub(crate) count: u32,
    pub(crate) seed: u64,
}

impl Differential {
    /// Compares a build that exists with the oracle.
    pub(crate) fn run(self, profile: Profile) -> Result<(), Failure> {
        const STEP: &str = "oracle";
        let binary = profile.kostka().map_err(|reason| Failure::new(STEP, reason))?;
        let mut command = at_root("python3");
        command.arg("tests/oracle/differential.py").arg(binary);
        command.args(["--count", &self.count.to_string(), "--seed", &self.seed.to_string()]);
        step::run(STEP, &mut command)
    }
}
