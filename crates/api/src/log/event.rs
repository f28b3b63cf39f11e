//! One event of the log as JSON, with what is needed to recompute its leaf.

use super::names::PublicNames;
use super::secrecy;
use super::written;
use crate::accounts::{Authorized, permission};
use crate::http::negotiate::{Form, language};
use crate::http::path::LogEventPath;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::JsonRead;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use actix_web::{HttpResponse, web};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use events::envelope::{Position, Recorded, RecordedRef};
use events::stored;
use formats::localization::Lang;
use projections::sentence::sentence;
use projections::views::Views;
use wire::log::{EventInFull, LoggedEvent};

pub(super) fn logged_event(event: &Recorded, views: &Views, lang: Lang) -> LoggedEvent {
    let Recorded { position, version, recorded_at, event: recorded, leaf } = event;
    LoggedEvent {
        position: position.0,
        event_id: recorded.event_id.to_string(),
        stream: recorded.stream.to_string(),
        version: version.0,
        event_type: recorded.event_type.to_string(),
        schema_version: recorded.schema_version,
        occurred_at: recorded.occurred_at.to_string(),
        recorded_at: recorded_at.to_string(),
        actor: recorded.actor.as_str().to_owned(),
        correlation: recorded.correlation.map(|id| id.to_string()),
        causation: recorded.causation.map(|id| id.to_string()),
        leaf: hex::encode(leaf),
        payload: if secrecy::is_withheld(&event.as_ref(), views) {
            secrecy::withheld()
        } else {
            serde_json::from_slice(&recorded.payload).unwrap_or_default()
        },
        sentence: in_words(&event.as_ref(), views, lang),
    }
}

/// An event that this version does not understand is still shown, with its type in place of a sentence.
pub(crate) fn in_words(event: &RecordedRef<'_>, views: &Views, lang: Lang) -> String {
    let fact = stored::decode(event.event_type, event.schema_version, event.payload);
    match (fact, event.stream_name()) {
        (Ok(fact), Ok(stream)) => lang.render(&sentence(&fact, &stream, &PublicNames(views))),
        _ => event.event_type.to_owned(),
    }
}

fn event_in_full(event: &Recorded, views: &Views, lang: Lang) -> EventInFull {
    let stored: RecordedRef<'_> = event.as_ref();
    let is_shown = !secrecy::is_withheld(&stored, views);
    EventInFull {
        nonce: is_shown.then(|| hex::encode(stored.nonce)),
        payload_base64: is_shown.then(|| BASE64.encode(stored.payload)),
        content_base64: is_shown.then(|| BASE64.encode(stored.content_bytes())),
        leaf_base64: BASE64.encode(stored.leaf_bytes()),
        event: logged_event(event, views, lang),
    }
}

/// One event with everything that is needed to recompute its leaf.
///
/// `leaf` is the SHA-256 of the bytes in `leaf_base64`: a zero byte, `position`, `version`, `recorded_at` in
/// microseconds (eight bytes each, the highest first), and the SHA-256 of the bytes in `content_base64`. Of a sheet
/// whose results are hidden the payload, the content and the nonce come when everybody sees the results; its leaf stays
/// the same.
#[utoipa::path(
    get, path = "/api/v1/log/events/{position}", tag = "log", operation_id = "getLogEvent",
    params(LogEventPath),
    responses((status = 200, description = "The event", body = EventInFull)),
    security(("bearer" = []))
)]
pub(crate) async fn show(
    _: Authorized<permission::ReadLog>,
    path: web::Path<LogEventPath>,
    JsonRead { request, app, .. }: JsonRead,
) -> HandlerResult {
    let position = parse_position(&path.position)?;
    let (state, lang) = (web::Data::clone(&app), language(request.headers()));
    let found = app.blocking(move || {
        let page = state.log.read(Position(position.0 - 1), 1)?;
        let event = page.first().ok_or(ProblemKind::NotFound)?;
        Ok::<_, Problem>(event_in_full(event, &state.views(), lang))
    });
    Ok(HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .insert_header((VARY, "Accept-Language, Authorization"))
        .insert_header((CONTENT_TYPE, Form::Json.content_type()))
        .body(written(&found.await??)?))
}

/// The position in an address; what is none leads nowhere.
pub(super) fn parse_position(text: &str) -> Result<Position, Problem> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number: Option<u64> = plain.then(|| text.parse().ok()).flatten();
    // Stores count with signed numbers.
    let number = number.filter(|number| (1..=i64::MAX as u64).contains(number));
    number.map(Position).ok_or_else(|| ProblemKind::NotFound.into())
}
