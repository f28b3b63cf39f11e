//! Deciding on applications: approving them, with the organiser and the rulebook, or rejecting them.

use super::application::{applied_by, rules_on};
use super::body::{PerhapsReason, class};
use super::running::{Running, run};
use crate::address;
use crate::auth::{Doing, deed};
use crate::kostka::Kostka;
use crate::problem::{FieldProblem, Problem, ProblemKind};
use crate::reading::Reading;
use crate::write::{self, Receipt, Refusal, Write};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::class::TournamentClass;
use domain::course::{Doer, Order, Rejection};
use domain::event::{Grant, GrantedEvent, GrantedKind, Role, RulebookRecord};
use domain::ids::{AccountId, EventId, RulebookId};
use domain::rulebook::Preset;
use domain::{Choice, account};
use formats::words::Message;
use projections::office::{About, Act, ActError, Done, TournamentAsk};
use projections::views::{TournamentEntry, Views};
use serde::Deserialize;
use utoipa::ToSchema;

/// As what a tournament is approved.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Approval {
    /// The class; that of the application if it is not said.
    #[schema(schema_with = class)]
    class: Option<String>,
    /// The rulebook that it is played by: one that was adopted, or a preset. That of the season of its first day if it is not said.
    #[schema(min_length = 1, max_length = 1024, example = "pl-2024-25")]
    rulebook: Option<String>,
    /// The account of the organiser; that which applied if it is not said.
    #[schema(min_length = 1, max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    organiser: Option<String>,
}

/// An approval of which everything is known.
struct Read {
    class: TournamentClass,
    rulebook_id: RulebookId,
    rulebook: RulebookRecord,
    organiser: Option<AccountId>,
}

impl Approval {
    fn read(&self, views: &Views, entry: &TournamentEntry) -> Result<Read, Problem> {
        let now = entry.now().ok_or(ProblemKind::NotFound)?;
        let mut reading = Reading::default();
        let class = match &self.class {
            Some(class) => reading.choice("/class", class),
            None => Some(now.application.class),
        };
        let rules = match &self.rulebook {
            Some(name) => named(views, name),
            None => Some(rules_on(views, now.details.first_day).unwrap_or_else(default_rules)),
        };
        if rules.is_none() {
            reading.note(FieldProblem::pointer("/rulebook", "unknown-rulebook", Message::new("field-rulebook")));
        }
        let known = |id: &AccountId| views.accounts.find(id).is_some();
        let organiser = match &self.organiser {
            Some(id) => {
                let found = AccountId::parse(id).ok().filter(known);
                if found.is_none() {
                    let words = Message::new("field-unknown-account");
                    reading.note(FieldProblem::pointer("/organiser", "unknown-account", words));
                }
                found
            }
            None => applied_by(entry).filter(known),
        };
        let (Some(class), Some((rulebook_id, rulebook))) = (class, rules) else { return Err(reading.problem()) };
        reading.finish()?;
        Ok(Read { class, rulebook_id, rulebook, organiser })
    }
}

/// A rulebook that was adopted under this name, or the preset that is called so.
fn named(views: &Views, name: &str) -> Option<(RulebookId, RulebookRecord)> {
    let id = RulebookId::parse(name).ok()?;
    if let Some(entry) = views.rulebooks.find(&id) {
        return Some((id, entry.record.clone()));
    }
    let base = Preset::parse(name).ok()?;
    Some((id, RulebookRecord { base, overrides: Vec::new() }))
}

/// The rules of days that no season holds.
fn default_rules() -> (RulebookId, RulebookRecord) {
    let base = Preset::Pl2024_25;
    let id = RulebookId::parse(base.name()).unwrap_or_else(|_| unreachable!("the name of a preset is an id"));
    (id, RulebookRecord { base, overrides: Vec::new() })
}

/// Why an approval was refused.
#[derive(Debug, thiserror::Error)]
enum ApprovalRefusal {
    /// By the rules of applications.
    #[error(transparent)]
    Course(Rejection),
    /// The account cannot be that of an organiser.
    #[error(transparent)]
    Organiser(account::Rejection),
}

impl Refusal for ApprovalRefusal {
    fn problem(&self) -> Problem {
        match self {
            Self::Course(rejection) => rejection.problem(),
            Self::Organiser(rejection) => rejection.problem(),
        }
    }
}

/// Approves an application.
///
/// The organiser gets the role first, then the tournament is approved: from then on everybody knows of it, and the hash of the
/// seed of its draws is published.
#[utoipa::path(
    post, path = "/api/v1/applications/{id}/approval", tag = "tournaments", operation_id = "approveApplication",
    params(("id" = String, Path, max_length = 200, description = "The id of the application", example = "7k2m9q4x8c1v5b3n6z0a")),
    request_body = Approval,
    responses(
        (status = 200, description = "Approved, or a rehearsal", body = Receipt),
        (status = 409, description = "It was decided already, or the account cannot be that of an organiser"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn approve(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::Approve>,
    Write { body, head }: Write<Approval>,
) -> Result<HttpResponse, Problem> {
    let read = body.read(&kostka.views(), &doing.entry)?;
    let act = head.act(&kostka, doing.actor());
    let (id, doer) = (doing.tournament().clone(), doing.doer.clone());
    let address = |done: &Done| address::of("tournaments", done.resource.id());
    write::execute(&request, StatusCode::OK, address, move |kostka| {
        let mut granted = false;
        if !act.dry_run && !is_kept(kostka, &act)? {
            // Nobody gets a role for an approval that is refused.
            read.approve(kostka, &Act { dry_run: true, ..act.clone() }, &id, &doer)?;
            granted = read.grant(kostka, &act, &id)?;
        }
        let approved = read.approve(kostka, &act, &id, &doer);
        // Somebody was faster with a rejection; of an act whose fate is not known the role stays.
        if granted && matches!(approved, Err(ActError::Rejected(_) | ActError::Stale { .. })) {
            read.take_back(kostka, &act, &id)?;
        }
        approved
    })
    .await
}

/// Whether this very request was answered before.
fn is_kept(kostka: &Kostka, act: &Act) -> Result<bool, ActError<ApprovalRefusal>> {
    let Some(idempotency) = &act.idempotency else { return Ok(false) };
    Ok(kostka.log.kept_request(&idempotency.key)?.is_some())
}

fn organiser_of(id: &EventId) -> Grant {
    let event = GrantedEvent { kind: GrantedKind::Tournament, id: id.clone() };
    Grant { role: Role::Organiser, event: Some(event) }
}

/// An act beside the approval: the key and the expected state belong to that; granting twice changes nothing.
fn beside(act: &Act) -> Act {
    Act { idempotency: None, expected: None, ..act.clone() }
}

impl Read {
    /// Makes the organiser one; tells whether the account was none before.
    fn grant(&self, kostka: &Kostka, act: &Act, id: &EventId) -> Result<bool, ActError<ApprovalRefusal>> {
        let Some(organiser) = &self.organiser else { return Ok(false) };
        let granted = kostka.office.grant_role(&beside(act), organiser, &organiser_of(id));
        let done = granted.map_err(|error| error.map_refusal(ApprovalRefusal::Organiser))?;
        Ok(!done.events.is_empty())
    }

    fn take_back(&self, kostka: &Kostka, act: &Act, id: &EventId) -> Result<(), ActError<ApprovalRefusal>> {
        let Some(organiser) = &self.organiser else { return Ok(()) };
        let revoked = kostka.office.revoke_role(&beside(act), &kostka.projector, organiser, &organiser_of(id));
        revoked.map(drop).map_err(|error| error.map_refusal(ApprovalRefusal::Organiser))
    }

    fn approve(
        &self,
        kostka: &Kostka,
        act: &Act,
        id: &EventId,
        doer: &Doer,
    ) -> Result<Done, ActError<ApprovalRefusal>> {
        let ask = TournamentAsk { tournament: id, doer, about: About::Whole };
        let approved = kostka.office.run_tournament(act, &kostka.projector, &ask, &|ink| {
            Ok(Order::Approve {
                class: self.class,
                rulebook_id: self.rulebook_id.clone(),
                rulebook: self.rulebook.clone(),
                seed: ink.seed().commitment(),
            })
        });
        approved.map_err(|error| error.map_refusal(ApprovalRefusal::Course))
    }
}

/// Rejects an application; no reason is needed.
#[utoipa::path(
    post, path = "/api/v1/applications/{id}/rejection", tag = "tournaments", operation_id = "rejectApplication",
    params(("id" = String, Path, max_length = 200, description = "The id of the application", example = "7k2m9q4x8c1v5b3n6z0a")),
    request_body = PerhapsReason,
    responses(
        (status = 200, description = "Rejected, or a rehearsal", body = Receipt),
        (status = 409, description = "It was decided already"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn reject(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::Reject>,
    Write { body, head }: Write<PerhapsReason>,
) -> Result<HttpResponse, Problem> {
    let reason = body.read()?;
    let act = head.act(&kostka, doing.actor());
    let running = Running { act, about: About::Whole, created: StatusCode::OK };
    let address = |done: &Done| address::of("applications", done.resource.id());
    run(&request, doing, running, address, move |ink| {
        Ok(Order::Reject { reason: reason.as_ref().map(|reason| ink.reason(reason)) })
    })
    .await
}
