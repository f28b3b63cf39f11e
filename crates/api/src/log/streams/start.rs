//! How a stream begins: from where, for whom, and with which headers.

use super::authority::StreamAuthorization;
use super::watcher::{StreamView, Watcher};
use crate::accounts::request_client;
use crate::http::app::AppState;
use crate::http::problem::{FieldProblem, HandlerResult, Problem, ProblemKind};
use actix_web::http::Method;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use bytes::Bytes;
use events::envelope::Position;
use formats::localization::Message;
use utoipa::IntoParams;

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
const X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// When a client that lost its connection comes back, in milliseconds. Each is told another time, so that they do not
/// all come back at once after the service was started again.
const SOONEST_RETRY: u64 = 500;
const RETRY_SPREAD: u64 = 2000;

/// The header of a client that comes back.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "it describes the header, which is read by hand")]
pub(crate) struct LastEventId {
    /// For streams: go on after this position, the last that was seen.
    #[param(rename = "Last-Event-ID", minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    last_event_id: Option<u64>,
}

/// The position after which a client wants to go on: what a browser sends by itself when it connects again goes before
/// the parameters, which stay in its address as they were.
pub(crate) fn resume_position(request: &HttpRequest, by_parameter: Option<u64>) -> Result<Option<Position>, Problem> {
    let Some(header) = request.headers().get(LAST_EVENT_ID) else {
        return Ok(by_parameter.map(Position));
    };
    let text = header.to_str().unwrap_or_default();
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let position = plain.then(|| text.parse().ok()).flatten();
    position.map(|position| Some(Position(position))).ok_or_else(|| {
        let field = FieldProblem::header("Last-Event-ID", "invalid-value", Message::new("field-position"));
        Problem::new(ProblemKind::InvalidHeader).at(field)
    })
}

/// Opens a stream of what follows a position, or of what happens from here on.
///
/// A position that the log has not reached is one of another log, or of this one before it was set back: the client is
/// told by an event `reset`, and goes on from the head. A refusal would be of no use, because a browser does not show
/// it.
pub(crate) async fn open(
    request: &HttpRequest,
    app: &web::Data<AppState>,
    view: StreamView,
    asked: Option<Position>,
    authority: Option<StreamAuthorization>,
) -> HandlerResult {
    if *app.stopping.borrow() {
        return Err(ProblemKind::Unavailable.into());
    }
    let mut response = HttpResponse::Ok();
    response
        .insert_header((CONTENT_TYPE, "text/event-stream"))
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((VARY, "Accept"))
        .insert_header((X_ACCEL_BUFFERING, "no"));
    if *request.method() == Method::HEAD {
        return Ok(response.finish());
    }
    let client = request_client(request);
    let place = app.live.stream_slots.take(client, app.metrics.streams().clone())?;
    let (at, greeting) = start_position(app, asked).await?;
    let watcher = Watcher::new(web::Data::clone(app), view, at, greeting, authority, place);
    Ok(response.streaming(watcher.into_stream()))
}

/// Where the stream begins, and what the client is told first: when to come back, and its position if it had none.
async fn start_position(app: &web::Data<AppState>, asked: Option<Position>) -> Result<(Position, Bytes), Problem> {
    let mut random = [0; 8];
    app.environment.fill_random(&mut random);
    let retry = SOONEST_RETRY + u64::from_le_bytes(random) % RETRY_SPREAD;
    if let Some(at) = asked.filter(|at| *at <= app.live.ring.head()) {
        return Ok((at, format!("retry: {retry}\n\n").into()));
    }
    let state = web::Data::clone(app);
    let head = app.blocking(move || state.log.head()).await??.position;
    let greeting = match asked {
        None => format!("retry: {retry}\nid: {head}\n\n"),
        Some(at) if at <= head => return Ok((at, format!("retry: {retry}\n\n").into())),
        Some(at) => {
            format!("retry: {retry}\n\nevent: reset\nid: {head}\ndata: {{\"asked\":{at},\"head\":{head}}}\n\n")
        }
    };
    Ok((head, greeting.into()))
}
