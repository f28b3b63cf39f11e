//! What went wrong, as every client is told: RFC 9457, with a stable code, places in the request, and words in its language.

mod field;
mod kind;
mod page;

pub use field::{FieldProblem, Place};
pub use kind::ProblemKind;
pub(crate) use page::{list, show, style};

use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use formats::words::{Lang, Message};
use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt;
use utoipa::ToSchema;

/// The media type of a problem.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// A problem as clients get it; single kinds add facts of their own.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its description is used")]
pub(crate) struct ProblemDocument {
    /// The page that explains the kind of problem.
    #[schema(max_length = 200, format = "uri-reference", example = "/problems/unprocessable")]
    r#type: String,
    /// What kind of problem it is, in the language of the client.
    #[schema(max_length = 200, example = "Invalid values")]
    title: String,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599, example = 422)]
    status: u16,
    /// The stable code of the kind.
    #[schema(max_length = 100, pattern = "^[a-z-]+$", example = "unprocessable")]
    code: String,
    /// What is wrong this time, in the language of the client.
    #[schema(max_length = 2000, example = "The values of the request break a rule.")]
    detail: String,
    /// What to quote when asking about it.
    #[schema(max_length = 100, example = "8d0c2f6b51a3e974-1f")]
    request_id: String,
    /// Each wrong place of the request.
    #[schema(max_items = 1000)]
    errors: Option<Vec<WrongPlace>>,
}

/// A wrong place of a request: one of `pointer`, `parameter` and `header`.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its description is used")]
pub(crate) struct WrongPlace {
    /// A JSON pointer into the body.
    #[schema(max_length = 2000, example = "/surname")]
    pointer: Option<String>,
    /// A parameter of the address.
    #[schema(max_length = 200)]
    parameter: Option<String>,
    /// A header.
    #[schema(max_length = 200)]
    header: Option<String>,
    /// The stable code of what is wrong.
    #[schema(max_length = 100, pattern = "^[a-z-]+$", example = "empty")]
    code: String,
    /// What is wrong, in the language of the client.
    #[schema(max_length = 2000, example = "cannot be empty")]
    detail: String,
}

/// A refusal or a failure on its way to the client; it gets its words at the edge, where the language is known.
#[derive(Debug, Clone)]
pub struct Problem {
    kind: ProblemKind,
    detail: Option<Box<Message<'static>>>,
    errors: Vec<FieldProblem>,
    facts: Map<String, Value>,
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl Problem {
    /// A problem of this kind with the words of its kind.
    pub fn new(kind: ProblemKind) -> Self {
        Self { kind, detail: None, errors: Vec::new(), facts: Map::new(), headers: Vec::new() }
    }

    /// With words of its own.
    #[must_use]
    pub fn because(mut self, detail: Message<'static>) -> Self {
        self.detail = Some(Box::new(detail));
        self
    }

    /// With a place in the request that is wrong.
    #[must_use]
    pub fn at(mut self, field: FieldProblem) -> Self {
        self.errors.push(field);
        self
    }

    /// With a fact that a program can read.
    #[must_use]
    pub fn fact(mut self, name: &str, value: impl Serialize) -> Self {
        let value = serde_json::to_value(value).unwrap_or(Value::Null);
        self.facts.insert(name.to_owned(), value);
        self
    }

    /// With a header on the answer.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    /// What kind of problem it is.
    pub fn kind(&self) -> ProblemKind {
        self.kind
    }

    /// The document that the client gets.
    pub(crate) fn document(&self, lang: Lang, request_id: &str) -> Value {
        let mut document = self.facts.clone();
        let detail = self.detail.as_deref().map_or_else(|| lang.text(&self.kind.key("detail")), |it| lang.say(it));
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

impl From<ProblemKind> for Problem {
    fn from(kind: ProblemKind) -> Self {
        Self::new(kind)
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
