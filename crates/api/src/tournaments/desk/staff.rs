//! Staff of a tournament: listing it, and naming and dismissing referees.

use crate::accounts::{Authorized, permission};
use crate::http::answer::{Answer, Audience};
use crate::http::app::AppState;
use crate::http::body::NoBody;
use crate::http::conditional::NotModified;
use crate::http::fields::FieldParser;
use crate::http::path::{StaffPath, TournamentPath};
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::JsonRead;
use crate::http::write::{self, AuthorizedWrite, Receipt, ToProblem};
use crate::tournaments::execute::tournament_part_address;
use crate::tournaments::visible;
use actix_web::http::StatusCode;
use actix_web::web;
use domain::Choice;
use domain::event::{CompetitionKind, Grant, GrantedCompetition, Role};
use domain::tournament::course::{Phase, Rejection};
use domain::values::ids::AccountId;
use formats::localization::Message;
use projections::views::{TournamentEntry, Views};
use std::sync::Arc;
use wire::tournaments::desk::{NewReferee, REFEREES, Staff, StaffItem};

fn read_account(new: &NewReferee, views: &Views, fields: &mut FieldParser) -> Option<AccountId> {
    let (pointer, found) = match (&new.account, &new.login) {
        (Some(id), None) => ("/account", AccountId::parse(id).ok().filter(|id| views.accounts.find(id).is_some())),
        (None, Some(login)) => ("/login", views.accounts.with_login(login).map(|entry| entry.id.clone())),
        (None, None) | (Some(_), Some(_)) => {
            return fields.wrong("/account", "account-or-login", Message::new("field-account-or-login"));
        }
    };
    found.or_else(|| fields.wrong(pointer, "unknown-account", Message::new("field-unknown-account")))
}

fn require_open(entry: &TournamentEntry) -> Result<(), Problem> {
    match entry.state().map_or(Phase::Closed, |state| state.phase) {
        Phase::Approved | Phase::Running => Ok(()),
        phase => Err(Rejection::WrongPhase { phase }.problem()),
    }
}

fn grant(role: Role, entry: &TournamentEntry) -> Grant {
    Grant { role, event: Some(GrantedCompetition { kind: CompetitionKind::Tournament, id: entry.id.clone() }) }
}

fn referee_role(name: &str) -> Option<Role> {
    REFEREES.into_iter().find(|role| role.name() == name)
}

/// Those who have a role at a tournament.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/staff", tag = "tournaments", operation_id = "listStaff",
    params(TournamentPath),
    responses((status = 200, description = "Organisers and referees", body = Staff), NotModified),
    security(("bearer" = []))
)]
pub(crate) async fn list(
    _: Authorized<permission::NameReferees>,
    path: web::Path<TournamentPath>,
    JsonRead { request, app, .. }: JsonRead,
) -> HandlerResult {
    let views = app.views();
    let entry = Arc::clone(visible::tournament(&views, &path.id)?);
    let here = |grant: &&Grant| {
        let is_this = |event: &GrantedCompetition| event.kind == CompetitionKind::Tournament && event.id == entry.id;
        grant.event.as_ref().is_some_and(is_this)
    };
    let items = views.accounts.list().flat_map(|account| {
        account.grants.iter().filter(here).map(|grant| StaffItem {
            account: account.id.to_string(),
            name: account.name.as_ref().map(|name| name.as_str().to_owned()),
            role: grant.role,
        })
    });
    let staff = Staff { items: items.collect() };
    Ok(Answer::json(views.accounts.changed, Audience::Private, &staff)?.respond(&request).await)
}

/// Names a referee; naming her twice changes nothing.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/staff", tag = "tournaments", operation_id = "nameReferee",
    params(TournamentPath), request_body = NewReferee,
    responses(
        (status = 200, description = "Named, or a rehearsal", body = Receipt),
        (status = 409, description = "The account is disabled, or the tournament is over"),
    )
)]
pub(crate) async fn name(
    path: web::Path<TournamentPath>,
    write: AuthorizedWrite<Authorized<permission::NameReferees>, NewReferee>,
) -> HandlerResult {
    let views = write.app.views();
    let entry = Arc::clone(visible::tournament(&views, &path.id)?);
    require_open(&entry)?;
    let mut fields = FieldParser::default();
    let account = read_account(&write.body, &views, &mut fields);
    let known = REFEREES.map(Role::name);
    let role = referee_role(&write.body.role).or_else(|| fields.unknown_choice("/role", &known));
    let (Some(account), Some(role)) = (account, role) else { return Err(fields.problem()) };
    let metadata = write.metadata();
    let address = tournament_part_address(&entry.id, "staff");
    let run = move |app: &AppState| app.commands.grant_role(&metadata, &account, &grant(role, &entry));
    write::execute(&write.request, StatusCode::OK, |_| address, run).await
}

/// Takes the role of a referee away; what she does not have changes nothing.
#[utoipa::path(
    delete, path = "/api/v1/tournaments/{id}/staff/{account}/{role}", tag = "tournaments", operation_id = "dismissReferee",
    params(StaffPath),
    responses(
        (status = 200, description = "Taken away, or a rehearsal", body = Receipt),
        (status = 409, description = "The tournament is over"),
    )
)]
pub(crate) async fn dismiss(
    path: web::Path<StaffPath>,
    write: AuthorizedWrite<Authorized<permission::NameReferees>, NoBody>,
) -> HandlerResult {
    let StaffPath { id, account, role } = path.into_inner();
    let entry = Arc::clone(visible::tournament(&write.app.views(), &id)?);
    let role = referee_role(&role).ok_or(ProblemKind::NotFound)?;
    let account = AccountId::parse(&account).map_err(|_| ProblemKind::NotFound)?;
    require_open(&entry)?;
    let metadata = write.metadata();
    let address = tournament_part_address(&entry.id, "staff");
    let run = move |app: &AppState| app.commands.revoke_role(&metadata, &app.projector, &account, &grant(role, &entry));
    write::execute(&write.request, StatusCode::OK, |_| address, run).await
}
