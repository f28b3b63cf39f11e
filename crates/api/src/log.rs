//! The log for auditors: its events in many forms, its checkpoints, and proofs that outsiders can check by themselves.

pub(crate) mod audit_trail;
pub(crate) mod feed;
pub(crate) mod streams;

mod about;
mod checkpoints;
mod cloud_event;
mod event;
mod events;
mod export;
mod names;
mod proofs;
mod schema;
mod secrecy;
mod selection;
mod signed;
mod whole;

pub(crate) use about::{__path_about, about};
pub(crate) use checkpoints::{__path_latest, __path_list, latest, list};
pub(crate) use cloud_event::CloudEvent;
pub(crate) use event::{__path_show, in_words, show};
pub(crate) use events::{__path_events, events};
pub(crate) use proofs::{__path_consistency, __path_inclusion, consistency, inclusion};
pub(crate) use proofs::{prove_consistency, prove_inclusion};
pub(crate) use schema::stream as stream_schema;
pub(crate) use selection::Selection;
pub(crate) use whole::{__path_whole, whole};
pub(crate) use wire::log::{Consistency, Inclusion};

use crate::http::answer::{self, json_bytes as written};
use crate::http::problem::{Problem, ProblemKind};
use ::events::envelope::{Position, Timestamp};
use ::events::log::Log;
use ::events::proof::tree::TreeError;
use actix_web::HttpResponse;
use actix_web::http::header::CACHE_CONTROL;
use serde::Serialize;

/// When the event at a position was recorded; the beginning of time before the first.
pub(crate) fn recorded_at(log: &(dyn Log + 'static), position: Position) -> Result<Timestamp, Problem> {
    let Some(before) = position.0.checked_sub(1) else { return Ok(Timestamp(0)) };
    let page = log.read(Position(before), 1)?;
    Ok(page.first().map_or(Timestamp(0), |event| event.recorded_at))
}

fn no_tree(error: TreeError) -> Problem {
    match error {
        TreeError::Read(error) => error.into(),
        error => {
            tracing::error!(%error, "the tree of the log cannot be computed");
            ProblemKind::Internal.into()
        }
    }
}

/// A small answer about the log as it stands; asked for again, it may say something else.
fn json(value: &impl Serialize) -> HttpResponse {
    answer::json(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")), value)
}
