//! One event as streams send it, encoded once for all watchers.

use super::in_tournament;
use crate::log::CloudEvent;
use bytes::Bytes;
use domain::tournament::course::CommandKind;
use events::envelope::{Position, RecordedRef, StreamKind, StreamName};
use events::log::{Log, ReadError};
use events::stored;
use projections::views::Views;
use serde::Serialize;
use smol_str::SmolStr;
use std::io::Write;
use std::ops::ControlFlow;

/// An event in every form in which streams send it.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub(crate) position: Position,
    pub(crate) stream: SmolStr,
    pub(crate) event_type: SmolStr,
    pub(crate) is_public: bool,
    /// For the public feed: what happened to what, and nothing else.
    pub(crate) feed: Bytes,
    /// For readers of the log: the whole event.
    pub(crate) whole: Bytes,
    /// For those who watch its tournament: what to look at again.
    pub(crate) in_tournament: Option<Bytes>,
    /// For those whom the event does not concern: only its position, so that they resume after it.
    pub(crate) mark: Bytes,
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
    pub(crate) fn of(event: &RecordedRef<'_>, source: &str, views: &Views) -> Self {
        Self {
            position: event.position,
            stream: event.stream.into(),
            event_type: event.event_type.into(),
            is_public: is_public(event, views),
            feed: feed(event).into(),
            whole: whole(event, source).into(),
            in_tournament: in_tournament(event, views).map(Bytes::from),
            mark: mark(event.position).into(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        let in_tournament = self.in_tournament.as_ref().map_or(0, Bytes::len);
        self.feed.len() + self.whole.len() + in_tournament + self.mark.len()
    }
}

/// Whether an event is public; events of accounts, sanctions, disputes and applications are not.
pub(crate) fn is_public(event: &RecordedRef<'_>, views: &Views) -> bool {
    event.stream_name().is_ok_and(|stream| is_public_in(&stream, event.event_type, event.position, views))
}

/// The same of an event of which these are known.
pub(crate) fn is_public_in(stream: &StreamName, event_type: &str, position: Position, views: &Views) -> bool {
    stream.kind() != StreamKind::Account
        && !stored::is_confidential(event_type)
        && (!stored::is_confidential_before_approval(event_type) || was_approved(stream, position, views))
}

/// Whether the tournament of an event had been approved when it happened.
fn was_approved(stream: &StreamName, position: Position, views: &Views) -> bool {
    views.tournaments.of_stream(stream).is_some_and(|tournament| {
        let mut earlier = tournament.acts.iter().take_while(|act| act.position < position);
        earlier.any(|act| act.kind == CommandKind::Approve && act.undone_by.is_none())
    })
}

pub(crate) fn feed(event: &RecordedRef<'_>) -> Vec<u8> {
    let RecordedRef { position, event_type, stream, .. } = *event;
    with_data(position, &FeedItem { position: position.0, event_type, stream })
}

/// An event for readers of the log. A sheet that was entered while results were hidden is told without them for good,
/// because it is encoded once; clients ask for the event when they are shown.
pub(crate) fn whole(event: &RecordedRef<'_>, source: &str) -> Vec<u8> {
    let is_hidden = stored::is_hidden_sheet(event.event_type, event.payload);
    let event_or_less = if is_hidden { CloudEvent::withheld } else { CloudEvent::of };
    with_data(event.position, &event_or_less(event, source))
}

/// An event of a tournament for those who watch it; nothing if they are not told.
pub(crate) fn in_tournament(event: &RecordedRef<'_>, views: &Views) -> Option<Vec<u8>> {
    let is_one = event.stream.split_once('/').is_some_and(|(kind, _)| kind == StreamKind::Tournament.name());
    let public_change = is_one.then(|| in_tournament::public_change(event, views)).flatten()?;
    let was_approved = || event.stream_name().is_ok_and(|stream| was_approved(&stream, event.position, views));
    let is_told = !stored::is_confidential_before_approval(event.event_type) || was_approved();
    is_told.then(|| with_data(event.position, &public_change))
}

/// Only the position, for `Last-Event-ID`.
pub(crate) fn mark(position: Position) -> Vec<u8> {
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
pub(crate) fn read(
    log: &dyn Log,
    source: &str,
    views: &Views,
    after: Position,
    until: Position,
    most_bytes: usize,
) -> Result<Vec<Frame>, ReadError> {
    let (mut frames, mut bytes) = (Vec::new(), 0);
    log.scan(after, until, &mut |event| {
        let frame = Frame::of(event, source, views);
        bytes += frame.len();
        frames.push(frame);
        if bytes < most_bytes { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(frames)
}
