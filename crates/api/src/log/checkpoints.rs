//! Signed checkpoints: how many events there were, and the root over them.

use super::{json, signed, unreadable, written};
use crate::kostka::Kostka;
use crate::negotiate::{Form, form};
use crate::paging::{self, Cursor, Page};
use crate::params::{self, Params};
use crate::problem::{Problem, ProblemKind};
use crate::table::json_only;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, LINK, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use events::envelope::Position;
use events::log::KeptCheckpoint;
use events::proof::checkpoint::open_of_any_epoch;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A signed checkpoint.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CheckpointEntry {
    /// How many events it covers.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1040)]
    pub(super) size: u64,
    /// The root over them in hexadecimal; absent if the note is not one of this log.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub(super) root: Option<String>,
    /// The epoch in which it was signed; absent if the note is not one of this log.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 4_294_967_295_i64, example = 1)]
    pub(super) epoch: Option<u32>,
    /// The signed note (C2SP tlog-checkpoint).
    #[schema(
        max_length = 16_384,
        example = "kostka/0192f0c1-7c3e-7b6a-9f3d-2a5b8c1d4e6f/1\n1040\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n— kostka/0192f0c1-7c3e-7b6a-9f3d-2a5b8c1d4e6f/1 XB4vOg==\n"
    )]
    pub(super) note: String,
}

impl CheckpointEntry {
    pub(super) fn of(kostka: &Kostka, kept: KeptCheckpoint) -> Self {
        let opened = open_of_any_epoch(&kept.note, kostka.keeper.signer().verifier_key()).ok();
        Self {
            size: kept.size,
            root: opened.as_ref().map(|(checkpoint, _)| hex::encode(checkpoint.root)),
            epoch: opened.map(|(_, epoch)| epoch),
            note: kept.note,
        }
    }
}

/// Which checkpoints.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// The most checkpoints on a page.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u16>,
    /// Where the page begins: `next` of the page before.
    #[param(max_length = 4096)]
    cursor: Option<String>,
    /// Only checkpoints of more events than this.
    #[param(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    #[serde(default, deserialize_with = "crate::params::position")]
    after: Option<u64>,
}

/// Kept checkpoints, the smallest first.
#[utoipa::path(
    get, path = "/api/v1/log/checkpoints", tag = "log", operation_id = "listCheckpoints",
    params(Asked),
    responses((status = 200, description = "Checkpoints", body = Page<CheckpointEntry>)),
)]
pub(crate) async fn list(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    Params(asked): Params<Asked>,
) -> Result<HttpResponse, Problem> {
    json_only(&request)?;
    let limit = paging::items(asked.limit)?;
    let list = format!("log/checkpoints?{:?}", asked.after);
    let cursor = asked.cursor.as_deref().map(|text| read_cursor(&kostka, text, &list)).transpose()?;
    let state = web::Data::clone(&kostka);
    let page = kostka.blocking(move || {
        let last = state.log.last_checkpoint().map_err(unreadable)?.map_or(0, |kept| kept.size);
        let (until, after) = cursor.unwrap_or((last, asked.after.unwrap_or_default()));
        let after = after.min(i64::MAX as u64);
        let mut kept = state.log.checkpoints(after, limit + 1).map_err(unreadable)?;
        kept.retain(|kept| kept.size <= until);
        let more = kept.len() > limit;
        kept.truncate(limit);
        let next = kept.last().filter(|_| more).map(|last| {
            let cursor = Cursor { position: Position(until), after: last.size.to_string() };
            state.cursors.write(&cursor, &list)
        });
        let items = kept.into_iter().map(|kept| CheckpointEntry::of(&state, kept)).collect();
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

fn read_cursor(kostka: &Kostka, text: &str, list: &str) -> Result<(u64, u64), Problem> {
    let cursor = kostka.cursors.read(text, list)?;
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
    ),
)]
pub(crate) async fn latest(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    let form = form(request.headers(), &[Form::Json, Form::Text]).ok_or(ProblemKind::NotAcceptable)?;
    let state = web::Data::clone(&kostka);
    let entry = kostka.blocking(move || {
        let kept = signed::covering(&state, Position(1))?.ok_or(ProblemKind::NotFound)?;
        Ok::<_, Problem>(CheckpointEntry::of(&state, kept))
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
