//! What went wrong, as every client is told: RFC 9457, with a stable code, places in the request, and words in its
//! language.

#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

mod field;
mod kind;
mod page;

pub(crate) use field::{ErrorLocation, FieldProblem};
pub(crate) use kind::ProblemKind;
pub(crate) use page::{list, show, style};

use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use events::log::ReadError;
use events::vault::UnsealError;
use formats::localization::{Lang, Message};
use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt;

/// The answer of a handler.
pub(crate) type HandlerResult = Result<HttpResponse, Problem>;

pub(crate) const MEDIA_TYPE: &str = "application/problem+json";

/// A refusal or a failure on its way to the client; it gets its words at the edge, where the language is known.
#[derive(Debug, Clone)]
pub(crate) struct Problem {
    kind: ProblemKind,
    detail: Option<Box<Message<'static>>>,
    errors: Vec<FieldProblem>,
    facts: Map<String, Value>,
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl Problem {
    pub(crate) fn new(kind: ProblemKind) -> Self {
        Self { kind, detail: None, errors: Vec::new(), facts: Map::new(), headers: Vec::new() }
    }

    /// A refusal by a rule, with its code and its words.
    pub(crate) fn refusal(kind: ProblemKind, reason: &'static str, words: Message<'static>) -> Self {
        Self::new(kind).because(words).with_extension("reason", reason)
    }

    /// With the rule that refuses.
    #[must_use]
    pub(crate) fn by_rule(self, rule: &'static str) -> Self {
        self.with_extension("rule", rule)
    }

    /// With words of its own.
    #[must_use]
    pub(crate) fn because(mut self, detail: Message<'static>) -> Self {
        self.detail = Some(Box::new(detail));
        self
    }

    /// With more said in its words.
    #[must_use]
    pub(crate) fn map_words(mut self, change: impl FnOnce(Message<'static>) -> Message<'static>) -> Self {
        self.detail = self.detail.map(|words| Box::new(change(*words)));
        self
    }

    /// With an id or name in its words that a program can read, too.
    #[must_use]
    pub(crate) fn naming(self, name: &'static str, value: &impl ToString) -> Self {
        let value = value.to_string();
        self.map_words(|words| words.excerpt(name, value.clone())).with_extension(name, value)
    }

    /// With a place in the request that is wrong.
    #[must_use]
    pub(crate) fn at(mut self, field: FieldProblem) -> Self {
        self.errors.push(field);
        self
    }

    /// With a fact that a program can read.
    #[must_use]
    pub(crate) fn with_extension(mut self, name: &str, value: impl Serialize) -> Self {
        let value = serde_json::to_value(value).unwrap_or(Value::Null);
        self.facts.insert(name.to_owned(), value);
        self
    }

    /// With a header on the answer.
    #[must_use]
    pub(crate) fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    pub(crate) fn kind(&self) -> ProblemKind {
        self.kind
    }

    pub(crate) fn document(&self, lang: Lang, request_id: &str) -> Value {
        let mut document = self.facts.clone();
        let detail = self.detail.as_deref().map_or_else(|| lang.text(&self.kind.key("detail")), |it| lang.render(it));
        document.insert("type".to_owned(), format!("/problems/{}", self.kind.slug()).into());
        document.insert("title".to_owned(), lang.text(&self.kind.key("title")).into());
        document.insert("status".to_owned(), self.kind.status().as_u16().into());
        document.insert("code".to_owned(), self.kind.slug().into());
        document.insert("detail".to_owned(), detail.into());
        document.insert("request_id".to_owned(), request_id.into());
        if !self.errors.is_empty() {
            let errors: Vec<Value> = self.errors.iter().map(|error| error.document(lang)).collect();
            document.insert("errors".to_owned(), errors.into());
        }
        Value::Object(document)
    }
}

#[cfg(test)]
impl Problem {
    /// Asserts that a refusal names its code and its rule, and has words of its own in both languages.
    pub(crate) fn assert_explained(&self, reason: &str, rule: Option<&str>) {
        let documents = [Lang::Pl, Lang::En].map(|lang| self.document(lang, "1"));
        for document in &documents {
            assert_eq!((document["reason"].as_str(), document["rule"].as_str()), (Some(reason), rule), "{document}");
            assert!(!document.to_string().contains(['⟨', '⟩']), "{document}");
            // Braces of an example in JSON are no places that were left open.
            let detail = document["detail"].as_str().unwrap().replace("{\"", "").replace("\"}", "");
            assert!(!detail.contains(['{', '}', '$']), "{document}");
        }
        assert_ne!(documents[0]["detail"], documents[1]["detail"]);
    }
}

impl From<ProblemKind> for Problem {
    fn from(kind: ProblemKind) -> Self {
        Self::new(kind)
    }
}

/// A store that cannot be read: the operator learns why, the client does not.
impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Self {
        tracing::error!(%error, "the store cannot be read");
        ProblemKind::Unavailable.into()
    }
}

/// A record of the vault that cannot be opened: the operator learns which, the client does not.
impl From<UnsealError> for Problem {
    fn from(error: UnsealError) -> Self {
        tracing::error!(%error, "the vault cannot be read");
        ProblemKind::Internal.into()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.slug())
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.kind.status()
    }

    /// An answer without a body: the edge writes it, in the language of the request.
    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::new(self.kind.status());
        for (name, value) in &self.headers {
            response.headers_mut().insert(name.clone(), value.clone());
        }
        response.extensions_mut().insert(self.clone());
        response
    }
}
