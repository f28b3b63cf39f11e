//! Style sheets, scripts and pictures, embedded in the binary. Their addresses contain a hash of all files, so that
//! browsers cache them for ever and scripts find each other by name.

use crate::layout::response;
use actix_web::http::header::{CACHE_CONTROL, LOCATION};
use actix_web::{HttpRequest, HttpResponse, web};
use api::File;
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

struct Asset {
    name: &'static str,
    file: File,
}

macro_rules! assets {
    ($($name:literal: $content_type:literal),+ $(,)?) => {
        static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
            vec![$(Asset { name: $name, file: File::new($content_type, include_bytes!(concat!("../../assets/", $name))) }),+]
        });
        /// The common prefix of the addresses of all files.
        static VERSION: LazyLock<String> = LazyLock::new(|| {
            let mut hash = Sha256::new();
            $(hash.update(include_bytes!(concat!("../../assets/", $name)));)+
            hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
        });
    };
}

assets! {
    "account.js": "text/javascript; charset=utf-8",
    "application.js": "text/javascript; charset=utf-8",
    "apply.js": "text/javascript; charset=utf-8",
    "ask.js": "text/javascript; charset=utf-8",
    "attention.js": "text/javascript; charset=utf-8",
    "consequences.js": "text/javascript; charset=utf-8",
    "desk.js": "text/javascript; charset=utf-8",
    "entry.js": "text/javascript; charset=utf-8",
    "fields.js": "text/javascript; charset=utf-8",
    "findings.js": "text/javascript; charset=utf-8",
    "forms.js": "text/javascript; charset=utf-8",
    "kostka.css": "text/css; charset=utf-8",
    "kostka.svg": "image/svg+xml",
    "live.js": "text/javascript; charset=utf-8",
    "moment.js": "text/javascript; charset=utf-8",
    "organise.js": "text/javascript; charset=utf-8",
    "outbox.js": "text/javascript; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
    "pick.js": "text/javascript; charset=utf-8",
    "print.css": "text/css; charset=utf-8",
    "print.js": "text/javascript; charset=utf-8",
    "projector.js": "text/javascript; charset=utf-8",
    "qr.js": "text/javascript; charset=utf-8",
    "racks.js": "text/javascript; charset=utf-8",
    "ranking.js": "text/javascript; charset=utf-8",
    "refusal.js": "text/javascript; charset=utf-8",
    "share.js": "text/javascript; charset=utf-8",
    "sheet.js": "text/javascript; charset=utf-8",
    "sheet_form.js": "text/javascript; charset=utf-8",
    "step_up.js": "text/javascript; charset=utf-8",
    "table.js": "text/javascript; charset=utf-8",
    "unsent.js": "text/javascript; charset=utf-8",
    "waiting.js": "text/javascript; charset=utf-8",
    "watch.js": "text/javascript; charset=utf-8",
}

/// Files that the service worker caches, so that the pages of sheet entry open offline.
const OFFLINE_FILES: [&str; 19] = [
    "ask.js",
    "attention.js",
    "consequences.js",
    "entry.js",
    "fields.js",
    "findings.js",
    "forms.js",
    "kostka.css",
    "kostka.svg",
    "outbox.js",
    "page.js",
    "racks.js",
    "refusal.js",
    "sheet.js",
    "sheet_form.js",
    "step_up.js",
    "table.js",
    "waiting.js",
    "watch.js",
];

/// The service worker. Its address is fixed; its content names the files of this version.
pub(crate) async fn worker() -> HttpResponse {
    let kept: Vec<String> = OFFLINE_FILES.iter().map(|name| format!("\"{}\"", address(name))).collect();
    let text = include_str!("../../assets/worker.js").replace("[/* FILES */]", &format!("[{}]", kept.join(", ")));
    let mut response = HttpResponse::Ok();
    response.content_type("text/javascript; charset=utf-8").insert_header((CACHE_CONTROL, "no-cache"));
    // A service worker has a content security policy of its own.
    response::with_security_policy(response.insert_header(("Service-Worker-Allowed", "/")).body(text))
}

pub(crate) fn address(name: &str) -> String {
    format!("/assets/{}/{name}", *VERSION)
}

pub(crate) async fn file(request: HttpRequest, path: web::Path<(String, String)>) -> HttpResponse {
    let (version, name) = path.into_inner();
    let Some(asset) = ASSETS.iter().find(|asset| asset.name == name) else { return HttpResponse::NotFound().finish() };
    if version == *VERSION {
        return asset.file.respond(&request).await;
    }
    // A page of the previous version may still be open in a browser.
    let mut moved = HttpResponse::TemporaryRedirect();
    moved.insert_header((LOCATION, address(&name))).insert_header((CACHE_CONTROL, "no-store")).finish()
}
