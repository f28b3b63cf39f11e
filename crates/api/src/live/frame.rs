//! One event as streams send it, encoded once for everybody.

use crate::log::CloudEvent;
use bytes::Bytes;
use events::envelope::{Position, RecordedRef, StreamKind};
use events::log::{Log, ReadError};
use serde::Serialize;
use smol_str::SmolStr;
use std::io::Write;
use std::ops::ControlFlow;

/// An event in every form in which streams send it.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    pub(super) position: Position,
    pub(super) stream: SmolStr,
    pub(super) event_type: SmolStr,
    /// Whether everybody may know that it happened.
    pub(super) is_public: bool,
    /// For the public feed: what happened to what, and nothing else.
    pub(super) feed: Bytes,
    /// For readers of the log: the whole event.
    pub(super) whole: Bytes,
    /// For those whom the event does not concern: only its position, so that they resume after it.
    pub(super) mark: Bytes,
}

/// What the public feed says of an event.
#[derive(Serialize)]
struct FeedItem<'a> {
    position: u64,
    #[serde(rename = "type")]
    event_type: &'a str,
    stream: &'a str,
}

impl Frame {
    pub(super) fn of(event: &RecordedRef<'_>, source: &str) -> Self {
        Self {
            position: event.position,
            stream: event.stream.into(),
            event_type: event.event_type.into(),
            is_public: is_public(event.stream),
            feed: feed(event).into(),
            whole: whole(event, source).into(),
            mark: mark(event.position).into(),
        }
    }

    /// The bytes that it keeps in memory.
    pub(super) fn len(&self) -> usize {
        self.feed.len() + self.whole.len() + self.mark.len()
    }
}

/// Whether everybody may know of the events of a stream; accounts are nobody else's business.
pub(super) fn is_public(stream: &str) -> bool {
    stream.split_once('/').is_some_and(|(kind, _)| kind != StreamKind::Account.name())
}

/// An event of the public feed.
pub(super) fn feed(event: &RecordedRef<'_>) -> Vec<u8> {
    let RecordedRef { position, event_type, stream, .. } = *event;
    with_data(position, &FeedItem { position: position.0, event_type, stream })
}

/// An event for readers of the log.
pub(super) fn whole(event: &RecordedRef<'_>, source: &str) -> Vec<u8> {
    with_data(event.position, &CloudEvent::of(event, source))
}

/// Only the position: a client takes note of it and tells nobody.
pub(super) fn mark(position: Position) -> Vec<u8> {
    format!("id: {position}\n\n").into_bytes()
}

fn with_data(position: Position, data: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(512);
    // Memory takes every write, and JSON without line breaks is one line of data.
    let _ = write!(bytes, "id: {position}\ndata: ");
    let _ = serde_json::to_writer(&mut bytes, data);
    bytes.extend_from_slice(b"\n\n");
    bytes
}

/// The frames of the events after one position up to another, as many as fit into so many bytes, but at least one.
pub(super) fn read(
    log: &dyn Log,
    source: &str,
    after: Position,
    until: Position,
    most_bytes: usize,
) -> Result<Vec<Frame>, ReadError> {
    let (mut frames, mut bytes) = (Vec::new(), 0);
    log.scan(after, until, &mut |event| {
        let frame = Frame::of(event, source);
        bytes += frame.len();
        frames.push(frame);
        if bytes < most_bytes { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(frames)
}
