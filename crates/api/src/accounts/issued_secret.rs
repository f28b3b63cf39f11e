//! Answers to writes that give out a secret and leave no event in the log.

use crate::http::answer;
use crate::http::app::AppState;
use crate::http::edge::KOSTKA_POSITION;
use crate::http::write::IDEMPOTENCY_REPLAYED;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue};
use events::append::Receipt;
use serde::Serialize;
use wire::accounts::IssuedSecret;

pub(crate) fn issued(receipt: &Receipt, resource: String, secret: String) -> HttpResponse {
    let issued = IssuedSecret {
        resource,
        position: receipt.last().0,
        recorded_at: receipt.recorded_at.to_string(),
        dry_run: false,
        secret: Some(secret),
    };
    respond(StatusCode::CREATED, issued.position, receipt.replayed, &issued)
}

pub(crate) fn rehearsal(app: &AppState, resource: String) -> HttpResponse {
    let (position, recorded_at) = (app.projector.position().0, app.environment.now().to_string());
    let rehearsal = IssuedSecret { resource, position, recorded_at, dry_run: true, secret: None };
    respond(StatusCode::OK, position, false, &rehearsal)
}

/// An answer that no cache may keep.
pub(super) fn respond(status: StatusCode, position: u64, replayed: bool, issued: &impl Serialize) -> HttpResponse {
    let mut response = HttpResponse::build(status);
    response.insert_header((CACHE_CONTROL, "no-store")).insert_header((KOSTKA_POSITION, HeaderValue::from(position)));
    if replayed {
        response.insert_header((IDEMPOTENCY_REPLAYED, "true"));
    }
    answer::json(&mut response, issued)
}
