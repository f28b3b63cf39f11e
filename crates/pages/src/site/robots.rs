//! `robots.txt` and `favicon.ico`.

use crate::site::assets;
use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, LOCATION};

/// Public pages may be indexed; expensive pages and pages for staff are excluded.
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

pub(crate) async fn robots() -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/plain; charset=utf-8"))
        .insert_header((CACHE_CONTROL, "public, max-age=86400"))
        .body(ROBOTS)
}

/// Redirects `favicon.ico` to the icon.
pub(crate) async fn icon() -> HttpResponse {
    HttpResponse::TemporaryRedirect()
        .insert_header((LOCATION, assets::address("kostka.svg")))
        .insert_header((CACHE_CONTROL, "public, max-age=86400"))
        .finish()
}
