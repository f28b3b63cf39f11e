//! Whether the process lives, and whether it is ready to answer.

use crate::edge::OwnWords;
use crate::kostka::Kostka;
use actix_web::http::StatusCode;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, web};
use events::envelope::Position;
use events::log::Mode;
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
pub(crate) async fn readiness(kostka: web::Data<Kostka>) -> HttpResponse {
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
    let log_writable = matches!(kostka.log.mode(), Mode::Writable);
    let answers = kostka.caught_up.load(Ordering::Acquire);
    let ready = log_position.is_some() && log_writable && caught_up && answers && !*kostka.stopping.borrow();
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let log_readable = log_position.is_some();
    let body = Readiness { ready, log_readable, log_writable, caught_up, log_position, position };
    let mut response = HttpResponse::build(status).insert_header((CACHE_CONTROL, "no-store")).json(body);
    response.extensions_mut().insert(OwnWords);
    response
}
