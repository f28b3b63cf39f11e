//! Results that come from elsewhere, as places only: for tournaments whose games are not played here.

mod upload;

pub(crate) use upload::Upload;

use super::body::within;
use super::closing::known_player;
use super::running::{Running, run, tournament_address};
use crate::auth::{Doing, deed};
use crate::kostka::Kostka;
use crate::problem::{FieldProblem, Problem};
use crate::reading::Reading;
use crate::write::Receipt;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::calendar::Moment;
use domain::course::Order;
use domain::event::{RecordedFinish, ResultLine};
use domain::format::Rounds;
use domain::place::Place;
use formats::words::Message;
use projections::office::About;
use serde::Deserialize;
use utoipa::ToSchema;

/// The most rows of one import.
const MAX_ROWS: usize = 2000;
/// The most games that can be planned for a player.
const MAX_GAMES: u32 = Rounds::COUNT.max * Rounds::GAMES.max;
const _: () = assert!(MAX_GAMES == 400, "the OpenAPI document says it");

/// Results from elsewhere.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportedResults {
    /// How many games were planned for each player.
    #[schema(minimum = 1, maximum = 400, example = 7)]
    planned_games: u32,
    /// When play ended, with the offset that Warsaw had then.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T18:00:00+01:00")]
    ended_at: String,
    /// How everybody finished.
    #[schema(min_items = 1, max_items = 2000)]
    results: Vec<ImportedLine>,
}

/// A correction of results from elsewhere.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CorrectedResults {
    /// How everybody finished.
    #[schema(min_items = 1, max_items = 2000)]
    results: Vec<ImportedLine>,
    /// Why, for staff to read.
    #[schema(min_length = 1, max_length = 2000, example = "Pomyłka w przesłanych wynikach")]
    reason: String,
}

/// How one player finished: with a place, or disqualified.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "player": "2f6c1d0e9b8a4756x3f2", "place": 1, "games_played": 7 }))]
pub(crate) struct ImportedLine {
    /// The id of the player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player: String,
    /// The place.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 2000, example = 1)]
    place: Option<u32>,
    /// Whether the player was disqualified, and has no place.
    #[serde(default)]
    #[schema(default = false, example = false)]
    disqualified: bool,
    /// How many games the player played.
    #[schema(minimum = 0, maximum = 400, example = 7)]
    games_played: u32,
}

/// The lines, or nothing after noting everything that is wrong with them.
fn read_lines(kostka: &Kostka, reading: &mut Reading, lines: &[ImportedLine]) -> Option<Vec<ResultLine>> {
    if lines.len() > MAX_ROWS {
        let words = Message::new("import-field-too-many-rows").number("most", MAX_ROWS as i64);
        reading.note(FieldProblem::pointer("/results", "too-many-rows", words));
        return None;
    }
    let read: Vec<Option<ResultLine>> = (0..)
        .zip(lines)
        .map(|(index, line)| {
            let player = known_player(reading, kostka, &format!("/results/{index}/player"), &line.player);
            let place = line.place.map(Place::new);
            let finish = match (place, line.disqualified) {
                (Some(Ok(place)), false) => Some(RecordedFinish::Place(place)),
                (None, true) => Some(RecordedFinish::Disqualified),
                (Some(Err(_)) | None, false) | (Some(_), true) => {
                    let pointer = format!("/results/{index}/place");
                    reading.note(FieldProblem::pointer(pointer, "invalid-place", Message::new("import-field-place")));
                    None
                }
            };
            Some(ResultLine { player: player?, games_played: line.games_played, finish: finish? })
        })
        .collect();
    read.into_iter().collect()
}

/// Takes results from elsewhere.
///
/// For tournaments of a variant that is not played here. The results are JSON, or CSV with the columns `player,place,games_played`, a place of
/// `dsq` for whoever was disqualified, and `planned_games` and `ended_at` as parameters. Cells are read as they stand: nothing is
/// evaluated. Everything that is wrong is told at once, with the row as a pointer (`/results/0/place`).
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/results", tag = "play", operation_id = "importResults",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("planned_games" = Option<u32>, Query, minimum = 1, maximum = 400, description = "For CSV only: how many games were planned"),
        ("ended_at" = Option<String>, Query, max_length = 40, description = "For CSV only: when play ended"),
    ),
    request_body(
        content(
            (ImportedResults = "application/json"),
            (String = "text/csv", example = "player,place,games_played\r\n2f6c1d0e9b8a4756x3f2,1,7\r\n"),
        ),
    ),
    responses(
        (status = 201, description = "Recorded", body = Receipt),
        (status = 200, description = "A rehearsal: they would be recorded", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn import(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::ImportResults>,
    Upload { body, head }: Upload<ImportedResults>,
) -> Result<HttpResponse, Problem> {
    let mut reading = Reading::default();
    let ended_at = Moment::parse(&body.ended_at).ok();
    if ended_at.is_none() {
        reading.note(FieldProblem::pointer("/ended_at", "invalid-moment", Message::new("import-field-moment")));
    }
    let planned_games = body.planned_games;
    within(&mut reading, "/planned_games", planned_games, 1, MAX_GAMES);
    let lines = read_lines(&kostka, &mut reading, &body.results);
    let (Some(ended_at), Some(lines)) = (ended_at, lines) else { return Err(reading.problem()) };
    reading.finish()?;
    let act = head.act(&kostka, doing.actor());
    let address = format!("{}/results", tournament_address(doing.tournament()));
    let running = Running { act, about: About::Whole, created: StatusCode::CREATED };
    run(
        &request,
        doing,
        running,
        |_| address,
        move |_| Ok(Order::ImportResults { lines: lines.clone(), planned_games, ended_at }),
    )
    .await
}

/// Corrects results that came from elsewhere.
///
/// `If-Match` is the ETag of the tournament.
#[utoipa::path(
    put, path = "/api/v1/tournaments/{id}/results", tag = "play", operation_id = "correctResults",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07")),
    request_body = CorrectedResults,
    responses(
        (status = 200, description = "Corrected, or a rehearsal", body = Receipt),
        (status = 409, description = "The results did not come from elsewhere; `reason` and `rule` say so"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn correct(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::CorrectResults>,
    Upload { body, head }: Upload<CorrectedResults>,
) -> Result<HttpResponse, Problem> {
    let mut reading = Reading::default();
    let lines = read_lines(&kostka, &mut reading, &body.results);
    let reason = reading.reason("/reason", &body.reason);
    let (Some(lines), Some(reason)) = (lines, reason) else { return Err(reading.problem()) };
    let act = head.edit(&kostka, doing.actor())?;
    let address = format!("{}/results", tournament_address(doing.tournament()));
    let running = Running { act, about: About::Whole, created: StatusCode::OK };
    run(
        &request,
        doing,
        running,
        |_| address,
        move |ink| Ok(Order::CorrectResults { lines: lines.clone(), reason: ink.reason(&reason) }),
    )
    .await
}
