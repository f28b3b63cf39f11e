//! Answers of the API that are asked for again and again: given out before their address is looked for, while nothing
//! is recorded.

use crate::http::answer::{Answer, AnswerCache};
use crate::http::endpoint::RoutePattern;
use crate::http::page_cache::CacheVersion;
use actix_web::HttpResponse;
use actix_web::dev::RequestHead;
use actix_web::http::Method;
use actix_web::http::header::{ACCEPT, ACCEPT_LANGUAGE, AUTHORIZATION, COOKIE, HeaderName};
use smol_str::SmolStr;
use std::sync::Arc;

/// No request that ordinary clients repeat says more; longer ones are answered without being kept.
const MAX_REQUEST_KEY_BYTES: usize = 512;

/// Everything that such an answer depends on: the address with its query, and what the client says of form and
/// language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RequestKey(SmolStr);

impl RequestKey {
    /// The question of a request; none if it is no read of the API, or if who asks may matter.
    pub(crate) fn of(head: &RequestHead) -> Option<Self> {
        let reads = matches!(head.method, Method::GET | Method::HEAD);
        let path = head.uri.path();
        let is_anonymous = !head.headers.contains_key(AUTHORIZATION) && !head.headers.contains_key(COOKIE);
        if !reads || !is_anonymous || !path.starts_with("/api/v1/") {
            return None;
        }
        let query = head.uri.query().unwrap_or_default();
        let (form, language) = (single_header(head, ACCEPT)?, single_header(head, ACCEPT_LANGUAGE)?);
        if path.len() + query.len() + form.len() + language.len() > MAX_REQUEST_KEY_BYTES {
            return None;
        }
        // No part has a line end.
        Some(Self(SmolStr::from_iter([path, "\n", query, "\n", form, "\n", language])))
    }
}

/// What a header says, nothing if it is not there; none if there are several of it, or if it is no text.
fn single_header(head: &RequestHead, name: HeaderName) -> Option<&str> {
    let mut values = head.headers.get_all(name);
    match (values.next(), values.next()) {
        (None, _) => Some(""),
        (Some(value), None) => value.to_str().ok(),
        (Some(_), Some(_)) => None,
    }
}

/// An answer that may be reused for the same request; a handler leaves it on its response.
pub(crate) struct CacheableAnswer(pub(crate) Arc<Answer>);

/// The answers, by their questions.
#[derive(Default)]
pub(crate) struct ResponseCache(AnswerCache<SmolStr, CacheVersion>);

impl ResponseCache {
    /// The answer to a question that was answered at this moment, with the pattern of its address.
    pub(crate) fn respond_if_ready(
        &self,
        request_key: &RequestKey,
        head: &RequestHead,
        version: CacheVersion,
    ) -> Option<(HttpResponse, Option<RoutePattern>)> {
        let answer = self.0.find(&request_key.0, version)?;
        Some((answer.respond_if_ready(&head.headers)?, answer.route()))
    }

    /// Keeps what a handler has left on its response. The moment is that before the handler looked at anything: what it
    /// has seen is as new or newer.
    pub(crate) fn keep(
        &self,
        request_key: &RequestKey,
        version: CacheVersion,
        CacheableAnswer(answer): &CacheableAnswer,
    ) {
        self.0.keep(&request_key.0, version, answer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::answer::Audience;
    use crate::http::negotiate::Form;
    use actix_web::test::TestRequest;

    const RANKING: &str = "/api/v1/seasons/2025/ranking?limit=500";

    fn request_key(request: TestRequest) -> Option<RequestKey> {
        RequestKey::of(request.to_http_request().head())
    }

    fn asked() -> TestRequest {
        TestRequest::with_uri(RANKING).insert_header((ACCEPT, "application/json"))
    }

    #[test]
    fn a_question_is_the_address_with_its_query_and_what_is_said_of_form_and_language() {
        let plain = request_key(asked()).unwrap();
        assert_eq!(request_key(asked()).as_ref(), Some(&plain));
        assert_eq!(request_key(asked().insert_header(("X-Other", "1"))).as_ref(), Some(&plain));
        assert_eq!(request_key(asked().method(Method::HEAD)).as_ref(), Some(&plain));
        for other in [
            asked().uri("/api/v1/seasons/2025/ranking?limit=100"),
            asked().uri("/api/v1/seasons/2025/ranking/limit=500"),
            asked().insert_header((ACCEPT, "text/csv")),
            asked().insert_header((ACCEPT_LANGUAGE, "en")),
        ] {
            assert_ne!(request_key(other).unwrap(), plain);
        }
    }

    #[test]
    fn nothing_is_repeated_for_whoever_shows_a_token_or_a_cookie_writes_or_asks_elsewhere() {
        assert_eq!(request_key(asked().insert_header((AUTHORIZATION, "Bearer a"))), None);
        assert_eq!(request_key(asked().insert_header((COOKIE, "a=b"))), None);
        assert_eq!(request_key(asked().method(Method::POST)), None);
        assert_eq!(request_key(asked().uri("/pl/ranking")), None);
        assert_eq!(request_key(asked().append_header((ACCEPT, "text/csv"))), None, "two of them say two things");
        assert_eq!(request_key(asked().uri(&format!("/api/v1/{}", "a".repeat(MAX_REQUEST_KEY_BYTES)))), None);
    }

    #[test]
    fn an_answer_is_repeated_at_its_moment_only() {
        let (kept, request_key) = (ResponseCache::default(), request_key(asked()).unwrap());
        let answer = Answer::by_content(Audience::Public, Form::Json, "{}".into());
        let (then, later) = (CacheVersion::at(7, 3), CacheVersion::at(8, 3));
        kept.keep(&request_key, then, &CacheableAnswer(Arc::new(answer.at(Some(RoutePattern("/api/v1/x"))))));
        let request = asked().to_http_request();
        let (response, route) = kept.respond_if_ready(&request_key, request.head(), then).unwrap();
        assert_eq!((response.status().as_u16(), route.map(|route| route.0)), (200, Some("/api/v1/x")));
        assert!(kept.respond_if_ready(&request_key, request.head(), later).is_none());
    }
}
