//! Holds every log of this crate to the laws.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use events::conformance::{Backend, MemoryBackend, TestEnvironment};
use events::log::Log;
use events::sqlite::{SqliteLog, SqliteOptions};
use std::sync::Arc;
use tempfile::TempDir;

fn memory() -> Box<dyn Backend> {
    Box::new(MemoryBackend::new(TestEnvironment::new(1)))
}

struct Sqlite {
    environment: Arc<TestEnvironment>,
    folder: TempDir,
}

impl Backend for Sqlite {
    fn open(&self) -> Arc<dyn Log> {
        let path = self.folder.path().join("kostka.db");
        Arc::new(SqliteLog::open_or_create(&path, self.environment.clone(), SqliteOptions::default()).unwrap())
    }

    fn environment(&self) -> &TestEnvironment {
        &self.environment
    }
}

fn sqlite() -> Box<dyn Backend> {
    Box::new(Sqlite { environment: TestEnvironment::new(2), folder: tempfile::tempdir().unwrap() })
}

mod the_log_in_memory {
    events::conformance_tests!(super::memory);
}

mod the_log_in_sqlite {
    events::conformance_tests!(super::sqlite);
}

/// Two real processes on one store: this test starts itself again, and both append to the same streams.
mod two_processes {
    use events::append::{AppendError, Expected};
    use events::conformance::TestEnvironment;
    use events::conformance::sample::{Sample, assert_gapless, everything, stream};
    use events::envelope::{EventId, Position};
    use events::follow::Follower;
    use events::log::Log;
    use events::sqlite::{SqliteLog, SqliteOptions};
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    /// Where the store is; set for the process that is started.
    const STORE: &str = "KOSTKA_TEST_SECOND_PROCESS";
    const APPENDS: usize = 200;
    const PATIENCE: Duration = Duration::from_secs(30);

    #[test]
    fn two_processes_write_to_one_store_in_sqlite() {
        let open = |path: &Path, seed| -> Arc<dyn Log> {
            let environment = TestEnvironment::new(seed);
            Arc::new(SqliteLog::open_or_create(path, environment, SqliteOptions::default()).unwrap())
        };
        if let Some(store) = std::env::var_os(STORE) {
            let store = Path::new(&store);
            let written = write(&open(store, 22), 22);
            let lines: Vec<String> = written.iter().map(|(position, id)| format!("{position} {id}")).collect();
            std::fs::write(store.with_extension("acknowledged"), lines.join("\n")).unwrap();
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("kostka.db");
        let log = open(&store, 11);
        let test = "two_processes::two_processes_write_to_one_store_in_sqlite";
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test])
            .env(STORE, &store)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let first = Follower::new(log.clone(), Position::START).next_page(1, PATIENCE).unwrap();
        assert_eq!(first.len(), 1, "the other process has written nothing");
        let mut written = write(&log, 11);
        assert!(child.wait().unwrap().success());

        let acknowledged = std::fs::read_to_string(store.with_extension("acknowledged")).unwrap();
        for line in acknowledged.lines() {
            let (position, id) = line.split_once(' ').unwrap();
            written.push((Position(position.parse().unwrap()), EventId::parse(id).unwrap()));
        }
        written.sort_unstable();
        let rows = everything(&*log);
        assert_gapless(&rows);
        assert!(rows.iter().all(|row| row.leaf == row.as_ref().expected_leaf()));
        let recorded: Vec<(Position, EventId)> = rows.iter().map(|row| (row.position, row.event.event_id)).collect();
        assert_eq!(recorded, written, "exactly what was acknowledged is recorded, where it was said to be");
    }

    /// Appends to a few streams, each time to the version that was seen, until so many are recorded after the first of the
    /// other process: so both have written at the same time.
    fn write(log: &Arc<dyn Log>, seed: u64) -> Vec<(Position, EventId)> {
        let environment = TestEnvironment::new(seed * 1000);
        let sample = Sample::of(&environment);
        let start = Instant::now();
        let mut written = Vec::new();
        let mut beside_the_other = 0;
        while beside_the_other < APPENDS {
            assert!(start.elapsed() < PATIENCE, "the other process has written nothing");
            let name = stream(&format!("hall {}", written.len() % 3));
            let version = log.stream_version(&name).unwrap();
            let append = sample.append(&name).expecting(name, Expected::Exact(version));
            let id = append.events[0].event_id;
            match log.append(append).wait() {
                Ok(receipt) => {
                    written.push((receipt.last(), id));
                    beside_the_other += usize::from(receipt.last().0 > written.len() as u64);
                }
                Err(AppendError::Conflict { found, .. }) => assert!(found > version),
                Err(error) => panic!("{error}"),
            }
        }
        written
    }
}
