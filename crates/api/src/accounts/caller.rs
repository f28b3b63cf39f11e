//! Who is calling: found out once for each request, from its token, its session and the state of the account.

use super::applicant::{self, ApplicantScope};
use super::audit::{Action, AuditNote, Outcome};
use super::browser;
use super::gate;
use super::permission::RequiredPermission;
use super::table_token::{self, TableTokenLookup};
use super::token::InvalidToken;
use crate::http::app::AppState;
use crate::http::body::app;
use crate::http::edge::RequestContext;
use crate::http::problem::{Problem, ProblemKind};
use actix_web::dev::Payload;
use actix_web::http::header::{AUTHORIZATION, HeaderName, HeaderValue, WWW_AUTHENTICATE};
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use commands::accounts::sessions::{Holder, Session, SessionToken, TokenStatus};
use commands::accounts::table_tokens::{self, TableScope};
use domain::event::{Grant, Role};
use domain::people::authority;
use domain::values::ids::AccountId;
use events::envelope::{Actor, Timestamp};
use events::log::ReadError;
use events::mutable_store::RecordKind;
use formats::localization::Message;
use futures_util::future::LocalBoxFuture;
use smol_str::SmolStr;
use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv6Addr};
use std::rc::Rc;
use std::time::Duration;

/// Who is calling. Credentials that do not hold are refused, not taken for none.
#[derive(Debug, Clone)]
pub(crate) enum Caller {
    Anonymous,
    Account(Rc<SignedIn>),
    Table(Rc<TableScope>),
    Applicant(Rc<ApplicantScope>),
}

impl Caller {
    /// Whether the holder of an account has the permission; other callers have none.
    pub(crate) fn may(&self, app: &AppState, permission: &authority::Permission) -> bool {
        match self {
            Self::Account(signed_in) => signed_in.check(app, permission).is_ok(),
            Self::Anonymous | Self::Table(_) | Self::Applicant(_) => false,
        }
    }
}

/// The holder of an account, with what she may do as it stands.
#[derive(Debug, Clone)]
pub(crate) struct SignedIn {
    pub(crate) account: AccountId,
    pub(crate) session: Session,
    grants: BTreeSet<Grant>,
}

impl SignedIn {
    /// In whose name events are recorded.
    pub(crate) fn actor(&self) -> Result<Actor, Problem> {
        Actor::parse(&format!("account/{}", self.account)).map_err(|_| ProblemKind::Internal.into())
    }

    pub(crate) fn is_admin(&self) -> bool {
        self.grants.iter().any(|grant| grant.role == Role::Admin)
    }

    pub(crate) fn grants(&self) -> &BTreeSet<Grant> {
        &self.grants
    }

    /// Whether the password, and the second factor if there is one, was shown at most so long ago.
    pub(crate) fn authenticated_within(&self, now: Timestamp, limit: Duration) -> bool {
        self.session.authenticated_at.elapsed_until(now) <= limit
    }

    /// Whether a second factor was shown at most so long ago, at signing in or later in the session. Where the operator
    /// does without second factors, the password of an account without one is enough.
    pub(crate) fn stepped_up_within(&self, app: &AppState, limit: Duration) -> bool {
        let now = app.environment.now();
        let by_signing_in = self.session.second_factor || !app.settings.sign_in.admins_need_second_factor;
        by_signing_in && self.authenticated_within(now, limit)
            || self.session.stepped_up_at.is_some_and(|time| time.elapsed_until(now) <= limit)
    }

    /// Whether she may do it; an admin only after she has shown a second factor, unless the operator does without.
    fn check(&self, app: &AppState, permission: &authority::Permission) -> Result<(), Problem> {
        if !authority::may(&self.grants, permission) {
            return Err(ProblemKind::Forbidden.into());
        }
        if self.lacks_second_factor(app) {
            return Err(ProblemKind::SecondFactorMissing.into());
        }
        Ok(())
    }

    /// Whether she has to set up a second factor before she may do anything.
    pub(crate) fn lacks_second_factor(&self, app: &AppState) -> bool {
        app.settings.sign_in.admins_need_second_factor && self.is_admin() && !self.session.second_factor
    }
}

pub(crate) struct Authorized<P> {
    signed_in: Rc<SignedIn>,
    actor: Actor,
    permission: PhantomData<P>,
}

impl<P> Authorized<P> {
    pub(crate) fn actor(&self) -> Actor {
        self.actor.clone()
    }

    pub(crate) fn grants(&self) -> &BTreeSet<Grant> {
        self.signed_in.grants()
    }

    pub(crate) fn account(&self) -> &AccountId {
        &self.signed_in.account
    }
}

pub(crate) trait AuthorizedAccount {
    /// In whose name events are recorded.
    fn actor(&self) -> Actor;
    fn account(&self) -> &AccountId;
}

impl<P> AuthorizedAccount for Authorized<P> {
    fn actor(&self) -> Actor {
        self.actor()
    }

    fn account(&self) -> &AccountId {
        self.account()
    }
}

impl FromRequest for Caller {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        gate::run_check(request, |request| async move { caller(&request).await })
    }
}

/// The holder of an account; other callers are refused.
impl FromRequest for SignedIn {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        gate::run_check(request, |request| async move { Ok(signed_in(&request).await?.as_ref().clone()) })
    }
}

impl<P: RequiredPermission> FromRequest for Authorized<P> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        gate::run_check(request, |request| async move {
            let signed_in = signed_in(&request).await?;
            let app = app(&request)?;
            let authorized = signed_in.check(app, &P::permission(&request)?);
            authorized.inspect_err(|problem| audit_denial(&request, app, problem))?;
            Ok(Self { actor: signed_in.actor()?, signed_in, permission: PhantomData })
        })
    }
}

pub(crate) async fn signed_in(request: &HttpRequest) -> Result<Rc<SignedIn>, Problem> {
    match caller(request).await? {
        Caller::Account(signed_in) => Ok(signed_in),
        Caller::Anonymous => Err(challenge("Bearer")),
        caller @ (Caller::Table(_) | Caller::Applicant(_)) => {
            let problem = ProblemKind::Forbidden.into();
            audit_refusal(request, app(request)?, &caller, &problem);
            Err(problem)
        }
    }
}

pub(crate) fn audit_refusal(request: &HttpRequest, app: &AppState, caller: &Caller, problem: &Problem) {
    let (tournament, id) = match caller {
        Caller::Table(scope) => (&scope.tournament, &scope.id),
        Caller::Applicant(scope) => (&scope.tournament, &scope.id),
        Caller::Anonymous | Caller::Account(_) => return audit_denial(request, app, problem),
    };
    let note = AuditNote::of(request, app, Action::Authorize, Outcome::Denied).with_code(problem.kind().slug());
    app.audit.enqueue(app, &note.about(format!("tournament/{tournament} {id}")));
}

pub(crate) fn audit_denial(request: &HttpRequest, app: &AppState, problem: &Problem) {
    let note = AuditNote::of(request, app, Action::Authorize, Outcome::Denied).with_code(problem.kind().slug());
    app.audit.enqueue(app, &note);
}

/// Notes an attempt to do alone what takes two persons.
pub(crate) fn audit_same_person(request: &HttpRequest, app: &AppState, problem: &Problem) {
    if problem.kind() == ProblemKind::SamePerson {
        audit_denial(request, app, problem);
    }
}

/// The caller of a request; asked twice, it is looked up once.
pub(crate) async fn caller(request: &HttpRequest) -> Result<Caller, Problem> {
    if let Some(known) = request.extensions().get::<Caller>() {
        return Ok(known.clone());
    }
    let caller = match look_up(request).await {
        Err(problem) if problem.kind() == ProblemKind::Unauthenticated => {
            return Err(count_as_anonymous(request, problem));
        }
        other => other?,
    };
    request.extensions_mut().insert(caller.clone());
    Ok(caller)
}

/// The refusal of a token, or of the address that has sent too many of them.
fn count_as_anonymous(request: &HttpRequest, problem: Problem) -> Problem {
    let counted = request_context(request).map(|request_context| request_context.count_address(app(request)?));
    counted.and_then(Result::err).unwrap_or(problem)
}

/// Counts a request to a public address: for the holder of the token, or for the address if the token is not valid.
///
/// Whether the session goes on does not matter for that, so nothing is looked up but tokens of tables and applicants.
pub(crate) async fn count_public_read(request: &HttpRequest) -> Result<(), Problem> {
    let Some(request_context) = request_context(request).filter(|request_context| !request_context.is_counted()) else {
        return Ok(());
    };
    let app = app(request)?;
    let who = match bearer(request) {
        Ok(None) => signed_in_by_cookie(request, app).await?.map(|signed_in| SmolStr::new(signed_in.account.as_str())),
        Ok(Some(token)) if table_tokens::is_token(token) => match table_token::look_up(app, token).await? {
            TableTokenLookup::Valid(scope) => Some(scope.counted_as()),
            TableTokenLookup::Ended | TableTokenLookup::Invalid => None,
        },
        Ok(Some(token)) if applicant::is_token(token) => {
            applicant::look_up(app, token).await?.map(|scope| scope.counted_as())
        }
        Ok(Some(token)) => app.sign_in.tokens.verify(token).ok().map(|claims| SmolStr::new(&claims.sub)),
        Err(_) => None,
    };
    match who {
        // Another extractor has counted this request.
        _ if request_context.is_counted() => Ok(()),
        Some(who) => request_context.count(&app.limits.account, &who),
        None => request_context.count_address(app),
    }
}

async fn look_up(request: &HttpRequest) -> Result<Caller, Problem> {
    let app = app(request)?;
    let Some(token) = bearer(request)? else {
        let Some(signed_in) = signed_in_by_cookie(request, app).await? else { return Ok(Caller::Anonymous) };
        note_account(request, &signed_in.account);
        count(request, app, &SmolStr::new(signed_in.account.as_str()))?;
        browser::refuse_other_sites(request, app).inspect_err(|problem| audit_denial(request, app, problem))?;
        return Ok(Caller::Account(Rc::new(signed_in)));
    };
    if table_tokens::is_token(token) {
        let scope = match table_token::look_up(app, token).await? {
            TableTokenLookup::Valid(scope) => Rc::new(scope),
            TableTokenLookup::Ended => {
                return Err(invalid_token()
                    .because(Message::new("table-token-ended"))
                    .with_extension("reason", "ended"));
            }
            TableTokenLookup::Invalid => return Err(invalid_token()),
        };
        count(request, app, &scope.counted_as())?;
        return Ok(Caller::Table(scope));
    }
    if applicant::is_token(token) {
        let scope = Rc::new(applicant::look_up(app, token).await?.ok_or_else(invalid_token)?);
        count(request, app, &scope.counted_as())?;
        return Ok(Caller::Applicant(scope));
    }
    let claims = app.sign_in.tokens.verify(token).map_err(invalid_token_problem)?;
    let account = AccountId::parse(&claims.sub).map_err(|_| invalid_token())?;
    let session = hex::decode(&claims.sid).map_err(|_| invalid_token())?;
    note_account(request, &account);
    let active_session = active_session(app, session).await?.filter(|signed_in| signed_in.account == account);
    let signed_in = active_session.ok_or_else(|| {
        let problem = invalid_token();
        audit_denial(request, app, &problem);
        problem
    })?;
    count(request, app, &SmolStr::new(signed_in.account.as_str()))?;
    Ok(Caller::Account(Rc::new(signed_in)))
}

/// Who has the cookie of the request. A browser sends its cookie for as long as it has it, so one whose session is over
/// counts as none.
async fn signed_in_by_cookie(request: &HttpRequest, app: &web::Data<AppState>) -> Result<Option<SignedIn>, Problem> {
    let Some(token) = browser::token(request) else { return Ok(None) };
    let now = app.environment.now();
    let is_the_one = |session: &Session, token: &SessionToken| {
        session.is_held_by(Holder::Browser) && session.token_status(token, now) == TokenStatus::Current
    };
    let active_session = active_session(app, token.session.clone()).await?;
    Ok(active_session.filter(|signed_in| is_the_one(&signed_in.session, &token)))
}

/// The account of a session at this moment; `None` if it has ended or the account is disabled.
async fn active_session(app: &web::Data<AppState>, session: Vec<u8>) -> Result<Option<SignedIn>, Problem> {
    let log = app.log.clone();
    let read = move || Ok::<_, ReadError>((log.mutable_record(RecordKind::Session, &session)?, log.head()?.position));
    let (record, head) = app.blocking(read).await??;
    let Some(session) = record.as_ref().and_then(Session::read) else { return Ok(None) };
    if session.expires_at <= app.environment.now() {
        return Ok(None);
    }
    // A role that was revoked a moment ago must not open anything, wherever it was revoked.
    app.wait_for(head).await?;
    let views = app.views();
    let entry = views.accounts.find(&session.account).filter(|entry| !entry.disabled);
    Ok(entry.map(|entry| SignedIn { account: entry.id.clone(), session, grants: entry.grants.clone() }))
}

fn note_account(request: &HttpRequest, account: &AccountId) {
    if let Some(request_context) = request_context(request) {
        *request_context.account.borrow_mut() = Some(account.to_string());
    }
}

/// Counts the request against the limit of the caller, once, even if its page calls the API several times.
fn count(request: &HttpRequest, app: &AppState, who: &SmolStr) -> Result<(), Problem> {
    let request_context = request_context(request).filter(|request_context| !request_context.is_counted());
    request_context.map_or(Ok(()), |request_context| request_context.count(&app.limits.account, who))
}

/// Counts an application without an account against the limit of its address.
pub(crate) fn count_application(request: &HttpRequest, app: &AppState) -> Result<(), Problem> {
    request_context(request)
        .map_or(Ok(()), |request_context| request_context.count(&app.limits.applications, &request_context.client))
}

/// The address of the client of a request; unspecified outside the middleware.
pub(crate) fn request_client(request: &HttpRequest) -> IpAddr {
    request_context(request).map_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED), |request_context| request_context.client)
}

pub(crate) fn request_context(request: &HttpRequest) -> Option<Rc<RequestContext>> {
    request.extensions().get::<Rc<RequestContext>>().map(Rc::clone)
}

/// The token of the request, if it has one.
fn bearer(request: &HttpRequest) -> Result<Option<&str>, Problem> {
    let mut values = request.headers().get_all(AUTHORIZATION);
    let Some(value) = values.next() else { return Ok(None) };
    let invalid_request = || challenge("Bearer error=\"invalid_request\"");
    if values.next().is_some() {
        return Err(invalid_request());
    }
    let text = value.to_str().map_err(|_| invalid_request())?;
    let (scheme, token) = text.split_once(' ').ok_or_else(invalid_request)?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(invalid_request());
    }
    Ok(Some(token.trim()))
}

/// Refuses an access token, with a hint how to get the next one.
fn invalid_token_problem(why: InvalidToken) -> Problem {
    match why {
        InvalidToken::Expired => {
            invalid_token().because(Message::new("token-expired")).with_extension("reason", "expired")
        }
        InvalidToken::Refused => invalid_token(),
    }
}

pub(crate) fn invalid_token() -> Problem {
    challenge("Bearer error=\"invalid_token\"")
}

pub(crate) fn challenge(how: &'static str) -> Problem {
    const CHALLENGE: HeaderName = WWW_AUTHENTICATE;
    Problem::new(ProblemKind::Unauthenticated).header(CHALLENGE, HeaderValue::from_static(how))
}
