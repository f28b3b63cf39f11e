//! Checking offline: where the log stands, its checkpoints, files to download, and what to do with them.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::log;
use api::{ApiClient, ApiError};
use askama::Template;
use wire::common::Page as ApiPage;
use wire::log::{CheckpointEntry, LogHead};

/// How many events the checkpoints that are shown cover at most before the last one; no two cover as many, so there are
/// no more of them.
const MAX_EVENTS_COVERED: u64 = 1_000;
/// The most that the API gives at once.
const PAGE_LIMIT: u64 = 200;
const SHOWN: usize = 20;

#[derive(Template)]
#[template(path = "audit/verify.html")]
struct Page {
    shell: Shell,
    head: LogHead,
    checkpoints: Vec<CheckpointEntry>,
}

pub(crate) async fn show(client: ApiClient, language: Language) -> Rendered {
    let me = log::require_log_reader(&client, language).await?;
    let head = log::head(&client, language).await?;
    let checkpoints = newest(&client, language, head.checkpoint_size.unwrap_or_default()).await?;
    let shell = log::shell(language, &language.text("audit-verify-title"), "/verify", &me);
    response::render_template(&Page { shell, head, checkpoints })
}

/// The newest checkpoints, the last one first. The API tells the smallest first, page by page.
async fn newest(client: &ApiClient, language: Language, last: u64) -> Result<Vec<CheckpointEntry>, ApiError> {
    let address =
        format!("/api/v1/log/checkpoints?limit={PAGE_LIMIT}&after={}", last.saturating_sub(MAX_EVENTS_COVERED));
    let mut found: Vec<CheckpointEntry> = Vec::new();
    let mut next = None;
    for _ in 0..=MAX_EVENTS_COVERED / PAGE_LIMIT {
        let cursor = next.as_deref().map(|next| format!("&cursor={}", link::escaped(next))).unwrap_or_default();
        let page: ApiPage<CheckpointEntry> = client.get(language.0, &format!("{address}{cursor}")).await?;
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
