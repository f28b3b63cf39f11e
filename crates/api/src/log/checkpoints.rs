//! Signed checkpoints: how many events there were, and the root over them.

use super::{json, signed, written};
use crate::http::app::AppState;
use crate::http::negotiate::{Form, form};
use crate::http::paging::{self, Page};
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::{JsonRead, Read};
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, LINK, VARY};
use actix_web::{HttpResponse, web};
use events::envelope::Position;
use events::log::StoredCheckpoint;
use events::proof::checkpoint::open_of_any_epoch;
use serde::Deserialize;
use utoipa::IntoParams;
use wire::log::CheckpointEntry;

pub(super) fn checkpoint_entry(app: &AppState, kept: StoredCheckpoint) -> CheckpointEntry {
    let opened = open_of_any_epoch(&kept.note, app.checkpointer.signer().verifier_key()).ok();
    CheckpointEntry {
        size: kept.size,
        root: opened.as_ref().map(|(checkpoint, _)| hex::encode(checkpoint.root)),
        epoch: opened.map(|(_, epoch)| epoch),
        note: kept.note,
    }
}

/// Which checkpoints.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct CheckpointListParams {
    /// The most checkpoints on a page.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u16>,
    /// Where the page begins: `next` of the page before.
    #[param(max_length = 4096)]
    cursor: Option<String>,
    /// Only checkpoints of more events than this.
    #[param(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    #[serde(default, deserialize_with = "crate::http::params::position")]
    after: Option<u64>,
}

/// Kept checkpoints, the smallest first.
#[utoipa::path(
    get, path = "/api/v1/log/checkpoints", tag = "log", operation_id = "listCheckpoints",
    params(CheckpointListParams),
    responses((status = 200, description = "Checkpoints", body = Page<CheckpointEntry>))
)]
pub(crate) async fn list(JsonRead { request, app, params: asked }: JsonRead<CheckpointListParams>) -> HandlerResult {
    let limit = paging::page_size(asked.limit)?;
    let list = format!("log/checkpoints?{:?}", asked.after);
    let cursor = asked.cursor.as_deref().map(|text| read_cursor(&app, text, &list)).transpose()?;
    let state = web::Data::clone(&app);
    let page = app.blocking(move || {
        let last = state.log.last_checkpoint()?.map_or(0, |kept| kept.size);
        let (until, after) = cursor.unwrap_or((last, asked.after.unwrap_or_default()));
        let after = after.min(i64::MAX as u64);
        let mut kept = state.log.checkpoints(after, limit + 1)?;
        kept.retain(|kept| kept.size <= until);
        let after = paging::cut(&mut kept, limit, |last| last.size.to_string());
        let next = state.cursors.next(Position(until), after, &list);
        let items = kept.into_iter().map(|kept| checkpoint_entry(&state, kept)).collect();
        Ok::<_, Problem>(Page { items, next })
    });
    let page: Page<CheckpointEntry> = page.await??;
    let mut response = HttpResponse::Ok();
    response.insert_header((CACHE_CONTROL, "no-store"));
    if let Some(link) = paging::link(&request, page.next.as_deref()) {
        response.insert_header((LINK, link));
    }
    response.insert_header((CONTENT_TYPE, Form::Json.content_type()));
    Ok(response.body(written(&page)?))
}

fn read_cursor(app: &AppState, text: &str, list: &str) -> Result<(u64, u64), Problem> {
    let cursor = app.cursors.read(text, list)?;
    let after = cursor.after.parse().map_err(|_| ProblemKind::InvalidCursor)?;
    Ok((cursor.position.0, after))
}

/// The last checkpoint; `text/plain` gives the signed note itself.
#[utoipa::path(
    get, path = "/api/v1/log/checkpoints/latest", tag = "log", operation_id = "getLatestCheckpoint",
    responses(
        (status = 200, description = "The last checkpoint", content(
            (CheckpointEntry = "application/json"),
            (String = "text/plain"),
        )),
        (status = 404, description = "Nothing was recorded yet"),
    )
)]
pub(crate) async fn latest(Read { request, app, .. }: Read) -> HandlerResult {
    let form = form(request.headers(), &[Form::Json, Form::Text]).ok_or(ProblemKind::NotAcceptable)?;
    let state = web::Data::clone(&app);
    let entry = app.blocking(move || {
        let kept = signed::covering(&state, Position(1))?.ok_or(ProblemKind::NotFound)?;
        Ok::<_, Problem>(checkpoint_entry(&state, kept))
    });
    let entry = entry.await??;
    let mut response = match form {
        Form::Text => HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).body(entry.note),
        _ => json(&entry),
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, form.content_type().parse().map_err(|_| ProblemKind::Internal)?);
    headers.insert(VARY, actix_web::http::header::HeaderValue::from_static("Accept"));
    Ok(response)
}
