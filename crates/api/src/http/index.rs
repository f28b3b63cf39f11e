//! What there is: the version, the position of the log, and a link to everything.

use crate::http::address::API;
use crate::http::answer::{Answer, Audience};
use crate::http::conditional::NotModified;
use crate::http::problem::HandlerResult;
use crate::http::read::JsonRead;
use crate::http::routes;
use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use std::sync::LazyLock;
use wire::service::{Index, Link};

const VERSION: &str = env!("CARGO_PKG_VERSION");

static LINKS: LazyLock<Vec<Link>> = LazyLock::new(|| {
    let endpoints = routes::endpoints();
    let below = endpoints.iter().filter(|endpoint| endpoint.pattern().starts_with(API));
    below
        .map(|endpoint| Link {
            href: endpoint.pattern().to_owned(),
            templated: endpoint.pattern().contains('{'),
            methods: endpoint.methods().iter().map(|method| (*method).to_owned()).collect(),
        })
        .collect()
});

/// Links to everything.
#[utoipa::path(
    get, path = "/api/v1", tag = "index", operation_id = "getIndex",
    responses((status = 200, description = "What there is", body = Index), NotModified)
)]
pub(crate) async fn show(JsonRead { request, app, .. }: JsonRead) -> HandlerResult {
    let position = app.projector.position();
    let answer = app.answers.answer(("index", 0), position, || {
        let body = Index {
            name: "Kostka".to_owned(),
            version: VERSION.to_owned(),
            position: position.0,
            links: LINKS.clone(),
            conventions: "/api/conventions.md".to_owned(),
            documentation: "/api/docs/".to_owned(),
            openapi: "/api/openapi.json".to_owned(),
            problems: "/problems".to_owned(),
        };
        Ok(Answer::json(position, Audience::Public, &body)?.with_etag_suffix(VERSION))
    })?;
    Ok(answer.respond(&request).await)
}

/// The conventions of the API, as the documentation of the source has them.
pub(crate) async fn conventions() -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/markdown; charset=utf-8"))
        .insert_header((CACHE_CONTROL, "public, max-age=300"))
        .body(include_str!("../../../../docs/api.md"))
}
