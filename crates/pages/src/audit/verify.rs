//! Checking offline: where the log stands, its checkpoints, files to download, and what to do with them.

use crate::audit::{self, Head};
use crate::link;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

/// How many events the checkpoints that are shown cover at most before the last one; no two cover as many, so there are no more of them.
const REACH: u64 = 1_000;
/// The most that the API gives at once.
const AT_ONCE: u64 = 200;
const SHOWN: usize = 20;

#[derive(Debug, Deserialize)]
struct Checkpoints {
    items: Vec<Checkpoint>,
    next: Option<String>,
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
    let checkpoints = newest(inside, tongue, head.checkpoint_size.unwrap_or_default()).await?;
    let shell = audit::shell(tongue, &tongue.text("audit-verify-title"), "/verify", &me);
    show::rendered(&Page { shell, head, checkpoints })
}

/// The newest checkpoints, the last one first. The API tells the smallest first, page by page.
async fn newest(inside: &Inside, tongue: Tongue, last: u64) -> Result<Vec<Checkpoint>, Refusal> {
    let address = format!("/api/v1/log/checkpoints?limit={AT_ONCE}&after={}", last.saturating_sub(REACH));
    let mut found: Vec<Checkpoint> = Vec::new();
    let mut next = None;
    for _ in 0..=REACH / AT_ONCE {
        let cursor = next.as_deref().map(|next| format!("&cursor={}", link::escaped(next))).unwrap_or_default();
        let page: Checkpoints = inside.get(tongue.0, &format!("{address}{cursor}")).await?;
        found.extend(page.items);
        next = page.next;
        if next.is_none() {
            break;
        }
    }
    found.reverse();
    found.truncate(SHOWN);
    Ok(found)
}
