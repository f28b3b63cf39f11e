//! The referees of a tournament, whom its organiser names.

use super::running::under;
use crate::answer::{Answer, Audience};
use crate::auth::{Allowed, permission};
use crate::kostka::Kostka;
use crate::params::{self, Params};
use crate::problem::{FieldProblem, Problem, ProblemKind};
use crate::reading::Reading;
use crate::table;
use crate::write::{self, Receipt, Refusal, Write, WriteHead};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::Choice;
use domain::course::{Phase, Rejection};
use domain::event::{Grant, GrantedEvent, GrantedKind, Role};
use domain::ids::{AccountId, EventId};
use formats::words::Message;
use projections::views::{TournamentEntry, Views};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;
use utoipa::openapi::{Object, ObjectBuilder, Type};

/// The roles that an organiser gives.
const REFEREES: [Role; 2] = [Role::Referee, Role::MainReferee];

fn referee() -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(REFEREES.map(Role::name)))
        .examples([serde_json::json!("referee")])
        .description(Some("The role."))
        .build()
}

/// Those who have a role at a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Staff {
    /// One for each account and role.
    #[schema(max_items = 1000)]
    items: Vec<StaffItem>,
}

/// A role of somebody at a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StaffItem {
    /// The account.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    account: String,
    /// What its holder is called; absent after an erasure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100, example = "Zofia Lewandowska")]
    name: Option<String>,
    /// The role.
    #[schema(max_length = 20, example = "referee")]
    role: &'static str,
}

/// A referee who is to be named.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewReferee {
    /// The account; either this or `login`.
    #[schema(min_length = 1, max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    account: Option<String>,
    /// The login of the account, if its id is not at hand.
    #[schema(min_length = 1, max_length = 200)]
    login: Option<String>,
    #[schema(schema_with = referee)]
    role: String,
}

impl NewReferee {
    fn account(&self, views: &Views, reading: &mut Reading) -> Option<AccountId> {
        let (pointer, found) = match (&self.account, &self.login) {
            (Some(id), None) => ("/account", AccountId::parse(id).ok().filter(|id| views.accounts.find(id).is_some())),
            (None, Some(login)) => ("/login", views.accounts.with_login(login).map(|entry| entry.id.clone())),
            (None, None) | (Some(_), Some(_)) => {
                let words = Message::new("field-account-or-login");
                reading.note(FieldProblem::pointer("/account", "account-or-login", words));
                return None;
            }
        };
        if found.is_none() {
            reading.note(FieldProblem::pointer(pointer, "unknown-account", Message::new("field-unknown-account")));
        }
        found
    }
}

/// A tournament that runs here and that everybody may know of.
fn known(views: &Views, id: &str) -> Result<Arc<TournamentEntry>, Problem> {
    let id = EventId::parse(id).map_err(|_| ProblemKind::NotFound)?;
    let entry = views.tournaments.find(&id).filter(|entry| entry.is_public());
    Ok(Arc::clone(entry.ok_or(ProblemKind::NotFound)?))
}

/// Refuses what comes after the time of a tournament.
fn under_way(entry: &TournamentEntry) -> Result<(), Problem> {
    match entry.now().map_or(Phase::Closed, |now| now.phase) {
        Phase::Approved | Phase::Running => Ok(()),
        phase => Err(Rejection::WrongPhase { phase }.problem()),
    }
}

fn grant(role: Role, entry: &TournamentEntry) -> Grant {
    Grant { role, event: Some(GrantedEvent { kind: GrantedKind::Tournament, id: entry.id.clone() }) }
}

fn referee_role(name: &str) -> Option<Role> {
    REFEREES.into_iter().find(|role| role.name() == name)
}

/// Those who have a role at a tournament.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/staff", tag = "tournaments", operation_id = "listStaff",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "7k2m9q4x8c1v5b3n6z0a")),
    responses(
        (status = 200, description = "Organisers and referees", body = Staff),
        (status = 304, description = "As the client knows it"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn list(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    _: Allowed<permission::NameReferees>,
    id: web::Path<String>,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let views = kostka.views();
    let entry = known(&views, &id)?;
    let here = |grant: &&Grant| {
        let is_this = |event: &GrantedEvent| event.kind == GrantedKind::Tournament && event.id == entry.id;
        grant.event.as_ref().is_some_and(is_this)
    };
    let items = views.accounts.list().flat_map(|account| {
        account.grants.iter().filter(here).map(|grant| StaffItem {
            account: account.id.to_string(),
            name: account.name.as_ref().map(|name| name.as_str().to_owned()),
            role: grant.role.name(),
        })
    });
    let staff = Staff { items: items.collect() };
    Ok(Arc::new(Answer::json(views.accounts.changed, Audience::Private, &staff)?).respond(&request).await)
}

/// Names a referee; naming her twice changes nothing.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/staff", tag = "tournaments", operation_id = "nameReferee",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "7k2m9q4x8c1v5b3n6z0a")),
    request_body = NewReferee,
    responses(
        (status = 200, description = "Named, or a rehearsal", body = Receipt),
        (status = 409, description = "The account is disabled, or the tournament is over"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn name(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::NameReferees>,
    id: web::Path<String>,
    Write { body, head }: Write<NewReferee>,
) -> Result<HttpResponse, Problem> {
    let views = kostka.views();
    let entry = known(&views, &id)?;
    under_way(&entry)?;
    let mut reading = Reading::default();
    let account = body.account(&views, &mut reading);
    let role = referee_role(&body.role);
    if role.is_none() {
        let words = Message::new("field-choice").with("known", REFEREES.map(Role::name).join(", "));
        reading.note(FieldProblem::pointer("/role", "unknown-choice", words));
    }
    let (Some(account), Some(role)) = (account, role) else { return Err(reading.problem()) };
    let act = head.act(&kostka, allowed.actor());
    let address = under(&entry.id, "staff");
    write::execute(
        &request,
        StatusCode::OK,
        |_| address,
        move |kostka| kostka.office.grant_role(&act, &account, &grant(role, &entry)),
    )
    .await
}

/// Takes the role of a referee away; what she does not have changes nothing.
#[utoipa::path(
    delete, path = "/api/v1/tournaments/{id}/staff/{account}/{role}", tag = "tournaments", operation_id = "dismissReferee",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "7k2m9q4x8c1v5b3n6z0a"),
        ("account" = String, Path, max_length = 200, description = "The account", example = "7k2m9q4x8c1v5b3n6z0a"),
        ("role" = String, Path, max_length = 20, description = "`referee` or `main_referee`", example = "referee"),
    ),
    responses(
        (status = 200, description = "Taken away, or a rehearsal", body = Receipt),
        (status = 409, description = "The tournament is over"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn dismiss(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::NameReferees>,
    path: web::Path<(String, String, String)>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    let (id, account, role) = path.into_inner();
    let entry = known(&kostka.views(), &id)?;
    let role = referee_role(&role).ok_or(ProblemKind::NotFound)?;
    let account = AccountId::parse(&account).map_err(|_| ProblemKind::NotFound)?;
    under_way(&entry)?;
    let act = head.act(&kostka, allowed.actor());
    let address = under(&entry.id, "staff");
    write::execute(
        &request,
        StatusCode::OK,
        |_| address,
        move |kostka| kostka.office.revoke_role(&act, &kostka.projector, &account, &grant(role, &entry)),
    )
    .await
}
