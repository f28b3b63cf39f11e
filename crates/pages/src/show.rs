//! Hands out pages: those that everybody sees alike are made once for each change.

use crate::link;
use crate::season;
use crate::shell::Shell;
use crate::tongue::Tongue;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderValue, LOCATION};
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;

/// Everything comes from this service, and nothing is written into the page itself.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; \
     manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
);

#[derive(Template)]
#[template(path = "refused.html")]
struct Refused {
    shell: Shell,
    heading: String,
    detail: String,
}

/// A page that everybody sees alike.
pub(crate) async fn public(
    inside: &Inside,
    tongue: Tongue,
    build: impl Future<Output = Result<String, Refusal>>,
) -> HttpResponse {
    // What a page is made of is carried through several hands; boxed, it is carried once.
    match inside.kept(tongue.0, POLICY, Box::pin(build)).await {
        Ok(response) => response,
        Err(refusal) => told(inside, tongue, &refusal).await,
    }
}

/// A page for whoever asks for it; those who are not signed in are led to where they can be.
pub(crate) async fn personal(
    inside: &Inside,
    tongue: Tongue,
    build: impl Future<Output = Result<String, Refusal>>,
) -> HttpResponse {
    match build.await {
        Ok(text) => policed(inside.own(tongue.0, text).await),
        Err(refusal) if refusal.status() == StatusCode::UNAUTHORIZED => {
            let next = inside.request().uri().path_and_query().map(ToString::to_string).unwrap_or_default();
            let sign_in = format!("{}{}", link::sign_in(tongue), link::query(&[("next", Some(&next))]));
            HttpResponse::SeeOther()
                .insert_header((LOCATION, sign_in))
                .insert_header((CACHE_CONTROL, "no-store"))
                .finish()
        }
        Err(refusal) => told(inside, tongue, &refusal).await,
    }
}

/// There is no page at this address; the front page has no slash at its end.
pub(crate) async fn nothing(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, rest) = path.into_inner();
    if rest.is_empty() {
        return HttpResponse::PermanentRedirect().insert_header((LOCATION, format!("/{code}"))).finish();
    }
    told(&inside, Tongue::of(&code), &Refusal::not_found()).await
}

/// A page that says why there is none, with ways to those of the season.
pub(crate) async fn told(inside: &Inside, tongue: Tongue, refusal: &Refusal) -> HttpResponse {
    let season = season::now(inside, tongue).await;
    why_none(inside, tongue, refusal, season.as_deref())
}

/// The same for whatever is no page itself.
pub(crate) fn refused(inside: &Inside, tongue: Tongue, refusal: &Refusal) -> HttpResponse {
    why_none(inside, tongue, refusal, None)
}

fn why_none(inside: &Inside, tongue: Tongue, refusal: &Refusal, season: Option<&str>) -> HttpResponse {
    let (mut heading, detail) = refusal.words(tongue.0);
    if refusal.status() == StatusCode::NOT_FOUND {
        heading = tongue.text("no-such-page");
    }
    let shell = Shell::new(tongue, &heading, inside.request().path(), season).asked(inside);
    let text = Refused { shell, heading, detail }.render().unwrap_or_default();
    policed(inside.unsuccessful(refusal, tongue.0, text))
}

/// Under the policy of pages.
pub(crate) fn policed(mut response: HttpResponse) -> HttpResponse {
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, POLICY);
    response
}

/// The text of a page.
pub(crate) fn rendered(page: &impl Template) -> Result<String, Refusal> {
    page.render().map_err(|error| Refusal::broken(&error))
}
