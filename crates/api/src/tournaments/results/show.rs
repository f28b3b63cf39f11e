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
use domain::event::{PlayedTable, RecordedFinish, RecordedGame, RecordedOutcome, TournamentRecord};
use domain::rulebook::Rulebook;
use domain::tournament::course::{Phase, TournamentState};
use domain::tournament::result::{ClosedTournament, Finish, finishes_from_rounds};
use domain::tournament::standings::{PlayedGame, Table, Tally};
use domain::values::ids::{CompetitionKey, PlayerId, PlayerKey};
use domain::values::place::Place;
use domain::values::points::SmallPoints;
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
    let shape = ListFormat::from_request(&request, wanted.dialect)?;
    let views = app.views();
    let entry = visible::tournament(&views, &path.id)?;
    let mut state = entry.results_changed.max(entry.names_changed);
    if entry.now().is_none() {
        // The rules of its season count here.
        state = state.max(views.seasons.changed).max(views.records.rulebooks.changed);
    }
    let key = AnswerKey::about("results", entry.id.as_str(), shape.number());
    let answer = app.answers.answer(key, state, || {
        let results = results_answer(&views, entry);
        match shape {
            ListFormat::Json => Answer::json(state, Audience::Public, &results),
            ListFormat::Csv(dialect) => list_response::csv(state, dialect, &results.lines),
        }
    })?;
    Ok(answer.respond(&request).await)
}

fn results_answer(views: &Views, entry: &TournamentEntry) -> Results {
    let phase = entry.now().map_or(Phase::Closed, |now| now.phase);
    let Some(record) = entry.record() else {
        let (winners, lines) = (Vec::new(), Vec::new());
        return Results { phase, ended_at: None, participants: None, planned_games: None, winners, lines };
    };
    let rulebook = rulebook(views, entry);
    let mut players = record.outcome.players();
    players.sort_unstable();
    players.dedup();
    let tournament = tournament(record, &players, &rulebook);
    let mut finishes = tournament.finishes.clone();
    // A disqualified player stands last, without a place.
    let place = |finish: &Finish| finish.place.filter(|_| !finish.disqualified);
    finishes.sort_by_key(|finish| (place(finish).is_none(), place(finish), finish.player));
    let named = |key: PlayerKey| players.get(key.index()).map(|player| shown_player(views, player));
    let standing = entry.now().map(TournamentState::public_standings).unwrap_or_default();
    let gathered: BTreeMap<&PlayerId, Tally> = standing.lines.iter().map(|line| (&line.player, line.tally)).collect();
    let row = |finish: &Finish| {
        let tally = players.get(finish.player.index()).and_then(|player| gathered.get(player));
        Some(ResultRow {
            place: place(finish).map(Place::number),
            named: named(finish.player)?,
            big: tally.map(|tally| tally.big.0),
            small: tally.map(|tally| tally.small.0),
            games_played: finish.games_played,
        })
    };
    let winners = finishes.iter().filter(|finish| place(finish) == Some(Place::FIRST));
    Results {
        phase,
        ended_at: Some(record.ended_at.to_string()),
        participants: Some(tournament.participants(&rulebook)),
        planned_games: Some(record.planned_games),
        winners: winners.filter_map(|finish| named(finish.player)).collect(),
        lines: finishes.iter().filter_map(row).collect(),
    }
}

/// The rules of a tournament: its own, or those of the season in which it took place.
fn rulebook(views: &Views, entry: &TournamentEntry) -> Rulebook {
    let own = entry.now().and_then(|now| now.rulebook.as_deref());
    let of_season = || {
        let competition = views.competitions.find(&entry.stream)?;
        let season = views.season_of(competition)?;
        views.records.rulebooks.find(&season.record.rulebook).map(|adopted| adopted.rulebook.as_ref())
    };
    own.or_else(of_season).cloned().unwrap_or_default()
}

/// The tournament as the rules count its participants, with players by their number in the list.
fn tournament(record: &TournamentRecord, players: &[&PlayerId], rulebook: &Rulebook) -> ClosedTournament {
    let keys: BTreeMap<&PlayerId, PlayerKey> = players.iter().copied().zip((0..).map(PlayerKey)).collect();
    let finishes = match &record.outcome {
        RecordedOutcome::Results(lines) => lines
            .iter()
            .filter_map(|line| {
                let place = match line.finish {
                    RecordedFinish::Place(place) => Some(place),
                    RecordedFinish::Disqualified => None,
                };
                let player = *keys.get(&line.player)?;
                let (disqualified, games_played) = (place.is_none(), line.games_played);
                Some(Finish { player, place, disqualified, games_played, games_unplayed: 0 })
            })
            .collect(),
        RecordedOutcome::Rounds { rounds, final_table, disqualified } => {
            let table = |table: &PlayedTable| Table {
                seats: table.seats.iter().filter_map(|player| keys.get(player).copied()).collect(),
                games: table.games.iter().map(|game| played(game, rulebook)).collect(),
            };
            let tables: Vec<Table> = rounds.iter().flatten().map(table).collect();
            let disqualified: Vec<PlayerKey> =
                disqualified.iter().filter_map(|player| keys.get(player).copied()).collect();
            let last = final_table.as_ref().map(table);
            finishes_from_rounds(&tables, &[], last.as_ref(), &disqualified, rulebook)
        }
    };
    ClosedTournament {
        competition: CompetitionKey(0),
        ended_at: record.ended_at,
        submitted_at: record.submitted_at,
        voivodeship: record.voivodeship,
        class: record.class,
        planned_games: record.planned_games,
        finishes,
        waivers: Vec::new(),
        exception: None,
    }
}

fn played(game: &RecordedGame, rulebook: &Rulebook) -> PlayedGame {
    let small = game.small.iter().flatten().map(|small| SmallPoints(i64::from(*small))).collect::<Vec<_>>();
    match &game.small {
        Some(_) => PlayedGame::new(game.ending, &small, rulebook),
        None => PlayedGame::NOT_PLAYED,
    }
}
