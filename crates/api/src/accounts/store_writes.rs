//! Writing to the mutable store without events.

use crate::http::app::AppState;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::write::{IDEMPOTENCY_REPLAYED, WriteHead, append_problem};
use actix_web::{HttpResponse, web};
use events::append::{Append, Idempotency};
use events::envelope::Actor;
use events::mutable_store::MutableWrite;

/// Makes these writes together or not at all; a lost race is a conflict.
pub(crate) async fn append(app: &AppState, mutable_writes: Vec<MutableWrite>) -> Result<(), Problem> {
    let appended = app.log.append(Append { mutable_writes, ..Append::default() }).await;
    appended.map(drop).map_err(|error| append_problem(&error))
}

/// A request that removes something from the mutable store, treated like every other write: a retry has the same answer
/// though there is nothing left to take, and a rehearsal takes nothing.
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
        if let Some(asked) = idempotency {
            let log = app.log.clone();
            let kept = app.blocking(move || log.idempotency_record(&asked.key)).await?;
            if let Some(kept) = kept? {
                if kept.idempotency.request != asked.request {
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

    /// Appends the writes, unless it is a dry run.
    pub(crate) async fn append(self, app: &AppState, mutable_writes: Vec<MutableWrite>) -> HandlerResult {
        if self.dry_run {
            return Ok(HttpResponse::NoContent().finish());
        }
        let append = Append { mutable_writes, idempotency: self.idempotency, ..Append::default() };
        let receipt = app.log.append(append).await.map_err(|error| append_problem(&error))?;
        let again = Self { replayed: receipt.replayed, ..self };
        Ok(again.replayed_answer().unwrap_or_else(|| HttpResponse::NoContent().finish()))
    }
}
