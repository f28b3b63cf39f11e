//! Pages in HTML: rendered from templates that escape by themselves.

use crate::http::edge::PAGE_POLICY;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY};
use askama::Template;
use formats::localization::Lang;

pub(crate) fn html(lang: Lang, page: &impl Template) -> HandlerResult {
    let text = page.render().map_err(|error| {
        tracing::error!(%error, "a page cannot be rendered");
        Problem::new(ProblemKind::Internal)
    })?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((CONTENT_LANGUAGE, if lang == Lang::Pl { "pl" } else { "en" }))
        .insert_header((VARY, "Accept-Language"))
        .insert_header((CACHE_CONTROL, "public, max-age=300"))
        .insert_header((CONTENT_SECURITY_POLICY, PAGE_POLICY))
        .body(text))
}

pub(crate) fn css(text: &'static str) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/css; charset=utf-8"))
        .insert_header((CACHE_CONTROL, "public, max-age=300"))
        .body(text)
}
