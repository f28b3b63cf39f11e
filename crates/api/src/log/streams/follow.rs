//! Follows the log and fills the ring, one for all watchers.

use super::frame::{self, Frame};
use super::ring::MOST_EVENTS;
use crate::http::app::AppState;
use actix_web::web;
use events::envelope::Position;
use events::log::ReadError;
use std::time::Duration;

/// Bytes that are encoded before watchers get them.
const PAGE_BYTES: usize = 1 << 20;
/// How long to wait before a store that did not answer is asked again.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// Fills the ring with what is recorded, until the service stops or the log is closed. It begins with events from
/// before, because clients that were connected when the service was stopped come back for them.
pub(crate) async fn follow(app: web::Data<AppState>) {
    let mut stopping = app.stopping.subscribe();
    tokio::select! {
        _ = stopping.wait_for(|stopping| *stopping) => {}
        () = fill(&app) => {}
    }
}

async fn fill(app: &web::Data<AppState>) {
    let mut news = app.log.watch();
    let mut last = Position(news.borrow().0.saturating_sub(MOST_EVENTS as u64));
    loop {
        match read(app, last).await {
            Ok(frames) if frames.is_empty() => {
                // An error says that the log is closed.
                if news.wait_for(|head| *head > last).await.is_err() {
                    return;
                }
            }
            Ok(frames) => {
                last = frames.last().map_or(last, |frame| frame.position);
                app.live.ring.push(frames);
            }
            Err(ReadError::Closed) => return,
            Err(error) => {
                tracing::warn!(%error, "the log cannot be followed");
                tokio::time::sleep(RETRY_DELAY).await;
            }
        }
    }
}

/// Waits briefly for the read models, which say what is public; streams go on without them.
async fn known(app: &AppState, head: Position) -> Position {
    let _ = tokio::time::timeout(RETRY_DELAY, app.projector.wait_for(head)).await;
    app.projector.position()
}

async fn read(app: &web::Data<AppState>, after: Position) -> Result<Vec<Frame>, ReadError> {
    let state = web::Data::clone(app);
    let most = Position(after.0.saturating_add(MOST_EVENTS as u64));
    // Holding the news while waiting would block the writer.
    let head = *app.log.watch().borrow();
    // What comes from here on is read when the read models have been waited for, too.
    if head <= after {
        return Ok(Vec::new());
    }
    let known = known(app, head).await;
    let until = if known > after { most.min(known) } else { most.min(head) };
    let read =
        web::block(move || frame::read(&*state.log, &state.live.source, &state.views(), after, until, PAGE_BYTES));
    read.await.unwrap_or(Err(ReadError::Closed))
}
