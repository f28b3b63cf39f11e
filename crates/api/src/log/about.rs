//! What log this is, where it stands, and by which key its checkpoints are signed.

use super::{json, no_tree, unreadable};
use crate::kostka::Kostka;
use crate::params::{self, Params};
use crate::problem::Problem;
use crate::table::json_only;
use actix_web::{HttpRequest, HttpResponse, web};
use events::proof::checkpoint;
use events::proof::tree::root_at;
use serde::Serialize;
use utoipa::ToSchema;

/// The log as it stands.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LogHead {
    /// A random id that the log keeps for as long as it lives.
    #[schema(format = "uuid", example = "0192f0c1-7c3e-7b6a-9f3d-2a5b8c1d4e6f")]
    log_id: String,
    /// 1, or more if losses of events were accepted and signed.
    #[schema(minimum = 1, maximum = 4_294_967_295_i64, example = 1)]
    epoch: u32,
    /// What checkpoints of this log and epoch begin with.
    #[schema(max_length = 100, example = "kostka/0192f0c1-7c3e-7b6a-9f3d-2a5b8c1d4e6f/1")]
    origin: String,
    /// The position of the last event; 0 if there is none.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    position: u64,
    /// When the last event was recorded; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = "date-time", example = "2026-11-07T12:00:00.000000Z")]
    recorded_at: Option<String>,
    /// The root of the Merkle tree (RFC 6962) over all events, in hexadecimal.
    #[schema(pattern = "^[0-9a-f]{64}$", example = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")]
    root: String,
    /// The key by which checkpoints are checked, in the form of C2SP signed-note. Compare it with one that you got elsewhere.
    #[schema(max_length = 300, example = "kostka/0192f0c1-7c3e-7b6a-9f3d-2a5b8c1d4e6f/1+5c1e2f3a+AQ==")]
    verifier_key: String,
    /// How many events the last kept checkpoint covers; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1040)]
    checkpoint_size: Option<u64>,
}

/// What log this is and where it stands.
#[utoipa::path(
    get, path = "/api/v1/log", tag = "log", operation_id = "getLog",
    responses((status = 200, description = "The log as it stands", body = LogHead)),
)]
pub(crate) async fn about(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    json_only(&request)?;
    let state = web::Data::clone(&kostka);
    let head = kostka.blocking(move || read(&state)).await??;
    Ok(json(&head))
}

fn read(kostka: &Kostka) -> Result<LogHead, Problem> {
    let log = &*kostka.log;
    let head = log.head().map_err(unreadable)?;
    let identity = log.identity().map_err(unreadable)?;
    let position = head.position.0;
    Ok(LogHead {
        log_id: identity.log_id.to_string(),
        epoch: identity.epoch,
        origin: checkpoint::origin(&identity),
        position,
        recorded_at: (position > 0).then(|| head.recorded_at.to_string()),
        root: hex::encode(root_at(log, position).map_err(no_tree)?),
        verifier_key: kostka.keeper.signer().verifier_key().to_string(),
        checkpoint_size: log.last_checkpoint().map_err(unreadable)?.map(|kept| kept.size),
    })
}
