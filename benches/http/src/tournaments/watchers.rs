//! Watchers of live tournaments, each on a connection and a thread of its own.

use crate::client::{Connection, get};
use harness::slices::Failure;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// A watcher does next to nothing.
const STACK_BYTES: usize = 256 << 10;
/// Longer than anything takes that does not hang.
const PATIENCE: Duration = Duration::from_secs(10);
/// Nobody knows yet what the last position is.
const NOT_YET: u64 = u64::MAX;

/// What one watcher has seen.
pub(crate) struct Seen {
    pub(crate) hall: String,
    /// When each position came.
    pub(crate) positions: HashMap<u64, Instant>,
}

/// Watchers at work.
pub(crate) struct Watchers {
    watching: Vec<JoinHandle<Result<Seen, String>>>,
    last: Arc<AtomicU64>,
}

impl Watchers {
    /// So many watchers, spread over the tournaments.
    pub(crate) fn start(address: SocketAddr, halls: &[String], count: usize) -> Result<Self, Failure> {
        let last = Arc::new(AtomicU64::new(NOT_YET));
        let watching = (0..count).map(|number| {
            let (hall, last) = (halls[number % halls.len()].clone(), Arc::clone(&last));
            let mut connection = Connection::open(address)?;
            let path = format!("/api/v1/tournaments/{hall}/live");
            connection.begin(&get(&path, &[("Accept", "text/event-stream")]))?.expect(200, &path)?;
            let watch = move || watch(connection, hall, &last).map_err(|error| error.to_string());
            Ok(Builder::new().stack_size(STACK_BYTES).spawn(watch)?)
        });
        Ok(Self { watching: watching.collect::<Result<_, Failure>>()?, last })
    }

    /// Ends when everybody has seen what there is up to this position, or has waited long enough for it.
    pub(crate) fn finish(self, last: u64) -> Result<Vec<Seen>, Failure> {
        self.last.store(last, Ordering::Relaxed);
        let seen =
            self.watching.into_iter().map(|watcher| watcher.join().map_err(|_| "a watcher panicked".to_owned())?);
        Ok(seen.collect::<Result<_, String>>()?)
    }
}

fn watch(mut connection: Connection, hall: String, last: &AtomicU64) -> Result<Seen, Failure> {
    connection.wait_at_most(Duration::from_millis(500))?;
    let mut seen = Seen { hall, positions: HashMap::new() };
    let mut ending: Option<Instant> = None;
    loop {
        match connection.line()? {
            Some(line) => {
                if let Some(position) = line.strip_prefix("id: ").and_then(|id| id.trim().parse().ok()) {
                    seen.positions.entry(position).or_insert_with(Instant::now);
                }
            }
            // Nothing came for a while: at the end that means that everything is here.
            None if last.load(Ordering::Relaxed) != NOT_YET => return Ok(seen),
            None => {}
        }
        if last.load(Ordering::Relaxed) != NOT_YET && ending.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
            return Ok(seen);
        }
    }
}
