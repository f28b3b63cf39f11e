//! What a caller sees and changes of herself.

use super::audit::{Action, AuditNote, Outcome};
use super::browser;
use super::caller::{Caller, SignedIn, challenge};
use super::credentials::{self, load_credentials, verify_password};
use super::grants::grant_item;
use super::table_tokens::round_of;
use crate::accounts::removal::Removal;
use crate::http::answer::{self, private_json};
use crate::http::app::AppState;
use crate::http::body::{Body, NoBody};
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::qr;
use crate::http::read::JsonRead;
use crate::http::read::RequestWithoutParams;
use crate::http::write::WriteHead;
use actix_web::http::header::{CACHE_CONTROL, SET_COOKIE};
use actix_web::{HttpRequest, HttpResponse, web};
use commands::accounts::passwords;
use commands::accounts::second_factor::{self, SecondFactor};
use std::time::Duration;
use wire::accounts::{
    Me, MyAccount, MyApplication, MyTable, NewSecondFactor, PasswordChange, RecoveryCodes, SecondFactorCode,
};
use zeroize::Zeroizing;

/// The longest time since signing in for changes to what protects an account.
const RECENT: Duration = Duration::from_mins(5);

/// Who is calling, and what they may do.
#[utoipa::path(
    get, path = "/api/v1/me", tag = "accounts", operation_id = "showMe",
    responses((status = 200, description = "The caller", body = Me)),
    security(("bearer" = []))
)]
pub(crate) async fn show(caller: Caller, JsonRead { app, .. }: JsonRead) -> HandlerResult {
    let me = match caller {
        Caller::Anonymous => return Err(challenge("Bearer")),
        Caller::Account(signed_in) => Me::Account(my_account(&app, &signed_in).await?),
        Caller::Table(scope) => Me::Table(MyTable {
            tournament: scope.tournament.to_string(),
            stage: scope.stage.to_string(),
            round: round_of(scope.stage),
            table: scope.table,
            expires_at: scope.expires_at.to_string(),
        }),
        Caller::Applicant(scope) => Me::Applicant(MyApplication {
            tournament: scope.tournament.to_string(),
            expires_at: scope.expires_at.to_string(),
        }),
    };
    Ok(private_json(&me))
}

async fn my_account(app: &web::Data<AppState>, caller: &SignedIn) -> Result<MyAccount, Problem> {
    let found = load_credentials(app, caller.account.clone()).await?;
    let factor = found.second_factor(app)?;
    let views = app.views();
    let entry = views.accounts.find(&caller.account).ok_or(ProblemKind::NotFound)?;
    Ok(MyAccount {
        id: caller.account.to_string(),
        login: entry.login.as_ref().map(|login| login.as_str().to_owned()),
        name: entry.name.as_ref().map(|name| name.as_str().to_owned()),
        grants: caller.grants().iter().map(grant_item).collect(),
        second_factor: factor.is_some(),
        recovery_codes_left: factor.as_ref().map_or(0, SecondFactor::recovery_codes_left),
        second_factor_missing: caller.lacks_second_factor(app),
        signed_in_at: caller.session.authenticated_at.to_string(),
        session_expires_at: caller.session.expires_at.to_string(),
    })
}

/// Changes the password of the caller and ends all her other sessions.
#[utoipa::path(
    put, path = "/api/v1/me/password", tag = "accounts", operation_id = "changePassword", request_body = PasswordChange,
    responses((status = 204, description = "Changed; other sessions are over"), (status = 409, description = "Another request was faster"))
)]
pub(crate) async fn change_password(
    caller: SignedIn,
    Body { value: asked, .. }: Body<PasswordChange>,
    RequestWithoutParams { request, app, .. }: RequestWithoutParams,
) -> HandlerResult {
    let views = app.views();
    let entry = views.accounts.find(&caller.account).ok_or(ProblemKind::NotFound)?;
    let found = load_credentials(&app, caller.account.clone()).await?;
    let current = Zeroizing::new(asked.current_password);
    verify_password(&request, &app, &caller.account, current, &found, Action::SetPassword).await?;
    let hash = credentials::new_hash(&app, Zeroizing::new(asked.new_password), entry, "/new_password").await?;
    // A copy of the cookie is signed out as well.
    let mut session = caller.session.clone();
    let cookie = browser::renew(&mut session, &app);
    let audit_write = AuditNote::of(&request, &app, Action::SetPassword, Outcome::Done).write(&app);
    passwords::change(&*app.log, &session, hash, found.password_revision(), audit_write).await?;
    let mut response = HttpResponse::NoContent();
    if let Some(cookie) = cookie {
        response.insert_header((SET_COOKIE, cookie));
    }
    Ok(response.finish())
}

/// Makes a secret for an authenticator app.
///
/// It counts for nothing until a code of it is shown with `PUT`. The caller must have signed in within the last five
/// minutes.
#[utoipa::path(
    post, path = "/api/v1/me/second-factor", tag = "accounts", operation_id = "startSecondFactor",
    responses(
        (status = 201, description = "The secret, shown once", body = NewSecondFactor),
        (status = 409, description = "There is a second factor already, or another request was faster"),
    )
)]
pub(crate) async fn start_second_factor(
    caller: SignedIn,
    _: NoBody,
    RequestWithoutParams { request, app, .. }: RequestWithoutParams,
) -> HandlerResult {
    recently(&app, &caller)?;
    let found = load_credentials(&app, caller.account.clone()).await?;
    if found.second_factor(&app)?.is_some() {
        return Err(ProblemKind::Conflict.into());
    }
    let previous_revision = found.second_factor.as_ref().map(|record| record.revision);
    let views = app.views();
    let entry = views.accounts.find(&caller.account).ok_or(ProblemKind::NotFound)?;
    let login = entry.login.as_ref().map_or(caller.account.as_str(), |login| login.as_str());
    let factor = SecondFactor::new(&app.vault, &*app.environment, &caller.account, previous_revision);
    let note = AuditNote::of(&request, &app, Action::SetSecondFactor, Outcome::Done).with_code("started");
    second_factor::store_new(&*app.log, &factor, note.write(&app)).await?;
    let uri = factor.uri(login);
    let begun = NewSecondFactor {
        secret: factor.written_secret().to_string(),
        qr: qr::svg(&uri),
        otpauth_uri: uri.to_string(),
    };
    Ok(answer::json(HttpResponse::Created().insert_header((CACHE_CONTROL, "no-store")), &begun))
}

/// Confirms the second factor with a first code; from then on signing in needs one.
///
/// All other sessions end.
#[utoipa::path(
    put, path = "/api/v1/me/second-factor", tag = "accounts", operation_id = "confirmSecondFactor",
    request_body = SecondFactorCode,
    responses(
        (status = 200, description = "Confirmed, with codes for a lost phone, shown once", body = RecoveryCodes),
        (status = 404, description = "None was begun"),
        (status = 409, description = "There is a second factor already, or another request was faster"),
    )
)]
pub(crate) async fn confirm_second_factor(
    caller: SignedIn,
    Body { value: asked, .. }: Body<SecondFactorCode>,
    RequestWithoutParams { request, app, .. }: RequestWithoutParams,
) -> HandlerResult {
    let found = load_credentials(&app, caller.account.clone()).await?;
    let record = found.second_factor.as_ref().ok_or(ProblemKind::NotFound)?;
    let mut factor = SecondFactor::read(&app.vault, record).map_err(|_| ProblemKind::Internal)?;
    if factor.is_confirmed() {
        return Err(ProblemKind::Conflict.into());
    }
    credentials::verify_and_consume_code(&request, &app, &caller.account, &mut factor, &asked.code).await?;
    let recovery_codes = factor.confirm(&app.vault, &*app.environment);
    let mut session = caller.session.clone();
    session.second_factor = true;
    let cookie = browser::renew(&mut session, &app);
    let note = AuditNote::of(&request, &app, Action::SetSecondFactor, Outcome::Done).with_code("confirmed");
    second_factor::store_confirmed(&*app.log, &factor, &session, note.write(&app)).await?;
    let mut response = HttpResponse::Ok();
    if let Some(cookie) = cookie {
        response.insert_header((SET_COOKIE, cookie));
    }
    Ok(answer::json(response.insert_header((CACHE_CONTROL, "no-store")), &RecoveryCodes { recovery_codes }))
}

/// Removes the second factor of the caller, who must have signed in with it within the last five minutes.
#[utoipa::path(
    delete, path = "/api/v1/me/second-factor", tag = "accounts", operation_id = "removeSecondFactor",
    params(("dry_run" = Option<bool>, Query, description = "A rehearsal")),
    responses(
        (status = 204, description = "Removed, and other sessions are over; or a rehearsal"),
        (status = 404, description = "There is none"),
        (status = 409, description = "Another request was faster"),
    )
)]
pub(crate) async fn remove_second_factor(
    caller: SignedIn,
    head: WriteHead,
    request: HttpRequest,
    app: web::Data<AppState>,
) -> HandlerResult {
    let removal = Removal::begin(&app, &head, &caller.actor()?).await?;
    if let Some(answer) = removal.replayed_answer() {
        return Ok(answer);
    }
    recently(&app, &caller)?;
    let found = load_credentials(&app, caller.account.clone()).await?;
    if found.second_factor.is_none() {
        return Err(ProblemKind::NotFound.into());
    }
    let mut session = caller.session.clone();
    session.second_factor = false;
    session.stepped_up_at = None;
    let note = AuditNote::of(&request, &app, Action::SetSecondFactor, Outcome::Done).with_code("removed");
    let audit_write = note.write(&app);
    removal.perform(|idempotency| second_factor::remove(&*app.log, &session, audit_write, idempotency)).await
}

fn recently(app: &AppState, caller: &SignedIn) -> Result<(), Problem> {
    if caller.authenticated_within(app.environment.now(), RECENT) {
        return Ok(());
    }
    Err(ProblemKind::SignInAgain.into())
}
