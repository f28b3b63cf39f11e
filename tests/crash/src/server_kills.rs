//! Kills on PostgreSQL: of our process, and of the server under it.

use crate::kills::{Kills, Series};
use crate::line::{ChildMessage, is_committing};
use crate::process::Running;
use crate::server::{Server, ShutdownMode};
use crate::store::Store;

impl Kills {
    /// Kills our process; the server stays.
    pub(crate) fn of_process_on_postgres(self) -> Result<(), String> {
        let server = Server::start()?;
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let store = Store::Postgres { address: server.address(), outside: folder.path().join("checkpoint") };
        let mut series = Series::new(folder.path(), store, self.seed);
        while self.wants_more(&series) {
            let mut running = series.start()?;
            series.work(&mut running)?;
            let ended = running.kill()?;
            series.count(&ended, is_committing(&ended.lines));
            series.check(&ended)?;
        }
        series.conclude(self, "kill -9 of our process on PostgreSQL", "")
    }

    /// Kills the server; our process stays, and goes on when the server is back.
    pub(crate) fn of_server(self) -> Result<(), String> {
        let mut server = Server::start()?;
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let store = Store::Postgres { address: server.address(), outside: folder.path().join("checkpoint") };
        let mut series = Series::new(folder.path(), store, self.seed);
        let mut immediate = 0;
        while self.wants_more(&series) {
            let mut running = series.start()?;
            let how = if series.random.one_in(2) { ShutdownMode::Immediate } else { ShutdownMode::Kill };
            immediate += u32::from(how == ShutdownMode::Immediate);
            // Looked for before, because it takes longer than a commit.
            let mut processes = Vec::new();
            series.work_after(&mut running, || processes = server.processes())?;
            let hit = running.is_committing()?;
            server.end(how, &processes)?;
            server.start_again()?;
            went_on(&mut running)?;
            let ended = running.kill()?;
            series.count(&ended, hit);
            series.check(&ended)?;
        }
        let beside = format!("; {immediate} of them as an immediate stop, and each time our process went on by itself");
        series.conclude(self, "kill of the PostgreSQL server", &beside)
    }
}

/// Waits until our process has found the server again and an append was acknowledged.
fn went_on(running: &mut Running) -> Result<(), String> {
    let went_on = running.wait_for(|line| *line == ChildMessage::Reopened)?
        && running.wait_for(|line| matches!(line, ChildMessage::Acknowledged(..)))?;
    if went_on { Ok(()) } else { Err("our process did not go on when the server was back".to_owned()) }
}
