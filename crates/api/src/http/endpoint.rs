//! One address with its methods: what it answers, what it refuses, and what it is called in logs and metrics.

use crate::http::problem::{Problem, ProblemKind};
use actix_web::http::Method;
use actix_web::http::header::{ALLOW, HeaderValue};
use actix_web::{FromRequest, Handler, HttpRequest, HttpResponse, Resource, Responder, ResponseError, web};

/// The pattern of the route that answered, for logs and metrics.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RoutePattern(pub(crate) &'static str);

impl RoutePattern {
    /// That of a request, once its address was found.
    pub(crate) fn of(request: &HttpRequest) -> Option<Self> {
        request.app_data::<Self>().copied()
    }
}

/// An address with its methods.
pub struct Endpoint {
    pattern: &'static str,
    resource: Resource,
    allowed: Vec<&'static str>,
}

impl Endpoint {
    /// An address that answers nothing yet.
    pub fn at(pattern: &'static str) -> Self {
        Self { pattern, resource: web::resource(pattern).app_data(RoutePattern(pattern)), allowed: Vec::new() }
    }

    /// The same below a scope that has the beginning of the address.
    pub fn below(scope: &str, pattern: &'static str) -> Self {
        let rest = pattern.strip_prefix(scope).unwrap_or(pattern);
        Self { pattern, resource: web::resource(rest).app_data(RoutePattern(pattern)), allowed: Vec::new() }
    }

    /// Reads; `HEAD` is answered as `GET` without a body.
    #[must_use]
    pub fn get<F, Args>(self, handler: F) -> Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.on("GET", Method::GET, handler.clone()).on("HEAD", Method::HEAD, handler)
    }

    /// Creates or acts.
    #[must_use]
    pub fn post<F, Args>(self, handler: F) -> Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.on("POST", Method::POST, handler)
    }

    /// Puts in place.
    #[must_use]
    pub fn put<F, Args>(self, handler: F) -> Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.on("PUT", Method::PUT, handler)
    }

    /// Takes away.
    #[must_use]
    pub fn delete<F, Args>(self, handler: F) -> Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.on("DELETE", Method::DELETE, handler)
    }

    fn on<F, Args>(mut self, name: &'static str, method: Method, handler: F) -> Self
    where
        F: Handler<Args>,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        self.allowed.push(name);
        self.resource = self.resource.route(web::method(method).to(handler));
        self
    }

    /// The address for the table of routes; other methods are refused with those that are allowed.
    pub fn build(self) -> Resource {
        let Self { pattern: _, resource, allowed } = self;
        let allow = HeaderValue::from_str(&format!("{}, OPTIONS", allowed.join(", "))).expect("names of methods");
        resource.default_service(web::to(move |request: HttpRequest| {
            let allow = allow.clone();
            async move { other_method(&request, allow) }
        }))
    }

    pub(crate) fn pattern(&self) -> &'static str {
        self.pattern
    }

    pub(crate) fn methods(&self) -> &[&'static str] {
        &self.allowed
    }
}

fn other_method(request: &HttpRequest, allow: HeaderValue) -> HttpResponse {
    if request.method() == Method::OPTIONS {
        return HttpResponse::NoContent().insert_header((ALLOW, allow)).finish();
    }
    Problem::new(ProblemKind::MethodNotAllowed).header(ALLOW, allow).error_response()
}
