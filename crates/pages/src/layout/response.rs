//! Responses with pages; anonymous pages are rendered once for each change.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::shell::Shell;
use crate::seasons::season;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderValue, LOCATION};
use actix_web::{HttpResponse, web};
use api::{ApiClient, ApiError};
use askama::Template;

/// Everything comes from this service, and nothing is written into the page itself.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; \
     manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
);

#[derive(Template)]
#[template(path = "refused.html")]
struct ErrorPage {
    shell: Shell,
    heading: String,
    detail: String,
}

/// A page that is the same for all.
pub(crate) async fn public(
    client: &ApiClient,
    language: Language,
    build: impl Future<Output = Rendered>,
) -> HttpResponse {
    // What a page is made of is carried through several hands; boxed, it is carried once.
    match client.kept(language.0, POLICY, Box::pin(build)).await {
        Ok(response) => response,
        Err(refusal) => error_page(client, language, &refusal).await,
    }
}

/// A page for one account; anonymous requests are redirected to the sign-in page.
pub(crate) async fn personal(
    client: &ApiClient,
    language: Language,
    build: impl Future<Output = Rendered>,
) -> HttpResponse {
    match build.await {
        Ok(text) => with_security_policy(client.own(language.0, text).await),
        Err(refusal) if refusal.status() == StatusCode::UNAUTHORIZED => {
            let next = client.request().uri().path_and_query().map(ToString::to_string).unwrap_or_default();
            let sign_in = format!("{}{}", link::sign_in(language), link::query(&[("next", Some(&next))]));
            HttpResponse::SeeOther()
                .insert_header((LOCATION, sign_in))
                .insert_header((CACHE_CONTROL, "no-store"))
                .finish()
        }
        Err(refusal) => error_page(client, language, &refusal).await,
    }
}

/// There is no page at this address; the front page has no slash at its end.
pub(crate) async fn not_found(client: ApiClient, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, rest) = path.into_inner();
    if rest.is_empty() {
        return HttpResponse::PermanentRedirect().insert_header((LOCATION, format!("/{code}"))).finish();
    }
    error_page(&client, Language::of(&code), &ApiError::not_found()).await
}

/// A page that says why there is none, with ways to those of the season.
pub(crate) async fn error_page(client: &ApiClient, language: Language, refusal: &ApiError) -> HttpResponse {
    let season = season::now(client, language).await;
    render_error(client, language, refusal, season.as_deref())
}

/// The same for whatever is no page itself.
pub(crate) fn error_page_without_season(client: &ApiClient, language: Language, refusal: &ApiError) -> HttpResponse {
    render_error(client, language, refusal, None)
}

fn render_error(client: &ApiClient, language: Language, refusal: &ApiError, season: Option<&str>) -> HttpResponse {
    let (mut heading, detail) = refusal.words(language.0);
    if refusal.status() == StatusCode::NOT_FOUND {
        heading = language.text("no-such-page");
    }
    let shell = Shell::new(language, &heading, client.request().path(), season).asked(client);
    let text = ErrorPage { shell, heading, detail }.render().unwrap_or_default();
    with_security_policy(client.unsuccessful(refusal, language.0, text))
}

pub(crate) fn with_security_policy(mut response: HttpResponse) -> HttpResponse {
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, POLICY);
    response
}

/// What a handler of a page gives: the page, or why there is none.
pub(crate) type Rendered = Result<String, ApiError>;

pub(crate) fn render_template(page: &impl Template) -> Rendered {
    page.render().map_err(|error| ApiError::broken(&error))
}
