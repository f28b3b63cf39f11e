//! What there is: the version, the position of the log, and a link to everything.

use crate::address::API;
use crate::answer::{Answer, Audience};
use crate::kostka::Kostka;
use crate::params::{self, Params};
use crate::problem::Problem;
use crate::{routes, table};
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use std::sync::LazyLock;
use utoipa::ToSchema;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What there is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Index {
    /// The name of the product.
    #[schema(max_length = 30, example = "Kostka")]
    name: &'static str,
    /// Its version.
    #[schema(max_length = 30, example = "0.1.0")]
    version: &'static str,
    /// The position of the log that is shown.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    position: u64,
    /// Every address of this version of the API.
    #[schema(max_items = 1000)]
    links: &'static [Link],
    /// What to read first: how errors, ETags, retries, pages and streams work.
    #[schema(max_length = 100, example = "/api/conventions.md")]
    conventions: &'static str,
    /// Documentation that can be tried out.
    #[schema(max_length = 100, example = "/api/docs/")]
    documentation: &'static str,
    /// The OpenAPI document.
    #[schema(max_length = 100, example = "/api/openapi.json")]
    openapi: &'static str,
    /// Every problem that can be reported.
    #[schema(max_length = 100, example = "/problems")]
    problems: &'static str,
}

/// An address.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Link {
    /// The address; a name in braces stands for an id.
    #[schema(max_length = 200, example = "/api/v1/players/{id}")]
    href: &'static str,
    /// Whether it has names in braces.
    #[schema(example = true)]
    templated: bool,
    /// What it answers.
    #[schema(max_items = 10, example = json!(["GET", "HEAD", "PUT"]))]
    methods: Vec<&'static str>,
}

static LINKS: LazyLock<Vec<Link>> = LazyLock::new(|| {
    let endpoints = routes::endpoints();
    let below = endpoints.iter().filter(|endpoint| endpoint.pattern().starts_with(API));
    below
        .map(|endpoint| Link {
            href: endpoint.pattern(),
            templated: endpoint.pattern().contains('{'),
            methods: endpoint.methods().to_vec(),
        })
        .collect()
});

/// Links to everything.
#[utoipa::path(
    get, path = "/api/v1", tag = "index", operation_id = "getIndex",
    responses(
        (status = 200, description = "What there is", body = Index),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn show(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let position = kostka.projector.position();
    let answer = kostka.answers.answer(("index", 0), position, || {
        let body = Index {
            name: "Kostka",
            version: VERSION,
            position: position.0,
            links: &LINKS,
            conventions: "/api/conventions.md",
            documentation: "/api/docs/",
            openapi: "/api/openapi.json",
            problems: "/problems",
        };
        Ok(Answer::json(position, Audience::Public, &body)?.told_apart(VERSION))
    })?;
    Ok(answer.respond(&request).await)
}

/// The conventions of the API, as the documentation of the source has them.
pub(crate) async fn conventions() -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/markdown; charset=utf-8"))
        .insert_header((CACHE_CONTROL, "public, max-age=300"))
        .body(include_str!("../../../docs/api.md"))
}
