//! How operations fail: one answer for each status, with an example of every problem that it can be, from the table of
//! problems.

use super::common::{EVERYWHERE, MAX_INTEGER, object, reference};
use crate::http::problem::{self, ProblemKind};
use formats::localization::Lang;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The name of the answer with this status among the components.
pub(crate) fn component(status: u16) -> String {
    let reason = actix_web::http::StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason());
    reason.map_or_else(|| format!("Status{status}"), |reason| reason.replace([' ', '-'], ""))
}

pub(crate) fn responses() -> Value {
    let statuses: BTreeSet<u16> = ProblemKind::ALL.iter().map(|kind| kind.status().as_u16()).collect();
    statuses.into_iter().map(|status| (component(status), response(status))).collect::<Map<_, _>>().into()
}

/// Adds what every failure with this status has to an answer that an operation describes itself.
pub(crate) fn fill(response: &mut Value, status: u16) {
    let Value::Object(common) = self::response(status) else { return };
    for (part, value) in common {
        match (part.as_str(), value) {
            ("content" | "headers", Value::Object(more)) => {
                object(object(response).entry(part).or_insert_with(|| json!({}))).extend(more);
            }
            (_, value) => {
                object(response).entry(part).or_insert(value);
            }
        }
    }
}

fn response(status: u16) -> Value {
    let kinds: Vec<ProblemKind> =
        ProblemKind::ALL.iter().copied().filter(|kind| kind.status().as_u16() == status).collect();
    let titles: Vec<String> = kinds.iter().map(|kind| Lang::En.text(&kind.key("title"))).collect();
    let examples: Map<String, Value> = kinds.iter().map(|kind| (kind.slug().to_owned(), example(*kind))).collect();
    let mut headers: Map<String, Value> =
        EVERYWHERE.iter().map(|(name, component)| ((*name).to_owned(), reference("headers", component))).collect();
    let own = match status {
        401 => Some(("WWW-Authenticate", "WWWAuthenticate")),
        412 => Some(("ETag", "ETag")),
        409 | 429 | 503 => Some(("Retry-After", "RetryAfter")),
        _ => None,
    };
    if let Some((name, component)) = own {
        headers.insert(name.to_owned(), reference("headers", component));
    }
    json!({
        "description": titles.join("; "),
        "headers": headers,
        "content": {
            problem::MEDIA_TYPE: { "schema": reference("schemas", "Problem"), "examples": examples },
        },
    })
}

fn example(kind: ProblemKind) -> Value {
    let mut value = json!({
        "type": format!("/problems/{}", kind.slug()),
        "title": Lang::En.text(&kind.key("title")),
        "status": kind.status().as_u16(),
        "code": kind.slug(),
        "detail": Lang::En.text(&kind.key("detail")),
        "request_id": "9f1c2d3e4b5a6978-2a",
    });
    let place = match kind {
        ProblemKind::InvalidBody => {
            Some(json!({ "pointer": "/role", "code": "unknown-field", "detail": "There is no field role." }))
        }
        ProblemKind::InvalidParameter => {
            Some(json!({ "parameter": "limit", "code": "invalid-value", "detail": "The value cannot be read." }))
        }
        ProblemKind::InvalidHeader => Some(
            json!({ "header": "If-Match", "code": "invalid-value", "detail": "It is not an ETag of this service." }),
        ),
        _ => None,
    };
    if let Some(place) = place {
        value["errors"] = json!([place]);
    }
    if kind == ProblemKind::PreconditionFailed {
        value["expected_etag"] = "\"1040\"".into();
        value["current_etag"] = "\"1042\"".into();
    }
    json!({ "summary": Lang::En.text(&kind.key("title")), "value": value })
}

pub(crate) fn schemas() -> Value {
    let slugs: Vec<&str> = ProblemKind::ALL.iter().map(|kind| kind.slug()).collect();
    let types: Vec<String> = slugs.iter().map(|slug| format!("/problems/{slug}")).collect();
    let text = |max: u32, about: &str| json!({ "type": "string", "maxLength": max, "description": about });
    json!({
        "Problem": {
            "type": "object",
            "description": "Why something failed (RFC 9457). Further members are facts of the problem that a program can read.",
            "required": ["type", "title", "status", "code", "detail", "request_id"],
            "properties": {
                "type": {
                    "type": "string", "format": "uri-reference", "maxLength": 200, "enum": types,
                    "description": "The page that explains this problem."
                },
                "title": text(500, "What kind of problem it is, in the language of the client."),
                "status": {
                    "type": "integer", "format": "int32", "minimum": 400, "maximum": 599, "description": "The HTTP status.",
                },
                "code": {
                    "type": "string", "maxLength": 100, "enum": slugs, "description": "What kind of problem it is, for programs."
                },
                "detail": text(4000, "What went wrong this time, in the language of the client."),
                "request_id": {
                    "type": "string", "maxLength": 64, "pattern": "^[0-9a-f-]+$",
                    "description": "The same as the header `Request-Id`.",
                },
                "errors": {
                    "type": "array", "maxItems": 1000, "items": reference("schemas", "FieldProblem"),
                    "description": "The places of the request that are wrong.",
                },
                "expected_etag": text(40, "The state that the change was based on."),
                "current_etag": text(40, "The state that the resource is in."),
                "position": {
                    "type": "integer", "format": "int64", "minimum": 0, "maximum": MAX_INTEGER,
                    "description": "How far the log is known.",
                },
            },
        },
        "FieldProblem": {
            "type": "object",
            "description": "One place of the request that is wrong: a JSON pointer into the body, a parameter or a header.",
            "required": ["code", "detail"],
            "properties": {
                "pointer": text(140_000, "A JSON pointer into the body (RFC 6901)."),
                "parameter": text(10_000, "The name of a parameter."),
                "header": text(100, "The name of a header."),
                "code": { "type": "string", "maxLength": 100, "pattern": "^[a-z0-9-]+$", "description": "What is wrong, for programs." },
                "detail": text(4000, "What is wrong, in the language of the client."),
                "rule": text(200, "The paragraphs of the rules that are broken, where there are any."),
            },
        },
    })
}
