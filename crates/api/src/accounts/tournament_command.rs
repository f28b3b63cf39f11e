//! Authorization at a tournament as types: the signature of a handler names the command, and the rules say who may do
//! it.

use super::caller::{Caller, SignedIn, audit_refusal, caller, challenge};
use super::gate;
use crate::http::app::AppState;
use crate::http::body::app;
use crate::http::problem::{Problem, ProblemKind};
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use domain::Choice;
use domain::rulebook::Rulebook;
use domain::tournament::course::{ActorRef, CommandKind, Credentials, Principal, Stage, may_act};
use domain::values::ids::CompetitionId;
use events::envelope::Actor;
use futures_util::future::LocalBoxFuture;
use projections::views::TournamentEntry;
use std::sync::Arc;

/// The stage that is named as `stage` in the address.
pub(crate) fn stage(request: &HttpRequest) -> Result<Stage, Problem> {
    Stage::parse(request.match_info().get("stage").unwrap_or_default()).map_err(|_| ProblemKind::NotFound.into())
}

/// A caller who may give a command of the kind `KIND` at the tournament that is named as `id` in the address.
///
/// `KIND` is a [`CommandKind`] as a number: types take no enums as parameters.
pub(crate) struct AuthorizedAtTournament<const KIND: u8> {
    /// The tournament as it stood when the request came.
    pub(crate) entry: Arc<TournamentEntry>,
    /// Who wants it, and by what right.
    pub(crate) principal: Principal,
    actor: Actor,
}

impl<const KIND: u8> AuthorizedAtTournament<KIND> {
    pub(crate) fn tournament(&self) -> &CompetitionId {
        &self.entry.id
    }

    pub(crate) fn actor(&self) -> Actor {
        self.actor.clone()
    }
}

impl<const KIND: u8> FromRequest for AuthorizedAtTournament<KIND> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        gate::run_check(request, |request| async move { authorized(&request).await })
    }
}

async fn authorized<const KIND: u8>(request: &HttpRequest) -> Result<AuthorizedAtTournament<KIND>, Problem> {
    let caller = caller(request).await?;
    let app = app(request)?;
    let (mut principal, actor) = principal(&caller)?.ok_or_else(|| challenge("Bearer"))?;
    let entry = tournament_in_path(app, request)?;
    let known = entry.is_public() || may_see(&caller, &entry);
    if !known {
        return Err(ProblemKind::NotFound.into());
    }
    let kind = match CommandKind::ALL[usize::from(KIND)] {
        CommandKind::EnterSheet | CommandKind::ConfirmSheet if stage(request)? == Stage::Final => {
            CommandKind::EnterFinalSheet
        }
        kind => kind,
    };
    let kind = entry.state().map_or(kind, |state| kind.in_phase(state.phase));
    let elsewhere = match &caller {
        Caller::Table(scope) => scope.tournament != entry.id,
        Caller::Applicant(scope) => scope.tournament != entry.id,
        Caller::Anonymous | Caller::Account(_) => false,
    };
    let default = Rulebook::default();
    let rulebook = entry.state().and_then(|state| state.rulebook.as_deref()).unwrap_or(&default);
    // Until it is decided, an applicant with an account can do what the private link allows.
    if !entry.is_public()
        && is_applicant(&caller, &entry)
        && !may_act(&principal.credentials, &entry.id, kind, rulebook)
    {
        principal.credentials = Credentials::Applicant;
    }
    if elsewhere || !may_act(&principal.credentials, &entry.id, kind, rulebook) {
        let problem = Problem::new(ProblemKind::Forbidden).with_extension("rule", kind.rule());
        audit_refusal(request, app, &caller, &problem);
        return Err(problem);
    }
    if let Caller::Account(signed_in) = &caller
        && signed_in.lacks_second_factor(app)
    {
        return Err(ProblemKind::SecondFactorMissing.into());
    }
    Ok(AuthorizedAtTournament { entry, principal, actor })
}

/// The tournament that is named as `id` in the address.
pub(crate) fn tournament_in_path(app: &AppState, request: &HttpRequest) -> Result<Arc<TournamentEntry>, Problem> {
    let id =
        CompetitionId::parse(request.match_info().get("id").unwrap_or_default()).map_err(|_| ProblemKind::NotFound)?;
    Ok(Arc::clone(app.views().tournaments.find(&id).ok_or(ProblemKind::NotFound)?))
}

/// The caller as the rules see it; `None` for an anonymous caller.
pub(crate) fn principal(caller: &Caller) -> Result<Option<(Principal, Actor)>, Problem> {
    let (actor, credentials) = match caller {
        Caller::Anonymous => return Ok(None),
        Caller::Account(signed_in) => (signed_in.actor()?, Credentials::Roles(signed_in.grants().clone())),
        Caller::Table(scope) => {
            let actor = Actor::parse(&format!("table/{}", scope.id)).map_err(|_| ProblemKind::Internal)?;
            let issued_by = ActorRef::parse(&format!("account/{}", scope.issued_by)).ok();
            (actor, Credentials::Table { stage: scope.stage, table: scope.table.into(), issued_by })
        }
        Caller::Applicant(scope) => (applicant(&scope.tournament)?, Credentials::Applicant),
    };
    let id = ActorRef::parse(actor.as_str()).map_err(|_| ProblemKind::Internal)?;
    Ok(Some((Principal { id, credentials }, actor)))
}

/// The actor of events by an applicant without an account, or with the private link.
pub(crate) fn applicant(tournament: &CompetitionId) -> Result<Actor, Problem> {
    Actor::parse(&format!("applicant/{tournament}")).map_err(|_| ProblemKind::Internal.into())
}

pub(crate) fn is_applicant(caller: &Caller, entry: &TournamentEntry) -> bool {
    let by = entry.acts.first().and_then(|act| act.by.as_str().strip_prefix("account/"));
    matches!(caller, Caller::Account(signed_in) if by == Some(signed_in.account.as_str()))
}

/// Whether the caller may see an application that is not approved: admins, the applicant, and holders of its private
/// link.
pub(crate) fn may_see(caller: &Caller, entry: &TournamentEntry) -> bool {
    match caller {
        Caller::Account(signed_in) => {
            let credentials = Credentials::Roles(signed_in.grants().clone());
            is_applicant(caller, entry)
                || may_act(&credentials, &entry.id, CommandKind::ChangeDetails, &Rulebook::default())
        }
        Caller::Applicant(scope) => scope.tournament == entry.id,
        Caller::Anonymous | Caller::Table(_) => false,
    }
}

impl SignedIn {
    /// Whether she has a role at this tournament, or is an admin: such people see what is hidden from the public.
    pub(crate) fn has_role_at(&self, tournament: &CompetitionId) -> bool {
        let credentials = Credentials::Roles(self.grants().clone());
        may_act(&credentials, tournament, CommandKind::EnterSheet, &Rulebook::default())
    }
}
