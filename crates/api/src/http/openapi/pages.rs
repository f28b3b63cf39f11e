//! The documentation that can be tried out in a browser; everything that it loads is part of the program.

use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, LOCATION,
};
use actix_web::{HttpResponse, web};
use std::sync::{Arc, LazyLock};
use utoipa_swagger_ui::Config;

/// Scripts and styles of this service only; the pages write styles and small pictures into themselves.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
);

static CONFIG: LazyLock<Arc<Config<'static>>> = LazyLock::new(|| {
    let config = Config::from("/api/openapi.json")
        // Documents of elsewhere are not shown under this address, and no validator of elsewhere is asked.
        .query_config_enabled(false)
        .validator_url("none")
        .deep_linking(true)
        .display_operation_id(true)
        .default_models_expand_depth(-1);
    Arc::new(config)
});

pub(crate) async fn lead() -> HttpResponse {
    HttpResponse::TemporaryRedirect().insert_header((LOCATION, "/api/docs/")).finish()
}

pub(crate) async fn show(file: web::Path<String>) -> HandlerResult {
    let file = utoipa_swagger_ui::serve(&file, Arc::clone(&CONFIG)).map_err(|error| {
        tracing::error!(error = error.to_string(), "a page of the documentation cannot be made");
        Problem::new(ProblemKind::Internal)
    })?;
    let file = file.ok_or(ProblemKind::NotFound)?;
    let mut response = HttpResponse::Ok();
    response
        .insert_header((CONTENT_SECURITY_POLICY, POLICY))
        .insert_header((CACHE_CONTROL, "public, max-age=300"))
        .insert_header((CONTENT_TYPE, file.content_type));
    if file.gzpipped {
        response.insert_header((CONTENT_ENCODING, "gzip"));
    }
    Ok(response.body(file.bytes.into_owned()))
}
