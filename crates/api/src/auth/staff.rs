//! Reading what only those who work at a tournament may see, as a type.

use super::caller::{Caller, caller, challenge, denied};
use super::deed::{doer, may_see, named, refuse};
use super::gate;
use crate::body::kostka;
use crate::problem::{Problem, ProblemKind};
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use domain::course::Authorised;
use futures_util::future::LocalBoxFuture;
use projections::views::TournamentEntry;
use std::sync::Arc;

/// Somebody with a role at the tournament that is named as `id` in the address, or an admin.
pub(crate) struct AtWork {
    /// The tournament as it stood when the request came.
    pub(crate) entry: Arc<TournamentEntry>,
    /// By what right.
    pub(crate) authorised: Authorised,
}

impl FromRequest for AtWork {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (check, request) = (gate::begin(request), request.clone());
        Box::pin(async move {
            let at_work = at_work(&request).await?;
            check.passed();
            Ok(at_work)
        })
    }
}

async fn at_work(request: &HttpRequest) -> Result<AtWork, Problem> {
    let caller = caller(request).await?;
    let kostka = kostka(request)?;
    let (doer, _) = doer(&caller)?.ok_or_else(|| challenge("Bearer"))?;
    let entry = named(kostka, request)?;
    if !entry.is_public() && !may_see(&doer, &entry) {
        return Err(ProblemKind::NotFound.into());
    }
    let refused = |kind: ProblemKind| {
        let problem = Problem::new(kind);
        match &caller {
            Caller::Table(_) => refuse(request, kostka, &caller, &problem),
            Caller::Anonymous | Caller::Account(_) => denied(request, kostka, &problem),
        }
        problem
    };
    match &caller {
        Caller::Account(signed_in) if signed_in.works_at(&entry.id) => {
            if signed_in.lacks_second_factor(kostka) {
                return Err(ProblemKind::SecondFactorMissing.into());
            }
            Ok(AtWork { entry, authorised: doer.authorised })
        }
        Caller::Account(_) | Caller::Table(_) | Caller::Anonymous => Err(refused(ProblemKind::Forbidden)),
    }
}
