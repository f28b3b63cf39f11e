//! Headers that stand on every answer.

use crate::http::header_text::set;
use actix_web::dev::ServiceRequest;
use actix_web::http::Method;
use actix_web::http::header::{
    self, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, AUTHORIZATION,
    CONTENT_SECURITY_POLICY, HeaderMap, HeaderName, HeaderValue,
};
use std::cell::RefCell;

const CROSS_ORIGIN_OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");

/// Nothing may be loaded, framed or sent anywhere.
const DENY_ALL_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
/// The same for pages of our own, which have a style sheet.
pub(crate) const PAGE_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
);

/// What browsers are told to refuse. A handler that needs another content policy sets it before.
pub(crate) fn set_security_headers(headers: &mut HeaderMap) {
    if !headers.contains_key(CONTENT_SECURITY_POLICY) {
        set(headers, CONTENT_SECURITY_POLICY, DENY_ALL_POLICY);
    }
    set(headers, header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    set(headers, header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    set(headers, header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=63072000; includeSubDomains"));
    set(headers, CROSS_ORIGIN_OPENER_POLICY, HeaderValue::from_static("same-origin"));
    set(headers, PERMISSIONS_POLICY, HeaderValue::from_static("camera=(), geolocation=(), microphone=()"));
}

/// Who an answer is shared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CorsPolicy {
    /// Scripts of other origins learn nothing of it.
    No,
    /// A public read, which they may see.
    Read,
    /// A browser asks beforehand whether a script may read.
    Preflight,
}

impl CorsPolicy {
    /// Public reads are open to scripts of other origins; nothing else is, and credentials never are.
    pub(crate) fn of(request: &ServiceRequest) -> Self {
        if !request.path().starts_with("/api/") || request.headers().contains_key(AUTHORIZATION) {
            return Self::No;
        }
        match *request.method() {
            Method::GET | Method::HEAD => Self::Read,
            Method::OPTIONS => match request.headers().get(ACCESS_CONTROL_REQUEST_METHOD).map(HeaderValue::as_bytes) {
                Some(b"GET" | b"HEAD") => Self::Preflight,
                _ => Self::No,
            },
            _ => Self::No,
        }
    }
}

/// What browsers are told about scripts of other origins.
pub(crate) fn set_cors_headers(headers: &mut HeaderMap, cors: CorsPolicy) {
    match cors {
        CorsPolicy::No => {}
        CorsPolicy::Read => {
            set(headers, ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
            set(headers, ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED_HEADERS);
        }
        CorsPolicy::Preflight => {
            set(headers, ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
            set(headers, ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, HEAD"));
            let allowed = "Accept, Accept-Language, If-None-Match, Last-Event-ID";
            set(headers, ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(allowed));
            set(headers, ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
        }
    }
}

/// What scripts of other origins may read of an answer beside its body.
const EXPOSED_HEADERS: HeaderValue = HeaderValue::from_static(
    "ETag, Link, Kostka-Position, Kostka-As-Of, Request-Id, RateLimit, RateLimit-Policy, Retry-After, Deprecation, Sunset",
);

/// A number as a header; the last one is kept, because it is the same for many answers.
pub(crate) fn number(number: u64) -> HeaderValue {
    thread_local! {
        static LAST: RefCell<(u64, HeaderValue)> = const { RefCell::new((0, HeaderValue::from_static("0"))) };
    }
    LAST.with_borrow_mut(|(known, value)| {
        if *known != number {
            (*known, *value) = (number, HeaderValue::from(number));
        }
        value.clone()
    })
}
