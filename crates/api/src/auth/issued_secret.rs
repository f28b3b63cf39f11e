//! The receipt of a write that leaves nothing in the log but gives out a secret.

use crate::answer;
use crate::edge::KOSTKA_POSITION;
use crate::kostka::Kostka;
use crate::write::IDEMPOTENCY_REPLAYED;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue};
use events::append::Receipt;
use serde::Serialize;
use utoipa::ToSchema;

/// What was given out. A retry with the same idempotency key gets the same.
#[derive(Serialize, ToSchema)]
pub(crate) struct IssuedSecret {
    /// What it belongs to.
    #[schema(max_length = 1200, example = "/api/v1/accounts/7k2m9q4x8c1v5b3n6z0a")]
    resource: String,
    /// Where the log stood.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    position: u64,
    /// When it was given out.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    recorded_at: String,
    /// Whether it was only a rehearsal: nothing was given out.
    dry_run: bool,
    /// The secret; shown here and never again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500, example = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4v")]
    secret: Option<String>,
    #[serde(skip)]
    replayed: bool,
}

impl IssuedSecret {
    pub(super) fn of(receipt: Receipt, resource: String, secret: String) -> Self {
        Self {
            resource,
            position: receipt.last().0,
            recorded_at: receipt.recorded_at.to_string(),
            dry_run: false,
            secret: Some(secret),
            replayed: receipt.replayed,
        }
    }

    pub(super) fn rehearsal(kostka: &Kostka, resource: String) -> Self {
        let (position, recorded_at) = (kostka.projector.position().0, kostka.environment.now().to_string());
        Self { resource, position, recorded_at, dry_run: true, secret: None, replayed: false }
    }

    pub(super) fn respond(self) -> HttpResponse {
        let status = if self.dry_run { StatusCode::OK } else { StatusCode::CREATED };
        let mut response = HttpResponse::build(status);
        response
            .insert_header((CACHE_CONTROL, "no-store"))
            .insert_header((KOSTKA_POSITION, HeaderValue::from(self.position)));
        if self.replayed {
            response.insert_header((IDEMPOTENCY_REPLAYED, "true"));
        }
        answer::json(&mut response, &self)
    }
}
