//! Proofs that an event is in the log, and that the log was only ever added to: hashes, which tell nothing of the
//! events.

use super::checkpoints::checkpoint_entry;
use super::event::parse_position;
use super::{json, no_tree, signed};
use crate::http::app::AppState;
use crate::http::params::wrong;
use crate::http::path::LogEventPath;
use crate::http::problem::{FieldProblem, HandlerResult, Problem, ProblemKind};
use crate::http::read::JsonRead;
use actix_web::web;
use events::envelope::{Hash, Position};
use events::proof::tree::root_at;
use events::proof::{consistency as consistency_proof, inclusion as inclusion_proof};
use formats::localization::Message;
use serde::Deserialize;
use utoipa::IntoParams;
use wire::log::{Consistency, Inclusion};

/// Under which tree.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct InclusionParams {
    /// The number of events under the tree; that of a signed checkpoint if it is not given.
    #[param(minimum = 1, maximum = 9_007_199_254_740_991_i64)]
    size: Option<u64>,
}

/// The proof that an event is in the log: hashes only, for everybody.
///
/// Without `size` it leads to a signed checkpoint: the last that is kept, or, if the event is newer, one that is signed
/// for this answer.
#[utoipa::path(
    get, path = "/api/v1/log/events/{position}/proof", tag = "log", operation_id = "proveInclusion",
    params(LogEventPath, InclusionParams),
    responses((status = 200, description = "The proof", body = Inclusion))
)]
pub(crate) async fn inclusion(
    path: web::Path<LogEventPath>,
    JsonRead { app, params: asked, .. }: JsonRead<InclusionParams>,
) -> HandlerResult {
    let position = parse_position(&path.position)?;
    let state = web::Data::clone(&app);
    let proof = app.blocking(move || prove_inclusion(&state, position, asked.size)).await??;
    Ok(json(&proof))
}

/// The proof that an event is in the log, under a tree of this size or that of a signed checkpoint.
pub(crate) fn prove_inclusion(app: &AppState, position: Position, size: Option<u64>) -> Result<Inclusion, Problem> {
    let log = &*app.log;
    let head = log.head()?.position;
    if position > head {
        return Err(ProblemKind::NotFound.into());
    }
    let (size, checkpoint) = match size {
        Some(size) if size > head.0 => return Err(beyond("size", head)),
        Some(size) if size < position.0 => return Err(wrong("size", "field-tree-size")),
        Some(size) => (size, signed::of_size(app, size)?),
        None => {
            let checkpoint = signed::covering(app, position)?.ok_or(ProblemKind::NotFound)?;
            (checkpoint.size, Some(checkpoint))
        }
    };
    let index = position.0 - 1;
    let leaf = log.leaves(Position(index), 1)?.pop().ok_or(ProblemKind::NotFound)?;
    Ok(Inclusion {
        position: position.0,
        size,
        leaf: hex::encode(leaf),
        hashes: in_hex(&inclusion_proof::prove(log, index, size).map_err(no_tree)?),
        root: hex::encode(root_at(log, size).map_err(no_tree)?),
        checkpoint: checkpoint.map(|kept| checkpoint_entry(app, kept)),
    })
}

/// Between which trees.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ConsistencyParams {
    /// The number of events under the older tree, as in a checkpoint that you have kept.
    #[param(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1000)]
    from: u64,
    /// The number of events under the newer tree; that of the last signed checkpoint if it is not given.
    #[param(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    to: Option<u64>,
}

/// The proof that the log was only added to between two sizes: hashes only, for everybody.
#[utoipa::path(
    get, path = "/api/v1/log/consistency", tag = "log", operation_id = "proveConsistency",
    params(ConsistencyParams),
    responses((status = 200, description = "The proof", body = Consistency))
)]
pub(crate) async fn consistency(JsonRead { app, params: asked, .. }: JsonRead<ConsistencyParams>) -> HandlerResult {
    let state = web::Data::clone(&app);
    let proof = app.blocking(move || prove_consistency(&state, asked.from, asked.to)).await??;
    Ok(json(&proof))
}

/// The proof that the log was only added to between two sizes, the newer that of a signed checkpoint if it is not
/// given.
pub(crate) fn prove_consistency(app: &AppState, from: u64, to: Option<u64>) -> Result<Consistency, Problem> {
    let log = &*app.log;
    let head = log.head()?.position;
    if from > head.0 {
        return Err(beyond("from", head));
    }
    let (to, checkpoint) = match to {
        Some(to) if to > head.0 => return Err(beyond("to", head)),
        Some(to) if to < from => return Err(wrong("to", "field-tree-size")),
        Some(to) => (to, signed::of_size(app, to)?),
        None => match signed::covering(app, Position(from.max(1)))? {
            Some(checkpoint) => (checkpoint.size, Some(checkpoint)),
            // A log without events extends itself.
            None => (0, None),
        },
    };
    let root = |size| root_at(log, size).map(hex::encode).map_err(no_tree);
    Ok(Consistency {
        from,
        to,
        from_root: root(from)?,
        to_root: root(to)?,
        hashes: in_hex(&consistency_proof::prove(log, from, to).map_err(no_tree)?),
        checkpoint: checkpoint.map(|kept| checkpoint_entry(app, kept)),
    })
}

/// Refuses the size of a tree that the log does not have.
fn beyond(parameter: &'static str, head: Position) -> Problem {
    let words = Message::new("field-beyond-log").count("events", head.0);
    Problem::new(ProblemKind::InvalidParameter).at(FieldProblem::parameter(parameter, "invalid-value", words))
}

fn in_hex(hashes: &[Hash]) -> Vec<String> {
    hashes.iter().map(hex::encode).collect()
}
