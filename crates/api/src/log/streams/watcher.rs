//! One watcher: what it is sent next, until it goes, the service stops or it may not go on.

use super::authority::StreamAuthorization;
use super::frame::{self, Frame};
use super::in_tournament::needs_position_mark;
use super::ring::Found;
use crate::http::app::AppState;
use crate::log::Selection;
use crate::log::streams::stream_slots::StreamSlot;
use actix_web::web;
use bytes::Bytes;
use events::envelope::{Position, RecordedRef};
use events::log::ReadError;
use futures_util::Stream;
use futures_util::stream;
use projections::views::Views;
use smol_str::SmolStr;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// After so much silence a comment is sent, so that no proxy takes the connection for dead.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// Bytes that are read from the log for a watcher that is behind.
const PAGE_BYTES: usize = 64 << 10;
/// Events that are read from the log for a watcher that is behind.
const PAGE_EVENTS: u64 = 1000;

/// What a watcher is shown of each event.
#[derive(Debug, Clone)]
pub(crate) enum StreamView {
    /// Types and streams of public events.
    Feed,
    /// The whole event, if it is selected.
    Log(Selection),
    /// What changed at the tournament of this stream; nothing of other streams.
    Tournament(SmolStr),
}

impl StreamView {
    /// What is sent of an event; of one that is not shown its position. Who watches a tournament is sent nothing of
    /// what is not told: a position for each event would say how many sanctions there were, and who left by one.
    pub(crate) fn choose(&self, frame: &Frame) -> Option<Bytes> {
        let chosen = match self {
            Self::Tournament(stream) if frame.stream != *stream => return None,
            Self::Tournament(_) => frame.in_tournament.as_ref()?,
            Self::Feed if frame.is_public => &frame.feed,
            Self::Log(selection) if selection.takes(&frame.stream, &frame.event_type) => &frame.whole,
            _ => &frame.mark,
        };
        Some(chosen.clone())
    }

    /// The same of an event that was read for this watcher alone.
    fn encode(&self, event: &RecordedRef<'_>, source: &str, views: &Views) -> Vec<u8> {
        match self {
            Self::Tournament(stream) if event.stream != stream => Vec::new(),
            Self::Tournament(_) => frame::in_tournament(event, views).unwrap_or_default(),
            Self::Feed if frame::is_public(event, views) => frame::feed(event),
            Self::Log(selection) if selection.takes(event.stream, event.event_type) => frame::whole(event, source),
            _ => frame::mark(event.position),
        }
    }
}

pub(crate) struct Watcher {
    app: web::Data<AppState>,
    view: StreamView,
    /// The last position that was taken to be sent.
    at: Position,
    /// The last position that the client has about reached.
    sent_position: Position,
    waiting: VecDeque<Bytes>,
    news: watch::Receiver<Position>,
    stopping: watch::Receiver<bool>,
    authority: Option<StreamAuthorization>,
    keep_alive_at: Instant,
    /// Given back when the watcher goes.
    _place: StreamSlot,
}

enum WakeReason {
    News,
    Time,
    Stopping,
}

impl Watcher {
    /// A watcher of what follows a position; it is greeted first.
    pub(crate) fn new(
        app: web::Data<AppState>,
        view: StreamView,
        at: Position,
        greeting: Bytes,
        authority: Option<StreamAuthorization>,
        place: StreamSlot,
    ) -> Self {
        Self {
            news: app.live.ring.watch(),
            stopping: app.stopping.subscribe(),
            keep_alive_at: Instant::now() + KEEP_ALIVE,
            waiting: VecDeque::from([greeting]),
            app,
            view,
            at,
            sent_position: at,
            authority,
            _place: place,
        }
    }

    pub(crate) fn into_stream(self) -> impl Stream<Item = Result<Bytes, Infallible>> {
        stream::unfold(self, |mut watcher| async move { watcher.next().await.map(|bytes| (Ok(bytes), watcher)) })
    }

    /// What is sent next; nothing when the stream ends.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if *self.stopping.borrow() {
                return None;
            }
            if let Some(authority) = &mut self.authority {
                tokio::select! {
                    _ = self.stopping.wait_for(|stopping| *stopping) => return None,
                    is_still_authorized = authority.is_still_authorized() => if !is_still_authorized { return None },
                }
            }
            if let Some(bytes) = self.waiting.pop_front() {
                self.keep_alive_at = Instant::now() + KEEP_ALIVE;
                return Some(bytes);
            }
            // Seen before the ring is looked at: what comes after that wakes the watcher.
            self.news.mark_unchanged();
            match self.app.live.ring.after(self.at, &self.view) {
                Found::Next(batch, last) => {
                    (self.waiting, self.at) = (batch, last);
                    if !self.waiting.is_empty() {
                        self.sent_position = last;
                    } else if needs_position_mark(self.sent_position, last) {
                        self.mark();
                    }
                }
                Found::Older(until) => self.read_older(until).await?,
                Found::NothingNew => match self.wait().await {
                    WakeReason::News => {}
                    WakeReason::Stopping => return None,
                    WakeReason::Time => {
                        if Instant::now() >= self.keep_alive_at {
                            self.send_keep_alive();
                        }
                    }
                },
            }
        }
    }

    fn send_keep_alive(&mut self) {
        if self.at > self.sent_position {
            self.mark();
        } else {
            self.waiting.push_back(Bytes::from_static(b":\n\n"));
        }
    }

    /// Lets the client know how far it has come, so that it goes on there when it comes back.
    fn mark(&mut self) {
        self.waiting.push_back(frame::mark(self.at).into());
        self.sent_position = self.at;
    }

    async fn wait(&mut self) -> WakeReason {
        let next_check = self.authority.as_ref().map(StreamAuthorization::next_check);
        let wake_at = next_check.map_or(self.keep_alive_at, |check| check.min(self.keep_alive_at));
        tokio::select! {
            _ = self.stopping.wait_for(|stopping| *stopping) => WakeReason::Stopping,
            // The ring lives as long as the service.
            _ = self.news.changed() => WakeReason::News,
            () = tokio::time::sleep_until(wake_at) => WakeReason::Time,
        }
    }

    /// Reads a page of what follows and is older than the ring; nothing when the service stops or the log cannot be
    /// read, and the client comes back with the last position that it got.
    async fn read_older(&mut self, until: Position) -> Option<()> {
        let app = web::Data::clone(&self.app);
        let (view, after) = (self.view.clone(), self.at);
        let until = until.min(Position(after.0 + PAGE_EVENTS));
        let reading = async {
            let _one_of_few = self.app.live.older.acquire().await.ok()?;
            web::block(move || page(&app, &view, after, until)).await.ok()
        };
        let read = tokio::select! {
            _ = self.stopping.wait_for(|stopping| *stopping) => return None,
            read = reading => read?,
        };
        match read {
            Ok((bytes, last)) if last > after => {
                self.at = last;
                if bytes.is_empty() {
                    self.mark();
                } else {
                    self.waiting.push_back(bytes);
                    self.sent_position = last;
                }
                Some(())
            }
            Ok(_) => None,
            Err(error) => {
                tracing::warn!(%error, "older events cannot be read for a watcher");
                None
            }
        }
    }
}

/// Events in one piece, and the position of the last.
fn page(app: &AppState, view: &StreamView, after: Position, until: Position) -> Result<(Bytes, Position), ReadError> {
    let (mut bytes, mut last, views) = (Vec::new(), after, app.views());
    app.log.scan(after, until, &mut |event| {
        bytes.extend_from_slice(&view.encode(event, &app.live.source, &views));
        last = event.position;
        if bytes.len() < PAGE_BYTES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok((bytes.into(), last))
}
