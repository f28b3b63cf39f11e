//! Requests that remove something from the mutable store.

use crate::http::app::AppState;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::write::{IDEMPOTENCY_REPLAYED, WriteHead};
use actix_web::{HttpResponse, web};
use events::append::{Idempotency, Pending};
use events::envelope::Actor;

/// A request that removes something from the mutable store. A retry gives the same answer although there is nothing
/// left to remove, and a dry run removes nothing.
pub(crate) struct Removal {
    idempotency: Option<Idempotency>,
    dry_run: bool,
    replayed: bool,
}

impl Removal {
    /// Looks up whether the request was answered before.
    pub(crate) async fn begin(app: &web::Data<AppState>, head: &WriteHead, actor: &Actor) -> Result<Self, Problem> {
        let dry_run = head.is_dry_run();
        let idempotency = head.idempotency(app, actor).filter(|_| !dry_run);
        let mut replayed = false;
        if let Some(idempotency) = idempotency {
            let log = app.log.clone();
            let recorded = app.blocking(move || log.idempotency_record(&idempotency.key)).await?;
            if let Some(recorded) = recorded? {
                if recorded.idempotency.request != idempotency.request {
                    return Err(ProblemKind::IdempotencyMismatch.into());
                }
                replayed = true;
            }
        }
        Ok(Self { idempotency, dry_run, replayed })
    }

    /// The answer, if the request was carried out before.
    pub(crate) fn replayed_answer(&self) -> Option<HttpResponse> {
        self.replayed.then(|| HttpResponse::NoContent().insert_header((IDEMPOTENCY_REPLAYED, "true")).finish())
    }

    /// Removes, unless it is a dry run.
    pub(crate) async fn perform(self, remove: impl FnOnce(Option<Idempotency>) -> Pending) -> HandlerResult {
        if self.dry_run {
            return Ok(HttpResponse::NoContent().finish());
        }
        let receipt = remove(self.idempotency).await?;
        let replayed_removal = Self { replayed: receipt.replayed, ..self };
        Ok(replayed_removal.replayed_answer().unwrap_or_else(|| HttpResponse::NoContent().finish()))
    }
}
