//! Hands out pages: those that everybody sees alike are made once for each change.

use crate::shell::Shell;
use crate::tongue::Tongue;
use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_SECURITY_POLICY, HeaderValue};
use api::{Inside, Refusal};
use askama::Template;

/// Everything comes from this service, and nothing is written into the page itself.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; \
     manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
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
    let about = inside.request().uri().to_string();
    match inside.kept(tongue.0, &about, build).await {
        Ok(response) => policed(response),
        Err(refusal) => refused(inside, tongue, &refusal),
    }
}

/// A page that says why there is none.
pub(crate) fn refused(inside: &Inside, tongue: Tongue, refusal: &Refusal) -> HttpResponse {
    let (heading, detail) = refusal.words(tongue.0);
    let shell = Shell::new(tongue, &heading, inside.request().path(), None);
    let text = Refused { shell, heading, detail }.render().unwrap_or_default();
    policed(inside.unsuccessful(refusal, tongue.0, text))
}

fn policed(mut response: HttpResponse) -> HttpResponse {
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, POLICY);
    response
}

/// The text of a page.
pub(crate) fn rendered(page: &impl Template) -> Result<String, Refusal> {
    page.render().map_err(|error| Refusal::broken(&error))
}
