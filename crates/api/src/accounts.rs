//! Signing in, accounts and permissions: who is calling, and what they may do.

pub mod password;

pub(crate) mod applicant;
pub(crate) mod audit;
mod browser;
mod caller;
mod credentials;
mod expired_records;
mod gate;
pub(crate) mod grants;
mod hashing;
mod issued_secret;
pub(crate) mod links;
pub(crate) mod management;
pub(crate) mod me;
pub(crate) mod permission;
mod removal;
pub(crate) mod sessions;
mod staff;
pub(crate) mod stage_tokens;
pub(crate) mod step_up;
mod table_token;
pub(crate) mod table_tokens;
mod throttle;
mod token;
pub(crate) mod tournament_command;

pub(crate) use audit::{Action, Audit, AuditNote, Outcome};
pub(crate) use caller::{
    Authorized, AuthorizedAccount, Caller, audit_denial, audit_same_person, challenge, count_application,
    request_client, request_context,
};
pub(crate) use expired_records::remove_expired;
pub(crate) use hashing::Hashing;
pub(crate) use staff::TournamentStaff;
pub(crate) use step_up::StepUpAuthorized;
pub(crate) use throttle::Throttle;
pub(crate) use token::Tokens;
pub(crate) use tournament_command::AuthorizedAtTournament;

use crate::http::problem::Problem;
use actix_web::HttpRequest;

/// Waits until the caller is authorized, and counts the request if it was anonymous.
pub(crate) async fn wait_until_authorized(request: &HttpRequest) -> Result<(), Problem> {
    gate::wait_until_authorized(request).await;
    caller::count_public_read(request).await
}
