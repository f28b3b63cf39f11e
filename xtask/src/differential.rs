//! The differential run: the service and the independent oracle compute the same random seasons.

use crate::step::{self, Failure};
use crate::workspace::{Profile, at_root};

/// How many seasons, from which seed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Differential {
    pub(crate) count: u32,
    pub(crate) seed: u64,
    /// Whether the seasons go into a store and come out again before they are computed.
    pub(crate) through_store: bool,
}

impl Differential {
    /// Compares a build that exists with the oracle.
    pub(crate) fn run(self, profile: Profile) -> Result<(), Failure> {
        let step = if self.through_store { "oracle, through a store" } else { "oracle" };
        let binary = profile.kostka().map_err(|reason| Failure::new(step, reason))?;
        let mut command = at_root("python3");
        command.arg("tests/oracle/differential.py").arg(binary);
        command.args(["--count", &self.count.to_string(), "--seed", &self.seed.to_string()]);
        if self.through_store {
            command.arg("--through-store");
        }
        step::run(step, &mut command)
    }
}
