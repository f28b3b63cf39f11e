//! Signing in, staying signed in and signing out.

use super::audit::{self, Action, AuditNote, Outcome, client_fingerprint};
use super::browser;
use super::caller::{SignedIn, invalid_token, request_client};
use super::credentials::{self, load_credentials, refuse_credentials};
use super::hashing;
use super::throttle::GuessTarget;
use crate::accounts::password;
use crate::http::answer;
use crate::http::app::AppState;
use crate::http::body::{Body, NoBody};
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::RequestWithoutParams;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue, RETRY_AFTER, SET_COOKIE};
use actix_web::{HttpRequest, HttpResponse, web};
use commands::accounts::sessions::{self, Holder, RefreshError, Session, SessionToken, SignInError, TokenStatus};
use commands::accounts::{owner, passwords};
use domain::values::ids::AccountId;
use events::log::MAX_PAGE;
use events::log::ReadError;
use events::mutable_store::RecordKind;
use projections::views::{AccountEntry, normalize_login};
use std::net::IpAddr;
use wire::accounts::{BrowserSession, RefreshRequest, SignInRequest, Tokens};
use zeroize::Zeroizing;

/// The most sessions of an account; the oldest end first. So a program that signs in for each request does not fill the
/// store.
const MAX_SESSIONS: usize = 50;

/// Signs in.
///
/// Wrong login, wrong password and wrong code look the same; a right password without the code that is needed is told
/// `second-factor-needed`. Failures slow down further attempts and never lock the account.
#[utoipa::path(
    post, path = "/api/v1/sessions", tag = "accounts", operation_id = "signIn", request_body = SignInRequest,
    responses((status = 201, description = "Signed in", body = Tokens), (status = 401, description = "Not signed in")),
    security(())
)]
pub(crate) async fn sign_in(
    Body { value: sign_in, .. }: Body<SignInRequest>,
    RequestWithoutParams { request, app, .. }: RequestWithoutParams,
) -> HandlerResult {
    let (session, refresh) = open_session(sign_in, Holder::Program, &request, &app).await?;
    tokens(&app, StatusCode::CREATED, &session, &refresh)
}

/// Signs a browser in.
///
/// As signing in, but the session is held by a cookie that scripts cannot read, instead of tokens. With the cookie,
/// whatever changes something is done only for pages of this service: `Sec-Fetch-Site` must be `same-origin` or, where
/// there is none, `Origin` that of the service.
#[utoipa::path(
    post, path = "/api/v1/sessions/browser", tag = "accounts", operation_id = "signBrowserIn", request_body = SignInRequest,
    responses(
        (status = 201, description = "Signed in", body = BrowserSession),
        (status = 401, description = "Not signed in"),
        (status = 403, description = "Another site may have sent this"),
    ),
    security(())
)]
pub(crate) async fn sign_browser_in(
    Body { value: sign_in, .. }: Body<SignInRequest>,
    RequestWithoutParams { request, app, .. }: RequestWithoutParams,
) -> HandlerResult {
    browser::refuse_other_sites(&request, &app)?;
    let replaced = browser::token(&request);
    let (session, token) = open_session(sign_in, Holder::Browser, &request, &app).await?;
    // The cookie of the previous session is overwritten, so it could not be ended later.
    if let Some(replaced) = replaced {
        end_replaced(&app, &replaced).await?;
    }
    let signed_in =
        BrowserSession { session_expires_at: session.expires_at.to_string(), account: session.account.to_string() };
    let cookie = browser::session_cookie(&token, app.settings.sign_in.session);
    let mut response = HttpResponse::Created();
    Ok(answer::json(
        response.insert_header((CACHE_CONTROL, "no-store")).insert_header((SET_COOKIE, cookie)),
        &signed_in,
    ))
}

/// Ends the session of the cookie that the new one overwrites, if its token is valid.
async fn end_replaced(app: &web::Data<AppState>, token: &SessionToken) -> Result<(), Problem> {
    let (log, id) = (app.log.clone(), token.session.clone());
    let read = move || log.mutable_record(RecordKind::Session, &id);
    let record = app.blocking(read).await??;
    let now = app.environment.now();
    let session = record.as_ref().and_then(Session::read).filter(|session| session.is_held_by(Holder::Browser));
    match session.filter(|session| session.token_status(token, now) == TokenStatus::Current) {
        Some(session) => sessions::end(&*app.log, &[session], None).await?,
        None => return Ok(()),
    };
    Ok(())
}

async fn open_session(
    SignInRequest { login, password, code }: SignInRequest,
    holder: Holder,
    request: &HttpRequest,
    app: &web::Data<AppState>,
) -> Result<(Session, SessionToken), Problem> {
    let password = Zeroizing::new(password);
    let login = normalize_login(&login);
    let from = request_client(request);
    let now = app.environment.now();
    let guess = GuessTarget::Password(&login);
    let is_known = app.sign_in.throttle.needs_known_address(guess, from, now) && {
        let account = account_or_unknown(app.views().accounts.with_login(&login));
        sessions_opened_from(app, &account, from).await?.next().is_some()
    };
    let attempt = app.sign_in.throttle.begin(guess, from, now, is_known).inspect_err(|_| {
        // A few lines are enough; an attacker could cause thousands.
        if app.limits.audited_refusals.count(&from).is_ok() {
            let note = AuditNote::of(request, app, Action::SignIn, Outcome::Denied).with_code("too-many-attempts");
            app.audit.enqueue(app, &note);
        }
    })?;

    // Only the position of the log is needed; an unknown account takes as long to read as a known one.
    let head = load_credentials(app, credentials::unknown_account()).await?.head;
    app.wait_for(head).await?;
    let views = app.views();
    let entry = views.accounts.with_login(&login);
    // Everything is read for an unknown login as it is for a known one.
    let found = load_credentials(app, account_or_unknown(entry)).await?;
    let is_right_password = match hashing::verify(app, password.clone(), found.hash()).await {
        Ok(is_right) => is_right,
        Err(problem) => {
            attempt.cancel();
            return Err(problem);
        }
    };
    let entry = match entry {
        Some(entry) if is_right_password && !entry.disabled => entry,
        entry => {
            let reason = if is_right_password { "account-disabled" } else { "wrong-password" };
            return refuse_credentials(request, app, Action::SignIn, entry.map(|entry| &entry.id), reason).await;
        }
    };
    let mut factor = found.second_factor(app)?;
    if let Some(factor) = &mut factor {
        let Some(code) = code else {
            attempt.cancel();
            // The caller knows the password, which the holder of the account may want to know.
            let needed = ProblemKind::SecondFactorNeeded;
            let note = AuditNote::of(request, app, Action::SignIn, Outcome::Denied).with_code(needed.slug());
            audit::record(app, &note.by(&entry.id)).await?;
            return Err(needed.into());
        };
        credentials::verify_and_consume_code(request, app, &entry.id, factor, &code).await?;
    }
    let lifetime = app.settings.sign_in.session;
    let opened_from = client_fingerprint(app, from);
    let environment = &*app.environment;
    let (session, token) = Session::open(holder, &entry.id, factor.is_some(), opened_from, lifetime, environment);
    let note = AuditNote::of(request, app, Action::SignIn, Outcome::Done).by(&entry.id);
    match sessions::start(&*app.log, &session, factor.as_ref(), note.write(app)).await {
        Ok(()) => {}
        Err(SignInError::CodeAlreadyUsed) => {
            return refuse_credentials(request, app, Action::SignIn, Some(&entry.id), "wrong-code").await;
        }
        Err(SignInError::Append(error)) => return Err(error.into()),
    }
    attempt.succeeded(now);

    // A new password, another second factor or a disabled account ends the sessions that there are; this one may have
    // come a moment later.
    let after = load_credentials(app, entry.id.clone()).await?;
    app.wait_for(after.head).await?;
    let disabled = app.views().accounts.find(&entry.id).is_none_or(|entry| entry.disabled);
    let same_factor = match (&factor, &after.second_factor(app)?) {
        (Some(shown), Some(asked_for)) => shown.has_secret_of(asked_for),
        (None, None) => true,
        _ => false,
    };
    if disabled || !same_factor || after.password_revision() != found.password_revision() {
        sessions::end(&*app.log, &[session], None).await?;
        return refuse_credentials(request, app, Action::SignIn, Some(&entry.id), "changed-meanwhile").await;
    }
    if let Some(too_old) = sessions_of(app, &entry.id).await?.get(MAX_SESSIONS..).filter(|old| !old.is_empty()) {
        sessions::end(&*app.log, too_old, None).await?;
    }
    if found.hash().is_some_and(|hash| password::is_outdated(&hash)) {
        let hash = hashing::hash(app, password).await?;
        // A conflict means that another request has set a newer hash.
        let _ = passwords::upgrade_hash(&*app.log, &entry.id, hash, found.password_revision()).await;
    }
    Ok((session, token))
}

fn account_or_unknown(entry: Option<&AccountEntry>) -> AccountId {
    entry.map_or_else(credentials::unknown_account, |entry| entry.id.clone())
}

/// The sessions of an account, the newest first.
async fn sessions_of(app: &web::Data<AppState>, account: &AccountId) -> Result<Vec<Session>, Problem> {
    let (log, owner) = (app.log.clone(), owner(account));
    let read = move || log.mutable_records_of_owner(RecordKind::Session, &owner, MAX_PAGE);
    let records = app.blocking(read).await??;
    let mut sessions: Vec<Session> = records.iter().filter_map(Session::read).collect();
    sessions.sort_by_key(|session| std::cmp::Reverse(session.authenticated_at));
    Ok(sessions)
}

/// The sessions of an account that were opened from an address. Also looked up for unknown logins, so that both cases
/// take the same time.
pub(crate) async fn sessions_opened_from(
    app: &web::Data<AppState>,
    account: &AccountId,
    from: IpAddr,
) -> Result<impl Iterator<Item = Session>, Problem> {
    let fingerprint = client_fingerprint(app, from);
    Ok(sessions_of(app, account).await?.into_iter().filter(move |session| session.opened_from == fingerprint))
}

/// Exchanges a refresh token for new tokens.
#[utoipa::path(
    post, path = "/api/v1/sessions/refresh", tag = "accounts", operation_id = "refreshSession",
    request_body = RefreshRequest,
    responses(
        (status = 200, description = "New tokens; the old refresh token is spent", body = Tokens),
        (status = 401, description = "The session is over"),
        (status = 409, description = "Another request was faster with the same token"),
    ),
    security(())
)]
pub(crate) async fn refresh(
    Body { value: body, .. }: Body<RefreshRequest>,
    RequestWithoutParams { request, app, .. }: RequestWithoutParams,
) -> HandlerResult {
    let token = SessionToken::parse(Holder::Program, &body.refresh_token).ok_or_else(invalid_token)?;
    let (log, id) = (app.log.clone(), token.session.clone());
    let read = move || Ok::<_, ReadError>((log.mutable_record(RecordKind::Session, &id)?, log.head()?.position));
    let (record, head) = app.blocking(read).await??;
    let now = app.environment.now();
    let session = record.as_ref().and_then(Session::read).filter(|session| session.expires_at > now);
    let session = session.filter(|session| session.is_held_by(Holder::Program));
    let mut session = session.ok_or_else(invalid_token)?;
    app.wait_for(head).await?;
    if app.views().accounts.find(&session.account).is_none_or(|entry| entry.disabled) {
        return Err(invalid_token());
    }
    let audit = |outcome| AuditNote::of(&request, &app, Action::Refresh, outcome).by(&session.account);
    match session.token_status(&token, now) {
        TokenStatus::Current => {}
        TokenStatus::JustSpent => return Err(try_again()),
        TokenStatus::Stolen => {
            let spent = audit(Outcome::Denied).with_code("refresh-token-used-again").write(&app);
            sessions::end(&*app.log, &[session], Some(spent)).await?;
            return Err(invalid_token());
        }
    }
    let refresh = session.rotate(&*app.environment);
    match sessions::refresh(&*app.log, &session).await {
        Ok(()) => tokens(&app, StatusCode::OK, &session, &refresh),
        Err(RefreshError::AlreadyReplaced) => Err(try_again()),
        Err(RefreshError::Append(error)) => Err(error.into()),
    }
}

fn try_again() -> Problem {
    Problem::new(ProblemKind::Conflict).header(RETRY_AFTER, HeaderValue::from_static("1"))
}

/// Ends the session of the caller.
#[utoipa::path(
    delete, path = "/api/v1/sessions/current", tag = "accounts", operation_id = "signOut",
    responses((status = 204, description = "Signed out; the tokens of the session are refused from now on"))
)]
pub(crate) async fn sign_out(
    caller: SignedIn,
    _: NoBody,
    RequestWithoutParams { request, app, .. }: RequestWithoutParams,
) -> HandlerResult {
    let note = AuditNote::of(&request, &app, Action::SignOut, Outcome::Done);
    sessions::end(&*app.log, std::slice::from_ref(&caller.session), Some(note.write(&app))).await?;
    Ok(signed_out())
}

/// Ends all sessions of the caller, wherever they were opened.
#[utoipa::path(
    delete, path = "/api/v1/sessions", tag = "accounts", operation_id = "signOutEverywhere",
    responses((status = 204, description = "Signed out everywhere"))
)]
pub(crate) async fn sign_out_everywhere(
    caller: SignedIn,
    _: NoBody,
    RequestWithoutParams { request, app, .. }: RequestWithoutParams,
) -> HandlerResult {
    let note = AuditNote::of(&request, &app, Action::SignOut, Outcome::Done).with_code("everywhere");
    sessions::end_all(&*app.log, &caller.account, note.write(&app)).await?;
    Ok(signed_out())
}

fn signed_out() -> HttpResponse {
    HttpResponse::NoContent().insert_header((SET_COOKIE, browser::EXPIRED_COOKIE)).finish()
}

fn tokens(app: &AppState, status: StatusCode, session: &Session, refresh: &SessionToken) -> HandlerResult {
    let issued = app.sign_in.tokens.issue(&session.account, &session.id_hex()).map_err(|_| ProblemKind::Internal)?;
    let tokens = Tokens {
        access_token: issued.token,
        token_type: "Bearer".to_owned(),
        expires_in: issued.seconds,
        refresh_token: refresh.to_text(Holder::Program),
        session_expires_at: session.expires_at.to_string(),
        account: session.account.to_string(),
    };
    Ok(answer::json(HttpResponse::build(status).insert_header((CACHE_CONTROL, "no-store")), &tokens))
}
