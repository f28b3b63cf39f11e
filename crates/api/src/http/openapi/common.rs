//! What holds for every operation, written into the document once: who may call it, what it understands, and how it can
//! fail.

use super::failures;
use crate::http::conditional;
use crate::http::params;
use crate::http::write;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The largest number that every JSON reader keeps exactly.
pub(crate) const MAX_INTEGER: u64 = params::MAX_POSITION;

pub(crate) const METHODS: [&str; 8] = ["get", "put", "post", "delete", "patch", "head", "options", "trace"];

pub(crate) fn complete(document: &mut Value) {
    let components = object(&mut document["components"]);
    merge(components.entry("securitySchemes").or_insert_with(|| json!({})), security_schemes());
    merge(components.entry("headers").or_insert_with(|| json!({})), headers());
    merge(components.entry("parameters").or_insert_with(|| json!({})), parameters());
    merge(components.entry("responses").or_insert_with(|| json!({})), failures::responses());
    merge(components.entry("schemas").or_insert_with(|| json!({})), failures::schemas());
    let schemas = document["components"]["schemas"].clone();
    for_each_operation(document, |path, method, operation| {
        if method == "post" {
            let_bodies_be_left_out(operation, &schemas);
        }
        complete_security(method, operation);
        let shape = OperationTraits::of(path, method, operation);
        shape.add_parameters(operation);
        shape.add_answers(operation);
        if shape.access == Access::Everybody {
            // Said aloud, so that no reader takes it for forgotten.
            operation["security"] = json!([]);
        }
    });
}

/// Writes are for signed-in callers unless they say otherwise: `security(())` opens one to everybody.
fn complete_security(method: &str, operation: &mut Value) {
    if operation["security"] == json!([{}]) {
        operation["security"] = json!([]);
    } else if method != "get" && operation["security"].is_null() {
        operation["security"] = json!([{ "bearer": [] }]);
    }
}

/// Says that an act whose body has nothing that must be said may come without it.
fn let_bodies_be_left_out(operation: &mut Value, schemas: &Value) {
    let reference = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
    let name = reference.as_str().and_then(|reference| reference.strip_prefix("#/components/schemas/"));
    let Some(schema) = name.and_then(|name| schemas.get(name)) else { return };
    let must_say = schema["required"].as_array().is_some_and(|fields| !fields.is_empty());
    if schema["type"] == "object" && !must_say {
        operation["requestBody"]["required"] = json!(false);
    }
}

pub(crate) fn for_each_operation(document: &mut Value, mut visit: impl FnMut(&str, &str, &mut Value)) {
    for (path, item) in object(&mut document["paths"]) {
        for method in METHODS {
            if let Some(operation) = item.get_mut(method) {
                visit(path, method, operation);
            }
        }
    }
}

/// Takes away components that nothing refers to.
pub(crate) fn prune(document: &mut Value) {
    loop {
        let mut used = BTreeSet::new();
        collect_references(document, &mut used);
        let mut changed = false;
        for kind in ["headers", "parameters", "responses", "schemas"] {
            let components = object(&mut document["components"][kind]);
            let before = components.len();
            components.retain(|name, _| used.contains(&format!("#/components/{kind}/{name}")));
            changed |= components.len() < before;
        }
        if !changed {
            return;
        }
    }
}

pub(crate) fn collect_references(value: &Value, references: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get("$ref") {
                references.insert(reference.clone());
            }
            members.values().for_each(|value| collect_references(value, references));
        }
        Value::Array(items) => items.iter().for_each(|value| collect_references(value, references)),
        _ => {}
    }
}

/// Who may call an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    /// Credentials are not even looked at.
    Everybody,
    /// Credentials are looked at if they are there.
    EverybodyAndMoreForSome,
    /// Credentials are needed.
    SignedIn,
}

/// What an operation is, as far as its failures depend on it.
#[derive(Debug)]
struct OperationTraits {
    /// It is one of the addresses of the API; the others take no notice of parameters.
    is_api: bool,
    reads: bool,
    access: Access,
    has_path_parameters: bool,
    has_body: bool,
    /// It answers with a receipt: what it does is recorded in the log.
    records: bool,
    /// It gives out a secret, which is recorded in the mutable store.
    issues: bool,
    /// It takes something out of the mutable store, and can be rehearsed.
    removes: bool,
    /// It changes a state that the client has read, and must name that state.
    edits: bool,
    /// It changes what is there, or makes it if it is not.
    may_make: bool,
    /// It shows a list in pages that a cursor continues.
    has_pages: bool,
    is_tagged: bool,
}

impl OperationTraits {
    fn of(path: &str, method: &str, operation: &Value) -> Self {
        let reads = method == "get";
        let parameter = |name: &str| {
            let listed = operation["parameters"].as_array().into_iter().flatten();
            listed
                .into_iter()
                .any(|parameter| parameter["name"].as_str().is_some_and(|it| it.eq_ignore_ascii_case(name)))
        };
        let answers = |status: &str| &operation["responses"][status];
        let records = !reads && ["200", "201"].iter().any(|status| is_receipt(answers(status)));
        let access = match operation["security"].as_array() {
            None => Access::Everybody,
            Some(ways) if ways.is_empty() => Access::Everybody,
            Some(ways) if ways.iter().any(|way| way.as_object().is_some_and(Map::is_empty)) => {
                Access::EverybodyAndMoreForSome
            }
            Some(_) => Access::SignedIn,
        };
        Self {
            is_api: path == "/api/v1" || path.starts_with("/api/v1/"),
            reads,
            access,
            has_path_parameters: path.contains('{'),
            has_body: !operation["requestBody"].is_null(),
            records,
            issues: !reads && ["IssuedSecret", "IssuedTokens"].iter().any(|name| is_a(answers("201"), name)),
            removes: method == "delete" && parameter("dry_run"),
            edits: records && (method == "put" || parameter("If-Match")),
            may_make: method == "put" && parameter("If-Match"),
            has_pages: parameter("cursor"),
            is_tagged: reads && !answers("304").is_null(),
        }
    }

    fn add_parameters(&self, operation: &mut Value) {
        let mut added: Vec<(&str, &str)> = Vec::new();
        if self.is_api && self.reads {
            added.push(("wait_for", "WaitFor"));
        }
        if self.records || self.issues || self.removes {
            added.extend([("dry_run", "DryRun"), ("Idempotency-Key", "IdempotencyKey")]);
        }
        if self.records {
            // What a write can also make need not be there yet.
            let required = self.edits && !self.may_make;
            added.push(("If-Match", if required { "IfMatch" } else { "IfMatchOptional" }));
        }
        let listed = array(&mut operation["parameters"]);
        // Headers of HTTP itself, of which nothing is ever refused; the conventions explain them.
        listed.retain(|parameter| !matches!(parameter["name"].as_str(), Some("Accept-Language" | "If-None-Match")));
        for parameter in listed.iter_mut().filter(|parameter| parameter.get("description").is_none()) {
            if let Some(text) = parameter["schema"].get("description").cloned() {
                parameter["description"] = text;
            }
        }
        // A parameter that is not there is not null.
        for types in listed.iter_mut().filter_map(|parameter| parameter["schema"]["type"].as_array_mut()) {
            types.retain(|name| name != "null");
        }
        for (name, component) in added {
            listed.retain(|parameter| !parameter["name"].as_str().is_some_and(|it| it.eq_ignore_ascii_case(name)));
            listed.push(reference("parameters", component));
        }
    }

    fn failures(&self) -> Vec<u16> {
        // What the edge answers: limits, a panic, a stop.
        let mut statuses = vec![414, 429, 431, 500, 503];
        let mut when = |condition: bool, more: &[u16]| {
            if condition {
                statuses.extend_from_slice(more);
            }
        };
        when(self.is_api, &[400]);
        when(self.access != Access::Everybody, &[401]);
        when(self.access == Access::SignedIn, &[403]);
        when(self.has_path_parameters, &[404]);
        when(self.is_api && self.reads, &[406, 422]);
        when(self.has_body, &[408, 413, 415, 422]);
        when(self.records, &[409, 412, 422, 428]);
        when(self.issues || self.removes, &[409, 422]);
        when(self.has_pages, &[410]);
        statuses
    }

    fn add_answers(&self, operation: &mut Value) {
        let responses = object(&mut operation["responses"]);
        if (self.records || self.issues) && !responses.contains_key("200") {
            let mut rehearsed = responses["201"].clone();
            rehearsed["description"] = "A rehearsal".into();
            responses.insert("200".to_owned(), rehearsed);
        }
        for status in self.failures() {
            let name = failures::component(status);
            responses.entry(status.to_string()).or_insert_with(|| reference("responses", &name));
        }
        for (status, response) in responses.iter_mut() {
            let Ok(status) = status.parse::<u16>() else { continue };
            if response.get("$ref").is_some() {
                continue;
            }
            if status >= 400 {
                // An operation may describe a failure in words of its own, or answer with more than a problem.
                failures::fill(response, status);
                continue;
            }
            limit_texts(response);
            let headers = self.headers(status, response);
            let listed = object(object(response).entry("headers").or_insert_with(|| json!({})));
            if listed.contains_key("ETag") {
                listed.insert("ETag".to_owned(), reference("headers", "ETag"));
            }
            for (header, component) in headers {
                listed.insert(header.to_owned(), reference("headers", component));
            }
        }
    }

    fn headers(&self, status: u16, response: &Value) -> Vec<(&'static str, &'static str)> {
        let mut headers = EVERYWHERE.to_vec();
        if self.is_tagged || (self.records && status != 204) {
            headers.push(("ETag", "ETag"));
        }
        if self.has_pages && (status == 200 || status == 304) {
            headers.push(("Link", "Link"));
        }
        if self.records && status == 201 {
            headers.push(("Location", "Location"));
        }
        if (self.records && is_receipt(response)) || (self.issues && status == 201) || (self.removes && status == 204) {
            headers.push(("Idempotency-Replayed", "IdempotencyReplayed"));
        }
        headers
    }
}

/// Headers of every answer, with the names of their components.
pub(crate) const EVERYWHERE: [(&str, &str); 5] = [
    ("Access-Control-Allow-Origin", "AccessControlAllowOrigin"),
    ("Kostka-Position", "KostkaPosition"),
    ("Request-Id", "RequestId"),
    ("RateLimit", "RateLimit"),
    ("RateLimit-Policy", "RateLimitPolicy"),
];

/// No table, list or stream of events is sent in pieces that are longer.
const LONGEST_TEXT: u64 = 16 << 20;

/// Bodies that are no JSON are texts of a limited length.
fn limit_texts(response: &mut Value) {
    let Some(Value::Object(content)) = response.get_mut("content") else { return };
    for schema in content.values_mut().filter_map(|content| content.get_mut("schema")) {
        if schema["type"] == "string" && schema.get("maxLength").is_none() {
            schema["maxLength"] = LONGEST_TEXT.into();
        }
    }
}

fn is_receipt(response: &Value) -> bool {
    is_a(response, "Receipt")
}

fn is_a(response: &Value, name: &str) -> bool {
    let schema = response["content"]["application/json"]["schema"]["$ref"].as_str();
    schema.is_some_and(|schema| schema.ends_with(name))
}

pub(crate) fn reference(kind: &str, name: &str) -> Value {
    json!({ "$ref": format!("#/components/{kind}/{name}") })
}

/// The object that a value is made into, if it is none.
pub(crate) fn object(value: &mut Value) -> &mut Map<String, Value> {
    if !value.is_object() {
        *value = json!({});
    }
    value.as_object_mut().expect("made an object above")
}

fn array(value: &mut Value) -> &mut Vec<Value> {
    if !value.is_array() {
        *value = json!([]);
    }
    value.as_array_mut().expect("made an array above")
}

fn merge(into: &mut Value, more: Value) {
    if let Value::Object(more) = more {
        object(into).extend(more);
    }
}

fn security_schemes() -> Value {
    json!({
        "bearer": {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "JWT",
            "description": "An access token of `POST /api/v1/sessions`, good for ten minutes, or a table token. Access tokens are JWTs \
                signed with EdDSA and checked as RFC8725 asks: one algorithm, explicit type, issuer, audience and times. What the account \
                may do is read from the log at each request, not from the token.",
        }
    })
}

fn headers() -> Value {
    let position = json!({ "type": "integer", "format": "int64", "minimum": 0, "maximum": MAX_INTEGER });
    json!({
        "KostkaPosition": {
            "description": "How far the log was known when the answer was made; give it as `wait_for` to read at least as much again.",
            "required": true, "schema": position, "example": 1042,
        },
        "RequestId": {
            "description": "What to quote when asking about this answer.",
            "required": true,
            "schema": { "type": "string", "maxLength": 64, "pattern": "^[0-9a-f-]+$" }, "example": "9f1c2d3e4b5a6978-2a",
        },
        "RateLimit": {
            "description": "What is left of the limit, and in how many seconds it is whole again (IETF draft `ratelimit-headers`).",
            "schema": { "type": "string", "maxLength": 100, "pattern": "^\"[a-z-]+\";r=[0-9]+;t=[0-9]+$" },
            "example": "\"anonymous\";r=5999;t=1",
        },
        "RateLimitPolicy": {
            "description": "How many requests are allowed in how many seconds.",
            "schema": { "type": "string", "maxLength": 100, "pattern": "^\"[a-z-]+\";q=[0-9]+;w=[0-9]+$" },
            "example": "\"anonymous\";q=6000;w=60",
        },
        "RetryAfter": {
            "description": "In how many seconds it is worth trying again.",
            "schema": { "type": "integer", "format": "int32", "minimum": 0, "maximum": 86_400 }, "example": 1,
        },
        "ETag": {
            "description": "The state of the resource: the position of the last event that changed it. Give it as `If-Match` to edit, and as \
                `If-None-Match` to get 304 without a body while it holds.",
            "schema": { "type": "string", "maxLength": 80, "pattern": conditional::PATTERN }, "example": "\"1042\"",
        },
        "Link": {
            "description": "The address of the next page (`rel=\"next\"`), with the same cursor as `next` in the body.",
            "schema": { "type": "string", "maxLength": 12_000, "pattern": "^<[^>]*>; rel=\"[a-z]+\"" },
            "example": "</api/v1/players?cursor=MTd8YTFiMmMzZDR8cDAwNw>; rel=\"next\"",
        },
        "Location": {
            "description": "The address of what was made.",
            "schema": { "type": "string", "maxLength": 1200, "format": "uri-reference" },
            "example": "/api/v1/players/pl_2f6c1d0e9b8a47563f2e1d0c9b8a4756",
        },
        "IdempotencyReplayed": {
            "description": "There if this is the recorded answer to an earlier request with the same `Idempotency-Key`.",
            "schema": { "type": "string", "enum": ["true"] }, "example": "true",
        },
        "WWWAuthenticate": {
            "description": "How to authenticate (RFC 6750).",
            "schema": { "type": "string", "maxLength": 200, "pattern": "^Bearer" }, "example": "Bearer realm=\"kostka\"",
        },
        "AccessControlAllowOrigin": {
            "description": "There on reads without credentials, which are open to scripts of every origin; absent elsewhere.",
            "schema": { "type": "string", "enum": ["*"] }, "example": "*",
        },
        "Deprecation": {
            "description": "Since when the operation is deprecated (RFC 9745).",
            "schema": { "type": "string", "maxLength": 24, "pattern": "^@[0-9]+$" }, "example": "@1798761600",
        },
        "Sunset": {
            "description": "When the operation goes away (RFC 8594).",
            "schema": { "type": "string", "maxLength": 40, "pattern": "GMT$" }, "example": "Fri, 31 Dec 2027 23:00:00 GMT",
        },
    })
}

fn parameters() -> Value {
    let tag = json!({ "type": "string", "minLength": 1, "maxLength": 80, "pattern": conditional::PATTERN_OR_ANY });
    let based_on = "The ETag of the state that the change is based on, or `*` for whatever there is. If the resource has changed \
        meanwhile, the answer is 412 with both tags.";
    json!({
        "WaitFor": {
            "name": "wait_for", "in": "query", "required": false,
            "description": "Waits until the answer knows this position of the log; give the `Kostka-Position` of a write to read what was \
                written. If the log has no such position the answer is 422, and 503 if it takes too long.",
            "schema": { "type": "integer", "format": "int64", "minimum": 0, "maximum": MAX_INTEGER },
        },
        "DryRun": {
            "name": "dry_run", "in": "query", "required": false,
            "description": "Rehearses the change: everything is checked and answered, and nothing is recorded.",
            "schema": { "type": "boolean", "default": false },
        },
        "IdempotencyKey": {
            "name": "Idempotency-Key", "in": "header", "required": false,
            "description": "Names the request, so that repeating it is harmless: the same key with the same request gets the recorded answer, \
                with another request 422. Kept as long as the log.",
            "schema": { "type": "string", "minLength": 1, "maxLength": write::MAX_KEY_BYTES, "pattern": "^[!#-~]+$" },
        },
        "IfMatch": {
            "name": "If-Match", "in": "header", "required": true,
            "description": format!("{based_on} Without it the answer is 428."),
            "schema": tag, "example": "\"1042\"",
        },
        "IfMatchOptional": {
            "name": "If-Match", "in": "header", "required": false, "description": based_on, "schema": tag,
        },
    })
}
