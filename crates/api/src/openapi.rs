//! The OpenAPI documents: 3.1 as it is generated, and 3.0.3 for generators that know no newer one.

mod common;

use crate::{feed, health, index, log, players, rulebooks, seasons};
use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use actix_web::web::ServiceConfig;
use common::Common;
use std::sync::LazyLock;
use utoipa::OpenApi;
use utoipa_swagger_ui::SwaggerUi;

/// Everything that can be asked of the service.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Kostka",
        description = "The season ranking of a national Rummikub federation: every result is a fact in a log, every list can be recomputed and proved.",
    ),
    paths(
        index::show,
        players::list, players::register, players::show, players::rectify, players::show_private,
        seasons::list, seasons::open, seasons::show, seasons::correct,
        rulebooks::list, rulebooks::show, rulebooks::adopt, rulebooks::list_presets, rulebooks::show_preset,
        health::health,
        health::readiness,
        log::about,
        log::events,
        log::show,
        log::inclusion,
        log::list,
        log::latest,
        log::consistency,
        feed::watch,
    ),
    tags(
        (name = "index", description = "What there is"),
        (name = "players", description = "Who plays"),
        (name = "seasons", description = "Seasons and what takes place in them"),
        (name = "rulebooks", description = "The parameters of the rules, with citations"),
        (name = "log", description = "The log for auditors, and events as they happen"),
        (name = "operation", description = "For operators"),
    ),
    modifiers(&Common),
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
    let document = Api::openapi();
    let newest = document.to_pretty_json().unwrap_or_default() + "\n";
    Documents { older: newest.clone(), newest }
});

/// The documents of this version.
pub fn documents() -> &'static Documents {
    &DOCUMENTS
}

pub(crate) async fn newest() -> HttpResponse {
    document(&DOCUMENTS.newest)
}

pub(crate) async fn older() -> HttpResponse {
    document(&DOCUMENTS.older)
}

fn document(text: &'static str) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/json"))
        .insert_header((CACHE_CONTROL, "public, max-age=300"))
        .body(text)
}

/// The documentation that can be tried out; it loads nothing from elsewhere.
pub(crate) fn pages(config: &mut ServiceConfig) {
    config.service(SwaggerUi::new("/api/docs/{_:.*}").config(utoipa_swagger_ui::Config::from("/api/openapi.json")));
}
