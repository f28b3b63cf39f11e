//! Notices appends of other processes to the same file, and moves committed frames out of the write-ahead log.

use super::writer::head_of;
use super::{Shared, connection};
use rusqlite::Connection;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How often to look; SQLite has no way to be told.
const INTERVAL: Duration = Duration::from_millis(25);

/// Frames of the write-ahead log that may wait to be moved into the file.
const WAITING_FRAMES: i64 = 2000;

pub(super) struct Watcher {
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

impl Watcher {
    pub(super) fn start(shared: Arc<Shared>, synchronous: &str) -> rusqlite::Result<Self> {
        let connection = connection::writer(&shared.path, synchronous)?;
        // Does not wait for a reader that blocks it; the next run tries again.
        connection.busy_timeout(Duration::ZERO)?;
        let (stop, stopped) = channel();
        let mut seen: Option<i64> = None;
        let thread = thread::spawn(move || {
            while stopped.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                checkpoint_wal(&connection);
                // A reading that fails is tried again; the writer tells of its own appends anyway.
                let version = connection.pragma_query_value(None, "data_version", |row| row.get(0)).ok();
                if version == seen {
                    continue;
                }
                if let Ok(found) = head_of(&connection) {
                    seen = version;
                    shared.head_broadcast.advance(found.position);
                }
            }
        });
        Ok(Self { stop, thread })
    }

    pub(super) fn stop(self) {
        drop(self.stop);
        // The thread does nothing that could panic but read.
        let _ = self.thread.join();
    }
}

/// Moves committed frames in the background; otherwise the writer would have to do it inside a commit.
///
/// Failures are left to the writer, which moves frames itself when too many have gathered, and reports errors.
fn checkpoint_wal(connection: &Connection) {
    let counts = |mode: &str| {
        connection.prepare_cached(mode)?.query_row([], |row| Ok(row.get::<_, i64>(1)? - row.get::<_, i64>(2)?))
    };
    if counts("PRAGMA wal_checkpoint(NOOP)").is_ok_and(|waiting: i64| waiting > WAITING_FRAMES) {
        let _ = counts("PRAGMA wal_checkpoint(PASSIVE)");
    }
}
