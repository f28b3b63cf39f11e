//! The whole log as `kostka log export` writes it, for whoever checks it or draws lists up again without the store.

use super::unreadable;
use crate::auth::{Action, Allowed, Note, Outcome, arrival, permission};
use crate::costly::busy;
use crate::kostka::{Kostka, LONGEST_WAIT};
use crate::live::{self, Authority, Place};
use crate::negotiate::{Form, form};
use crate::params::{self, Params};
use crate::problem::{Problem, ProblemKind};
use actix_web::http::Method;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use bytes::Bytes;
use events::export;
use events::log::Head;
use events::verify::Progress;
use formats::words::Message;
use futures_util::{Stream, stream};
use projections::views::Views;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, watch};

/// Bytes that are sent in one go; a slow client holds no more than a few of them.
const PIECE_BYTES: usize = 64 << 10;
/// Pieces that wait for the client.
const PIECES: usize = 4;
/// Whoever takes nothing for so long is cut off: the log is read meanwhile.
const PATIENCE: Duration = Duration::from_secs(20);

/// The whole log as one file that can be checked without the service: `kostka verify` and `kostka replay` read it.
///
/// The format is `kostka-log/1`, one JSON object a line: a header, every event with its payload as it was stored, and signed checkpoints.
/// Names are not in it, but commitments. It is not given while the results of any stage are hidden, because payloads that are
/// withheld could not be checked.
#[utoipa::path(
    get, path = "/api/v1/log/export", tag = "log", operation_id = "exportLog",
    responses(
        (status = 200, description = "The log", content((String = "application/x-ndjson"))),
        (status = 409, description = "The results of a stage of a tournament are hidden at the moment; `reason` is `results-hidden`"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn whole(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    _: Allowed<permission::ReadLog>,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
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
    if let Some(arrival) = arrival(&request) {
        arrival.count(&kostka.exports_limit, &arrival.client)?;
    }
    let turn = tokio::time::timeout(LONGEST_WAIT, Arc::clone(&kostka.exporting).acquire_owned()).await;
    let Ok(Ok(one_at_a_time)) = turn else { return Err(busy()) };
    let here = kostka.clone();
    let head = kostka.blocking(move || here.log.head()).await?.map_err(unreadable)?;
    // What is hidden is known of everything that goes out.
    kostka.wait_for(head.position).await?;
    if hides_results(&kostka.views()) {
        return Err(Problem::new(ProblemKind::Conflict)
            .because(Message::new("log-export-results-hidden"))
            .fact("reason", "results-hidden"));
    }
    kostka.audit.note(&kostka, &Note::of(&request, &kostka, Action::Export, Outcome::Done));
    let place = kostka.live.places.take(live::client(&request), kostka.measures.streams().clone())?;
    let (sender, pieces) = mpsc::channel(PIECES);
    let (here, runtime) = (kostka.clone(), Handle::current());
    actix_web::rt::task::spawn_blocking(move || {
        let _one_at_a_time = one_at_a_time;
        let mut out = Pieces { sender: sender.clone(), runtime: runtime.clone(), gathered: Vec::new() };
        if let Err(error) = write(&here, head, &mut out) {
            // Whoever has gone hears nothing of it.
            let _ = runtime.block_on(sender.send_timeout(Err(CutOff(error)), PATIENCE));
        }
    });
    let sending =
        Sending { pieces, authority: Authority::of(&request), stopping: kostka.stopping.subscribe(), _place: place };
    Ok(response.streaming(sending.into_stream()))
}

fn hides_results(views: &Views) -> bool {
    views.tournaments.list().filter_map(|tournament| tournament.now()).any(|now| now.hidden.is_some())
}

fn write(kostka: &Kostka, head: Head, out: &mut Pieces) -> Result<(), String> {
    let signer = kostka.keeper.signer();
    let exported = export::export_until(&*kostka.log, head, signer, None, out, &mut Progress::none());
    let exported = exported.map_err(|error| error.to_string())?;
    if exported.signed { Ok(()) } else { Err("the log does not fit to its checkpoints".to_owned()) }
}

/// Why an export ended before its end.
#[derive(Debug, thiserror::Error)]
#[error("the export was cut off: {0}")]
struct CutOff(String);

/// Gathers what is written, and hands it on in pieces as fast as the client takes them.
struct Pieces {
    sender: mpsc::Sender<Result<Bytes, CutOff>>,
    runtime: Handle,
    gathered: Vec<u8>,
}

impl Pieces {
    fn send(&mut self) -> io::Result<()> {
        if self.gathered.is_empty() {
            return Ok(());
        }
        let piece = Bytes::from(std::mem::take(&mut self.gathered));
        let sent = self.runtime.block_on(self.sender.send_timeout(Ok(piece), PATIENCE));
        sent.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
    }
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.gathered.extend_from_slice(bytes);
        if self.gathered.len() >= PIECE_BYTES {
            self.send()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.send()
    }
}

/// An export on its way to the client.
struct Sending {
    pieces: mpsc::Receiver<Result<Bytes, CutOff>>,
    authority: Authority,
    stopping: watch::Receiver<bool>,
    /// Given back at the end.
    _place: Place,
}

impl Sending {
    /// An error cuts the answer off, so that nobody takes a part for the whole.
    fn into_stream(self) -> impl Stream<Item = Result<Bytes, CutOff>> {
        stream::unfold(Some(self), |sending| async move {
            let mut sending = sending?;
            match sending.next().await? {
                Ok(piece) => Some((Ok(piece), Some(sending))),
                Err(error) => Some((Err(error), None)),
            }
        })
    }

    async fn next(&mut self) -> Option<Result<Bytes, CutOff>> {
        if !self.authority.holds().await {
            return Some(Err(CutOff("the caller may not read the log any more".to_owned())));
        }
        tokio::select! {
            _ = self.stopping.wait_for(|stopping| *stopping) => Some(Err(CutOff("the service stops".to_owned()))),
            piece = self.pieces.recv() => piece,
        }
    }
}
