//! The public feed: that something happened, and to what; what it was is read elsewhere.

use crate::http::negotiate::{Form, form};
use crate::http::problem::{HandlerResult, ProblemKind};
use crate::http::read::Read;
use crate::log::streams::{self, LastEventId, StreamView};
use serde::Deserialize;
use utoipa::IntoParams;

/// Where the feed begins.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct FeedParams {
    /// Go on after this position, like the header `Last-Event-ID`, which goes before it.
    #[param(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    #[serde(default, deserialize_with = "crate::http::params::position")]
    last_event_id: Option<u64>,
    /// The same under the name that the log uses.
    #[param(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    #[serde(default, deserialize_with = "crate::http::params::position")]
    after: Option<u64>,
}

impl FeedParams {
    /// The position under whichever name it was given.
    pub(crate) fn position(&self) -> Option<u64> {
        self.last_event_id.or(self.after)
    }
}

/// Everything that happens, as it happens.
///
/// A stream of server-sent events. The id of each is its position in the log, and its data is JSON with `position`,
/// `type` and `stream`; of accounts only the position is told. Without a position the stream begins at the head of the
/// log and tells it first. A client that was cut off comes back with `Last-Event-ID` (browsers do so by themselves) and
/// gets exactly what follows, also after the service was started again. If the log has not reached that position, an
/// event `reset` says so, and everything should be read anew. A comment is sent every 15 seconds if nothing happens.
///
/// Reads may be a moment behind: ask with `wait_for` and the position of the event.
#[utoipa::path(
    get, path = "/api/v1/feed", tag = "log", operation_id = "watchFeed",
    params(FeedParams, LastEventId),
    responses((
        status = 200, description = "Events as they happen", content_type = "text/event-stream", body = String,
        example = "retry: 1500\nid: 1041\n\nid: 1042\ndata: {\"position\":1042,\"type\":\"player.registered\",\"stream\":\"player/7kq2m9\"}\n\n",
    ))
)]
pub(crate) async fn watch(Read { request, app, params: asked }: Read<FeedParams>) -> HandlerResult {
    form(request.headers(), &[Form::EventStream]).ok_or(ProblemKind::NotAcceptable)?;
    let after = streams::resume_position(&request, asked.position())?;
    streams::open(&request, &app, StreamView::Feed, after, None).await
}
