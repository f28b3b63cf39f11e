//! The roles of an account, as addresses and bodies write them.

use super::accounts::{Address, not_found_as_problem};
use super::caller::Allowed;
use super::links;
use super::names::names;
use super::permission;
use super::step_up::Fresh;
use crate::answer::{Answer, Audience};
use crate::kostka::Kostka;
use crate::params::{self, Params};
use crate::problem::{FieldProblem, Problem, ProblemKind};
use crate::table;
use crate::write::{self, Receipt, Refusal, Write, WriteHead};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::Choice;
use domain::account::Rejection;
use domain::event::{Grant, GrantedEvent, GrantedKind, Role};
use domain::ids::{AccountId, EventId};
use events::envelope::{StreamKind, StreamName};
use formats::words::Message;
use projections::views::Views;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A role, and the event that it is for if it is one of those that need one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GrantItem {
    /// The role.
    role: RoleName,
    /// The event, for organisers and referees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    event: Option<GrantedEventItem>,
}

/// The event that a role is for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GrantedEventItem {
    /// What it is.
    kind: EventKindName,
    /// Its id.
    #[schema(min_length = 1, max_length = 200, example = "t-2026-07")]
    id: String,
}

names! {
    /// A role.
    #[serde(rename_all = "snake_case")]
    RoleName of Role {
        /// The main organiser.
        Admin,
        /// Settles what no rule settles.
        Arbiter,
        /// The co-organiser of one event.
        Organiser,
        /// Rules at the tables of one event.
        Referee,
        /// Rules for the whole of one event.
        MainReferee,
        /// Reads everything but personal data.
        Auditor
    }

    /// A kind of event.
    #[serde(rename_all = "kebab-case")]
    EventKindName of GrantedKind {
        /// A tournament.
        Tournament,
        /// A league.
        League,
        /// A Grand Prix cycle.
        GrandPrix,
        /// An online event.
        OnlineEvent,
        /// A championship.
        Championship
    }
}

impl GrantItem {
    /// As it is shown.
    pub(super) fn of(grant: &Grant) -> Self {
        let event = |event: &GrantedEvent| GrantedEventItem { kind: event.kind.into(), id: event.id.to_string() };
        Self { role: grant.role.into(), event: grant.event.as_ref().map(event) }
    }

    /// As the rules know it. Its event must be there.
    pub(super) fn read(&self, views: &Views) -> Result<Grant, Rejection> {
        let event = self.event.as_ref().map(|event| {
            let known = GrantedEvent { kind: event.kind.into(), id: EventId::parse(&event.id).ok()? };
            let stream = StreamName::new(StreamKind::parse(known.kind.name())?, known.id.as_str()).ok()?;
            views.happenings.find(&stream).map(|_| known)
        });
        let grant = Grant { role: self.role.into(), event: event.clone().flatten() };
        match (grant.role.is_for_one_event(), event) {
            (true, None) => Err(Rejection::EventNeeded),
            (false, Some(_)) => Err(Rejection::EventNotAllowed),
            (true, Some(None)) => Err(Rejection::UnknownEvent),
            (true, Some(Some(_))) | (false, None) => Ok(grant),
        }
    }
}

/// What is wrong with the event of a grant, which stands at this place in a body.
pub(super) fn wrong_event(at: &str, refusal: Rejection) -> FieldProblem {
    let words = Message::new(format!("refusal-{}", refusal.code()));
    FieldProblem::pointer(format!("{at}/event"), refusal.code(), words)
}

/// The roles of an account.
#[derive(Serialize, ToSchema)]
pub(crate) struct Grants {
    /// The roles.
    #[schema(max_items = 1000)]
    items: Vec<GrantItem>,
}

/// The roles of an account.
#[utoipa::path(
    get, path = "/api/v1/accounts/{id}/grants", tag = "accounts", operation_id = "listGrants",
    params(
        ("id" = String, Path, max_length = 200, description = "The account", example = "7k2m9q4x8c1v5b3n6z0a"),
    ),
    responses(
        (status = 200, description = "Its roles", body = Grants),
        (status = 304, description = "As the client knows it"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn list(
    _: Allowed<permission::ManageAccounts>,
    path: web::Path<String>,
    Params(params::None {}): Params<params::None>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let views = kostka.views();
    let id = AccountId::parse(&path).map_err(|_| ProblemKind::NotFound)?;
    let entry = views.accounts.find(&id).ok_or(ProblemKind::NotFound)?;
    let grants = Grants { items: entry.grants.iter().map(GrantItem::of).collect() };
    Ok(Arc::new(Answer::json(entry.etag, Audience::Private, &grants)?).respond(&request).await)
}

/// Grants a role; granting it twice changes nothing.
#[utoipa::path(
    post, path = "/api/v1/accounts/{id}/grants", tag = "accounts", operation_id = "grantRole", request_body = GrantItem,
    params(
        ("id" = String, Path, max_length = 200, description = "The account", example = "7k2m9q4x8c1v5b3n6z0a"),
    ),
    responses((status = 200, description = "Granted, or a rehearsal", body = Receipt)),
    security(("bearer" = []))
)]
pub(crate) async fn grant(
    caller: Fresh<permission::ManageAccounts>,
    path: web::Path<String>,
    Write { body, head }: Write<GrantItem>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    let account = links::known_account(&kostka, &path)?;
    let grant = body.read(&kostka.views()).map_err(|refusal| refusal.problem().at(wrong_event("", refusal)))?;
    let act = head.act(&kostka, caller.actor());
    let act = move |kostka: &Kostka| kostka.office.grant_role(&act, &account, &grant);
    write::execute(&request, StatusCode::OK, Address::of_done, act).await
}

/// Revokes a role; revoking what was not granted changes nothing.
#[utoipa::path(
    delete, path = "/api/v1/accounts/{id}/grants/{grant}", tag = "accounts", operation_id = "revokeRole",
    params(
        ("id" = String, Path, max_length = 200, description = "The account", example = "7k2m9q4x8c1v5b3n6z0a"),
        ("grant" = String, Path, max_length = 300, description = "`role`, or `role@kind:id` for a role of one event", example = "organiser@tournament:t-2026-07"),
    ),
    responses((status = 200, description = "Revoked, or a rehearsal", body = Receipt)),
    security(("bearer" = []))
)]
pub(crate) async fn revoke(
    caller: Fresh<permission::ManageAccounts>,
    path: web::Path<(String, String)>,
    head: WriteHead,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    let (account, grant) = path.into_inner();
    let account = not_found_as_problem(&account)?;
    let grant = Grant::parse(&grant).map_err(|_| ProblemKind::NotFound)?;
    let act = head.act(&kostka, caller.actor());
    let act = move |kostka: &Kostka| kostka.office.revoke_role(&act, &kostka.projector, &account, &grant);
    write::execute(&request, StatusCode::OK, Address::of_done, act).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Choice;

    #[test]
    fn roles_and_kinds_are_written_as_the_rules_write_them() {
        for role in Role::ALL {
            assert_eq!(serde_json::to_value(RoleName::from(*role)).unwrap(), role.name());
        }
        for kind in GrantedKind::ALL {
            assert_eq!(serde_json::to_value(EventKindName::from(*kind)).unwrap(), kind.name());
            assert!(StreamKind::parse(kind.name()).is_some(), "{kind}");
        }
    }
}
