//! The edge of the service: everything that holds for every request and every answer, in one place.
//!
//! One layer instead of many, because it stands in the way of every cached answer: limits, time, panics, problems in the
//! language of the client, security headers, rate limits, the log of requests and its measures; and what is kept.

mod headers;
mod request_id;

use crate::access_log::{AccessLog, Line};
use crate::client_address::{client_address, one_client};
use crate::connections::{Answering, Connection};
use crate::header_text::set;
use crate::kept_answers::{Question, Repeatable};
use crate::kept_pages::PageMoment;
use crate::kostka::Kostka;
use crate::negotiate::language_of;
use crate::openapi::deprecation;
use crate::problem::{self, Problem, ProblemKind};
use crate::rate_limit::{RATE_LIMIT, RATE_LIMIT_POLICY, RateLimit};
use crate::route::RoutePattern;
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
use formats::words::Lang;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
pub(crate) use headers::PAGE_POLICY;
use headers::Shared;
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
pub(crate) struct OwnWords;

/// What is known of a request before anything else looks at it.
pub(crate) struct Arrival {
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

impl Arrival {
    /// Notes which moment the answer shows.
    pub(crate) fn shows(&self, position: Position, recorded_at: Timestamp) {
        *self.as_of.borrow_mut() = HeaderValue::from_str(&format!("{position}; recorded_at={recorded_at}")).ok();
    }

    /// Counts the request against the limit of its address.
    pub(crate) fn count_address(&self, kostka: &Kostka) -> Result<(), Problem> {
        self.count(&kostka.anonymous_limit, &self.client)
    }

    /// Counts the request against the limit of whoever is calling.
    pub(crate) fn count<K: Hash + Eq + Clone>(&self, limit: &RateLimit<K>, who: &K) -> Result<(), Problem> {
        self.counted.set(true);
        // A refusal says itself which limit it is about.
        self.rate_limit.borrow_mut().take();
        let left = limit.count(who)?;
        *self.rate_limit.borrow_mut() = Some((limit.policy().clone(), left));
        Ok(())
    }

    /// Whether the request was counted for anybody.
    pub(crate) fn is_counted(&self) -> bool {
        self.counted.get()
    }
}

/// The layer that goes around everything.
pub(crate) struct Edge {
    kostka: web::Data<Kostka>,
    access_log: Option<AccessLog>,
}

impl Edge {
    pub(crate) fn new(kostka: web::Data<Kostka>, access_log: Option<AccessLog>) -> Self {
        Self { kostka, access_log }
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
        let layer = Layer { inner, kostka: self.kostka.clone(), access_log: self.access_log.clone() };
        ready(Ok(EdgeLayer(Rc::new(layer))))
    }
}

/// The layer in one worker.
pub(crate) struct EdgeLayer<S>(Rc<Layer<S>>);

struct Layer<S> {
    inner: S,
    kostka: web::Data<Kostka>,
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
        let kostka = &*self.kostka;
        let finish = Finish::new(kostka, &request);
        let refusal =
            too_large(&request, kostka).or_else(|| finish.count(kostka).err()).or_else(|| too_early(&request, kostka));
        if let Some(refusal) = refusal {
            let response = self.finish(&finish, HttpResponse::from_error(refusal), None);
            return Ok(request.into_response(response));
        }
        // What is kept has nothing to be looked for or read.
        let (moment, question) = (PageMoment::now(kostka), Question::of(request.head()));
        let kept = match &question {
            Some(question) => kostka.repeated.at_once(question, request.head(), moment),
            None => kostka.pages.at_once(request.head(), moment),
        };
        if let Some((response, route)) = kept {
            let response = self.finish(&finish, response, route);
            return Ok(request.into_response(response));
        }
        request.extensions_mut().insert(Rc::clone(&finish.arrival));
        // A request can be routed only while nobody else holds it, so what happens to it in there is out of our hands.
        let longest = kostka.settings.limits.request_timeout * 2;
        let mut answer = pin!(AssertUnwindSafe(self.inner.call(request)).catch_unwind());
        // What is ready at once, like everything that is kept, needs no clock.
        let answer = match poll_fn(|context| Poll::Ready(answer.as_mut().poll(context))).await {
            Poll::Ready(answer) => Ok(answer),
            Poll::Pending => tokio::time::timeout(longest, answer).await,
        };
        let failure = match answer {
            Ok(Ok(Ok(response))) => {
                let (request, response) = response.into_parts();
                if let (Some(question), Some(answer)) = (&question, response.extensions().get::<Repeatable>()) {
                    kostka.repeated.keep(question, moment, answer);
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

    /// What every answer gets before it leaves.
    fn finish(
        &self,
        finish: &Finish,
        response: HttpResponse<BoxBody>,
        route: Option<RoutePattern>,
    ) -> HttpResponse<BoxBody> {
        let kostka = &*self.kostka;
        let Finish { started, arrival, shared, .. } = finish;
        // A token that nobody has looked at is none.
        let uncounted = (!arrival.is_counted()).then(|| arrival.count_address(kostka).err()).flatten();
        let response = uncounted.map_or(response, HttpResponse::from_error);
        let mut response = match response.status() {
            status if status.is_client_error() || status.is_server_error() => in_words(response, finish),
            _ => response,
        };
        let headers = response.headers_mut();
        headers::secure(headers);
        headers::share(headers, *shared);
        if !headers.contains_key(KOSTKA_POSITION) {
            set(headers, KOSTKA_POSITION, headers::number(finish.position.0));
        }
        if let Some(as_of) = arrival.as_of.take() {
            set(headers, KOSTKA_AS_OF, as_of);
        }
        set(headers, REQUEST_ID, arrival.request_id.value().clone());
        if let Some((policy, left)) = arrival.rate_limit.take() {
            set(headers, RATE_LIMIT_POLICY, policy);
            set(headers, RATE_LIMIT, left);
        }
        let route = route.map_or("-", |route| route.0);
        deprecation::tell(deprecation::DEPRECATED, route, finish.method, response.headers_mut());
        let (method, status, duration) = (finish.method, response.status().as_u16(), started.elapsed());
        kostka.measures.request(route, method, status, duration);
        if let Some(log) = &self.access_log {
            let account = arrival.account.borrow();
            let request_id = &arrival.request_id;
            log.write(&Line { request_id, method, route, status, duration, account: account.as_deref() });
        }
        if let (Some(answering), BodySize::Stream) = (&finish.answering, response.body().size()) {
            answering.lasts();
        }
        response
    }
}

/// What the answer needs to know of its request, which is not there any more when it is finished.
struct Finish {
    started: Instant,
    /// Known before anything is read: whatever the answer is made of is at least as new.
    position: Position,
    method: &'static str,
    language: Option<HeaderValue>,
    shared: Shared,
    arrival: Rc<Arrival>,
    with_token: bool,
    answering: Option<Answering>,
}

impl Finish {
    fn new(kostka: &Kostka, request: &ServiceRequest) -> Self {
        let headers = request.headers();
        let client = client_address(request.peer_addr(), headers, &kostka.settings.trusted_proxies);
        let arrival = Arrival {
            request_id: RequestId::next(),
            client: one_client(client),
            account: RefCell::new(None),
            rate_limit: RefCell::new(None),
            counted: Cell::new(false),
            as_of: RefCell::new(None),
        };
        Self {
            started: Instant::now(),
            position: kostka.projector.position(),
            method: method_name(request.method()),
            language: headers.get(ACCEPT_LANGUAGE).cloned(),
            shared: Shared::of(request),
            arrival: Rc::new(arrival),
            with_token: headers.contains_key(AUTHORIZATION) || headers.contains_key(COOKIE),
            answering: request.conn_data::<Rc<Connection>>().map(Connection::answering),
        }
    }

    /// Counts the request. One with a token is let in generously here, so that a crowd at the same address does not keep out those
    /// who are signed in; it is counted for good when the token is looked at.
    fn count(&self, kostka: &Kostka) -> Result<(), Problem> {
        if !self.with_token {
            return self.arrival.count_address(kostka);
        }
        let refused = |_: &Problem| self.arrival.counted.set(true);
        kostka.with_token_limit.count(&self.arrival.client).inspect_err(refused).map(drop)
    }
}

fn too_large(request: &ServiceRequest, kostka: &Kostka) -> Option<Problem> {
    let limits = &kostka.settings.limits;
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
fn too_early(request: &ServiceRequest, kostka: &Kostka) -> Option<Problem> {
    if kostka.caught_up.load(Ordering::Acquire) || !request.path().starts_with("/api/v1") {
        return None;
    }
    Some(kostka.behind())
}

/// The body of a refusal, in the language of the client; whatever the framework wrote there gives way to it.
fn in_words(response: HttpResponse<BoxBody>, finish: &Finish) -> HttpResponse<BoxBody> {
    if response.headers().contains_key(CONTENT_TYPE) && response.extensions().get::<OwnWords>().is_some() {
        return response;
    }
    let kept = response.extensions().get::<Problem>().cloned();
    let problem = kept.unwrap_or_else(|| Problem::new(ProblemKind::from_status(response.status())));
    let lang = finish.language.as_ref().map_or(Lang::Pl, |value| language_of(value.to_str().unwrap_or_default()));
    let arrival = &finish.arrival;
    let mut document = problem.document(lang, &arrival.request_id).to_string();
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
