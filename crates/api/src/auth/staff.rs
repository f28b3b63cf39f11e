//! Reading what only those who work at a tournament may see, as a type.

use super::caller::{SignedIn, denied, signed_in};
use super::deed::named;
use super::gate;
use crate::body::kostka;
use crate::problem::{Problem, ProblemKind};
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use domain::course::Authorised;
use futures_util::future::LocalBoxFuture;
use projections::views::TournamentEntry;
use std::rc::Rc;
use std::sync::Arc;

/// Somebody with a role at the tournament that is named as `id` in the address, or an admin.
pub(crate) struct AtWork {
    /// The tournament as it stood when the request came.
    pub(crate) entry: Arc<TournamentEntry>,
    /// Who it is.
    pub(crate) signed_in: Rc<SignedIn>,
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
    let signed_in = signed_in(request).await?;
    let kostka = kostka(request)?;
    let entry = named(kostka, request)?;
    let works_here = signed_in.works_at(&entry.id);
    if !works_here && !entry.is_public() {
        return Err(ProblemKind::NotFound.into());
    }
    if !works_here {
        let problem = ProblemKind::Forbidden.into();
        denied(request, kostka, &problem);
        return Err(problem);
    }
    if signed_in.lacks_second_factor(kostka) {
        return Err(ProblemKind::SecondFactorMissing.into());
    }
    Ok(AtWork { entry, signed_in })
}

impl AtWork {
    /// By what right she is there.
    pub(crate) fn authorised(&self) -> Authorised {
        Authorised::Roles(self.signed_in.grants().clone())
    }
}
