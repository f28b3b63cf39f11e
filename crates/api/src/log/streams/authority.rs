//! Whether a reader of a stream still has the permission to read the log.

use crate::accounts::{Authorized, Caller, permission};
use actix_web::http::StatusCode;
use actix_web::{FromRequest, HttpMessage, HttpRequest, ResponseError};
use std::time::Duration;
use tokio::time::Instant;

/// The longest time for which a stream goes on after its reader lost the permission.
const CHECK_EVERY: Duration = Duration::from_secs(5);
/// Checks that may fail for another reason before the stream is ended.
const MAX_FAILED_CHECKS: u8 = 3;

/// The authority of a long answer: the credentials of its request, looked at again and again. A session that was ended,
/// a token that has expired and a role that was revoked all end the answer.
pub(crate) struct StreamAuthorization {
    request: HttpRequest,
    next_check: Instant,
    failed_checks: u8,
}

impl StreamAuthorization {
    /// Of a request that was allowed just now.
    pub(crate) fn of(request: &HttpRequest) -> Self {
        Self { request: request.clone(), next_check: Instant::now() + CHECK_EVERY, failed_checks: 0 }
    }

    /// When it has to be looked at again.
    pub(crate) fn next_check(&self) -> Instant {
        self.next_check
    }

    /// Whether the caller may go on; looked up when the time has come, and believed in between.
    pub(crate) async fn is_still_authorized(&mut self) -> bool {
        if Instant::now() < self.next_check {
            return true;
        }
        self.next_check = Instant::now() + CHECK_EVERY;
        // Who was calling is remembered with the request; whether she still may is asked anew.
        self.request.extensions_mut().remove::<Caller>();
        match Authorized::<permission::ReadLog>::extract(&self.request).await {
            Ok(_) => {
                self.failed_checks = 0;
                true
            }
            Err(problem) if matches!(problem.status_code(), StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) => false,
            // The store is busy or behind; it will not be so for long, or nothing can be read from it anyway.
            Err(_) => {
                self.failed_checks += 1;
                self.failed_checks < MAX_FAILED_CHECKS
            }
        }
    }
}
