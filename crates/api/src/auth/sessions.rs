//! Signing in, staying signed in and signing out.

use super::audit::{self, Action, Note, Outcome, client_mark};
use super::browser;
use super::caller::{SignedIn, invalid_token, unreadable};
use super::credentials::{self, client, kept, was_overtaken, written, wrong};
use super::filing::append;
use super::hashing;
use super::session::{Holder, Session, SessionToken, Worth, end_all};
use super::throttle::Guess;
use crate::answer;
use crate::body::{Body, NoBody};
use crate::kostka::Kostka;
use crate::params::{self, Params};
use crate::password;
use crate::problem::{Problem, ProblemKind};
use crate::write::append_problem;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue, RETRY_AFTER, SET_COOKIE};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::ids::AccountId;
use events::append::Append;
use events::cabinet::{CabinetWrite, Drawer};
use events::envelope::Timestamp;
use events::log::MAX_PAGE;
use projections::account_records::{owner, put_password};
use projections::views::{AccountEntry, fold_login};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::net::IpAddr;
use utoipa::ToSchema;
use zeroize::Zeroizing;

/// An account has no more sessions at once: the oldest gives way. A program that signs in for each request fills no store.
const MAX_SESSIONS: usize = 50;

/// Who wants to sign in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignInRequest {
    /// The login.
    #[schema(min_length = 1, max_length = 200, example = "zofia.lewandowska")]
    login: String,
    /// The password.
    #[schema(min_length = 1, max_length = 1000, format = Password, example = "tygrysy lubią pączki")]
    password: String,
    /// A code of the authenticator app, or a recovery code; only for accounts with a second factor.
    #[schema(min_length = 6, max_length = 20, example = "287082")]
    code: Option<String>,
}

/// A refresh token that is exchanged.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RefreshRequest {
    /// The last refresh token of the session.
    #[schema(min_length = 1, max_length = 100, example = "kr_AAECAwQFBgcICQoLDA0ODw")]
    refresh_token: String,
}

/// What somebody who is signed in calls with.
#[derive(Serialize, ToSchema)]
pub(crate) struct Tokens {
    /// For the header `Authorization: Bearer …`.
    #[schema(max_length = 2048, example = "eyJ0eXAiOiJhdCtqd3QiLCJhbGciOiJFZERTQSJ9.e30.c2ln")]
    access_token: String,
    /// How the access token is used.
    #[schema(max_length = 10, example = "Bearer")]
    token_type: &'static str,
    /// How many seconds the access token is good for.
    #[schema(minimum = 1, maximum = 86_400, example = 600)]
    expires_in: u64,
    /// Good for one exchange at `sessions/refresh`. Using an old one again ends the session.
    #[schema(max_length = 100, example = "kr_AAECAwQFBgcICQoLDA0ODw")]
    refresh_token: String,
    /// When the session ends, however often it is refreshed.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-28T10:15:30.123456Z")]
    session_expires_at: String,
    /// The id of the account.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    account: String,
}

impl fmt::Debug for SignInRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SignInRequest(…)")
    }
}

/// Signs in.
///
/// Wrong login, wrong password and wrong code look the same; a right password without the code that is needed is told
/// `second-factor-needed`. Failures slow down further attempts and never lock the account.
#[utoipa::path(
    post, path = "/api/v1/sessions", tag = "accounts", operation_id = "signIn", request_body = SignInRequest,
    responses(
        (status = 201, description = "Signed in", body = Tokens),
        (status = 401, description = "Not signed in"),
    )
)]
pub(crate) async fn sign_in(
    Body { value: asked, .. }: Body<SignInRequest>,
    Params(params::None {}): Params<params::None>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    let (session, refresh) = begin(asked, Holder::Program, &request, &kostka).await?;
    tokens(&kostka, StatusCode::CREATED, &session, &refresh)
}

/// Whoever is signed in with a browser.
#[derive(Serialize, ToSchema)]
pub(crate) struct BrowserSession {
    /// When the session ends.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-28T10:15:30.123456Z")]
    session_expires_at: String,
    /// The id of the account.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    account: String,
}

/// Signs a browser in.
///
/// As signing in, but the session is held by a cookie that scripts cannot read, instead of tokens. With the cookie, whatever changes
/// something is done only for pages of this service: `Sec-Fetch-Site` must be `same-origin` or, where there is none, `Origin` that of the service.
#[utoipa::path(
    post, path = "/api/v1/sessions/browser", tag = "accounts", operation_id = "signBrowserIn", request_body = SignInRequest,
    responses(
        (status = 201, description = "Signed in", body = BrowserSession),
        (status = 401, description = "Not signed in"),
        (status = 403, description = "Another site may have sent this"),
    )
)]
pub(crate) async fn sign_browser_in(
    Body { value: asked, .. }: Body<SignInRequest>,
    Params(params::None {}): Params<params::None>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    browser::refuse_other_sites(&request, &kostka)?;
    let before = browser::token(&request);
    let (session, token) = begin(asked, Holder::Browser, &request, &kostka).await?;
    // The cookie of the session before is overwritten, so that nobody could end it any more.
    if let Some(before) = before {
        end_replaced(&kostka, &before).await?;
    }
    let signed_in =
        BrowserSession { session_expires_at: written(session.expires_at), account: session.account.to_string() };
    let cookie = browser::keep(&token, kostka.settings.sign_in.session);
    let mut response = HttpResponse::Created();
    Ok(answer::json(
        response.insert_header((CACHE_CONTROL, "no-store")).insert_header((SET_COOKIE, cookie)),
        &signed_in,
    ))
}

/// Ends the session of this cookie, if it is one.
async fn end_replaced(kostka: &web::Data<Kostka>, token: &SessionToken) -> Result<(), Problem> {
    let (log, id) = (kostka.log.clone(), token.session.clone());
    let read = move || log.cabinet_record(Drawer::Session, &id);
    let record = kostka.blocking(read).await?.map_err(|error| unreadable(&error))?;
    let now = kostka.environment.now();
    let session = record.as_ref().and_then(Session::read).filter(|session| session.is_held_by(Holder::Browser));
    match session.filter(|session| session.worth(token, now) == Worth::Good) {
        Some(session) => append(kostka, vec![session.end()]).await,
        None => Ok(()),
    }
}

/// Opens a session for whoever knows what is asked for.
async fn begin(
    SignInRequest { login, password, code }: SignInRequest,
    holder: Holder,
    request: &HttpRequest,
    kostka: &web::Data<Kostka>,
) -> Result<(Session, SessionToken), Problem> {
    let password = Zeroizing::new(password);
    let login = fold_login(&login);
    let from = client(request);
    let now = kostka.environment.now();
    let guess = Guess::Password(&login);
    let is_known = kostka.throttle.is_under_attack(guess, from, now) && {
        let account = account_or_nobody(kostka.views().accounts.with_login(&login));
        opened_from(kostka, &account, from).await?.next().is_some()
    };
    let attempt = kostka.throttle.begin(guess, from, now, is_known).inspect_err(|_| {
        // A few lines tell as much as thousands, which anybody could cause.
        if kostka.noted_refusals.count(&from).is_ok() {
            let note = Note::of(request, kostka, Action::SignIn, Outcome::Denied).because("too-many-attempts");
            kostka.audit.note(kostka, &note);
        }
    })?;

    let before = kept(kostka, credentials::nobody()).await?;
    kostka.wait_for(before.head).await?;
    let views = kostka.views();
    let entry = views.accounts.with_login(&login);
    // Everything is read for an unknown login as it is for a known one.
    let found = kept(kostka, account_or_nobody(entry)).await?;
    let fits = match hashing::verify(kostka, password.clone(), found.hash()).await {
        Ok(fits) => fits,
        Err(problem) => {
            attempt.undecided();
            return Err(problem);
        }
    };
    let entry = match entry {
        Some(entry) if fits && !entry.disabled => entry,
        entry => {
            let reason = if fits { "account-disabled" } else { "wrong-password" };
            return wrong(request, kostka, Action::SignIn, entry.map(|entry| &entry.id), reason).await;
        }
    };
    let mut cabinet = Vec::new();
    let mut factor = found.second_factor(kostka)?;
    if let Some(factor) = &mut factor {
        let Some(code) = code else {
            attempt.undecided();
            // Somebody knows the password, which the holder of the account may want to know.
            let needed = ProblemKind::SecondFactorNeeded;
            let note = Note::of(request, kostka, Action::SignIn, Outcome::Denied).because(needed.slug());
            audit::record(kostka, &note.by(&entry.id)).await?;
            return Err(needed.into());
        };
        cabinet.push(credentials::spend_code(request, kostka, &entry.id, factor, &code).await?);
    }
    let good_for = kostka.settings.sign_in.session;
    let opened_from = client_mark(kostka, from);
    let environment = &*kostka.environment;
    let (session, token) = Session::open(holder, &entry.id, factor.is_some(), opened_from, good_for, environment);
    cabinet.push(session.put());
    cabinet.push(Note::of(request, kostka, Action::SignIn, Outcome::Done).by(&entry.id).write(kostka));
    match kostka.log.append(Append { cabinet, ..Append::default() }).await {
        Ok(_) => {}
        // The same code was used a moment ago.
        Err(error) if was_overtaken(&error, Drawer::SecondFactor) => {
            return wrong(request, kostka, Action::SignIn, Some(&entry.id), "wrong-code").await;
        }
        Err(error) => return Err(append_problem(&error)),
    }
    attempt.succeeded(now);

    // A new password, another second factor or a disabled account ends the sessions that there are; this one may have come a
    // moment later.
    let after = kept(kostka, entry.id.clone()).await?;
    kostka.wait_for(after.head).await?;
    let disabled = kostka.views().accounts.find(&entry.id).is_none_or(|entry| entry.disabled);
    let same_factor = match (&factor, &after.second_factor(kostka)?) {
        (Some(shown), Some(asked_for)) => shown.has_secret_of(asked_for),
        (None, None) => true,
        _ => false,
    };
    if disabled || !same_factor || after.password_revision() != found.password_revision() {
        append(kostka, vec![session.end()]).await?;
        return wrong(request, kostka, Action::SignIn, Some(&entry.id), "changed-meanwhile").await;
    }
    let too_old: Vec<CabinetWrite> =
        sessions(kostka, &entry.id).await?.iter().skip(MAX_SESSIONS).map(Session::end).collect();
    if !too_old.is_empty() {
        append(kostka, too_old).await?;
    }
    if found.hash().is_some_and(|hash| password::is_outdated(&hash)) {
        let hash = hashing::hash(kostka, password).await?;
        let write = put_password(&entry.id, hash, found.password_revision());
        // Whoever was faster has set a better one.
        let _ = kostka.log.append(Append { cabinet: vec![write], ..Append::default() }).await;
    }
    Ok((session, token))
}

fn account_or_nobody(entry: Option<&AccountEntry>) -> AccountId {
    entry.map_or_else(credentials::nobody, |entry| entry.id.clone())
}

/// The sessions of an account, the newest first.
async fn sessions(kostka: &web::Data<Kostka>, account: &AccountId) -> Result<Vec<Session>, Problem> {
    let (log, owner) = (kostka.log.clone(), owner(account));
    let read = move || log.cabinet_owned(Drawer::Session, &owner, MAX_PAGE);
    let records = kostka.blocking(read).await?.map_err(|error| unreadable(&error))?;
    let mut sessions: Vec<Session> = records.iter().filter_map(Session::read).collect();
    sessions.sort_by_key(|session| std::cmp::Reverse(session.authenticated_at));
    Ok(sessions)
}

/// The sessions that the holder of an account has opened from there; looked up for an unknown login, too.
pub(super) async fn opened_from(
    kostka: &web::Data<Kostka>,
    account: &AccountId,
    from: IpAddr,
) -> Result<impl Iterator<Item = Session>, Problem> {
    let mark = client_mark(kostka, from);
    Ok(sessions(kostka, account).await?.into_iter().filter(move |session| session.opened_from == mark))
}

/// Exchanges a refresh token for new tokens.
#[utoipa::path(
    post, path = "/api/v1/sessions/refresh", tag = "accounts", operation_id = "refreshSession",
    request_body = RefreshRequest,
    responses(
        (status = 200, description = "New tokens; the old refresh token is spent", body = Tokens),
        (status = 401, description = "The session is over"),
        (status = 409, description = "Another request was faster with the same token"),
    )
)]
pub(crate) async fn refresh(
    Body { value: asked, .. }: Body<RefreshRequest>,
    Params(params::None {}): Params<params::None>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    let token = SessionToken::parse(Holder::Program, &asked.refresh_token).ok_or_else(invalid_token)?;
    let (log, id) = (kostka.log.clone(), token.session.clone());
    let read = move || Ok((log.cabinet_record(Drawer::Session, &id)?, log.head()?.position));
    let (record, head) = kostka.blocking(read).await?.map_err(|error| unreadable(&error))?;
    let now = kostka.environment.now();
    let session = record.as_ref().and_then(Session::read).filter(|session| session.expires_at > now);
    let session = session.filter(|session| session.is_held_by(Holder::Program));
    let mut session = session.ok_or_else(invalid_token)?;
    kostka.wait_for(head).await?;
    if kostka.views().accounts.find(&session.account).is_none_or(|entry| entry.disabled) {
        return Err(invalid_token());
    }
    let note = |outcome| Note::of(&request, &kostka, Action::Refresh, outcome).by(&session.account);
    match session.worth(&token, now) {
        Worth::Good => {}
        Worth::JustSpent => return Err(try_again()),
        Worth::Stolen => {
            let spent = note(Outcome::Denied).because("refresh-token-used-again").write(&kostka);
            append(&kostka, vec![session.end(), spent]).await?;
            return Err(invalid_token());
        }
    }
    let refresh = session.rotate(&*kostka.environment);
    match kostka.log.append(Append { cabinet: vec![session.replace()], ..Append::default() }).await {
        Ok(_) => tokens(&kostka, StatusCode::OK, &session, &refresh),
        Err(error) if was_overtaken(&error, Drawer::Session) => Err(try_again()),
        Err(error) => Err(append_problem(&error)),
    }
}

fn try_again() -> Problem {
    Problem::new(ProblemKind::Conflict).header(RETRY_AFTER, HeaderValue::from_static("1"))
}

/// Ends the session of the caller.
#[utoipa::path(
    delete, path = "/api/v1/sessions/current", tag = "accounts", operation_id = "signOut",
    responses((status = 204, description = "Signed out; the tokens of the session are refused from now on")),
    security(("bearer" = []))
)]
pub(crate) async fn sign_out(
    caller: SignedIn,
    _: NoBody,
    Params(params::None {}): Params<params::None>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    let note = Note::of(&request, &kostka, Action::SignOut, Outcome::Done);
    append(&kostka, vec![caller.session.end(), note.write(&kostka)]).await?;
    Ok(signed_out())
}

/// Ends all sessions of the caller, wherever they were opened.
#[utoipa::path(
    delete, path = "/api/v1/sessions", tag = "accounts", operation_id = "signOutEverywhere",
    responses((status = 204, description = "Signed out everywhere")),
    security(("bearer" = []))
)]
pub(crate) async fn sign_out_everywhere(
    caller: SignedIn,
    _: NoBody,
    Params(params::None {}): Params<params::None>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    let note = Note::of(&request, &kostka, Action::SignOut, Outcome::Done).because("everywhere");
    append(&kostka, vec![end_all(&caller.account), note.write(&kostka)]).await?;
    Ok(signed_out())
}

fn signed_out() -> HttpResponse {
    HttpResponse::NoContent().insert_header((SET_COOKIE, browser::FORGET)).finish()
}

fn tokens(
    kostka: &Kostka,
    status: StatusCode,
    session: &Session,
    refresh: &SessionToken,
) -> Result<HttpResponse, Problem> {
    let issued = kostka.tokens.issue(&session.account, &session.written_id()).map_err(|_| ProblemKind::Internal)?;
    let until: Timestamp = session.expires_at;
    let tokens = Tokens {
        access_token: issued.token,
        token_type: "Bearer",
        expires_in: issued.seconds,
        refresh_token: refresh.to_text(Holder::Program),
        session_expires_at: written(until),
        account: session.account.to_string(),
    };
    Ok(answer::json(HttpResponse::build(status).insert_header((CACHE_CONTROL, "no-store")), &tokens))
}
