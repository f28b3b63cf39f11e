//! Everything that it takes to check an edition without the service: the event that published it, its place in the
//! tree, and what was signed.

use super::editions::{find, recorded};
use super::parse;
use crate::http::answer;
use crate::http::app::AppState;
use crate::http::path::EditionPath;
use crate::http::problem::{HandlerResult, Problem};
use crate::http::read::JsonRead;
use crate::log::{Consistency, Inclusion, prove_consistency, prove_inclusion};
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, web};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use domain::publication::ListId;
use events::proof::checkpoint;
use serde::Serialize;
use utoipa::ToSchema;

/// The proof of an edition.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EditionProof {
    /// What the file is.
    #[schema(max_length = 30, example = "edition-proof/1")]
    format: &'static str,
    /// Which list.
    #[schema(max_length = 1100, example = "ranking:2025")]
    list: String,
    /// Which edition of it.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    edition: u32,
    /// The SHA-256 of the canonical bytes, which stand in the payload of the event.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    digest: String,
    /// The last event that the edition takes account of.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    position: u64,
    /// The root of the tree over the events up to there, as the edition names it.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    root: String,
    /// What checkpoints of this log begin with.
    #[schema(max_length = 100, example = "kostka/0192f0c1-7c3e-7b6a-9f3d-2a5b8c1d4e6f/1")]
    origin: String,
    /// The key by which checkpoints are checked. Compare it with one that you got elsewhere.
    #[schema(max_length = 300, example = "kostka/0192f0c1-7c3e-7b6a-9f3d-2a5b8c1d4e6f/1+5c1e2f3a+AQ==")]
    verifier_key: String,
    /// The event that published it.
    event: ProvenEvent,
    /// The way from the event to the root of a signed checkpoint.
    inclusion: Inclusion,
    /// The tree over the events up to `position` grew into the tree of that checkpoint.
    consistency: Consistency,
}

/// An event with the bytes that are hashed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProvenEvent {
    /// Where it stands.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1044)]
    position: u64,
    /// When it was recorded.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    recorded_at: String,
    /// What happened.
    #[serde(rename = "type")]
    #[schema(max_length = 100, example = "list.published")]
    event_type: String,
    /// The list.
    #[schema(max_length = 1200, example = "list/ranking:2025")]
    stream: String,
    /// The hash of its leaf.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    leaf: String,
    /// In base64: the bytes whose SHA-256 is the hash of the leaf. They end with the SHA-256 of the content.
    #[schema(min_length = 76, max_length = 76)]
    leaf_base64: String,
    /// In base64: the content, which ends with the payload as it is stored.
    #[schema(max_length = 150_000_000)]
    content_base64: String,
}

/// Everything that it takes to check an edition without the service, in one file.
///
/// The leaf of the event leads to the root of a signed checkpoint, and so does the root that the edition names.
#[utoipa::path(
    get, path = "/api/v1/lists/{list}/editions/{number}/proof", tag = "lists", operation_id = "proveEdition",
    params(EditionPath),
    responses((status = 200, description = "The proof", body = EditionProof))
)]
pub(crate) async fn proof(path: web::Path<EditionPath>, JsonRead { app, .. }: JsonRead) -> HandlerResult {
    let (list, number, blocking_app) = (parse(&path.list)?, path.number.clone(), app.clone());
    let proof = app.blocking(move || prove(&blocking_app, &list, &number)).await??;
    // The next checkpoint makes another proof of the same.
    Ok(answer::json(HttpResponse::Ok().insert_header((CACHE_CONTROL, "public, no-cache")), &proof))
}

fn prove(app: &AppState, list: &ListId, number: &str) -> Result<EditionProof, Problem> {
    let views = app.views();
    let (_, edition) = find(&views, list, number)?;
    let recorded = recorded(app, edition)?;
    let (event, hashed) = (&recorded.event, recorded.as_ref());
    let inclusion = prove_inclusion(app, recorded.position, None)?;
    let consistency = prove_consistency(app, edition.position.0, Some(inclusion.size))?;
    let identity = app.log.identity()?;
    Ok(EditionProof {
        format: "edition-proof/1",
        list: list.to_string(),
        edition: edition.number,
        digest: edition.digest.to_string(),
        position: edition.position.0,
        root: hex::encode(edition.root),
        origin: checkpoint::origin(&identity),
        verifier_key: app.checkpointer.signer().verifier_key().to_string(),
        event: ProvenEvent {
            position: recorded.position.0,
            recorded_at: recorded.recorded_at.to_string(),
            event_type: event.event_type.to_string(),
            stream: event.stream.to_string(),
            leaf: hex::encode(recorded.leaf),
            leaf_base64: BASE64.encode(hashed.leaf_bytes()),
            content_base64: BASE64.encode(hashed.content_bytes()),
        },
        inclusion,
        consistency,
    })
}
