//! The roles of an account, as addresses and bodies write them.

use super::caller::Authorized;
use super::links;
use super::permission;
use super::step_up::StepUpAuthorized;
use crate::accounts::management::{account_address, parse_account_id};
use crate::http::answer::{Answer, Audience};
use crate::http::app::AppState;
use crate::http::body::NoBody;
use crate::http::conditional::NotModified;
use crate::http::path::{AccountPath, GrantPath};
use crate::http::problem::{FieldProblem, HandlerResult, ProblemKind};
use crate::http::read::JsonRead;
use crate::http::write::{self, AuthorizedWrite, Receipt, ToProblem};
use actix_web::http::StatusCode;
use actix_web::web;
use domain::Choice;
use domain::event::{Grant, GrantedCompetition};
use domain::people::account::Rejection;
use domain::values::ids::{AccountId, CompetitionId};
use events::envelope::{StreamKind, StreamName};
use formats::localization::Message;
use projections::views::Views;
use wire::accounts::{GrantItem, GrantedEventItem, Grants};

pub(crate) fn grant_item(grant: &Grant) -> GrantItem {
    let event = |event: &GrantedCompetition| GrantedEventItem { kind: event.kind.into(), id: event.id.to_string() };
    GrantItem { role: grant.role.into(), event: grant.event.as_ref().map(event) }
}

/// As the rules know it. Its event must be there.
pub(crate) fn read_grant(item: &GrantItem, views: &Views) -> Result<Grant, Rejection> {
    let event = item.event.as_ref().map(|event| {
        let known = GrantedCompetition { kind: event.kind.into(), id: CompetitionId::parse(&event.id).ok()? };
        let stream = StreamName::new(StreamKind::parse(known.kind.name())?, known.id.as_str()).ok()?;
        views.competitions.find(&stream).map(|_| known)
    });
    let grant = Grant { role: item.role.into(), event: event.clone().flatten() };
    match (grant.role.is_for_one_competition(), event) {
        (true, None) => Err(Rejection::EventNeeded),
        (false, Some(_)) => Err(Rejection::EventNotAllowed),
        (true, Some(None)) => Err(Rejection::UnknownEvent),
        (true, Some(Some(_))) | (false, None) => Ok(grant),
    }
}

/// What is wrong with the event of a grant, which stands at this place in a body.
pub(crate) fn wrong_event(at: &str, refusal: Rejection) -> FieldProblem {
    let words = Message::new(format!("refusal-{}", refusal.code()));
    FieldProblem::pointer(format!("{at}/event"), refusal.code(), words)
}

/// The roles of an account.
#[utoipa::path(
    get, path = "/api/v1/accounts/{id}/grants", tag = "accounts", operation_id = "listGrants",
    params(AccountPath),
    responses((status = 200, description = "Its roles", body = Grants), NotModified),
    security(("bearer" = []))
)]
pub(crate) async fn list(
    _: Authorized<permission::ManageAccounts>,
    path: web::Path<AccountPath>,
    JsonRead { request, app, .. }: JsonRead,
) -> HandlerResult {
    let views = app.views();
    let id = AccountId::parse(&path.id).map_err(|_| ProblemKind::NotFound)?;
    let entry = views.accounts.find(&id).ok_or(ProblemKind::NotFound)?;
    let grants = Grants { items: entry.grants.iter().map(grant_item).collect() };
    Ok(Answer::json(entry.etag, Audience::Private, &grants)?.respond(&request).await)
}

/// Grants a role; granting it twice changes nothing.
#[utoipa::path(
    post, path = "/api/v1/accounts/{id}/grants", tag = "accounts", operation_id = "grantRole", request_body = GrantItem,
    params(AccountPath),
    responses((status = 200, description = "Granted, or a rehearsal", body = Receipt))
)]
pub(crate) async fn grant(
    path: web::Path<AccountPath>,
    write: AuthorizedWrite<StepUpAuthorized<permission::ManageAccounts>, GrantItem>,
) -> HandlerResult {
    let account = links::find_account(&write.app, &path.id)?;
    let grant = read_grant(&write.body, &write.app.views())
        .map_err(|refusal| refusal.problem().at(wrong_event("", refusal)))?;
    let metadata = write.metadata();
    let command = move |app: &AppState| app.commands.grant_role(&metadata, &account, &grant);
    write::execute(&write.request, StatusCode::OK, account_address, command).await
}

/// Revokes a role; revoking what was not granted changes nothing.
#[utoipa::path(
    delete, path = "/api/v1/accounts/{id}/grants/{grant}", tag = "accounts", operation_id = "revokeRole",
    params(GrantPath),
    responses((status = 200, description = "Revoked, or a rehearsal", body = Receipt))
)]
pub(crate) async fn revoke(
    path: web::Path<GrantPath>,
    write: AuthorizedWrite<StepUpAuthorized<permission::ManageAccounts>, NoBody>,
) -> HandlerResult {
    let GrantPath { id: account, grant } = path.into_inner();
    let account = parse_account_id(&account)?;
    let grant = Grant::parse(&grant).map_err(|_| ProblemKind::NotFound)?;
    let metadata = write.metadata();
    let command = move |app: &AppState| app.commands.revoke_role(&metadata, &app.projector, &account, &grant);
    write::execute(&write.request, StatusCode::OK, account_address, command).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Choice;
    use domain::event::{CompetitionKind, Role};
    use wire::accounts::{EventKindName, RoleName};

    #[test]
    fn roles_and_kinds_are_written_as_the_rules_write_them() {
        for role in Role::ALL {
            assert_eq!(serde_json::to_value(RoleName::from(*role)).unwrap(), role.name());
        }
        for kind in CompetitionKind::ALL {
            assert_eq!(serde_json::to_value(EventKindName::from(*kind)).unwrap(), kind.name());
            assert!(StreamKind::parse(kind.name()).is_some(), "{kind}");
        }
    }
}
