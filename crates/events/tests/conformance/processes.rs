//! Two real processes on one store: a test starts itself again, and both append to the same streams.

use events::append::{AppendError, Expected};
use events::conformance::TestEnvironment;
use events::conformance::sample::{Sample, all_events, assert_gapless, stream};
use events::envelope::{EventId, Position};
use events::follow::{FollowOutcome, Follower};
use events::log::Log;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Where the store is; set for the process that is started.
const STORE: &str = "KOSTKA_TEST_SHARED_STORE";
/// The file in which that process notes what was acknowledged to it.
const ACKNOWLEDGED: &str = "KOSTKA_TEST_ACKNOWLEDGED";
const APPENDS: usize = 200;
const TIMEOUT: Duration = Duration::from_secs(30);

/// The store that this process was started to write to, if it is the second one.
pub(crate) fn store_of_the_other() -> Option<String> {
    std::env::var(STORE).ok()
}

/// Called by the test of this name in both processes.
pub(crate) fn race(test: &str, store: &str, open: impl Fn(Arc<TestEnvironment>) -> Arc<dyn Log>) {
    if let Ok(file) = std::env::var(ACKNOWLEDGED) {
        let environment = TestEnvironment::new(1000);
        let written = write(&*open(environment.clone()), &environment);
        let lines: Vec<String> = written.iter().map(|(position, id)| format!("{position} {id}")).collect();
        std::fs::write(file, lines.join("\n")).unwrap();
        return;
    }
    let environment = TestEnvironment::new(2000);
    let log = open(environment.clone());
    let folder = tempfile::tempdir().unwrap();
    let acknowledged = folder.path().join("acknowledged");
    let mut other = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test])
        .env(STORE, store)
        .env(ACKNOWLEDGED, &acknowledged)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let first = Follower::new(log.clone(), Position::START).next_page(1, TIMEOUT).unwrap();
    assert!(matches!(first, FollowOutcome::Events(_)), "the other process has written nothing");
    let mut written = write(&*log, &environment);
    assert!(other.wait().unwrap().success());

    for line in std::fs::read_to_string(acknowledged).unwrap().lines() {
        let (position, id) = line.split_once(' ').unwrap();
        written.push((Position(position.parse().unwrap()), EventId::parse(id).unwrap()));
    }
    written.sort_unstable();
    let rows = all_events(&*log);
    assert_gapless(&rows);
    assert!(rows.iter().all(|row| row.leaf == row.as_ref().expected_leaf()));
    let recorded: Vec<(Position, EventId)> = rows.iter().map(|row| (row.position, row.event.event_id)).collect();
    assert_eq!(recorded, written, "exactly what was acknowledged is recorded, where it was said to be");
}

/// Appends to a few streams, each time to the version that was seen, until so many are recorded after the first of the
/// other process: so both have written at the same time.
fn write(log: &dyn Log, environment: &TestEnvironment) -> Vec<(Position, EventId)> {
    let sample = Sample::of(environment);
    let start = Instant::now();
    let mut written = Vec::new();
    let mut beside_the_other = 0;
    while beside_the_other < APPENDS {
        assert!(start.elapsed() < TIMEOUT, "the other process has written nothing");
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
