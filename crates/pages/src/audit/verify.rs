//! Checking offline: where the log stands, its checkpoints, files to download, and what to do with them.

use crate::audit::{self, Head};
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Checkpoints {
    items: Vec<Checkpoint>,
}

#[derive(Debug, Deserialize)]
struct Checkpoint {
    size: u64,
    root: Option<String>,
}

#[derive(Template)]
#[template(path = "audit/verify.html")]
struct Page {
    shell: Shell,
    head: Head,
    checkpoints: Vec<Checkpoint>,
}

/// How to check.
pub(crate) async fn show(inside: Inside, path: web::Path<String>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    show::personal(&inside, tongue, draw(&inside, tongue)).await
}

async fn draw(inside: &Inside, tongue: Tongue) -> Result<String, Refusal> {
    let me = audit::reader(inside, tongue).await?;
    let head = audit::head(inside, tongue).await?;
    // The newest come last.
    let after = head.checkpoint_size.unwrap_or_default().saturating_sub(1_000);
    let address = format!("/api/v1/log/checkpoints?limit=200&after={after}");
    let Checkpoints { items: mut checkpoints } = inside.get(tongue.0, &address).await?;
    checkpoints.reverse();
    checkpoints.truncate(20);
    let shell = audit::shell(tongue, &tongue.text("audit-verify-title"), "/verify", &me);
    show::rendered(&Page { shell, head, checkpoints })
}
