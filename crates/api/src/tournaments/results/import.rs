//! Import and correction of results as places only, for tournaments whose games are not recorded here.

mod upload;

pub(crate) use upload::Upload;

use crate::accounts::AuthorizedAtTournament;
use crate::http::app::AppState;
use crate::http::fields::FieldParser;
use crate::http::path::TournamentPath;
use crate::http::problem::HandlerResult;
use crate::http::write::Receipt;
use crate::tournaments::execute::TournamentWrite;
use crate::tournaments::play::closing::{known_player, read_ended_at};
use crate::tournaments::requests::in_range;
use actix_web::{HttpRequest, web};
use domain::event::{RecordedFinish, ResultLine};
use domain::tournament::course::{CommandKind, TournamentAction};
use domain::tournament::format::Rounds;
use domain::values::place::Place;
use formats::localization::Message;
use wire::tournaments::results::{CorrectedResults, ImportedLine, ImportedResults};

const MAX_ROWS: usize = 2000;
const MAX_GAMES: u32 = Rounds::COUNT.max * Rounds::GAMES.max;
const _: () = assert!(MAX_GAMES == 400, "the OpenAPI document says it");

/// The lines, or `None` after noting every wrong value.
fn read_lines(app: &AppState, fields: &mut FieldParser, lines: &[ImportedLine]) -> Option<Vec<ResultLine>> {
    if lines.len() > MAX_ROWS {
        let words = Message::new("import-field-too-many-rows").number("most", MAX_ROWS as i64);
        return fields.wrong("/results", "too-many-rows", words);
    }
    let read: Vec<Option<ResultLine>> = (0..)
        .zip(lines)
        .map(|(index, line)| {
            let player = known_player(fields, app, &format!("/results/{index}/player"), &line.player);
            let place = line.place.map(Place::new);
            let finish = match (place, line.disqualified) {
                (Some(Ok(place)), false) => Some(RecordedFinish::Place(place)),
                (None, true) => Some(RecordedFinish::Disqualified),
                (Some(Err(_)) | None, false) | (Some(_), true) => {
                    fields.wrong(format!("/results/{index}/place"), "invalid-place", Message::new("import-field-place"))
                }
            };
            Some(ResultLine { player: player?, games_played: line.games_played, finish: finish? })
        })
        .collect();
    read.into_iter().collect()
}

/// Takes results from elsewhere.
///
/// For tournaments of a variant that is not played here. The results are JSON, or CSV with the columns
/// `player,place,games_played`, a place of `dsq` for whoever was disqualified, and `planned_games` and `ended_at` as
/// parameters. Cells are read as they stand: nothing is evaluated. Everything that is wrong is told at once, with the
/// row as a pointer (`/results/0/place`).
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/results", tag = "play", operation_id = "importResults",
    params(
        TournamentPath,
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
    )
)]
pub(crate) async fn import(
    request: HttpRequest,
    app: web::Data<AppState>,
    authorized: AuthorizedAtTournament<{ CommandKind::ImportResults as u8 }>,
    Upload(write): Upload<ImportedResults>,
) -> HandlerResult {
    let write = TournamentWrite::new((request, app, authorized, write));
    let planned_games = write.body.planned_games;
    let (ended_at, lines) = FieldParser::read(|fields| {
        let ended_at = read_ended_at(fields, &write.body.ended_at);
        in_range(fields, "/planned_games", planned_games, 1, MAX_GAMES);
        ended_at.zip(read_lines(&write.app, fields, &write.body.results))
    })?;
    write.at("results").created().run_action(TournamentAction::ImportResults { lines, planned_games, ended_at }).await
}

/// Corrects results that came from elsewhere.
///
/// `If-Match` is the ETag of the tournament.
#[utoipa::path(
    put, path = "/api/v1/tournaments/{id}/results", tag = "play", operation_id = "correctResults",
    params(TournamentPath), request_body = CorrectedResults,
    responses(
        (status = 200, description = "Corrected, or a rehearsal", body = Receipt),
        (status = 409, description = "The results did not come from elsewhere; `reason` and `rule` say so"),
    )
)]
pub(crate) async fn correct(
    request: HttpRequest,
    app: web::Data<AppState>,
    authorized: AuthorizedAtTournament<{ CommandKind::CorrectResults as u8 }>,
    Upload(write): Upload<CorrectedResults>,
) -> HandlerResult {
    let write = TournamentWrite::new((request, app, authorized, write));
    let (lines, reason) = FieldParser::read(|fields| {
        let lines = read_lines(&write.app, fields, &write.body.results);
        lines.zip(fields.reason("/reason", &write.body.reason))
    })?;
    let write = write.require_if_match()?;
    write
        .at("results")
        .run(move |sealer| TournamentAction::CorrectResults { lines: lines.clone(), reason: sealer.reason(&reason) })
        .await
}
