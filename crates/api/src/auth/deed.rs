//! What somebody wants to do at a tournament, as types: a handler says in its signature which act it is, and the rules say who may.

use super::caller::{Caller, SignedIn, caller, challenge, refuse};
use super::gate;
use crate::body::kostka;
use crate::kostka::Kostka;
use crate::problem::{Problem, ProblemKind};
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use domain::course::{ActKind, ActorRef, Authorised, Doer, Stage, may_act};
use domain::ids::EventId;
use domain::rulebook::Rulebook;
use events::envelope::Actor;
use futures_util::future::LocalBoxFuture;
use projections::views::TournamentEntry;
use std::marker::PhantomData;
use std::sync::Arc;

/// An act that a handler can ask for.
pub(crate) trait Deed: 'static {
    /// Its kind, for what this request is about.
    fn kind(request: &HttpRequest) -> Result<ActKind, Problem>;
}

macro_rules! deeds {
    ($($name:ident),+ $(,)?) => {
        $(
            /// The act of this kind.
            pub(crate) struct $name;

            impl Deed for $name {
                fn kind(_: &HttpRequest) -> Result<ActKind, Problem> {
                    Ok(ActKind::$name)
                }
            }
        )+
    };
}

deeds! {
    Approve, Reject, ChangeDetails, Cancel, ChooseFormat, Register, ChangeRegistration, WithdrawRegistration, CheckIn, NoteAbsent,
    Draw, SeatStage, StartStage, SkipStage, AdmitLate, NoteLeaving, WaiveSecondEntry, AllowTableOfTwo, CloseStage, HideResults,
    RevealResults, GiveSanction, OpenDispute, RuleDispute, DecideTie, DeclareWaiver, WithdrawWaiver, Close, ImportResults,
    CorrectSheet, CorrectResults, Undo,
}

/// Entering the sheet of the stage that is named as `stage` in the address: the final is for referees.
pub(crate) struct EnterSheet;

impl Deed for EnterSheet {
    fn kind(request: &HttpRequest) -> Result<ActKind, Problem> {
        Ok(if stage(request)? == Stage::Final { ActKind::EnterFinalSheet } else { ActKind::EnterSheet })
    }
}

/// Entering it a second time.
pub(crate) struct ConfirmSheet;

impl Deed for ConfirmSheet {
    fn kind(request: &HttpRequest) -> Result<ActKind, Problem> {
        Ok(if stage(request)? == Stage::Final { ActKind::EnterFinalSheet } else { ActKind::ConfirmSheet })
    }
}

/// The stage that is named as `stage` in the address.
pub(crate) fn stage(request: &HttpRequest) -> Result<Stage, Problem> {
    Stage::parse(request.match_info().get("stage").unwrap_or_default()).map_err(|_| ProblemKind::NotFound.into())
}

/// Somebody who may do this at the tournament that is named as `id` in the address.
pub(crate) struct Doing<D> {
    /// The tournament as it stood when the request came.
    pub(crate) entry: Arc<TournamentEntry>,
    /// Who wants it, and by what right.
    pub(crate) doer: Doer,
    actor: Actor,
    deed: PhantomData<D>,
}

impl<D> Doing<D> {
    /// The tournament.
    pub(crate) fn tournament(&self) -> &EventId {
        &self.entry.id
    }

    /// In whose name events are recorded.
    pub(crate) fn actor(&self) -> Actor {
        self.actor.clone()
    }
}

impl<D: Deed> FromRequest for Doing<D> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (check, request) = (gate::begin(request), request.clone());
        Box::pin(async move {
            let doing = doing(&request).await?;
            check.passed();
            Ok(doing)
        })
    }
}

async fn doing<D: Deed>(request: &HttpRequest) -> Result<Doing<D>, Problem> {
    let caller = caller(request).await?;
    let kostka = kostka(request)?;
    let (mut doer, actor) = doer(&caller)?.ok_or_else(|| challenge("Bearer"))?;
    let entry = named(kostka, request)?;
    let known = entry.is_public() || may_see(&caller, &entry);
    if !known {
        return Err(ProblemKind::NotFound.into());
    }
    let kind = D::kind(request)?;
    let kind = entry.now().map_or(kind, |now| kind.in_phase(now.phase));
    let elsewhere = match &caller {
        Caller::Table(scope) => scope.tournament != entry.id,
        Caller::Applicant(scope) => scope.tournament != entry.id,
        Caller::Anonymous | Caller::Account(_) => false,
    };
    let default = Rulebook::default();
    let rulebook = entry.now().and_then(|now| now.rulebook.as_deref()).unwrap_or(&default);
    // Until it is decided, whoever applied with an account can do what the private link is good for.
    if !entry.is_public() && applied(&caller, &entry) && !may_act(&doer.authorised, &entry.id, kind, rulebook) {
        doer.authorised = Authorised::Applicant;
    }
    if elsewhere || !may_act(&doer.authorised, &entry.id, kind, rulebook) {
        let problem = Problem::new(ProblemKind::Forbidden).fact("rule", kind.rule());
        refuse(request, kostka, &caller, &problem);
        return Err(problem);
    }
    if let Caller::Account(signed_in) = &caller
        && signed_in.lacks_second_factor(kostka)
    {
        return Err(ProblemKind::SecondFactorMissing.into());
    }
    Ok(Doing { entry, doer, actor, deed: PhantomData })
}

/// The tournament that is named as `id` in the address.
pub(crate) fn named(kostka: &Kostka, request: &HttpRequest) -> Result<Arc<TournamentEntry>, Problem> {
    let id = EventId::parse(request.match_info().get("id").unwrap_or_default()).map_err(|_| ProblemKind::NotFound)?;
    Ok(Arc::clone(kostka.views().tournaments.find(&id).ok_or(ProblemKind::NotFound)?))
}

/// Whoever calls, as the rules see it; nobody if the caller has shown nothing.
pub(crate) fn doer(caller: &Caller) -> Result<Option<(Doer, Actor)>, Problem> {
    let (actor, authorised) = match caller {
        Caller::Anonymous => return Ok(None),
        Caller::Account(signed_in) => (signed_in.actor()?, Authorised::Roles(signed_in.grants().clone())),
        Caller::Table(scope) => {
            let actor = Actor::parse(&format!("table/{}", scope.id)).map_err(|_| ProblemKind::Internal)?;
            let issued_by = ActorRef::parse(&format!("account/{}", scope.issued_by)).ok();
            (actor, Authorised::Table { stage: scope.stage, table: scope.table.into(), issued_by })
        }
        Caller::Applicant(scope) => (applicant(&scope.tournament)?, Authorised::Applicant),
    };
    let id = ActorRef::parse(actor.as_str()).map_err(|_| ProblemKind::Internal)?;
    Ok(Some((Doer { id, authorised }, actor)))
}

/// In whose name events are recorded of whoever applied without an account, or comes with the private link.
pub(crate) fn applicant(tournament: &EventId) -> Result<Actor, Problem> {
    Actor::parse(&format!("applicant/{tournament}")).map_err(|_| ProblemKind::Internal.into())
}

/// Whether it is whoever applied for a tournament, with her own account.
pub(crate) fn applied(caller: &Caller, entry: &TournamentEntry) -> bool {
    let by = entry.acts.first().and_then(|act| act.by.as_str().strip_prefix("account/"));
    matches!(caller, Caller::Account(signed_in) if by == Some(signed_in.account.as_str()))
}

/// Whether somebody may know of an application that is not approved: admins, whoever applied, and whoever has its private link.
pub(crate) fn may_see(caller: &Caller, entry: &TournamentEntry) -> bool {
    match caller {
        Caller::Account(signed_in) => {
            let authorised = Authorised::Roles(signed_in.grants().clone());
            applied(caller, entry) || may_act(&authorised, &entry.id, ActKind::ChangeDetails, &Rulebook::default())
        }
        Caller::Applicant(scope) => scope.tournament == entry.id,
        Caller::Anonymous | Caller::Table(_) => false,
    }
}

impl SignedIn {
    /// Whether she has a role at this tournament, or is an admin: such people see what is hidden from the public.
    pub(crate) fn works_at(&self, tournament: &EventId) -> bool {
        let authorised = Authorised::Roles(self.grants().clone());
        may_act(&authorised, tournament, ActKind::EnterSheet, &Rulebook::default())
    }
}
