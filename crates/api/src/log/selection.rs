//! Selections of events, and reading them in bounded steps.

use crate::http::params::wrong;
use crate::http::problem::Problem;
use events::envelope::{Position, RecordedRef, StreamName, Version};
use events::log::{Log, ReadError};
use events::stored::STORED_TYPES;
use std::ops::ControlFlow;

/// The most events that are looked at for one page, also if few of them are wanted.
const MAX_SCANNED_EVENTS: usize = 20_000;
/// Events of one stream that are read at once.
const STREAM_PAGE: usize = 50;

/// The events that are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Selection {
    stream: Option<StreamName>,
    event_type: Option<&'static str>,
}

/// The progress in a selection: a version if it is of one stream, a position otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Progress(pub(crate) u64);

impl Selection {
    /// Reads what a client asked for; a stream or type that cannot exist is refused rather than found empty.
    pub(crate) fn parse(stream: Option<&str>, event_type: Option<&str>) -> Result<Self, Problem> {
        let stream = stream.map(|name| StreamName::parse(name).map_err(|_| wrong("stream", "field-stream")));
        let event_type = event_type.map(|name| {
            let known = STORED_TYPES.iter().find(|stored| stored.event_type == name);
            known.map(|stored| stored.event_type).ok_or_else(|| wrong("type", "field-event-type"))
        });
        Ok(Self { stream: stream.transpose()?, event_type: event_type.transpose()? })
    }

    pub(crate) fn takes(&self, stream: &str, event_type: &str) -> bool {
        self.stream.as_ref().is_none_or(|wanted| wanted.as_str() == stream)
            && self.event_type.is_none_or(|wanted| wanted == event_type)
    }

    pub(crate) fn beginning(&self, after: Position) -> Progress {
        // Versions are found by walking the stream: what stands before the position is passed over.
        if self.stream.is_some() { Progress(0) } else { Progress(after.0) }
    }

    /// Visits wanted events between two positions (the first excluded), from a progress on. Returns where to continue
    /// if it stopped early: because the visitor had enough, or because the limit of events was reached.
    pub(crate) fn visit(
        &self,
        log: &dyn Log,
        from: Progress,
        (after, until): (Position, Position),
        visit: &mut dyn FnMut(&RecordedRef<'_>) -> ControlFlow<()>,
    ) -> Result<Option<Progress>, ReadError> {
        match &self.stream {
            Some(stream) => self.visit_stream(log, stream, from, (after, until), visit),
            None => self.visit_log(log, from, until, visit),
        }
    }

    fn visit_log(
        &self,
        log: &dyn Log,
        Progress(from): Progress,
        until: Position,
        visit: &mut dyn FnMut(&RecordedRef<'_>) -> ControlFlow<()>,
    ) -> Result<Option<Progress>, ReadError> {
        let (mut last, mut looked_at, mut ended) = (from, 0, false);
        log.scan(Position(from), until, &mut |event| {
            last = event.position.0;
            looked_at += 1;
            let wanted = self.takes(event.stream, event.event_type);
            let enough = wanted && visit(event).is_break();
            ended = enough || looked_at >= MAX_SCANNED_EVENTS;
            if ended { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok((ended && last < until.0).then_some(Progress(last)))
    }

    fn visit_stream(
        &self,
        log: &dyn Log,
        stream: &StreamName,
        Progress(from): Progress,
        (after, until): (Position, Position),
        visit: &mut dyn FnMut(&RecordedRef<'_>) -> ControlFlow<()>,
    ) -> Result<Option<Progress>, ReadError> {
        let (mut last, mut looked_at) = (Version(from), 0);
        loop {
            let page = log.read_stream(stream, last, STREAM_PAGE)?;
            for found in &page {
                if found.position > until {
                    return Ok(None);
                }
                last = found.version;
                looked_at += 1;
                let event = found.as_ref();
                let wanted = found.position > after && self.takes(event.stream, event.event_type);
                let enough = wanted && visit(&event).is_break();
                if enough || looked_at >= MAX_SCANNED_EVENTS {
                    return Ok(Some(Progress(last.0)));
                }
            }
            if page.len() < STREAM_PAGE {
                return Ok(None);
            }
        }
    }
}
