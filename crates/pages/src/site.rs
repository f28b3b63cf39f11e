//! What browsers and search engines ask for without being led there.

use crate::assets;
use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, LOCATION};

/// Pages for everybody may be searched; what takes work to make for every query, and what is for staff, need not be.
const ROBOTS: &str = "User-agent: *\n\
    Disallow: /api/\n\
    Disallow: /*/work\n\
    Disallow: /*/account\n\
    Disallow: /*/sign-in\n\
    Disallow: /*/set-password\n\
    Disallow: /*/organise/\n\
    Disallow: /*/admin\n\
    Disallow: /*/audit\n\
    Disallow: /*?\n";

/// What search engines should leave alone.
pub(crate) async fn robots() -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/plain; charset=utf-8"))
        .insert_header((CACHE_CONTROL, "public, max-age=86400"))
        .body(ROBOTS)
}

/// Browsers that look for an icon where it always was are led to the picture.
pub(crate) async fn icon() -> HttpResponse {
    HttpResponse::TemporaryRedirect()
        .insert_header((LOCATION, assets::address("kostka.svg")))
        .insert_header((CACHE_CONTROL, "public, max-age=86400"))
        .finish()
}
