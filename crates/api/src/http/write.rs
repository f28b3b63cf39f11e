//! What every write has in common: idempotency key, `If-Match`, dry run, receipt.

#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

pub(crate) use wire::common::Receipt;

use crate::accounts::{Action, AuditNote, AuthorizedAccount, Outcome};
use crate::http::answer;
use crate::http::app::AppState;
use crate::http::body::{Body, NoBody, app};
use crate::http::conditional::{self, IfMatch};
use crate::http::edge::KOSTKA_POSITION;
use crate::http::negotiate;
use crate::http::params;
use crate::http::problem::{FieldProblem, HandlerResult, Problem, ProblemKind};
use crate::seasons::comparison::{consequences, has_consequences};
use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ETAG, HeaderName, HeaderValue, LOCATION, RETRY_AFTER};
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use bytes::Bytes;
use commands::{CommandError, CommandMetadata, CommandReceipt};
use events::append::{AppendError, Idempotency};
use events::envelope::{Actor, Position};
use formats::localization::Message;
use futures_util::future::LocalBoxFuture;
use serde::Serialize;
use serde::de::DeserializeOwned;
use url::form_urlencoded;
use utoipa::IntoParams;
use wire::common::RecordedEvent;

/// `If-Match` of a write that may also create something, for the documentation.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "only its description is used")]
pub(crate) struct IfMatchHeader {
    /// The ETag of what is to be replaced, or `*`; without it there must be nothing yet, or the answer is 428.
    #[param(rename = "If-Match", max_length = 200)]
    if_match: Option<String>,
}

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
pub(crate) const IDEMPOTENCY_REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");
/// The longest idempotency key in bytes.
pub(crate) const MAX_KEY_BYTES: usize = 255;

pub(crate) struct Write<T> {
    pub(crate) body: T,
    pub(crate) head: WriteHead,
}

/// A write by a caller with a permission.
pub(crate) struct AuthorizedWrite<A, B> {
    pub(crate) request: HttpRequest,
    pub(crate) app: web::Data<AppState>,
    pub(crate) authorized: A,
    pub(crate) body: B,
    pub(crate) head: WriteHead,
}

impl<A: AuthorizedAccount + FromRequest + 'static, B: 'static> FromRequest for AuthorizedWrite<A, B>
where
    Write<B>: FromRequest<Error = Problem>,
{
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Self, actix_web::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let parts = <(HttpRequest, web::Data<AppState>, A, Write<B>)>::from_request(request, payload);
        Box::pin(async move {
            let (request, app, authorized, Write { body, head }) = parts.await?;
            Ok(Self { request, app, authorized, body, head })
        })
    }
}

impl<A: AuthorizedAccount, B> AuthorizedWrite<A, B> {
    /// See [`WriteHead::metadata`].
    pub(crate) fn metadata(&self) -> CommandMetadata {
        self.head.metadata(&self.app, self.authorized.actor())
    }

    /// See [`WriteHead::metadata_if_match`].
    pub(crate) fn metadata_if_match(&self) -> Result<CommandMetadata, Problem> {
        self.head.metadata_if_match(&self.app, self.authorized.actor())
    }

    /// See [`WriteHead::metadata_for_put`].
    pub(crate) fn metadata_for_put(&self) -> (CommandMetadata, bool) {
        self.head.metadata_for_put(&self.app, self.authorized.actor())
    }

    pub(crate) fn map_body<C>(self, read: impl FnOnce(B) -> C) -> AuthorizedWrite<A, C> {
        let Self { request, app, authorized, body, head } = self;
        AuthorizedWrite { request, app, authorized, body: read(body), head }
    }
}

/// The parts of a write that do not depend on the type of its body.
pub(crate) struct WriteHead {
    request: Vec<u8>,
    key: Option<String>,
    dry_run: bool,
    if_match: IfMatch,
    audit: AuditNote,
}

impl<T: DeserializeOwned + 'static> FromRequest for Write<T> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, mut payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let Body { value, bytes } = Body::<T>::from_request(&request, &mut payload).await?;
            Ok(Self { body: value, head: WriteHead::read(&request, &bytes)? })
        })
    }
}

impl FromRequest for Write<NoBody> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let head = WriteHead::from_request(request, payload);
        Box::pin(async move { Ok(Self { body: NoBody, head: head.await? }) })
    }
}

impl FromRequest for WriteHead {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    /// A write without a body.
    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, mut payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let NoBody = NoBody::from_request(&request, &mut payload).await?;
            Self::read(&request, &Bytes::new())
        })
    }
}

impl WriteHead {
    fn read(request: &HttpRequest, body: &Bytes) -> Result<Self, Problem> {
        Self::read_with_parameters(request, body, &[])
    }

    /// Like `read`, for an address with query parameters of its own (`own`), which the idempotency key covers.
    pub(crate) fn read_with_parameters(request: &HttpRequest, body: &Bytes, own: &[&str]) -> Result<Self, Problem> {
        let ([dry_run], rest) = params::split(request.query_string(), &["dry_run"])?;
        let mut own_parameters = Vec::new();
        let mut others = form_urlencoded::Serializer::new(String::new());
        for (name, value) in form_urlencoded::parse(rest.as_bytes()) {
            if own.contains(&&*name) {
                own_parameters.push((name, value));
            } else {
                others.append_pair(&name, &value);
            }
        }
        let params::NoParams {} = params::parse(&others.finish())?;
        let dry_run = match dry_run.as_deref() {
            None | Some("false") => false,
            Some("true") => true,
            Some(_) => return Err(params::wrong("dry_run", "field-boolean")),
        };
        let if_match = conditional::if_match(request.headers())?;
        let key = read_key(request)?;
        // Requests are the same if this is equal; the key itself is not part of it.
        let mut written = format!("{} {} {if_match:?}\n", request.method(), request.path()).into_bytes();
        for (name, value) in own_parameters {
            written.extend_from_slice(format!("{name:?}={value:?}\n").as_bytes());
        }
        written.extend_from_slice(body);
        let audit = AuditNote::of(request, app(request)?, Action::Write, Outcome::Done);
        Ok(Self { request: written, key, dry_run, if_match, audit })
    }

    /// For a command that creates something or is harmless to repeat: `If-Match` is optional.
    pub(crate) fn metadata(&self, app: &AppState, actor: Actor) -> CommandMetadata {
        let expected = match self.if_match {
            IfMatch::State(position) => Some(position),
            IfMatch::Any | IfMatch::Absent => None,
        };
        let idempotency = self.idempotency(app, &actor);
        CommandMetadata { actor, idempotency, dry_run: self.dry_run, expected, audit: Some(self.audit.line()) }
    }

    /// For a command that changes a state that the client has read: `If-Match` is required.
    pub(crate) fn metadata_if_match(&self, app: &AppState, actor: Actor) -> Result<CommandMetadata, Problem> {
        self.if_match.required()?;
        Ok(self.metadata(app, actor))
    }

    /// The idempotency key as the log keeps it, for a write that only goes to the mutable store.
    pub(crate) fn idempotency(&self, app: &AppState, actor: &Actor) -> Option<Idempotency> {
        let master = app.vault.master_key();
        self.key.as_ref().map(|key| master.idempotency(actor.as_str(), key, &self.request))
    }

    /// For a `PUT` that creates or replaces: without `If-Match` the resource must not exist. Also says whether it is
    /// new.
    pub(crate) fn metadata_for_put(&self, app: &AppState, actor: Actor) -> (CommandMetadata, bool) {
        let mut metadata = self.metadata(app, actor);
        let is_new = self.if_match == IfMatch::Absent;
        if is_new {
            metadata.expected = Some(Position::START);
        }
        (metadata, is_new)
    }

    pub(crate) fn if_match(&self) -> IfMatch {
        self.if_match
    }

    pub(crate) fn is_dry_run(&self) -> bool {
        self.dry_run
    }
}

fn read_key(request: &HttpRequest) -> Result<Option<String>, Problem> {
    let mut values = request.headers().get_all(IDEMPOTENCY_KEY);
    let Some(value) = values.next() else { return Ok(None) };
    let text = value.to_str().unwrap_or_default();
    // The draft writes it as a quoted string; most clients do not.
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    let fits = (1..=MAX_KEY_BYTES).contains(&text.len()) && values.next().is_none();
    if fits {
        return Ok(Some(text.to_owned()));
    }
    let field = FieldProblem::header("Idempotency-Key", "invalid-value", Message::new("field-idempotency-key"));
    Err(Problem::new(ProblemKind::InvalidHeader).at(field))
}

/// Runs a command on a blocking thread, waits until the read models contain it, and answers with its receipt.
pub(crate) async fn execute<R>(
    request: &HttpRequest,
    created: StatusCode,
    address: impl FnOnce(&CommandReceipt) -> String,
    command: impl FnOnce(&AppState) -> Result<CommandReceipt, CommandError<R>> + Send + 'static,
) -> HandlerResult
where
    R: ToProblem + Send + 'static,
{
    let (receipt, done) = perform(request, address, command).await?;
    Ok(respond(created, &receipt, done.replayed))
}

/// Like [`execute`], but returns the receipts for the client and of the command instead of an answer.
pub(crate) async fn perform<R>(
    request: &HttpRequest,
    address: impl FnOnce(&CommandReceipt) -> String,
    command: impl FnOnce(&AppState) -> Result<CommandReceipt, CommandError<R>> + Send + 'static,
) -> Result<(Receipt, CommandReceipt), Problem>
where
    R: ToProblem + Send + 'static,
{
    let app = app(request)?;
    let blocking_app = app.clone();
    let started = std::time::Instant::now();
    let done = app.blocking(move || command(&blocking_app)).await?.map_err(|error| refused(app, error))?;
    if !done.dry_run && !done.replayed {
        app.metrics.appended(started.elapsed());
    }
    app.wait_for(done.position).await?;
    let (done, consequences) = if has_consequences(&done) {
        let (permit, blocking_app) = (app.permit(request).await?, app.clone());
        let lang = negotiate::language(request.headers());
        let rehearsed = move || {
            let _permit = permit;
            let consequences = consequences(&blocking_app, &done, lang).map(Box::new);
            (done, consequences)
        };
        app.blocking(rehearsed).await?
    } else {
        (done, None)
    };
    let events = done.events.iter().map(|event| RecordedEvent {
        position: event.position.map(|position| position.0),
        r#type: event.event_type.to_string(),
    });
    let receipt = Receipt {
        resource: address(&done),
        id: done.resource.id().to_owned(),
        etag: format!("\"{}\"", done.etag.0),
        position: done.position.0,
        recorded_at: done.recorded_at.to_string(),
        events: events.collect(),
        dry_run: done.dry_run,
        consequences,
        secret: None,
    };
    Ok((receipt, done))
}

pub(crate) fn respond(created: StatusCode, receipt: &Receipt, replayed: bool) -> HttpResponse {
    respond_with(created, receipt, replayed, receipt)
}

/// The same in a body that says more than the receipt.
pub(crate) fn respond_with(
    created: StatusCode,
    receipt: &Receipt,
    replayed: bool,
    body: &impl Serialize,
) -> HttpResponse {
    let status = if receipt.dry_run { StatusCode::OK } else { created };
    let mut response = HttpResponse::build(status);
    response
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((KOSTKA_POSITION, HeaderValue::from(receipt.position)));
    if !receipt.dry_run {
        response.insert_header((ETAG, receipt.etag.as_str()));
        if created == StatusCode::CREATED {
            response.insert_header((LOCATION, receipt.resource.as_str()));
        }
    }
    if replayed {
        response.insert_header((IDEMPOTENCY_REPLAYED, "true"));
    }
    answer::json(&mut response, body)
}

/// Why a rule refused something, as a problem.
pub(crate) trait ToProblem: std::fmt::Display {
    fn problem(&self) -> Problem;
}

fn refused<R: ToProblem>(app: &AppState, error: CommandError<R>) -> Problem {
    match error {
        CommandError::Rejected(refusal) => refusal.problem(),
        CommandError::NotFound | CommandError::Id(_) => ProblemKind::NotFound.into(),
        // A client that sees nothing there yet sets no condition; see `WriteHead::put`.
        CommandError::Stale { expected: Position::START, .. } => ProblemKind::PreconditionRequired.into(),
        CommandError::Stale { expected, current } => {
            app.metrics.precondition_failed();
            conditional::stale(expected, current)
        }
        CommandError::IdempotencyMismatch => ProblemKind::IdempotencyMismatch.into(),
        CommandError::Append(error) => error.into(),
        error @ (CommandError::Read(_)
        | CommandError::History { .. }
        | CommandError::Unseal(_)
        | CommandError::Seal(_)
        | CommandError::Lookup(_)) => {
            tracing::error!(error = error.to_string(), "a command failed");
            ProblemKind::Internal.into()
        }
    }
}

impl From<AppendError> for Problem {
    fn from(error: AppendError) -> Self {
        let soon = |kind: ProblemKind| Problem::new(kind).header(RETRY_AFTER, HeaderValue::from_static("1"));
        match error {
            AppendError::Conflict { .. } | AppendError::VaultConflict { .. } | AppendError::RecordConflict { .. } => {
                soon(ProblemKind::Conflict)
            }
            AppendError::IdempotencyMismatch => ProblemKind::IdempotencyMismatch.into(),
            AppendError::Overloaded => soon(ProblemKind::Overloaded),
            AppendError::ReadOnly(_) => ProblemKind::ReadOnly.into(),
            AppendError::Closed => soon(ProblemKind::Unavailable),
            AppendError::Unknown(problem) => {
                tracing::error!(problem, "it is not known whether a write went through");
                soon(ProblemKind::OutcomeUnknown)
            }
            AppendError::Invalid(_) | AppendError::Failed(_) => {
                tracing::error!(error = error.to_string(), "a write failed");
                ProblemKind::Internal.into()
            }
        }
    }
}
