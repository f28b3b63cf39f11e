//! Extractor for reads that only the staff of a tournament is allowed.

use super::caller::{SignedIn, audit_denial, signed_in};
use super::gate;
use crate::accounts::tournament_command::tournament_in_path;
use crate::http::body::app;
use crate::http::problem::{Problem, ProblemKind};
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use domain::tournament::course::Credentials;
use futures_util::future::LocalBoxFuture;
use projections::views::TournamentEntry;
use std::rc::Rc;
use std::sync::Arc;

/// An account with a role at the tournament whose `id` is in the address, or an admin.
pub(crate) struct TournamentStaff {
    /// The tournament as it stood when the request came.
    pub(crate) entry: Arc<TournamentEntry>,
    pub(crate) signed_in: Rc<SignedIn>,
}

impl FromRequest for TournamentStaff {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        gate::run_check(request, |request| async move { staff(&request).await })
    }
}

async fn staff(request: &HttpRequest) -> Result<TournamentStaff, Problem> {
    let signed_in = signed_in(request).await?;
    let app = app(request)?;
    let entry = tournament_in_path(app, request)?;
    let works_here = signed_in.has_role_at(&entry.id);
    if !works_here && !entry.is_public() {
        return Err(ProblemKind::NotFound.into());
    }
    if !works_here {
        let problem = ProblemKind::Forbidden.into();
        audit_denial(request, app, &problem);
        return Err(problem);
    }
    if signed_in.lacks_second_factor(app) {
        return Err(ProblemKind::SecondFactorMissing.into());
    }
    Ok(TournamentStaff { entry, signed_in })
}

impl TournamentStaff {
    pub(crate) fn credentials(&self) -> Credentials {
        Credentials::Roles(self.signed_in.grants().clone())
    }
}
