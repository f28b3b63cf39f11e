//! One-time links: an invitation or a reset sets one password, once.

use super::audit::{self, Action, AuditNote, Outcome};
use super::caller::request_client;
use super::credentials;
use super::permission;
use super::step_up::StepUpAuthorized;
use super::throttle::GuessTarget;
use crate::accounts::management::account_address;
use crate::http::app::AppState;
use crate::http::body::{Body, NoBody};
use crate::http::path::AccountPath;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::RequestWithoutParams;
use crate::http::write::{self, AuthorizedWrite, Receipt};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use commands::accounts::links::{self, LinkId, RedeemError};
use domain::values::ids::AccountId;
use events::log::ReadError;
use wire::accounts::Redemption;
use zeroize::Zeroizing;

pub(crate) fn secret(app: &AppState, id: LinkId) -> String {
    id.token(&app.vault).to_text().to_string()
}

/// The id of the invitation to an account: the same at a retry.
pub(crate) fn invitation_id(app: &AppState, account: &str) -> LinkId {
    id_from(app, "invitation", account.as_bytes())
}

fn id_from(app: &AppState, purpose: &str, of: &[u8]) -> LinkId {
    let derived = app.vault.master_key().secret(purpose, of);
    let mut id = LinkId([0; 16]);
    id.0.copy_from_slice(&derived[..16]);
    id
}

/// Makes a one-time link with which the holder of an account sets a new password; earlier links of the account end.
///
/// `secret` of the answer is its token, for `token` of `POST /api/v1/links/redemption`.
#[utoipa::path(
    post, path = "/api/v1/accounts/{id}/links", tag = "accounts", operation_id = "issueLink",
    params(AccountPath),
    responses((status = 201, description = "The token of the link, shown once", body = Receipt))
)]
pub(crate) async fn issue(
    path: web::Path<AccountPath>,
    write: AuthorizedWrite<StepUpAuthorized<permission::ManageAccounts>, NoBody>,
) -> HandlerResult {
    let (app, metadata) = (&write.app, write.metadata());
    let account = find_account(app, &path.id)?;
    let id = match &metadata.idempotency {
        Some(idempotency) => id_from(app, "reset", &idempotency.key),
        None => LinkId::random(&*app.environment),
    };
    let expires_at = app.environment.now().plus(app.settings.sign_in.link);
    let command = move |app: &AppState| app.commands.issue_reset_link(&metadata, &account, id, expires_at);
    let (mut receipt, done) = write::perform(&write.request, account_address, command).await?;
    receipt.secret = (!receipt.dry_run).then(|| secret(app, id));
    Ok(write::respond(StatusCode::CREATED, &receipt, done.replayed))
}

pub(crate) fn find_account(app: &AppState, id: &str) -> Result<AccountId, Problem> {
    let views = app.views();
    let id = AccountId::parse(id).ok();
    let entry = id.and_then(|id| views.accounts.find(&id).map(|entry| entry.id.clone()));
    entry.ok_or_else(|| ProblemKind::NotFound.into())
}

/// Sets a password with a one-time link.
///
/// The link is spent, and all sessions of the account end.
#[utoipa::path(
    post, path = "/api/v1/links/redemption", tag = "accounts", operation_id = "redeemLink", request_body = Redemption,
    responses(
        (status = 204, description = "The password is set; sign in with it"),
        (status = 410, description = "The link was used, replaced or has expired"),
    ),
    security(())
)]
pub(crate) async fn redeem(
    Body { value: asked, .. }: Body<Redemption>,
    RequestWithoutParams { request, app, .. }: RequestWithoutParams,
) -> HandlerResult {
    let now = app.environment.now();
    let attempt = app.sign_in.throttle.begin(GuessTarget::Link, request_client(&request), now, false)?;
    let token = asked.token.rsplit('#').next().unwrap_or_default().to_owned();
    let log = app.log.clone();
    let find = move || Ok::<_, ReadError>((links::find(&*log, now, &token)?, log.head()?.position));
    let (link, head) = app.blocking(find).await??;
    app.wait_for(head).await?;
    let views = app.views();
    let entry = link.as_ref().and_then(|link| views.accounts.find(&link.account)).filter(|entry| !entry.disabled);
    let (Some(link), Some(entry)) = (link, entry) else { return link_already_used(&request, &app).await };
    attempt.succeeded(now);
    let hash = credentials::new_hash(&app, Zeroizing::new(asked.password), entry, "/password").await?;
    let note = AuditNote::of(&request, &app, Action::SetPassword, Outcome::Done);
    let note = note.by(&link.account).with_code("one-time-link");
    match links::redeem(&*app.log, &link, hash, note.write(&app)).await {
        Ok(()) => Ok(HttpResponse::NoContent().finish()),
        Err(RedeemError::AlreadyUsed) => link_already_used(&request, &app).await,
        Err(RedeemError::Append(error)) => Err(error.into()),
    }
}

async fn link_already_used(request: &HttpRequest, app: &AppState) -> HandlerResult {
    let note = AuditNote::of(request, app, Action::SetPassword, Outcome::Denied).with_code("link-spent");
    audit::record(app, &note).await?;
    Err(ProblemKind::LinkSpent.into())
}
