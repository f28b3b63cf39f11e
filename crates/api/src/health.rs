//! Whether the process lives, and whether it is ready to answer.

use crate::answer;
use crate::edge::OwnWords;
use crate::kostka::Kostka;
use crate::negotiate::language_of;
use actix_web::http::StatusCode;
use actix_web::http::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_LANGUAGE, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use events::envelope::Position;
use events::log::Mode;
use formats::words::{Lang, Message};
use projections::projector::Health;
use serde::Serialize;
use std::sync::atomic::Ordering;
use std::time::Duration;
use utoipa::ToSchema;

/// How far behind the log a ready service may be.
const A_MOMENT: Duration = Duration::from_millis(500);

/// Whether the service is ready, and if not, why.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Readiness {
    /// Everything below is well.
    pub(crate) ready: bool,
    /// The log can be read.
    pub(crate) log_readable: bool,
    /// The log takes writes.
    pub(crate) log_writable: bool,
    /// The read models know everything that is in the log.
    pub(crate) caught_up: bool,
    /// The last position of the log.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub(crate) log_position: Option<u64>,
    /// The last position that the read models know.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub(crate) position: u64,
    /// Why it is not ready; empty if it is.
    #[schema(max_items = 10)]
    pub(crate) reasons: Vec<Reason>,
}

/// One reason why the service is not ready.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Reason {
    /// The reason: `log-unreadable`, `log-read-only`, `read-models-stopped`, `catching-up` or `stopping`.
    #[schema(max_length = 40, example = "catching-up")]
    code: &'static str,
    /// The same for people, in the language of the client.
    #[schema(max_length = 2000, example = "the read models know 40 events of 1042")]
    detail: String,
}

/// The process lives.
#[utoipa::path(
    get, path = "/healthz", tag = "operation", operation_id = "checkHealth",
    responses((status = 200, description = "The process lives", body = String, content_type = "text/plain", example = "ok\n"))
)]
pub(crate) async fn health() -> HttpResponse {
    HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).content_type("text/plain; charset=utf-8").body("ok\n")
}

/// The service can do its work: the log is readable and writable, and the read models have caught up with it.
#[utoipa::path(
    get, path = "/readyz", tag = "operation", operation_id = "checkReadiness",
    responses(
        (status = 200, description = "Ready", body = Readiness),
        (status = 503, description = "Not ready, and why", body = Readiness),
    )
)]
pub(crate) async fn readiness(request: HttpRequest, kostka: web::Data<Kostka>) -> HttpResponse {
    let state = web::Data::clone(&kostka);
    let head = kostka.blocking(move || state.log.head()).await;
    let log_position = head.ok().and_then(Result::ok).map(|head| head.position.0);
    // Something is being recorded all the time; whoever is a moment behind is ready.
    let caught_up = match log_position {
        Some(log) => {
            let reached = kostka.projector.wait_for(Position(log));
            matches!(tokio::time::timeout(A_MOMENT, reached).await, Ok(Ok(())))
        }
        None => false,
    };
    let position = kostka.projector.position().0;
    let mode = kostka.log.mode();
    let caught_up = caught_up && kostka.caught_up.load(Ordering::Acquire);
    let mut messages = Vec::new();
    if log_position.is_none() {
        messages.push(("log-unreadable", Message::new("unready-log-unreadable")));
    }
    if let Mode::ReadOnly(reason) = &mode {
        messages.push(("log-read-only", Message::new("unready-log-read-only").with("reason", reason.clone())));
    }
    if !caught_up {
        messages.push(behind(&kostka, log_position));
    }
    if *kostka.stopping.borrow() {
        messages.push(("stopping", Message::new("unready-stopping")));
    }
    let language = request.headers().get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let lang = language.map_or(Lang::Pl, language_of);
    let body = Readiness {
        ready: messages.is_empty(),
        log_readable: log_position.is_some(),
        log_writable: matches!(mode, Mode::Writable),
        caught_up,
        log_position,
        position,
        reasons: messages.iter().map(|(code, detail)| Reason { code, detail: lang.say(detail) }).collect(),
    };
    let status = if body.ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let mut response = HttpResponse::build(status);
    response
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((CONTENT_LANGUAGE, if lang == Lang::Pl { "pl" } else { "en" }))
        .insert_header((VARY, "Accept-Language"));
    let mut response = answer::json(&mut response, &body);
    response.extensions_mut().insert(OwnWords);
    response
}

/// Why the read models do not know everything. What stopped them is for the operator, in the log of the service.
fn behind(kostka: &Kostka, log_position: Option<u64>) -> (&'static str, Message<'static>) {
    match kostka.projector.health() {
        Health::Stopped { position, .. } => {
            ("read-models-stopped", Message::new("unready-read-models-stopped").count("position", position.0))
        }
        Health::CatchingUp { .. } | Health::Live => {
            let at = kostka.projector.position().0;
            let message = Message::new("unready-catching-up").count("position", at);
            ("catching-up", message.count("head", log_position.unwrap_or(at).max(at)))
        }
    }
}
