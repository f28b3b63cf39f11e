//! Notices appends of this and of other nodes, and has the inner nodes of the tree stored.

use super::Shared;
use super::readers::{Reader, read_error};
use super::rows;
use super::subtrees::SubtreeWriter;
use crate::envelope::Position;
use crate::log::ReadError;
use crate::postgres::acknowledged::{LastEvent, UnusableServer};
use postgres::fallible_iterator::FallibleIterator;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long to listen before looking whether the log is closing.
const NOTIFICATION_WAIT: Duration = Duration::from_millis(25);
/// How often to look even if nothing was heard.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// How long to wait before connecting again.
const RECONNECT_DELAY: Duration = Duration::from_millis(200);

pub(super) struct Watcher(JoinHandle<()>);

impl Watcher {
    pub(super) fn start(shared: Arc<Shared>) -> Self {
        Self(thread::spawn(move || {
            while !shared.is_closing() {
                // A failure is mended by connecting again; the writer tells of its own appends anyway.
                if watch(&shared).is_err() && !shared.is_closing() {
                    thread::sleep(RECONNECT_DELAY);
                }
            }
        }))
    }

    pub(super) fn join(self) {
        // The thread does nothing that could panic but read.
        let _ = self.0.join();
    }
}

/// Listens until the log closes or the connection fails.
fn watch(shared: &Shared) -> Result<(), ReadError> {
    let failed = |error: postgres::Error| read_error(&error);
    let mut reader = Reader::new(shared.address.connect().map_err(failed)?);
    shared.compare(&mut reader.client).map_err(|unfit| match unfit {
        UnusableServer::Failed(problem) | UnusableServer::OtherHistory(problem) => ReadError::Store(problem),
    })?;
    reader.client.batch_execute("LISTEN kostka").map_err(failed)?;
    let mut subtree_writer = SubtreeWriter::default();
    let mut looked: Option<Instant> = None;
    while !shared.is_closing() {
        let heard = reader.client.notifications().timeout_iter(NOTIFICATION_WAIT).next().map_err(failed)?.is_some();
        if !heard && looked.is_some_and(|looked| looked.elapsed() < POLL_INTERVAL) {
            continue;
        }
        // One look answers everything that was heard so far.
        while reader.client.notifications().iter().next().map_err(failed)?.is_some() {}
        let head = look(&mut reader, shared)?;
        looked = Some(Instant::now());
        keep_up(&mut subtree_writer, &mut reader, shared, head)?;
    }
    Ok(())
}

/// Tells where the log ends.
fn look(reader: &mut Reader, shared: &Shared) -> Result<Position, ReadError> {
    let end = reader.query(rows::HEAD, &[]).and_then(|rows| rows.first().map(LastEvent::of).transpose());
    Ok(match end.map_err(|error| read_error(&error))? {
        Some(end) => {
            shared.tell(end);
            end.position
        }
        None => Position::START,
    })
}

fn keep_up(
    subtree_writer: &mut SubtreeWriter,
    reader: &mut Reader,
    shared: &Shared,
    mut head: Position,
) -> Result<(), ReadError> {
    while !shared.is_closing() && subtree_writer.step(reader, head)? {
        // A long way to catch up must not keep the news from others.
        head = look(reader, shared)?;
    }
    Ok(())
}
