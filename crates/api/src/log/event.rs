//! One event of the log as JSON, for people and for whoever recomputes its leaf.

use super::names::PublicNames;
use super::secrecy;
use super::{unreadable, written};
use crate::auth::{Allowed, permission};
use crate::kostka::Kostka;
use crate::negotiate::{Form, language};
use crate::params::{self, Params};
use crate::problem::{Problem, ProblemKind};
use crate::table::json_only;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use events::envelope::{Position, Recorded, RecordedRef};
use events::stored;
use formats::words::Lang;
use projections::sentence::sentence;
use projections::views::Views;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// An event of the log.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LoggedEvent {
    /// Its place in the log, from 1 without gaps.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub(super) position: u64,
    /// Its id.
    #[schema(format = "uuid", example = "0192f0c1-7c3e-7b6a-9f3d-2a5b8c1d4e6f")]
    pub(super) event_id: String,
    /// To what it happened.
    #[schema(max_length = 1100, example = "player/7kq2m9")]
    pub(super) stream: String,
    /// Its number in its stream, from 1.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1)]
    pub(super) version: u64,
    /// What happened.
    #[serde(rename = "type")]
    #[schema(max_length = 100, example = "player.registered")]
    pub(super) event_type: String,
    /// The version of the stored form.
    #[schema(minimum = 1, maximum = 4_294_967_295_i64, example = 1)]
    pub(super) schema_version: u32,
    /// When it happened.
    #[schema(format = "date-time", example = "2026-11-07T12:00:00.000000Z")]
    pub(super) occurred_at: String,
    /// When it was recorded.
    #[schema(format = "date-time", example = "2026-11-07T12:00:00.000000Z")]
    pub(super) recorded_at: String,
    /// Who did it: a reference that names nobody.
    #[schema(max_length = 200, example = "account/3f9d")]
    pub(super) actor: String,
    /// What the person asked for, shared by all events that came of it.
    #[schema(format = "uuid")]
    pub(super) correlation: Option<String>,
    /// The event that led to this one.
    #[schema(format = "uuid")]
    pub(super) causation: Option<String>,
    /// The hash of its leaf in the Merkle tree, in hexadecimal.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub(super) leaf: String,
    /// The stored form, with ids and commitments in place of everything personal; `{"withheld": true}` for a sheet as long as the
    /// results of its stage are hidden.
    #[schema(value_type = Object)]
    pub(super) payload: Value,
    /// What happened, in words, with the names that are public today.
    #[schema(max_length = 4000, example = "Zarejestrowano gracza Anna Nowak.")]
    pub(super) sentence: String,
}

impl LoggedEvent {
    /// An event in the words of a language.
    pub(super) fn of(event: &Recorded, views: &Views, lang: Lang) -> Self {
        let Recorded { position, version, recorded_at, event: recorded, leaf } = event;
        Self {
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
}

/// An event that this version does not understand is still shown, with its type in place of a sentence.
pub(crate) fn in_words(event: &RecordedRef<'_>, views: &Views, lang: Lang) -> String {
    let fact = stored::decode(event.event_type, event.schema_version, event.payload);
    match (fact, event.stream_name()) {
        (Ok(fact), Ok(stream)) => lang.say(&sentence(&fact, &stream, &PublicNames(views))),
        _ => event.event_type.to_owned(),
    }
}

/// An event with everything that its leaf is computed from; what would tell hidden results is absent as long as they are hidden.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EventInFull {
    #[serde(flatten)]
    event: LoggedEvent,
    /// Random bits, in hexadecimal, so that what is hidden cannot be guessed from its hash.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^[0-9a-f]{32}$")]
    nonce: Option<String>,
    /// The payload as it is stored, byte by byte, in base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 22_369_624)]
    payload_base64: Option<String>,
    /// In base64: the bytes of the content, whose SHA-256 makes up the last 32 bytes of the leaf.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 22_500_000)]
    content_base64: Option<String>,
    /// In base64: the bytes whose SHA-256 is the hash of the leaf.
    #[schema(min_length = 76, max_length = 76)]
    leaf_base64: String,
}

impl EventInFull {
    fn of(event: &Recorded, views: &Views, lang: Lang) -> Self {
        let stored: RecordedRef<'_> = event.as_ref();
        let is_shown = !secrecy::is_withheld(&stored, views);
        Self {
            nonce: is_shown.then(|| hex::encode(stored.nonce)),
            payload_base64: is_shown.then(|| BASE64.encode(stored.payload)),
            content_base64: is_shown.then(|| BASE64.encode(stored.content_bytes())),
            leaf_base64: BASE64.encode(stored.leaf_bytes()),
            event: LoggedEvent::of(event, views, lang),
        }
    }
}

/// One event with everything that is needed to recompute its leaf.
///
/// `leaf` is the SHA-256 of the bytes in `leaf_base64`: a zero byte, `position`, `version`, `recorded_at` in microseconds (eight
/// bytes each, the highest first), and the SHA-256 of the bytes in `content_base64`. Of a sheet whose results are hidden the payload,
/// the content and the nonce come when everybody sees the results; its leaf stays the same.
#[utoipa::path(
    get, path = "/api/v1/log/events/{position}", tag = "log", operation_id = "getLogEvent",
    params(("position" = u64, Path, description = "The position of the event", minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1042)),
    responses((status = 200, description = "The event", body = EventInFull)),
    security(("bearer" = [])),
)]
pub(crate) async fn show(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    _: Allowed<permission::ReadLog>,
    position: web::Path<String>,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    json_only(&request)?;
    let position = parse_position(&position)?;
    let (state, lang) = (web::Data::clone(&kostka), language(request.headers()));
    let found = kostka.blocking(move || {
        let page = state.log.read(Position(position.0 - 1), 1).map_err(unreadable)?;
        let event = page.first().ok_or(ProblemKind::NotFound)?;
        Ok::<_, Problem>(EventInFull::of(event, &state.views(), lang))
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
