//! How far a tournament is: which sheets are missing, until when a round lasts, and what comes next.

use super::shown;
use crate::answer::{Answer, Audience, Key};
use crate::kostka::Kostka;
use crate::params::{self, Params};
use crate::problem::Problem;
use crate::table;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::Choice;
use domain::course::{Now, Phase, Stage, open_tie};
use domain::rulebook::{LaterSeating, parameters};
use events::envelope::Timestamp;
use projections::views::TournamentEntry;
use serde::Serialize;
use utoipa::ToSchema;

const MICROSECONDS_PER_MINUTE: i64 = 60_000_000;

/// How far a tournament is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Progress {
    /// Where the tournament is on its way.
    #[schema(max_length = 20, example = "running")]
    phase: &'static str,
    /// The stage that is played or comes next; none when all are over.
    #[schema(max_length = 5, example = "3")]
    stage: Option<String>,
    /// When play began there.
    #[schema(max_length = 40, format = DateTime, example = "2025-10-11T10:00:00.000000Z")]
    started_at: Option<String>,
    /// How long a round lasts.
    #[schema(minimum = 0, maximum = 1440, example = 45)]
    round_minutes: Option<u32>,
    /// When the time of the round is up.
    #[schema(max_length = 40, format = DateTime, example = "2025-10-11T10:45:00.000000Z")]
    ends_at: Option<String>,
    /// How many tables it has.
    #[schema(minimum = 0, maximum = 100_000, example = 8)]
    tables: u32,
    /// How many sheets somebody has entered, be they complete or not.
    #[schema(minimum = 0, maximum = 100_000, example = 5)]
    entered: u32,
    /// How many sheets have all their games.
    #[schema(minimum = 0, maximum = 100_000, example = 5)]
    complete: u32,
    /// How many sheets are complete and need nobody to enter them again.
    #[schema(minimum = 0, maximum = 100_000, example = 5)]
    confirmed: u32,
    /// The tables whose sheets are missing or not complete.
    #[schema(max_items = 100_000)]
    missing: Vec<u32>,
    /// The tables whose sheets wait for the second entry.
    #[schema(max_items = 100_000)]
    unconfirmed: Vec<u32>,
    /// The stage whose results are hidden until all of them are there.
    #[schema(max_length = 5, example = "4")]
    hidden: Option<String>,
    /// What comes next; nothing when the tournament is over.
    next: Option<NextStep>,
    /// The tie that the main referee must decide before the tournament goes on.
    tie: Option<OpenTie>,
}

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NextStep {
    /// Choose rounds, games and stages.
    ChooseFormat,
    /// Draw the seats.
    Draw,
    /// Give out the seats by the standing.
    Seat,
    /// Begin to play.
    Start,
    /// Enter the sheets that are missing.
    EnterSheets,
    /// Enter sheets a second time.
    ConfirmSheets,
    /// End the round or stage.
    CloseRound,
    /// Set an order among tied players.
    DecideTie,
    /// Make the results final.
    Close,
}

/// A tie that must be decided.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OpenTie {
    /// For what.
    #[schema(max_length = 30, example = "enters_final")]
    question: &'static str,
    /// The ids of those who are tied.
    #[schema(max_items = 100_000)]
    candidates: Vec<String>,
}

/// How far a tournament is.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/progress", tag = "tournaments", operation_id = "getProgress",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2025-10-11-lodz")),
    responses(
        (status = 200, description = "How far it is", body = Progress),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn show(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    id: web::Path<String>,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let views = kostka.views();
    let entry = shown::tournament(&views, &id)?;
    let state = entry.progress_changed;
    let key = Key::about("progress", entry.id.as_str(), 0);
    let answer = kostka.answers.answer(key, state, || Answer::json(state, Audience::Public, &Progress::of(entry)))?;
    Ok(answer.respond(&request).await)
}

impl Progress {
    fn of(entry: &TournamentEntry) -> Self {
        let Some(now) = entry.now() else { return Self::over() };
        let is_open = matches!(now.phase, Phase::Approved | Phase::Running);
        let stage = now.current_stage().filter(|_| is_open);
        let tables = stage.and_then(|stage| now.play(stage)).map(|play| play.tables.as_slice()).unwrap_or_default();
        let count = |counted: &dyn Fn(&domain::course::SeatedTable) -> bool| {
            tables.iter().filter(|table| counted(table)).count() as u32
        };
        let is_complete =
            |table: &domain::course::SeatedTable| stage.is_some_and(|stage| now.is_complete(stage, table));
        let started_at = stage.and_then(|stage| entry.started_at(stage));
        let round_minutes =
            stage.filter(|stage| stage.is_round()).and(now.plan.as_ref()).and_then(|plan| plan.round_minutes);
        let ends_at = started_at.zip(round_minutes).map(|(started_at, minutes)| {
            Timestamp(started_at.0 + i64::from(minutes) * MICROSECONDS_PER_MINUTE).to_string()
        });
        // A tie says how results stand, and so it waits for them to be shown.
        let tie = open_tie(now).filter(|_| now.hidden.is_none());
        Self {
            phase: now.phase.name(),
            stage: stage.map(shown::written),
            started_at: started_at.map(|at| at.to_string()),
            round_minutes,
            ends_at,
            tables: tables.len() as u32,
            entered: count(&|table| table.sheet.is_some()),
            complete: count(&is_complete),
            confirmed: count(&|table| is_complete(table) && now.is_confirmed(table)),
            missing: stage.map(|stage| now.missing_sheets(stage)).unwrap_or_default(),
            unconfirmed: stage.map(|stage| now.unconfirmed_sheets(stage)).unwrap_or_default(),
            hidden: now.hidden.map(shown::written),
            next: is_open.then(|| NextStep::of(now, stage, tie.is_some())),
            tie: tie.map(|(question, candidates)| OpenTie {
                question: question.name(),
                candidates: candidates.iter().map(ToString::to_string).collect(),
            }),
        }
    }

    /// Of a tournament that was recorded after it was over.
    fn over() -> Self {
        Self {
            phase: Phase::Closed.name(),
            stage: None,
            started_at: None,
            round_minutes: None,
            ends_at: None,
            tables: 0,
            entered: 0,
            complete: 0,
            confirmed: 0,
            missing: Vec::new(),
            unconfirmed: Vec::new(),
            hidden: None,
            next: None,
            tie: None,
        }
    }
}

impl NextStep {
    fn of(now: &Now, stage: Option<Stage>, is_tied: bool) -> Self {
        if now.plan.is_none() {
            return Self::ChooseFormat;
        }
        let Some(stage) = stage else { return if is_tied { Self::DecideTie } else { Self::Close } };
        match now.play(stage) {
            None if is_tied => Self::DecideTie,
            None if is_drawn(now, stage) => Self::Draw,
            None => Self::Seat,
            Some(play) if !play.started => Self::Start,
            Some(_) if !now.missing_sheets(stage).is_empty() => Self::EnterSheets,
            Some(_) if !now.unconfirmed_sheets(stage).is_empty() => Self::ConfirmSheets,
            Some(_) => Self::CloseRound,
        }
    }
}

/// Whether the seats of a stage are drawn, as those of the first round always are.
fn is_drawn(now: &Now, stage: Stage) -> bool {
    let later = now.rulebook.as_ref().is_some_and(|rules| rules.get(parameters::SEATING_LATER) == LaterSeating::Draw);
    stage == Stage::Round(1) || stage.is_round() && later
}
