//! What log this is, where it stands, and by which key its checkpoints are signed.

use super::{json, no_tree};
use crate::http::app::AppState;
use crate::http::problem::{HandlerResult, Problem};
use crate::http::read::JsonRead;
use actix_web::web;
use events::proof::checkpoint;
use events::proof::tree::root_at;
use wire::log::LogHead;

/// What log this is and where it stands.
#[utoipa::path(
    get, path = "/api/v1/log", tag = "log", operation_id = "getLog",
    responses((status = 200, description = "The log as it stands", body = LogHead))
)]
pub(crate) async fn about(JsonRead { app, .. }: JsonRead) -> HandlerResult {
    let state = web::Data::clone(&app);
    let head = app.blocking(move || read(&state)).await??;
    Ok(json(&head))
}

fn read(app: &AppState) -> Result<LogHead, Problem> {
    let log = &*app.log;
    let head = log.head()?;
    let identity = log.identity()?;
    let position = head.position.0;
    Ok(LogHead {
        log_id: identity.log_id.to_string(),
        epoch: identity.epoch,
        origin: checkpoint::origin(&identity),
        position,
        recorded_at: (position > 0).then(|| head.recorded_at.to_string()),
        root: hex::encode(root_at(log, position).map_err(no_tree)?),
        verifier_key: app.checkpointer.signer().verifier_key().to_string(),
        checkpoint_size: log.last_checkpoint()?.map(|kept| kept.size),
    })
}
