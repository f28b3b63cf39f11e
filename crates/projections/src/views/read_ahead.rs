//! Reads and decodes events on a thread of its own, ahead of the fold.

use super::FoldError;
use domain::event::Event;
use events::envelope::{EventId, Position, Recorded, RecordedRef, StreamName, Timestamp, Version};
use events::log::Log;
use events::stored;
use smol_str::SmolStr;
use std::ops::ControlFlow;
use std::sync::mpsc::{channel, sync_channel};
use std::thread;

/// Events that are handed over at once.
const PAGE: u64 = 1000;
/// Pages that wait to be taken in.
const AHEAD: usize = 4;

pub(crate) struct DecodedEvent {
    pub(crate) position: Position,
    pub(crate) version: Version,
    pub(crate) recorded_at: Timestamp,
    pub(crate) event_id: EventId,
    /// The actor, of events of accounts; no read model uses others.
    pub(crate) actor: Option<SmolStr>,
    pub(crate) stream: StreamName,
    pub(crate) event: Event,
}

impl DecodedEvent {
    fn of_row(row: &RecordedRef<'_>) -> Result<Self, FoldError> {
        let RecordedRef { position, version, recorded_at, event_id, .. } = *row;
        let event = decode(position, row.event_type, row.schema_version, row.payload)?;
        let actor = actor(&event, row.actor);
        Ok(Self { position, version, recorded_at, event_id, actor, stream: row.stream_name()?, event })
    }

    /// The same of an event that is read already.
    pub(crate) fn of(recorded: &Recorded) -> Result<Self, FoldError> {
        let Recorded { position, version, recorded_at, event: ref written, .. } = *recorded;
        let event = decode(position, &written.event_type, written.schema_version, &written.payload)?;
        let (event_id, stream) = (written.event_id, written.stream.clone());
        let actor = actor(&event, written.actor.as_str());
        Ok(Self { position, version, recorded_at, event_id, actor, stream, event })
    }
}

fn actor(event: &Event, actor: &str) -> Option<SmolStr> {
    matches!(event, Event::Account(_)).then(|| SmolStr::new(actor))
}

fn decode(position: Position, event_type: &str, schema_version: u32, payload: &[u8]) -> Result<Event, FoldError> {
    stored::decode(event_type, schema_version, payload).map_err(|problem| FoldError::Decode { position, problem })
}

/// Shows every event after one position up to and including another, or up to the end of the log, in pages. What comes
/// before an event that cannot be read is shown first.
pub(crate) fn read_ahead(
    log: &dyn Log,
    after: Position,
    until: Position,
    mut visit: impl FnMut(&[DecodedEvent]) -> Result<(), FoldError>,
) -> Result<(), FoldError> {
    thread::scope(|scope| {
        let (read, pages) = sync_channel(AHEAD);
        let (give_back, taken_in) = channel::<Vec<DecodedEvent>>();
        scope.spawn(move || {
            let mut at = after;
            while at < until {
                // Memory is let go of most cheaply by the thread that has asked for it, and this one has time for it.
                let mut page = taken_in.try_recv().unwrap_or_default();
                page.clear();
                let problem = read_page(log, at, Position(at.0.saturating_add(PAGE).min(until.0)), &mut page);
                let Some(last) = page.last().map(|event| event.position).filter(|_| problem.is_none()) else {
                    // The receiver may be gone.
                    let _ = read.send((page, problem));
                    return;
                };
                if read.send((page, None)).is_err() {
                    return;
                }
                at = last;
            }
        });
        for (page, problem) in pages {
            visit(&page)?;
            problem.map_or(Ok(()), Err)?;
            // The reader may be gone.
            let _ = give_back.send(page);
        }
        Ok(())
    })
}

/// Reads a page, and says why it is no longer.
fn read_page(log: &dyn Log, after: Position, until: Position, page: &mut Vec<DecodedEvent>) -> Option<FoldError> {
    page.reserve((until.0 - after.0).min(PAGE) as usize);
    let mut problem = None;
    let read = log.scan(after, until, &mut |row| match DecodedEvent::of_row(row) {
        Ok(event) => {
            page.push(event);
            ControlFlow::Continue(())
        }
        Err(unreadable) => {
            problem = Some(unreadable);
            ControlFlow::Break(())
        }
    });
    problem.or(read.err().map(FoldError::Read))
}
