//! Whether the process lives, and whether it is ready to answer.

use crate::http::answer;
use crate::http::app::AppState;
use crate::http::edge::CustomErrorBody;
use crate::http::negotiate::language_of;
use actix_web::http::StatusCode;
use actix_web::http::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_LANGUAGE, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use events::envelope::Position;
use events::log::Mode;
use formats::localization::{Lang, Message};
use projections::projector::Health;
use std::sync::atomic::Ordering;
use std::time::Duration;
use wire::service::{Readiness, Reason};

/// How far behind the log a ready service may be.
const READINESS_TIMEOUT: Duration = Duration::from_millis(500);

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
    responses((status = 200, description = "Ready", body = Readiness), (status = 503, description = "Not ready, and why", body = Readiness))
)]
pub(crate) async fn readiness(request: HttpRequest, app: web::Data<AppState>) -> HttpResponse {
    let state = web::Data::clone(&app);
    let head = app.blocking(move || state.log.head()).await;
    let log_position = head.ok().and_then(Result::ok).map(|head| head.position.0);
    // Events are recorded all the time; a service that is a moment behind is ready.
    let caught_up = match log_position {
        Some(log) => {
            let reached = app.projector.wait_for(Position(log));
            matches!(tokio::time::timeout(READINESS_TIMEOUT, reached).await, Ok(Ok(())))
        }
        None => false,
    };
    let position = app.projector.position().0;
    let mode = app.log.mode();
    let caught_up = caught_up && app.caught_up.load(Ordering::Acquire);
    let mut messages = Vec::new();
    if log_position.is_none() {
        messages.push(("log-unreadable", Message::new("unready-log-unreadable")));
    }
    if let Mode::ReadOnly(reason) = &mode {
        messages.push(("log-read-only", Message::new("unready-log-read-only").with("reason", reason.clone())));
    }
    if !caught_up {
        messages.push(behind(&app, log_position));
    }
    if *app.stopping.borrow() {
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
        reasons: messages
            .iter()
            .map(|(code, detail)| Reason { code: (*code).to_owned(), detail: lang.render(detail) })
            .collect(),
    };
    let status = if body.ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let mut response = HttpResponse::build(status);
    response
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((CONTENT_LANGUAGE, if lang == Lang::Pl { "pl" } else { "en" }))
        .insert_header((VARY, "Accept-Language"));
    let mut response = answer::json(&mut response, &body);
    response.extensions_mut().insert(CustomErrorBody);
    response
}

/// Why the read models do not know everything. What stopped them is for the operator, in the log of the service.
fn behind(app: &AppState, log_position: Option<u64>) -> (&'static str, Message<'static>) {
    match app.projector.health() {
        Health::Stopped { position, .. } => {
            ("read-models-stopped", Message::new("unready-read-models-stopped").count("position", position.0))
        }
        Health::CatchingUp { .. } | Health::Live => {
            let at = app.projector.position().0;
            let message = Message::new("unready-catching-up").count("position", at);
            ("catching-up", message.count("head", log_position.unwrap_or(at).max(at)))
        }
    }
}
