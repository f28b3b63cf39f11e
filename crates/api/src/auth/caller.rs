//! Who is calling: found out once for each request, from its token, its session and the state of the account.

use super::applicant::{self, ApplicantScope};
use super::audit::{Action, Note, Outcome};
use super::browser;
use super::gate;
use super::moment::between;
use super::permission::Required;
use super::session::{Holder, Session, SessionToken, Worth};
use super::table_token::{self, TableScope};
use super::token::InvalidToken;
use crate::body::kostka;
use crate::edge::Arrival;
use crate::kostka::Kostka;
use crate::problem::{Problem, ProblemKind};
use actix_web::dev::Payload;
use actix_web::http::header::{AUTHORIZATION, HeaderName, HeaderValue, WWW_AUTHENTICATE};
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use domain::authority;
use domain::event::{Grant, Role};
use domain::ids::AccountId;
use events::cabinet::Drawer;
use events::envelope::{Actor, Timestamp};
use events::log::ReadError;
use formats::words::Message;
use futures_util::future::LocalBoxFuture;
use smol_str::SmolStr;
use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::rc::Rc;
use std::time::Duration;

/// Who is calling. Credentials that do not hold are refused, not taken for none.
#[derive(Debug, Clone)]
pub(crate) enum Caller {
    /// Nobody in particular.
    Anonymous,
    /// The holder of an account.
    Account(Rc<SignedIn>),
    /// A table of a tournament.
    Table(Rc<TableScope>),
    /// Whoever has the private link of an application.
    Applicant(Rc<ApplicantScope>),
}

impl Caller {
    /// Whether the holder of an account may do it; nobody else may do anything.
    pub(crate) fn may(&self, kostka: &Kostka, permission: &authority::Permission) -> bool {
        match self {
            Self::Account(signed_in) => signed_in.check(kostka, permission).is_ok(),
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

    /// Whether one of the roles is that of an admin.
    pub(crate) fn is_admin(&self) -> bool {
        self.grants.iter().any(|grant| grant.role == Role::Admin)
    }

    /// What she may do.
    pub(crate) fn grants(&self) -> &BTreeSet<Grant> {
        &self.grants
    }

    /// Whether the password, and the second factor if there is one, was shown at most so long ago.
    pub(crate) fn authenticated_within(&self, now: Timestamp, limit: Duration) -> bool {
        between(self.session.authenticated_at, now) <= limit
    }

    /// Whether a second factor was shown at most so long ago, at signing in or later in the session. Where the operator does without
    /// second factors, the password of whoever has none is enough.
    pub(super) fn stepped_up_within(&self, kostka: &Kostka, limit: Duration) -> bool {
        let now = kostka.environment.now();
        let by_signing_in = self.session.second_factor || !kostka.settings.sign_in.admins_need_second_factor;
        by_signing_in && self.authenticated_within(now, limit)
            || self.session.stepped_up_at.is_some_and(|time| between(time, now) <= limit)
    }

    /// Whether she may do it; an admin only after she has shown a second factor, unless the operator does without.
    fn check(&self, kostka: &Kostka, permission: &authority::Permission) -> Result<(), Problem> {
        if !authority::may(&self.grants, permission) {
            return Err(ProblemKind::Forbidden.into());
        }
        if self.lacks_second_factor(kostka) {
            return Err(ProblemKind::SecondFactorMissing.into());
        }
        Ok(())
    }

    /// Whether she has to set up a second factor before she may do anything.
    pub(crate) fn lacks_second_factor(&self, kostka: &Kostka) -> bool {
        kostka.settings.sign_in.admins_need_second_factor && self.is_admin() && !self.session.second_factor
    }
}

/// A caller who has this permission.
pub(crate) struct Allowed<P> {
    signed_in: Rc<SignedIn>,
    actor: Actor,
    permission: PhantomData<P>,
}

impl<P> Allowed<P> {
    /// In whose name events are recorded.
    pub(crate) fn actor(&self) -> Actor {
        self.actor.clone()
    }

    /// What the caller may do.
    pub(crate) fn grants(&self) -> &BTreeSet<Grant> {
        self.signed_in.grants()
    }

    /// The id of the account.
    pub(crate) fn account(&self) -> &AccountId {
        &self.signed_in.account
    }
}

impl FromRequest for Caller {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (check, request) = (gate::begin(request), request.clone());
        Box::pin(async move {
            let caller = caller(&request).await?;
            check.passed();
            Ok(caller)
        })
    }
}

/// The holder of an account; nobody else.
impl FromRequest for SignedIn {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (check, request) = (gate::begin(request), request.clone());
        Box::pin(async move {
            let signed_in = signed_in(&request).await?;
            check.passed();
            Ok(signed_in.as_ref().clone())
        })
    }
}

impl<P: Required> FromRequest for Allowed<P> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (check, request) = (gate::begin(request), request.clone());
        Box::pin(async move {
            let signed_in = signed_in(&request).await?;
            let kostka = kostka(&request)?;
            let allowed = signed_in.check(kostka, &P::permission(&request)?);
            allowed.inspect_err(|problem| denied(&request, kostka, problem))?;
            check.passed();
            Ok(Self { actor: signed_in.actor()?, signed_in, permission: PhantomData })
        })
    }
}

pub(super) async fn signed_in(request: &HttpRequest) -> Result<Rc<SignedIn>, Problem> {
    match caller(request).await? {
        Caller::Account(signed_in) => Ok(signed_in),
        Caller::Anonymous => Err(challenge("Bearer")),
        caller @ (Caller::Table(_) | Caller::Applicant(_)) => {
            let problem = ProblemKind::Forbidden.into();
            refuse(request, kostka(request)?, &caller, &problem);
            Err(problem)
        }
    }
}

/// Notes in the audit that somebody was refused.
pub(super) fn refuse(request: &HttpRequest, kostka: &Kostka, caller: &Caller, problem: &Problem) {
    let (tournament, id) = match caller {
        Caller::Table(scope) => (&scope.tournament, &scope.id),
        Caller::Applicant(scope) => (&scope.tournament, &scope.id),
        Caller::Anonymous | Caller::Account(_) => return denied(request, kostka, problem),
    };
    let note = Note::of(request, kostka, Action::Ask, Outcome::Denied).because(problem.kind().slug());
    kostka.audit.note(kostka, &note.about(format!("tournament/{tournament} {id}")));
}

/// Notes that somebody who is known was refused.
pub(crate) fn denied(request: &HttpRequest, kostka: &Kostka, problem: &Problem) {
    let note = Note::of(request, kostka, Action::Ask, Outcome::Denied).because(problem.kind().slug());
    kostka.audit.note(kostka, &note);
}

/// The caller of a request; asked twice, it is looked up once.
pub(super) async fn caller(request: &HttpRequest) -> Result<Caller, Problem> {
    if let Some(known) = request.extensions().get::<Caller>() {
        return Ok(known.clone());
    }
    let caller = match look_up(request).await {
        Err(problem) if problem.kind() == ProblemKind::Unauthenticated => {
            return Err(counted_as_nobody(request, problem));
        }
        other => other?,
    };
    request.extensions_mut().insert(caller.clone());
    Ok(caller)
}

/// The refusal of a token, or of the address that has sent too many of them.
fn counted_as_nobody(request: &HttpRequest, problem: Problem) -> Problem {
    let counted = arrival(request).map(|arrival| arrival.count_address(kostka(request)?));
    counted.and_then(Result::err).unwrap_or(problem)
}

/// Counts a request whose address is open to everybody: for whoever the token belongs to, or for the address if it does not hold.
///
/// Whether the session goes on does not matter for that, so nothing is looked up but tokens of tables and applicants.
pub(crate) async fn count_reader(request: &HttpRequest) -> Result<(), Problem> {
    let Some(arrival) = arrival(request).filter(|arrival| !arrival.is_counted()) else { return Ok(()) };
    let kostka = kostka(request)?;
    let who = match bearer(request) {
        Ok(None) => with_cookie(request, kostka).await?.map(|signed_in| SmolStr::new(signed_in.account.as_str())),
        Ok(Some(token)) if table_token::is_one(token) => match table_token::look_up(kostka, token).await? {
            table_token::Known::Good(scope) => Some(scope.counted_as()),
            table_token::Known::Ended | table_token::Known::Nothing => None,
        },
        Ok(Some(token)) if applicant::is_one(token) => {
            applicant::look_up(kostka, token).await?.map(|scope| scope.counted_as())
        }
        Ok(Some(token)) => kostka.tokens.verify(token).ok().map(|claims| SmolStr::new(&claims.sub)),
        Err(_) => None,
    };
    match who {
        // An argument beside this one was faster.
        _ if arrival.is_counted() => Ok(()),
        Some(who) => arrival.count(&kostka.account_limit, &who),
        None => arrival.count_address(kostka),
    }
}

async fn look_up(request: &HttpRequest) -> Result<Caller, Problem> {
    let kostka = kostka(request)?;
    let Some(token) = bearer(request)? else {
        let Some(signed_in) = with_cookie(request, kostka).await? else { return Ok(Caller::Anonymous) };
        note_account(request, &signed_in.account);
        count(request, kostka, &SmolStr::new(signed_in.account.as_str()))?;
        browser::refuse_other_sites(request, kostka).inspect_err(|problem| denied(request, kostka, problem))?;
        return Ok(Caller::Account(Rc::new(signed_in)));
    };
    if table_token::is_one(token) {
        let scope = match table_token::look_up(kostka, token).await? {
            table_token::Known::Good(scope) => Rc::new(scope),
            table_token::Known::Ended => {
                return Err(invalid_token().because(Message::new("table-token-ended")).fact("reason", "ended"));
            }
            table_token::Known::Nothing => return Err(invalid_token()),
        };
        count(request, kostka, &scope.counted_as())?;
        return Ok(Caller::Table(scope));
    }
    if applicant::is_one(token) {
        let scope = Rc::new(applicant::look_up(kostka, token).await?.ok_or_else(invalid_token)?);
        count(request, kostka, &scope.counted_as())?;
        return Ok(Caller::Applicant(scope));
    }
    let claims = kostka.tokens.verify(token).map_err(refused)?;
    let account = AccountId::parse(&claims.sub).map_err(|_| invalid_token())?;
    let session = hex::decode(&claims.sid).map_err(|_| invalid_token())?;
    note_account(request, &account);
    let standing = standing(kostka, session).await?.filter(|signed_in| signed_in.account == account);
    let signed_in = standing.ok_or_else(|| {
        let problem = invalid_token();
        denied(request, kostka, &problem);
        problem
    })?;
    count(request, kostka, &SmolStr::new(signed_in.account.as_str()))?;
    Ok(Caller::Account(Rc::new(signed_in)))
}

/// Who has the cookie of the request. A browser sends its cookie for as long as it has it, so one whose session is over counts as none.
async fn with_cookie(request: &HttpRequest, kostka: &web::Data<Kostka>) -> Result<Option<SignedIn>, Problem> {
    let Some(token) = browser::token(request) else { return Ok(None) };
    let now = kostka.environment.now();
    let is_the_one = |session: &Session, token: &SessionToken| {
        session.is_held_by(Holder::Browser) && session.worth(token, now) == Worth::Good
    };
    let standing = standing(kostka, token.session.clone()).await?;
    Ok(standing.filter(|signed_in| is_the_one(&signed_in.session, &token)))
}

/// Who has this session, as things stand at this moment; nobody if it has ended or the account is disabled.
async fn standing(kostka: &web::Data<Kostka>, session: Vec<u8>) -> Result<Option<SignedIn>, Problem> {
    let log = kostka.log.clone();
    let read = move || Ok::<_, ReadError>((log.cabinet_record(Drawer::Session, &session)?, log.head()?.position));
    let (record, head) = kostka.blocking(read).await?.map_err(|error| unreadable(&error))?;
    let Some(session) = record.as_ref().and_then(Session::read) else { return Ok(None) };
    if session.expires_at <= kostka.environment.now() {
        return Ok(None);
    }
    // A role that was revoked a moment ago must not open anything, wherever it was revoked.
    kostka.wait_for(head).await?;
    let views = kostka.views();
    let entry = views.accounts.find(&session.account).filter(|entry| !entry.disabled);
    Ok(entry.map(|entry| SignedIn { account: entry.id.clone(), session, grants: entry.grants.clone() }))
}

/// A store that cannot be read, told to the log and not to the client.
pub(super) fn unreadable(error: &ReadError) -> Problem {
    tracing::error!(error = error.to_string(), "the store cannot be read");
    ProblemKind::Unavailable.into()
}

fn note_account(request: &HttpRequest, account: &AccountId) {
    if let Some(arrival) = arrival(request) {
        *arrival.account.borrow_mut() = Some(account.to_string());
    }
}

/// Counts the request against the limit of whoever is calling; once, however often the page that it is about asks from inside.
fn count(request: &HttpRequest, kostka: &Kostka, who: &SmolStr) -> Result<(), Problem> {
    let arrival = arrival(request).filter(|arrival| !arrival.is_counted());
    arrival.map_or(Ok(()), |arrival| arrival.count(&kostka.account_limit, who))
}

/// Counts an application without an account against the limit of its address.
pub(crate) fn count_application(request: &HttpRequest, kostka: &Kostka) -> Result<(), Problem> {
    arrival(request).map_or(Ok(()), |arrival| arrival.count(&kostka.applications_limit, &arrival.client))
}

/// What the edge knows of a request.
pub(crate) fn arrival(request: &HttpRequest) -> Option<Rc<Arrival>> {
    request.extensions().get::<Rc<Arrival>>().map(Rc::clone)
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

/// Refuses an access token; whoever had a good one learns how to get the next.
fn refused(why: InvalidToken) -> Problem {
    match why {
        InvalidToken::Expired => invalid_token().because(Message::new("token-expired")).fact("reason", "expired"),
        InvalidToken::Refused => invalid_token(),
    }
}

/// Refuses a token.
pub(super) fn invalid_token() -> Problem {
    challenge("Bearer error=\"invalid_token\"")
}

pub(crate) fn challenge(how: &'static str) -> Problem {
    const CHALLENGE: HeaderName = WWW_AUTHENTICATE;
    Problem::new(ProblemKind::Unauthenticated).header(CHALLENGE, HeaderValue::from_static(how))
}
