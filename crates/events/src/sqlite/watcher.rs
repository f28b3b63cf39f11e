//! Notices what other processes append to the same file.

use super::writer::head_of;
use super::{Shared, connection};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How often to look; SQLite has no way to be told.
const INTERVAL: Duration = Duration::from_millis(25);

pub(super) struct Watcher {
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

impl Watcher {
    pub(super) fn start(shared: Arc<Shared>) -> rusqlite::Result<Self> {
        let connection = connection::reader(&shared.path)?;
        let (stop, stopped) = channel();
        let mut seen: Option<i64> = None;
        let thread = thread::spawn(move || {
            while stopped.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                // A reading that fails is tried again; the writer tells of its own appends anyway.
                let version = connection.pragma_query_value(None, "data_version", |row| row.get(0)).ok();
                if version == seen {
                    continue;
                }
                if let Ok(found) = head_of(&connection) {
                    seen = version;
                    shared.news.advance(found.position);
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
