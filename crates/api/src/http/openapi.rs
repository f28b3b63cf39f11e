//! The OpenAPI documents: 3.1 as it is generated, and 3.0.3 for generators that know no newer one.

mod common;
pub(crate) mod deprecation;
mod failures;
mod limits;
mod links;
mod older;
pub(crate) mod pages;
#[cfg(test)]
mod tests;

use crate::http::routes::DocumentedPaths;
use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::sync::LazyLock;
use utoipa::OpenApi;

/// The document without its operations, which the table of endpoints adds.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Kostka",
        description = "The season ranking of a national Rummikub federation: every result is a fact in a log, every list can be recomputed and proved.",
        contact(name = "The Kostka project"),
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    servers((url = "/", description = "The instance that serves this document, be it in production or local")),
    components(schemas(crate::http::csv::Dialect)),
    tags(
        (name = "index", description = "What there is"),
        (name = "players", description = "Who plays"),
        (name = "seasons", description = "Seasons and what takes place in them"),
        (name = "qualifications", description = "Who is qualified for the national and the voivodeship championships, and why"),
        (name = "leagues", description = "Stationary leagues: meetings, games and the table"),
        (name = "grand-prix", description = "Cycles of eliminatory tournaments and their standings"),
        (name = "online-events", description = "Online events that give qualifications, and their tables"),
        (name = "lists", description = "Lists that the federation publishes: previews, editions, what has drifted"),
        (name = "tournaments", description = "Tournaments, from the application to closed results"),
        (name = "rulebooks", description = "The parameters of the rules, with citations"),
        (name = "play", description = "Tournaments: at the tables, from seats to final results"),
        (name = "decisions", description = "What waits for a person, and what persons decide about a season"),
        (name = "championships", description = "Voivodeship championships"),
        (name = "open-data", description = "Results and lists as files for everybody"),
        (name = "log", description = "The log for auditors, and events as they happen"),
        (name = "accounts", description = "Signing in, accounts and what they may do"),
        (name = "operation", description = "For operators"),
    ),
)]
struct Api;

/// Both documents, as they are committed.
pub struct Documents {
    /// OpenAPI 3.1.
    pub newest: String,
    /// The same in OpenAPI 3.0.3.
    pub older: String,
}

static DOCUMENTS: LazyLock<Documents> = LazyLock::new(|| {
    let document = document();
    Documents { newest: written(&document), older: written(&older::older(&document)) }
});

/// OpenAPI 3.1, complete.
fn document() -> Value {
    let api = Api::openapi().merge_from(DocumentedPaths::openapi());
    let mut document = serde_json::to_value(api).unwrap_or_default();
    document["servers"][0]["x-internal"] = false.into();
    common::complete(&mut document);
    limits::add(&mut document);
    links::add(&mut document);
    deprecation::mark(deprecation::DEPRECATED, &mut document);
    common::prune(&mut document);
    document
}

/// A document in which JSON is the first form of every answer, because pages that try it out ask for the first.
struct JsonFirst<'a>(&'a Value);

impl Serialize for JsonFirst<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Object(members) => {
                let json = members.get_key_value("application/json");
                let others = members.iter().filter(|(name, _)| *name != "application/json");
                serializer.collect_map(json.into_iter().chain(others).map(|(name, value)| (name, JsonFirst(value))))
            }
            Value::Array(items) => serializer.collect_seq(items.iter().map(JsonFirst)),
            other => other.serialize(serializer),
        }
    }
}

fn written(document: &Value) -> String {
    let mut text = serde_json::to_string_pretty(&JsonFirst(document)).unwrap_or_default();
    text.push('\n');
    text
}

/// The documents of this version.
pub fn documents() -> &'static Documents {
    &DOCUMENTS
}

pub(crate) async fn show_newest() -> HttpResponse {
    answer(&DOCUMENTS.newest)
}

pub(crate) async fn show_older() -> HttpResponse {
    answer(&DOCUMENTS.older)
}

fn answer(text: &'static str) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/json"))
        .insert_header((CACHE_CONTROL, "public, max-age=300"))
        .body(text)
}
