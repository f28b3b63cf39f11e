//! The crash tests at two sizes: kills, power cuts, full and failing disks.

use crate::step::{self, Failure};
use crate::workspace::{Profile, cargo};

/// How often each misfortune happens.
pub(crate) struct Size {
    sqlite_kills: u32,
    postgres_kills: u32,
    server_kills: u32,
    power_cuts: u32,
    fault_points: u32,
}

impl Size {
    /// For every change.
    pub(crate) const SMALL: Self =
        Self { sqlite_kills: 20, postgres_kills: 6, server_kills: 3, power_cuts: 15, fault_points: 5 };
    /// What is promised.
    pub(crate) const FULL: Self =
        Self { sqlite_kills: 200, postgres_kills: 50, server_kills: 50, power_cuts: 150, fault_points: 120 };
}

/// Within so many power cuts a log that does not wait for the disk, or acknowledges too early, must be caught.
const CATCH_WITHIN: u32 = 20;

/// Runs every crash test; the same seed gives the same appends and the same moments, as far as the machine lets it.
pub(crate) fn run(profile: Profile, size: &Size, seed: u64) -> Result<(), Failure> {
    let Size { sqlite_kills, postgres_kills, server_kills, power_cuts, fault_points } = size;
    let crash = |step: &str, arguments: String| {
        let build = match profile {
            Profile::Debug => "run --quiet -p crash --",
            Profile::Release => "run --quiet --release -p crash --",
        };
        step::run(step, &mut cargo(&format!("{build} {arguments} --seed {seed}")))
    };
    crash("kills on SQLite", format!("kills --on sqlite --count {sqlite_kills}"))?;
    crash("power cuts", format!("power-cuts --count {power_cuts} --catch-within {CATCH_WITHIN}"))?;
    crash("full and failing disks", format!("faults --points {fault_points}"))?;
    crash("kills on PostgreSQL", format!("kills --on postgres --count {postgres_kills}"))?;
    crash("kills of the PostgreSQL server", format!("kills --on postgres-server --count {server_kills}"))
}
