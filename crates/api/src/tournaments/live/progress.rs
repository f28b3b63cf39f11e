//! Progress of a tournament: missing sheets, the end of the round, and the next step.

use crate::http::answer::{Answer, AnswerKey, Audience};
use crate::http::conditional::NotModified;
use crate::http::path::TournamentPath;
use crate::http::problem::HandlerResult;
use crate::http::read::JsonRead;
use crate::tournaments::visible;
use actix_web::web;
use domain::rulebook::{LaterSeating, parameters};
use domain::tournament::course::{Phase, SeatedTable, Stage, TournamentState, open_tie};
use events::envelope::Timestamp;
use projections::views::TournamentEntry;
use wire::tournaments::live::{NextStep, OpenTie, Progress};

const MICROSECONDS_PER_MINUTE: i64 = 60_000_000;

/// How far a tournament is.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/progress", tag = "tournaments", operation_id = "getProgress",
    params(TournamentPath),
    responses((status = 200, description = "How far it is", body = Progress), NotModified)
)]
pub(crate) async fn show(path: web::Path<TournamentPath>, JsonRead { request, app, .. }: JsonRead) -> HandlerResult {
    let views = app.views();
    let entry = visible::tournament(&views, &path.id)?;
    let version = entry.progress_changed;
    let key = AnswerKey::about("progress", entry.id.as_str(), 0);
    let answer = app.answers.answer(key, version, || Answer::json(version, Audience::Public, &progress(entry)))?;
    Ok(answer.respond(&request).await)
}

fn progress(entry: &TournamentEntry) -> Progress {
    let Some(state) = entry.state() else { return Progress::without_stages(Phase::Closed) };
    let is_open = matches!(state.phase, Phase::Approved | Phase::Running);
    let stage = state.current_stage().filter(|_| is_open);
    let tables = stage.and_then(|stage| state.play(stage)).map(|play| play.tables.as_slice()).unwrap_or_default();
    let count = |counted: &dyn Fn(&SeatedTable) -> bool| tables.iter().filter(|table| counted(table)).count() as u32;
    let is_complete = |table: &SeatedTable| stage.is_some_and(|stage| state.is_complete(stage, table));
    let started_at = stage.and_then(|stage| entry.started_at(stage));
    let round_minutes =
        stage.filter(|stage| stage.is_round()).and(state.plan.as_ref()).and_then(|plan| plan.round_minutes);
    let ends_at = started_at.zip(round_minutes).map(|(started_at, minutes)| {
        Timestamp(started_at.0 + i64::from(minutes) * MICROSECONDS_PER_MINUTE).to_string()
    });
    // A tie reveals results, so it is not shown while they are hidden.
    let tie = open_tie(state).filter(|_| state.hidden.is_none());
    Progress {
        phase: state.phase,
        stage,
        started_at: started_at.map(|at| at.to_string()),
        round_minutes,
        ends_at,
        tables: tables.len() as u32,
        entered: count(&|table| table.sheet.is_some()),
        complete: count(&is_complete),
        confirmed: count(&|table| is_complete(table) && state.is_confirmed(table)),
        missing: stage.map(|stage| state.missing_sheets(stage)).unwrap_or_default(),
        unconfirmed: stage.map(|stage| state.unconfirmed_sheets(stage)).unwrap_or_default(),
        hidden: state.hidden,
        next: is_open.then(|| next_step(state, stage, tie.is_some())),
        tie: tie.map(|(question, candidates)| OpenTie {
            question,
            candidates: candidates.iter().map(ToString::to_string).collect(),
        }),
    }
}

fn next_step(state: &TournamentState, stage: Option<Stage>, is_tied: bool) -> NextStep {
    if state.plan.is_none() {
        return NextStep::ChooseFormat;
    }
    let Some(stage) = stage else { return if is_tied { NextStep::DecideTie } else { NextStep::Close } };
    match state.play(stage) {
        None if is_tied => NextStep::DecideTie,
        None if is_drawn(state, stage) => NextStep::Draw,
        None => NextStep::Seat,
        Some(play) if !play.started => NextStep::Start,
        Some(_) if !state.missing_sheets(stage).is_empty() => NextStep::EnterSheets,
        Some(_) if !state.unconfirmed_sheets(stage).is_empty() => NextStep::ConfirmSheets,
        Some(_) => NextStep::CloseRound,
    }
}

/// Whether the seats of a stage are drawn; those of the first round always are.
fn is_drawn(state: &TournamentState, stage: Stage) -> bool {
    let later = state.rulebook.as_ref().is_some_and(|rules| rules.get(parameters::SEATING_LATER) == LaterSeating::Draw);
    stage == Stage::Round(1) || stage.is_round() && later
}
