//! The whole log in the format of `kostka log export`, for verification and replay without the store.

use crate::accounts::{Action, AuditNote, Authorized, Outcome, permission, request_client, request_context};
use crate::http::app::{AppState, MAX_WAIT};
use crate::http::expensive_reads::busy;
use crate::http::negotiate::{Form, form};
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::Read;
use crate::log::streams::{StreamAuthorization, StreamSlot};
use actix_web::HttpResponse;
use actix_web::http::Method;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, VARY};
use bytes::Bytes;
use events::export;
use events::log::Head;
use events::verify::Progress;
use formats::localization::Message;
use futures_util::{Stream, stream};
use projections::views::Views;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, watch};

/// Bytes that are sent in one go; a slow client holds no more than a few of them.
const CHUNK_BYTES: usize = 64 << 10;
/// Pieces that wait for the client.
const MAX_PENDING_CHUNKS: usize = 4;
/// A client that reads nothing for so long is cut off, because the log is being read meanwhile.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(20);

/// The whole log as one file that can be checked without the service: `kostka verify` and `kostka replay` read it.
///
/// The format is `kostka-log/1`, one JSON object a line: a header, every event with its payload as it was stored, and
/// signed checkpoints. Names are not in it, but commitments. It is not given while the results of any stage are hidden,
/// because payloads that are withheld could not be checked.
#[utoipa::path(
    get, path = "/api/v1/log/export", tag = "log", operation_id = "exportLog",
    responses(
        (status = 200, description = "The log", content((String = "application/x-ndjson"))),
        (status = 409, description = "The results of a stage of a tournament are hidden at the moment; `reason` is `results-hidden`"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn whole(_: Authorized<permission::ReadLog>, Read { request, app, .. }: Read) -> HandlerResult {
    form(request.headers(), &[Form::Ndjson]).ok_or(ProblemKind::NotAcceptable)?;
    let mut response = HttpResponse::Ok();
    response
        .insert_header((CONTENT_TYPE, Form::Ndjson.content_type()))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"kostka-log.ndjson\""))
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .insert_header((VARY, "Accept, Authorization"));
    if *request.method() == Method::HEAD {
        return Ok(response.finish());
    }
    if let Some(request_context) = request_context(&request) {
        request_context.count(&app.limits.exports, &request_context.client)?;
    }
    let permit = tokio::time::timeout(MAX_WAIT, Arc::clone(&app.limits.exporting).acquire_owned()).await;
    let Ok(Ok(one_at_a_time)) = permit else { return Err(busy()) };
    let blocking_app = app.clone();
    let head = app.blocking(move || blocking_app.log.head()).await??;
    // What is hidden is known of everything that goes out.
    app.wait_for(head.position).await?;
    if hides_results(&app.views()) {
        return Err(Problem::new(ProblemKind::Conflict)
            .because(Message::new("log-export-results-hidden"))
            .with_extension("reason", "results-hidden"));
    }
    app.audit.enqueue(&app, &AuditNote::of(&request, &app, Action::Export, Outcome::Done));
    let place = app.live.stream_slots.take(request_client(&request), app.metrics.streams().clone())?;
    let (sender, chunks) = mpsc::channel(MAX_PENDING_CHUNKS);
    let (blocking_app, runtime) = (app.clone(), Handle::current());
    actix_web::rt::task::spawn_blocking(move || {
        let _one_at_a_time = one_at_a_time;
        let mut out = ChunkWriter { sender: sender.clone(), runtime: runtime.clone(), gathered: Vec::new() };
        if let Err(error) = write(&blocking_app, head, &mut out) {
            // The client is gone.
            let _ = runtime.block_on(sender.send_timeout(Err(ExportAborted(error)), CLIENT_TIMEOUT));
        }
    });
    let sending = ChunkStream {
        chunks,
        authority: StreamAuthorization::of(&request),
        stopping: app.stopping.subscribe(),
        _place: place,
    };
    Ok(response.streaming(sending.into_stream()))
}

fn hides_results(views: &Views) -> bool {
    views.tournaments.list().filter_map(|tournament| tournament.state()).any(|state| state.hidden.is_some())
}

fn write(app: &AppState, head: Head, out: &mut ChunkWriter) -> Result<(), String> {
    let signer = app.checkpointer.signer();
    let exported = export::export_until(&*app.log, head, signer, None, out, &mut Progress::none());
    let exported = exported.map_err(|error| error.to_string())?;
    if exported.signed { Ok(()) } else { Err("the log does not fit to its checkpoints".to_owned()) }
}

/// Why an export ended before its end.
#[derive(Debug, thiserror::Error)]
#[error("the export was cut off: {0}")]
struct ExportAborted(String);

/// Gathers what is written, and hands it on in pieces as fast as the client takes them.
struct ChunkWriter {
    sender: mpsc::Sender<Result<Bytes, ExportAborted>>,
    runtime: Handle,
    gathered: Vec<u8>,
}

impl ChunkWriter {
    fn send(&mut self) -> io::Result<()> {
        if self.gathered.is_empty() {
            return Ok(());
        }
        let piece = Bytes::from(std::mem::take(&mut self.gathered));
        let sent = self.runtime.block_on(self.sender.send_timeout(Ok(piece), CLIENT_TIMEOUT));
        sent.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
    }
}

impl Write for ChunkWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.gathered.extend_from_slice(bytes);
        if self.gathered.len() >= CHUNK_BYTES {
            self.send()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.send()
    }
}

struct ChunkStream {
    chunks: mpsc::Receiver<Result<Bytes, ExportAborted>>,
    authority: StreamAuthorization,
    stopping: watch::Receiver<bool>,
    /// Given back at the end.
    _place: StreamSlot,
}

impl ChunkStream {
    /// An error cuts the answer off, so that a part is not taken for the whole.
    fn into_stream(self) -> impl Stream<Item = Result<Bytes, ExportAborted>> {
        stream::unfold(Some(self), |sending| async move {
            let mut sending = sending?;
            match sending.next().await? {
                Ok(piece) => Some((Ok(piece), Some(sending))),
                Err(error) => Some((Err(error), None)),
            }
        })
    }

    async fn next(&mut self) -> Option<Result<Bytes, ExportAborted>> {
        if !self.authority.is_still_authorized().await {
            return Some(Err(ExportAborted("the caller may not read the log any more".to_owned())));
        }
        tokio::select! {
            _ = self.stopping.wait_for(|stopping| *stopping) => Some(Err(ExportAborted("the service stops".to_owned()))),
            piece = self.chunks.recv() => piece,
        }
    }
}
