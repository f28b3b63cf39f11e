//! The stream of changes of one tournament (server-sent events).

use crate::http::negotiate::{Form, form};
use crate::http::path::TournamentPath;
use crate::http::problem::{HandlerResult, ProblemKind};
use crate::http::read::Read;
use crate::log::feed::FeedParams;
use crate::log::streams::{self, LastEventId, StreamView};
use crate::tournaments::visible;
use actix_web::web;

/// What changes at a tournament, as it changes.
///
/// A stream of server-sent events. The id of each is its position in the log, and its data is JSON: `position`, `what`
/// (`sheet`, `seating`, `stage`, `players`, `results`, `details` or `changed`), and where it fits `stage`, `table` and
/// how many sheets of the stage were `entered` as it was told `of` how many. It says what to read again, never what
/// stands there; of a sheet with hidden results it says only that it came in. Positions without data come now and then,
/// so that a client that comes back goes on near where it was. Everything else is as in the feed: `Last-Event-ID`,
/// `reset`, a sign of life every 15 seconds.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/live", tag = "tournaments", operation_id = "watchTournament",
    params(TournamentPath, FeedParams, LastEventId),
    responses((
        status = 200, description = "What changes, as it changes", content_type = "text/event-stream", body = String,
        example = "retry: 1500\nid: 1041\n\nid: 1042\ndata: {\"position\":1042,\"what\":\"sheet\",\"stage\":\"2\",\"table\":7,\"entered\":5,\"of\":8}\n\n",
    ))
)]
pub(crate) async fn watch(
    path: web::Path<TournamentPath>,
    Read { request, app, params: asked }: Read<FeedParams>,
) -> HandlerResult {
    form(request.headers(), &[Form::EventStream]).ok_or(ProblemKind::NotAcceptable)?;
    let stream = visible::tournament(&app.views(), &path.id)?.stream.as_str().into();
    let after = streams::resume_position(&request, asked.position())?;
    streams::open(&request, &app, StreamView::Tournament(stream), after, None).await
}
