//! Writing to the cabinet without events.

use super::caller::unreadable;
use crate::kostka::Kostka;
use crate::problem::{Problem, ProblemKind};
use crate::write::{IDEMPOTENCY_REPLAYED, WriteHead, append_problem};
use actix_web::{HttpResponse, web};
use events::append::{Append, Idempotency};
use events::cabinet::CabinetWrite;
use events::envelope::Actor;

/// Makes these writes together or not at all; whoever was overtaken is told that it is a conflict.
pub(super) async fn append(kostka: &Kostka, cabinet: Vec<CabinetWrite>) -> Result<(), Problem> {
    let appended = kostka.log.append(Append { cabinet, ..Append::default() }).await;
    appended.map(drop).map_err(|error| append_problem(&error))
}

/// A request that takes something out of the cabinet, understood like every other write: a retry has the same answer though
/// there is nothing left to take, and a rehearsal takes nothing.
pub(super) struct Removal {
    idempotency: Option<Idempotency>,
    dry_run: bool,
    replayed: bool,
}

impl Removal {
    /// Looks up whether the request was answered before.
    pub(super) async fn begin(kostka: &web::Data<Kostka>, head: &WriteHead, actor: &Actor) -> Result<Self, Problem> {
        let dry_run = head.is_dry_run();
        let idempotency = head.idempotency(kostka, actor).filter(|_| !dry_run);
        let mut replayed = false;
        if let Some(asked) = idempotency {
            let log = kostka.log.clone();
            let kept = kostka.blocking(move || log.kept_request(&asked.key)).await?;
            if let Some(kept) = kept.map_err(|error| unreadable(&error))? {
                if kept.idempotency.request != asked.request {
                    return Err(ProblemKind::IdempotencyMismatch.into());
                }
                replayed = true;
            }
        }
        Ok(Self { idempotency, dry_run, replayed })
    }

    /// The answer of the first try, if there was one.
    pub(super) fn answer_again(&self) -> Option<HttpResponse> {
        self.replayed.then(|| HttpResponse::NoContent().insert_header((IDEMPOTENCY_REPLAYED, "true")).finish())
    }

    /// Takes it away, unless it is a rehearsal.
    pub(super) async fn make(self, kostka: &Kostka, cabinet: Vec<CabinetWrite>) -> Result<HttpResponse, Problem> {
        if self.dry_run {
            return Ok(HttpResponse::NoContent().finish());
        }
        let append = Append { cabinet, idempotency: self.idempotency, ..Append::default() };
        let receipt = kostka.log.append(append).await.map_err(|error| append_problem(&error))?;
        let again = Self { replayed: receipt.replayed, ..self };
        Ok(again.answer_again().unwrap_or_else(|| HttpResponse::NoContent().finish()))
    }
}
