//! The final results of a tournament.

use crate::http::answer::{Answer, AnswerKey, Audience};
use crate::http::list_response::{self, ListFormat, csv_row};
use crate::http::path::TournamentPath;
use crate::http::problem::HandlerResult;
use crate::http::read::Read;
use crate::tournaments::live::standings::CsvParams;
use crate::tournaments::people::shown_player;
use crate::tournaments::visible;
use actix_web::web;
use domain::competitions::from_records::tournament_by_itself;
use domain::rulebook::Rulebook;
use domain::tournament::course::{Phase, TournamentState};
use domain::tournament::result::Finish;
use domain::tournament::standings::Tally;
use domain::values::ids::{PlayerId, PlayerKey};
use domain::values::place::Place;
use projections::views::{TournamentEntry, Views};
use std::collections::BTreeMap;
use wire::tournaments::results::{ResultRow, Results};

csv_row! { ResultRow, |row|
    place, player: &row.named.player, first_name: &row.named.first_name, surname: &row.named.surname, city: &row.named.city, voivodeship: &row.named.voivodeship,
    big, small, games_played
}

/// The final results of a tournament.
///
/// `place` is that of the whole tournament, `big`, `small` and `games_played` are those of the elimination. Before it
/// is closed there are none, and `phase` says where it is.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/results", tag = "tournaments", operation_id = "getResults",
    params(TournamentPath, CsvParams),
    responses((status = 200, description = "The results", content(
        (Results = "application/json"),
        (String = "text/csv", example = "place,player,first_name,surname,city,voivodeship,big,small,games_played\r\n1,2f6c1d0e9b8a4756x3f2,Łucja,Przykładowa,Łódź,łódzkie,9,312,16\r\n"),
    )), (status = 304, description = "As the client knows them"))
)]
pub(crate) async fn show(
    path: web::Path<TournamentPath>,
    Read { request, app, params: wanted }: Read<CsvParams>,
) -> HandlerResult {
    let format = ListFormat::from_request(&request, wanted.dialect)?;
    let views = app.views();
    let entry = visible::tournament(&views, &path.id)?;
    let mut version = entry.results_changed.max(entry.names_changed);
    if entry.state().is_none() {
        // The rules of its season count here.
        version = version.max(views.records.seasons_changed).max(views.records.rulebooks.changed);
    }
    let key = AnswerKey::about("results", entry.id.as_str(), format.number());
    let answer = app.answers.answer(key, version, || {
        let results = results_answer(&views, entry);
        match format {
            ListFormat::Json => Answer::json(version, Audience::Public, &results),
            ListFormat::Csv(dialect) => list_response::csv(version, dialect, &results.lines),
        }
    })?;
    Ok(answer.respond(&request).await)
}

fn results_answer(views: &Views, entry: &TournamentEntry) -> Results {
    let phase = entry.state().map_or(Phase::Closed, |state| state.phase);
    let Some(record) = entry.record() else {
        let (winners, lines) = (Vec::new(), Vec::new());
        return Results { phase, ended_at: None, participants: None, planned_games: None, winners, lines };
    };
    let rulebook = rulebook(views, entry);
    let (tournament, players) = tournament_by_itself(record, &rulebook);
    let named = |key: PlayerKey| players.get(key.index()).map(|player| shown_player(views, player));
    let standing = entry.state().map(TournamentState::public_standings).unwrap_or_default();
    let gathered: BTreeMap<&PlayerId, Tally> = standing.lines.iter().map(|line| (&line.player, line.tally)).collect();
    let row = |finish: &Finish| {
        let tally = players.get(finish.player.index()).and_then(|player| gathered.get(player));
        Some(ResultRow {
            place: finish.shown_place().map(Place::number),
            named: named(finish.player)?,
            big: tally.map(|tally| tally.big.0),
            small: tally.map(|tally| tally.small.0),
            games_played: finish.games_played,
        })
    };
    Results {
        phase,
        ended_at: Some(record.ended_at.to_string()),
        participants: Some(tournament.participants(&rulebook)),
        planned_games: Some(record.planned_games),
        winners: tournament.winners().into_iter().filter_map(named).collect(),
        lines: tournament.shown_finishes().iter().filter_map(row).collect(),
    }
}

fn rulebook(views: &Views, entry: &TournamentEntry) -> Rulebook {
    let own = entry.state().and_then(|state| state.rulebook.as_deref());
    let of_season = || {
        let competition = views.competitions.find(&entry.stream)?;
        let season = views.season_of(competition)?;
        views.records.rulebooks.find(&season.record.rulebook).map(|adopted| adopted.rulebook.as_ref())
    };
    Rulebook::of_competition(own, of_season)
}
