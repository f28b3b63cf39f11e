//! Wildcards of a voivodeship championship: one person puts forward, another grants (S22).

use crate::accounts::{Authorized, StepUpAuthorized, permission};
use crate::http::path::MwPath;
use crate::http::problem::HandlerResult;
use crate::http::write::{AuthorizedWrite, Receipt};
use crate::qualifications::ledger::of_championship;
use crate::qualifications::ledger::seats::run_command;
use actix_web::web;
use wire::qualifications::commands::{NewNominations, WildcardGrants, WildcardWithdrawal};

/// Puts people forward for wildcards: those who are proposed, or the players who are named.
///
/// Somebody who stands in the tables and is not the next in line needs a reason.
#[utoipa::path(
    post, path = "/api/v1/mw/{id}/wildcards/nominations", tag = "qualifications", operation_id = "nominateWildcards",
    params(MwPath), request_body = NewNominations,
    responses(
        (status = 200, description = "Put forward, or they were before", body = Receipt),
        (status = 409, description = "The proposals have changed, somebody is qualified already, or no wildcard is left"),
    )
)]
pub(crate) async fn nominate(
    path: web::Path<MwPath>,
    write: AuthorizedWrite<Authorized<permission::ConfirmQualifications>, NewNominations>,
) -> HandlerResult {
    run_command(write, of_championship(&path.id)?).await
}

/// Grants wildcards that another person has put forward, to the players who are named.
///
/// Whoever put somebody forward is answered 403 `same-person`, in whatever role they come, and so is an account that
/// has opened, enabled or promoted theirs, or renewed its access, within the last seven days, or was let in so by them
/// (S22). It asks for a second factor that was shown within the last minutes (S8).
#[utoipa::path(
    post, path = "/api/v1/mw/{id}/wildcards/grants", tag = "qualifications", operation_id = "grantWildcards",
    params(MwPath), request_body = WildcardGrants,
    responses(
        (status = 200, description = "Granted, or they were granted before", body = Receipt),
        (status = 409, description = "Nobody was put forward"),
    )
)]
pub(crate) async fn grant(
    path: web::Path<MwPath>,
    write: AuthorizedWrite<StepUpAuthorized<permission::ConfirmQualifications>, WildcardGrants>,
) -> HandlerResult {
    run_command(write, of_championship(&path.id)?).await
}

/// Takes a wildcard back, granted or only put forward.
#[utoipa::path(
    post, path = "/api/v1/mw/{id}/wildcards/withdrawals", tag = "qualifications", operation_id = "withdrawWildcard",
    params(MwPath), request_body = WildcardWithdrawal,
    responses((status = 200, description = "Taken back", body = Receipt), (status = 409, description = "Nobody put them forward"))
)]
pub(crate) async fn withdraw(
    path: web::Path<MwPath>,
    write: AuthorizedWrite<Authorized<permission::ConfirmQualifications>, WildcardWithdrawal>,
) -> HandlerResult {
    run_command(write, of_championship(&path.id)?).await
}
