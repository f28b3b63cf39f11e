//! The edge of the service: everything that holds for every request and every answer, in one place.
//!
//! One layer instead of many, because it stands in the way of every cached answer: limits, time, panics, problems in
//! the language of the client, security headers, rate limits, the log of requests and its measures; and what is kept.

mod headers;
mod request_id;

use crate::http::access_log::{AccessLog, Line};
use crate::http::app::AppState;
use crate::http::client_address::{client_address, client_network};
use crate::http::connections::{ActiveResponse, Connection};
use crate::http::endpoint::RoutePattern;
use crate::http::header_text::set;
use crate::http::negotiate::language_of;
use crate::http::openapi::deprecation;
use crate::http::page_cache::CacheVersion;
use crate::http::problem::{self, Problem, ProblemKind};
use crate::http::rate_limit::{RATE_LIMIT, RATE_LIMIT_POLICY, RateLimit};
use crate::http::response_cache::{CacheableAnswer, RequestKey};
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{Service, ServiceRequest, ServiceResponse, Transform};
use actix_web::error::InternalError;
use actix_web::http::Method;
use actix_web::http::header::{
    ACCEPT_LANGUAGE, AUTHORIZATION, CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_TYPE, COOKIE, HeaderName, HeaderValue,
    VARY,
};
use actix_web::{Error, HttpMessage, HttpResponse, web};
use events::envelope::{Position, Timestamp};
use formats::localization::Lang;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use headers::CorsPolicy;
pub(crate) use headers::PAGE_POLICY;
use request_id::RequestId;
use std::cell::{Cell, RefCell};
use std::future::{Ready, poll_fn, ready};
use std::hash::Hash;
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::task::Poll;
use std::time::Instant;

/// `Kostka-Position`: how far the log was known when the answer was made.
pub(crate) const KOSTKA_POSITION: HeaderName = HeaderName::from_static("kostka-position");
/// `Kostka-As-Of`: which position and time of the log an answer with `as_of` shows.
const KOSTKA_AS_OF: HeaderName = HeaderName::from_static("kostka-as-of");
/// `Request-Id`: what to quote when asking about an answer.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("request-id");

/// Marks an answer of failure that has a body of its own, like readiness.
pub(crate) struct CustomErrorBody;

/// What is known of a request before anything else looks at it.
pub(crate) struct RequestContext {
    pub(crate) request_id: RequestId,
    /// The address of the client, never logged.
    pub(crate) client: IpAddr,
    /// The opaque id of the account, once it is known.
    pub(crate) account: RefCell<Option<String>>,
    /// What the client is told of the limit that it was counted against.
    rate_limit: RefCell<Option<(HeaderValue, HeaderValue)>>,
    counted: Cell<bool>,
    /// Which moment the answer shows, if it is not that of now.
    as_of: RefCell<Option<HeaderValue>>,
}

impl RequestContext {
    pub(crate) fn set_as_of(&self, position: Position, recorded_at: Timestamp) {
        *self.as_of.borrow_mut() = HeaderValue::from_str(&format!("{position}; recorded_at={recorded_at}")).ok();
    }

    pub(crate) fn count_address(&self, app: &AppState) -> Result<(), Problem> {
        self.count(&app.limits.anonymous, &self.client)
    }

    pub(crate) fn count<K: Hash + Eq + Clone>(&self, limit: &RateLimit<K>, who: &K) -> Result<(), Problem> {
        self.counted.set(true);
        // A refusal says itself which limit it is about.
        self.rate_limit.borrow_mut().take();
        let left = limit.count(who)?;
        *self.rate_limit.borrow_mut() = Some((limit.policy().clone(), left));
        Ok(())
    }

    pub(crate) fn is_counted(&self) -> bool {
        self.counted.get()
    }
}

pub(crate) struct Edge {
    app: web::Data<AppState>,
    access_log: Option<AccessLog>,
}

impl Edge {
    pub(crate) fn new(app: web::Data<AppState>, access_log: Option<AccessLog>) -> Self {
        Self { app, access_log }
    }
}

impl<S, B> Transform<S, ServiceRequest> for Edge
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error> + 'static,
    B: MessageBody + 'static,
{
    type Response = ServiceResponse<BoxBody>;
    type Error = Error;
    type InitError = ();
    type Transform = EdgeLayer<S>;
    type Future = Ready<Result<Self::Transform, Self::InitError>>;

    fn new_transform(&self, inner: S) -> Self::Future {
        let layer = Layer { inner, app: self.app.clone(), access_log: self.access_log.clone() };
        ready(Ok(EdgeLayer(Rc::new(layer))))
    }
}

pub(crate) struct EdgeLayer<S>(Rc<Layer<S>>);

struct Layer<S> {
    inner: S,
    app: web::Data<AppState>,
    access_log: Option<AccessLog>,
}

impl<S, B> Service<ServiceRequest> for EdgeLayer<S>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error> + 'static,
    B: MessageBody + 'static,
{
    type Response = ServiceResponse<BoxBody>;
    type Error = Error;
    type Future = LocalBoxFuture<'static, Result<Self::Response, Self::Error>>;

    fn poll_ready(&self, context: &mut std::task::Context<'_>) -> std::task::Poll<Result<(), Self::Error>> {
        self.0.inner.poll_ready(context)
    }

    fn call(&self, request: ServiceRequest) -> Self::Future {
        let layer = Rc::clone(&self.0);
        Box::pin(async move { layer.answer(request).await })
    }
}

impl<S, B> Layer<S>
where
    S: Service<ServiceRequest, Response = ServiceResponse<B>, Error = Error> + 'static,
    B: MessageBody + 'static,
{
    async fn answer(&self, request: ServiceRequest) -> Result<ServiceResponse<BoxBody>, Error> {
        let app = &*self.app;
        let finish = RequestInfo::new(app, &request);
        let refusal =
            too_large(&request, app).or_else(|| finish.count(app).err()).or_else(|| not_caught_up(&request, app));
        if let Some(refusal) = refusal {
            let response = self.finish(&finish, HttpResponse::from_error(refusal), None);
            return Ok(request.into_response(response));
        }
        // What is kept has nothing to be looked for or read.
        let (version, request_key) = (CacheVersion::now(app), RequestKey::of(request.head()));
        let kept = match &request_key {
            Some(request_key) => app.response_cache.respond_if_ready(request_key, request.head(), version),
            None => app.pages.respond_if_ready(request.head(), version),
        };
        if let Some((response, route)) = kept {
            let response = self.finish(&finish, response, route);
            return Ok(request.into_response(response));
        }
        request.extensions_mut().insert(Rc::clone(&finish.request_context));
        // A request can be routed only while nothing else holds it.
        let longest = app.settings.limits.request_timeout * 2;
        let mut answer = pin!(AssertUnwindSafe(self.inner.call(request)).catch_unwind());
        // What is ready at once, like everything that is kept, needs no clock.
        let answer = match poll_fn(|context| Poll::Ready(answer.as_mut().poll(context))).await {
            Poll::Ready(answer) => Ok(answer),
            Poll::Pending => tokio::time::timeout(longest, answer).await,
        };
        let failure = match answer {
            Ok(Ok(Ok(response))) => {
                let (request, response) = response.into_parts();
                if let (Some(request_key), Some(answer)) =
                    (&request_key, response.extensions().get::<CacheableAnswer>())
                {
                    app.response_cache.keep(request_key, version, answer);
                }
                let route = RoutePattern::of(&request);
                let response = self.finish(&finish, response.map_into_boxed_body(), route);
                return Ok(ServiceResponse::new(request, response));
            }
            Ok(Ok(Err(error))) => HttpResponse::from_error(error),
            Ok(Err(_panic)) => HttpResponse::from_error(Problem::new(ProblemKind::Internal)),
            Err(_elapsed) => HttpResponse::from_error(Problem::new(ProblemKind::OutcomeUnknown)),
        };
        let response = self.finish(&finish, failure, None);
        Err(InternalError::from_response("the request was not answered", response).into())
    }

    fn finish(
        &self,
        finish: &RequestInfo,
        response: HttpResponse<BoxBody>,
        route: Option<RoutePattern>,
    ) -> HttpResponse<BoxBody> {
        let app = &*self.app;
        let RequestInfo { started, request_context, cors, .. } = finish;
        // A token that was not verified counts as none.
        let uncounted = (!request_context.is_counted()).then(|| request_context.count_address(app).err()).flatten();
        let response = uncounted.map_or(response, HttpResponse::from_error);
        let mut response = match response.status() {
            status if status.is_client_error() || status.is_server_error() => problem_response(response, finish),
            _ => response,
        };
        let headers = response.headers_mut();
        headers::set_security_headers(headers);
        headers::set_cors_headers(headers, *cors);
        if !headers.contains_key(KOSTKA_POSITION) {
            set(headers, KOSTKA_POSITION, headers::number(finish.position.0));
        }
        if let Some(as_of) = request_context.as_of.take() {
            set(headers, KOSTKA_AS_OF, as_of);
        }
        set(headers, REQUEST_ID, request_context.request_id.value().clone());
        if let Some((policy, left)) = request_context.rate_limit.take() {
            set(headers, RATE_LIMIT_POLICY, policy);
            set(headers, RATE_LIMIT, left);
        }
        let route = route.map_or("-", |route| route.0);
        deprecation::tell(deprecation::DEPRECATED, route, finish.method, response.headers_mut());
        let (method, status, duration) = (finish.method, response.status().as_u16(), started.elapsed());
        app.metrics.request(route, method, status, duration);
        if let Some(log) = &self.access_log {
            let account = request_context.account.borrow();
            let request_id = &request_context.request_id;
            log.write(&Line { request_id, method, route, status, duration, account: account.as_deref() });
        }
        if let (Some(answering), BodySize::Stream) = (&finish.answering, response.body().size()) {
            answering.mark_streaming();
        }
        response
    }
}

/// What the answer needs to know of its request, which is not there any more when it is finished.
struct RequestInfo {
    started: Instant,
    /// Known before anything is read: whatever the answer is made of is at least as new.
    position: Position,
    method: &'static str,
    language: Option<HeaderValue>,
    cors: CorsPolicy,
    request_context: Rc<RequestContext>,
    with_token: bool,
    answering: Option<ActiveResponse>,
}

impl RequestInfo {
    fn new(app: &AppState, request: &ServiceRequest) -> Self {
        let headers = request.headers();
        let client = client_address(request.peer_addr(), headers, &app.settings.trusted_proxies);
        let request_context = RequestContext {
            request_id: RequestId::next(),
            client: client_network(client),
            account: RefCell::new(None),
            rate_limit: RefCell::new(None),
            counted: Cell::new(false),
            as_of: RefCell::new(None),
        };
        Self {
            started: Instant::now(),
            position: app.projector.position(),
            method: method_name(request.method()),
            language: headers.get(ACCEPT_LANGUAGE).cloned(),
            cors: CorsPolicy::of(request),
            request_context: Rc::new(request_context),
            with_token: headers.contains_key(AUTHORIZATION) || headers.contains_key(COOKIE),
            answering: request.conn_data::<Rc<Connection>>().map(Connection::answering),
        }
    }

    /// Counts the request. One with a token is let in generously here, so that a crowd at the same address does not
    /// keep out those who are signed in; it is counted for good when the token is looked at.
    fn count(&self, app: &AppState) -> Result<(), Problem> {
        if !self.with_token {
            return self.request_context.count_address(app);
        }
        let refused = |_: &Problem| self.request_context.counted.set(true);
        app.limits.with_token.count(&self.request_context.client).inspect_err(refused).map(drop)
    }
}

fn too_large(request: &ServiceRequest, app: &AppState) -> Option<Problem> {
    let limits = &app.settings.limits;
    let uri = request.uri();
    if uri.path().len() + uri.query().map_or(0, str::len) > limits.uri_bytes {
        return Some(ProblemKind::UriTooLong.into());
    }
    let headers: usize = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    if headers > limits.header_bytes {
        return Some(ProblemKind::HeadersTooLarge.into());
    }
    None
}

/// Nothing is read before the read models have come to the end of the log once: half of a list is no answer.
fn not_caught_up(request: &ServiceRequest, app: &AppState) -> Option<Problem> {
    if app.caught_up.load(Ordering::Acquire) || !request.path().starts_with("/api/v1") {
        return None;
    }
    Some(app.behind())
}

/// The body of a refusal, in the language of the client; whatever the framework wrote there gives way to it.
fn problem_response(response: HttpResponse<BoxBody>, finish: &RequestInfo) -> HttpResponse<BoxBody> {
    if response.headers().contains_key(CONTENT_TYPE) && response.extensions().get::<CustomErrorBody>().is_some() {
        return response;
    }
    let kept = response.extensions().get::<Problem>().cloned();
    let problem = kept.unwrap_or_else(|| Problem::new(ProblemKind::from_status(response.status())));
    let lang = finish.language.as_ref().map_or(Lang::Pl, |value| language_of(value.to_str().unwrap_or_default()));
    let request_context = &finish.request_context;
    let mut document = problem.document(lang, &request_context.request_id).to_string();
    document.push('\n');
    let mut response = response.set_body(BoxBody::new(document));
    *response.status_mut() = problem.kind().status();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(problem::MEDIA_TYPE));
    headers.insert(CONTENT_LANGUAGE, HeaderValue::from_static(if lang == Lang::Pl { "pl" } else { "en" }));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(VARY, HeaderValue::from_static("Accept-Language"));
    response
}

/// The name of a method, from a closed set: what clients invent does not become a label.
fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "OTHER",
    }
}
