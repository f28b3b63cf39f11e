//! All events after a position, one CloudEvent a line, read as fast as the client takes them.

use super::cloud_event::CloudEvent;
use super::selection::{Progress, Selection};
use crate::accounts::request_client;
use crate::http::app::AppState;
use crate::http::negotiate::Form;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::log::streams::{StreamAuthorization, StreamSlot};
use actix_web::http::Method;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use bytes::Bytes;
use events::envelope::Position;
use futures_util::{Stream, stream};
use std::ops::ControlFlow;
use tokio::sync::watch;

/// Bytes that are read before the client gets them; a slow client holds no more.
const PAGE_BYTES: usize = 64 << 10;

/// The answer: it ends with the event that was the last when it was asked for.
pub(super) async fn open(
    request: &HttpRequest,
    app: &web::Data<AppState>,
    selection: Selection,
    after: Position,
    authority: StreamAuthorization,
) -> HandlerResult {
    let mut response = HttpResponse::Ok();
    response
        .insert_header((CONTENT_TYPE, Form::Ndjson.content_type()))
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .insert_header((VARY, "Accept, Authorization"));
    if *request.method() == Method::HEAD {
        return Ok(response.finish());
    }
    // It takes as long as the client likes, like a stream.
    let place = app.live.stream_slots.take(request_client(request), app.metrics.streams().clone())?;
    let state = web::Data::clone(app);
    let head = app.blocking(move || state.log.head()).await??;
    let export = Export {
        stopping: app.stopping.subscribe(),
        app: web::Data::clone(app),
        from: Some(selection.beginning(after)),
        selection,
        range: (after, head.position),
        authority,
        _place: place,
    };
    Ok(response.streaming(export.into_stream()))
}

/// Why an export ended before its end.
#[derive(Debug, thiserror::Error)]
#[error("the export was cut off: {0}")]
struct ExportAborted(Problem);

struct Export {
    app: web::Data<AppState>,
    selection: Selection,
    /// Where to go on; nowhere when everything was read.
    from: Option<Progress>,
    range: (Position, Position),
    stopping: watch::Receiver<bool>,
    authority: StreamAuthorization,
    /// Given back at the end.
    _place: StreamSlot,
}

impl Export {
    /// An error cuts the answer off, so that a part is not taken for the whole.
    fn into_stream(self) -> impl Stream<Item = Result<Bytes, ExportAborted>> {
        stream::unfold(Some(self), |export| async move {
            let mut export = export?;
            match export.next().await {
                Ok(bytes) => bytes.map(|bytes| (Ok(bytes), Some(export))),
                Err(problem) => Some((Err(ExportAborted(problem)), None)),
            }
        })
    }

    async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        while let Some(from) = self.from {
            let is_still_authorized = tokio::select! {
                _ = self.stopping.wait_for(|stopping| *stopping) => return Err(ProblemKind::Unavailable.into()),
                is_still_authorized = self.authority.is_still_authorized() => is_still_authorized,
            };
            if !is_still_authorized {
                return Err(ProblemKind::Forbidden.into());
            }
            let state = web::Data::clone(&self.app);
            let (selection, range) = (self.selection.clone(), self.range);
            let reading = async {
                let _one_of_few = self.app.live.older.acquire().await.map_err(|_| ProblemKind::Unavailable)?;
                self.app.blocking(move || read(&state, &selection, from, range)).await?
            };
            let (bytes, next) = tokio::select! {
                _ = self.stopping.wait_for(|stopping| *stopping) => return Err(ProblemKind::Unavailable.into()),
                read = reading => read?,
            };
            self.from = next;
            if !bytes.is_empty() {
                return Ok(Some(bytes));
            }
        }
        Ok(None)
    }
}

fn read(
    app: &AppState,
    selection: &Selection,
    from: Progress,
    range: (Position, Position),
) -> Result<(Bytes, Option<Progress>), Problem> {
    let (mut bytes, views) = (Vec::new(), app.views());
    let next = selection.visit(&*app.log, from, range, &mut |event| {
        // Memory takes every write.
        let _ = serde_json::to_writer(&mut bytes, &CloudEvent::shown(event, &app.live.source, &views));
        bytes.push(b'\n');
        if bytes.len() < PAGE_BYTES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    Ok((bytes.into(), next?))
}
