//! Asks the API from inside: pages are made of what it answers, so that they can show nothing that it would not.

use crate::accounts::request_context;
use crate::http::answer::{Answer, Audience};
use crate::http::app::AppState;
use crate::http::display_names::short_name;
use crate::http::edge::{CustomErrorBody, RequestContext};
use crate::http::endpoint::RoutePattern;
use crate::http::header_text::set;
use crate::http::negotiate::{self, Form};
use crate::http::page_cache::CacheVersion;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::routes;
use crate::http::settings::{Accessibility, Operator};
use actix_http::Request;
use actix_service::IntoServiceFactory;
use actix_web::body::{BoxBody, to_bytes_limited};
use actix_web::dev::{AppConfig, Payload, Service, ServiceFactory, ServiceResponse};
use actix_web::http::header::{
    ACCEPT, ACCEPT_LANGUAGE, AUTHORIZATION, CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_TYPE, COOKIE, ETAG, HeaderValue,
};
use actix_web::http::uri::Uri;
use actix_web::http::{Method, StatusCode, Version};
use actix_web::{App, Error, FromRequest, HttpMessage, HttpRequest, HttpResponse, ResponseError, web};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::values::ids::PlayerId;
use formats::localization::Lang;
use futures_util::future::LocalBoxFuture;
use serde::de::DeserializeOwned;
use std::future::{Ready, ready};
use std::net::{IpAddr, Ipv4Addr};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::OnceCell;

/// No answer that a page is made of is longer.
const LONGEST_ANSWER_BYTES: usize = 64 << 20;

type Call = Box<dyn Fn(Request) -> LocalBoxFuture<'static, Result<ServiceResponse<BoxBody>, Error>>>;

/// The addresses of the API in one worker, made when they are first asked.
pub(crate) struct ApiService {
    app: web::Data<AppState>,
    call: OnceCell<Call>,
}

impl ApiService {
    pub(crate) fn new(app: web::Data<AppState>) -> Rc<Self> {
        Rc::new(Self { app, call: OnceCell::new() })
    }

    async fn call(&self, request: Request) -> Result<ServiceResponse<BoxBody>, Error> {
        let call = self.call.get_or_try_init(|| self.open()).await.map_err(|problem| Error::from(problem.clone()))?;
        call(request).await
    }

    async fn open(&self) -> Result<Call, Problem> {
        let app = App::new()
            .app_data(self.app.clone())
            .configure(routes::public)
            .default_service(web::to(|| async { Problem::new(ProblemKind::NotFound).error_response() }));
        let opened = app.into_factory().new_service(AppConfig::default()).await;
        let service = opened.map_err(|()| Problem::new(ProblemKind::Internal))?;
        Ok(Box::new(move |request| {
            let answer = service.call(request);
            Box::pin(async move { answer.await.map(ServiceResponse::map_into_boxed_body) })
        }))
    }
}

/// Why there is nothing to make a page of.
#[derive(Debug, Clone)]
pub struct ApiError(Problem);

impl ApiError {
    /// There is no such page.
    pub fn not_found() -> Self {
        Self(Problem::new(ProblemKind::NotFound))
    }

    /// The page is for others.
    pub fn forbidden() -> Self {
        Self(Problem::new(ProblemKind::Forbidden))
    }

    /// The account has to set up a second factor first.
    pub fn second_factor_missing() -> Self {
        Self(Problem::new(ProblemKind::SecondFactorMissing))
    }

    /// Something of ours is broken.
    pub fn broken(why: &dyn std::fmt::Display) -> Self {
        tracing::error!(error = why.to_string(), "a page cannot be made");
        Self(Problem::new(ProblemKind::Internal))
    }

    /// Its status.
    pub fn status(&self) -> StatusCode {
        self.0.kind().status()
    }

    /// What it is, and why, in words.
    pub fn words(&self, lang: Lang) -> (String, String) {
        let document = self.0.document(lang, "");
        let text = |field: &str| document.get(field).and_then(|it| it.as_str()).unwrap_or_default().to_owned();
        (text("title"), text("detail"))
    }
}

/// The API without credentials; [`ApiClient::personal`] is the API with the credentials of the request.
pub struct ApiClient {
    request: HttpRequest,
    api_service: Rc<ApiService>,
}

/// The API with the credentials of the request; its answers are not cached.
pub struct AuthenticatedApiClient<'a>(&'a ApiClient);

impl FromRequest for ApiClient {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let api_service = request.app_data::<Rc<ApiService>>().map(Rc::clone);
        let client = api_service.map(|api_service| Self { request: request.clone(), api_service });
        ready(client.ok_or_else(|| Problem::new(ProblemKind::Internal).into()))
    }
}

impl ApiClient {
    /// The request for the page.
    pub fn request(&self) -> &HttpRequest {
        &self.request
    }

    /// The language that the browser prefers.
    pub fn preferred_language(&self) -> Lang {
        negotiate::language(self.request.headers())
    }

    /// What time it is.
    pub fn now(&self) -> DateTime<Utc> {
        let micros = self.api_service.app.environment.now().0;
        DateTime::from_timestamp_micros(micros).unwrap_or_default()
    }

    /// The public address of the service, without a slash at the end.
    pub fn public_url(&self) -> &str {
        &self.api_service.app.settings.public_url
    }

    /// The address of the client, for the fair queue.
    pub fn client(&self) -> IpAddr {
        request_context(&self.request)
            .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |request_context| request_context.client)
    }

    /// Who runs the service.
    pub fn operator(&self) -> &Operator {
        &self.api_service.app.settings.operator
    }

    /// What the operator says of the accessibility of the site.
    pub fn accessibility(&self) -> &Accessibility {
        &self.api_service.app.settings.accessibility
    }

    /// First name and initial of a player; "deleted player" for an erased or unknown one.
    pub fn short_name(&self, lang: Lang, player: &str) -> String {
        match PlayerId::parse(player) {
            Ok(player) => short_name(&self.api_service.app.views(), &player, lang),
            Err(_) => lang.text("event-player-deleted"),
        }
    }

    /// The API with the credentials of the request.
    pub fn personal(&self) -> AuthenticatedApiClient<'_> {
        AuthenticatedApiClient(self)
    }

    /// Reads the anonymous answer of an address.
    pub async fn get<T: DeserializeOwned>(&self, lang: Lang, address: &str) -> Result<T, ApiError> {
        self.read(self.asked(lang, address)?, address).await
    }

    /// The same, or nothing where there is nothing.
    pub async fn find<T: DeserializeOwned>(&self, lang: Lang, address: &str) -> Result<Option<T>, ApiError> {
        none_if_not_found(self.get(lang, address).await)
    }

    async fn read<T: DeserializeOwned>(&self, asked: Request, address: &str) -> Result<T, ApiError> {
        Ok(self.read_with_etag(asked, address).await?.0)
    }

    async fn read_with_etag<T: DeserializeOwned>(
        &self,
        asked: Request,
        address: &str,
    ) -> Result<(T, String), ApiError> {
        let app = &self.api_service.app;
        // Half of a list is no page either.
        if !app.caught_up.load(Ordering::Acquire) {
            return Err(ApiError(app.behind()));
        }
        let response = self.api_service.call(asked).await.map_err(|error| {
            let problem = error.as_error::<Problem>().cloned();
            ApiError(problem.unwrap_or_else(|| Problem::new(ProblemKind::Internal)))
        })?;
        let (_, response) = response.into_parts();
        if !response.status().is_success() {
            let problem = response.extensions().get::<Problem>().cloned();
            return Err(ApiError(problem.unwrap_or_else(|| Problem::new(ProblemKind::Internal))));
        }
        let tag = response.headers().get(ETAG).and_then(|tag| tag.to_str().ok()).unwrap_or_default().to_owned();
        let body = to_bytes_limited(response.into_body(), LONGEST_ANSWER_BYTES).await;
        let body = body.map_err(|error| ApiError::broken(&error))?;
        let body = body.map_err(|error| ApiError::broken(&error))?;
        let read = serde_json::from_slice(&body).map_err(|error| ApiError::broken(&format!("{address}: {error}")))?;
        Ok((read, tag))
    }

    fn asked(&self, lang: Lang, address: &str) -> Result<Request, ApiError> {
        let uri: Uri = address.parse().map_err(|error| ApiError::broken(&format!("{address}: {error}")))?;
        let mut asked = Request::new();
        let head = asked.head_mut();
        // Heads are used again and again, and come with the method of the request before.
        (head.method, head.version, head.uri) = (Method::GET, Version::HTTP_11, uri);
        head.peer_addr = self.request.peer_addr();
        head.headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        let language = if lang == Lang::Pl { "pl" } else { "en" };
        head.headers.insert(ACCEPT_LANGUAGE, HeaderValue::from_static(language));
        if let Some(request_context) = self.request.extensions().get::<Rc<RequestContext>>() {
            asked.extensions_mut().insert(Rc::clone(request_context));
        }
        Ok(asked)
    }

    /// A page for this request only.
    pub async fn own(&self, lang: Lang, text: String) -> HttpResponse {
        let answer = Answer::by_content(Audience::Private, Form::Html, text.into()).in_language(lang);
        Arc::new(answer).respond(&self.request).await
    }

    /// A page that says why there is no other.
    pub fn unsuccessful(&self, refusal: &ApiError, lang: Lang, text: String) -> HttpResponse {
        let mut response = refusal.0.error_response().set_body(text).map_into_boxed_body();
        let headers = response.headers_mut();
        set(headers, CONTENT_TYPE, HeaderValue::from_static(Form::Html.content_type()));
        set(headers, CONTENT_LANGUAGE, HeaderValue::from_static(if lang == Lang::Pl { "pl" } else { "en" }));
        set(headers, CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response.extensions_mut().insert(CustomErrorBody);
        response
    }

    /// A page that is the same for all: rendered once for each change of the log and each hour, in every encoding.
    pub async fn kept(
        &self,
        lang: Lang,
        policy: HeaderValue,
        build: impl Future<Output = Result<String, ApiError>>,
    ) -> Result<HttpResponse, ApiError> {
        self.keep(build, |answer| answer.in_language(lang).with_content_policy(policy)).await
    }

    /// The same for something that is no page, with its media type.
    pub async fn cached_file(
        &self,
        content_type: &'static str,
        lang: Lang,
        build: impl Future<Output = Result<String, ApiError>>,
    ) -> Result<HttpResponse, ApiError> {
        self.keep(build, |answer| answer.with_content_type(content_type).in_language(lang)).await
    }

    async fn keep(
        &self,
        build: impl Future<Output = Result<String, ApiError>>,
        described: impl FnOnce(Answer) -> Answer,
    ) -> Result<HttpResponse, ApiError> {
        let (request, app) = (&self.request, &self.api_service.app);
        let make = async {
            let answer = Answer::by_content(Audience::Public, Form::Html, build.await?.into());
            Ok(described(answer).at(RoutePattern::of(request)))
        };
        let (path, query) = (request.path(), request.query_string());
        Ok(app.pages.page(path, query, || CacheVersion::now(app), make).await?.respond(request).await)
    }
}

impl AuthenticatedApiClient<'_> {
    /// Reads the answer of an address with the credentials of the request.
    pub async fn get<T: DeserializeOwned>(&self, lang: Lang, address: &str) -> Result<T, ApiError> {
        self.0.read(self.asked(lang, address)?, address).await
    }

    /// The same, or nothing where there is nothing.
    pub async fn find<T: DeserializeOwned>(&self, lang: Lang, address: &str) -> Result<Option<T>, ApiError> {
        none_if_not_found(self.get(lang, address).await)
    }

    /// The same with its ETag, for an edit of what was seen.
    pub async fn get_with_etag<T: DeserializeOwned>(&self, lang: Lang, address: &str) -> Result<(T, String), ApiError> {
        self.0.read_with_etag(self.asked(lang, address)?, address).await
    }

    fn asked(&self, lang: Lang, address: &str) -> Result<Request, ApiError> {
        let mut asked = self.0.asked(lang, address)?;
        for name in [AUTHORIZATION, COOKIE] {
            for value in self.0.request.headers().get_all(&name) {
                asked.head_mut().headers.append(name.clone(), value.clone());
            }
        }
        Ok(asked)
    }
}

fn none_if_not_found<T>(asked: Result<T, ApiError>) -> Result<Option<T>, ApiError> {
    match asked {
        Ok(found) => Ok(Some(found)),
        Err(refusal) if refusal.status() == StatusCode::NOT_FOUND => Ok(None),
        Err(refusal) => Err(refusal),
    }
}

/// A file that is part of the program, in every encoding. Its address changes with its content, so browsers keep it for
/// ever.
pub struct File(Arc<Answer>);

impl File {
    /// A file of this media type.
    pub fn new(content_type: &'static str, body: &'static [u8]) -> Self {
        let answer = Answer::by_content(Audience::Public, Form::Text, Bytes::from_static(body));
        Self(Arc::new(answer.with_content_type(content_type)))
    }

    /// The file for one client.
    pub async fn respond(&self, request: &HttpRequest) -> HttpResponse {
        let mut response = self.0.respond(request).await;
        let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
        set(response.headers_mut(), CACHE_CONTROL, forever);
        response
    }
}
