//! Style sheets, scripts and pictures, which are part of the program. Their addresses change with their content, so that browsers keep
//! them for ever.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use actix_web::{HttpResponse, web};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

/// A file of the program.
struct Asset {
    name: &'static str,
    content_type: &'static str,
    body: &'static [u8],
    /// Its name with a part of the hash of its content.
    address: String,
}

macro_rules! assets {
    ($($name:literal: $content_type:literal),+ $(,)?) => {
        static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
            vec![$(Asset::new($name, $content_type, include_bytes!(concat!("../assets/", $name)))),+]
        });
    };
}

assets! {
    "kostka.css": "text/css; charset=utf-8",
    "kostka.svg": "image/svg+xml",
}

impl Asset {
    fn new(name: &'static str, content_type: &'static str, body: &'static [u8]) -> Self {
        let hash = Sha256::digest(body);
        let hash = hash.iter().take(6).fold(0_u64, |hash, byte| hash << 8 | u64::from(*byte));
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        Self { name, content_type, body, address: format!("{stem}.{hash:012x}.{extension}") }
    }
}

/// Where a file is found.
pub(crate) fn address(name: &str) -> String {
    let found = ASSETS.iter().find(|asset| asset.name == name);
    found.map_or_else(|| format!("/assets/{name}"), |asset| format!("/assets/{}", asset.address))
}

/// A file.
pub(crate) async fn file(file: web::Path<String>) -> HttpResponse {
    match ASSETS.iter().find(|asset| asset.address == *file) {
        Some(asset) => HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, asset.content_type))
            .insert_header((CACHE_CONTROL, "public, max-age=31536000, immutable"))
            .body(asset.body),
        None => HttpResponse::NotFound().finish(),
    }
}
