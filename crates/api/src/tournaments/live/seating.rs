//! The seating of a stage: all its tables, or the table of one player.

use crate::http::answer::{Answer, AnswerKey, Audience};
use crate::http::csv::Dialect;
use crate::http::list_response::{self, ListFormat, csv_row};
use crate::http::params;
use crate::http::path::TournamentPath;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::Read;
use crate::tournaments::people::shown_player;
use crate::tournaments::visible;
use actix_web::web;
use domain::Choice;
use domain::tournament::course::{Presence, SeatedTable, Stage, TournamentState};
use domain::tournament::seating::{SeatLetter, pool_tiles, starter};
use domain::values::ids::PlayerId;
use formats::localization::Message;
use projections::views::{ListKey, TournamentEntry, Views};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};
use wire::tournaments::live::{ChangedSheet, SeatTaken, Seating, TableSeats};
use wire::tournaments::people::ShownPlayer;

/// Which seats.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SeatingParams {
    /// Of which stage: the number of a round, `top` or `final`; that which is played or comes next if none is named.
    #[param(max_length = 5)]
    stage: Option<String>,
    /// Only the table at which this player sits.
    #[param(max_length = 1024)]
    player: Option<String>,
    /// In which order the rows of CSV stand.
    #[serde(default)]
    #[param(inline)]
    order: RowOrder,
    /// Asks for CSV, and for which.
    #[param(inline)]
    dialect: Option<Dialect>,
}

/// The order of the rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RowOrder {
    /// By table and seat.
    #[default]
    Table,
    /// By surname and first name, in the Polish alphabet.
    Name,
}

/// A seat as a row.
#[derive(Serialize)]
struct SeatRow<'a> {
    stage: String,
    table: u32,
    seat: &'a SeatTaken,
}

csv_row! { SeatRow<'_>, |row|
    stage: &row.stage, table, seat: row.seat.seat.name(),
    player: &row.seat.named.player, first_name: &row.seat.named.first_name, surname: &row.seat.named.surname, city: &row.seat.named.city, voivodeship: &row.seat.named.voivodeship
}

/// Who sits where.
///
/// Asked for a player, it is where that player sits: the only table, with the seat marked; without a seat there is no
/// table and `code` says so, and whoever is not on the list of players is not found. Seats that follow the standings
/// tell from which position of the log; a sheet that is corrected later changes no seat, and is named in
/// `changed_since`.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/seating", tag = "tournaments", operation_id = "getSeating",
    params(TournamentPath, SeatingParams),
    responses((status = 200, description = "The seats", content(
        (Seating = "application/json"),
        (String = "text/csv", example = "stage,table,seat,player,first_name,surname,city,voivodeship\r\n3,7,A,2f6c1d0e9b8a4756x3f2,Łucja,Przykładowa,Łódź,łódzkie\r\n"),
    )), (status = 304, description = "As the client knows them"))
)]
pub(crate) async fn show(
    path: web::Path<TournamentPath>,
    Read { request, app, params: wanted }: Read<SeatingParams>,
) -> HandlerResult {
    let format = ListFormat::from_request(&request, wanted.dialect)?;
    let parse = |text: &str| Stage::parse(text).map_err(|_| params::wrong("stage", "field-stage"));
    let stage = wanted.stage.as_deref().map(parse).transpose()?;
    let views = app.views();
    let entry = visible::tournament(&views, &path.id)?;
    let version = entry.progress_changed.max(entry.names_changed);
    let asked = wanted.player.as_deref();
    if asked.is_some_and(|asked| asked.chars().count() > MAX_ID_CHARS) {
        return Err(params::wrong("player", "field-player"));
    }
    if let Some((state, asked)) = entry.state().zip(asked) {
        require_listed(&views, state, asked)?;
    }
    let build = || {
        let seating = seating_answer(&views, entry, stage, asked);
        match format {
            ListFormat::Json => Answer::json(version, Audience::Public, &seating),
            ListFormat::Csv(dialect) => list_response::csv(version, dialect, &rows(&seating, wanted.order)),
        }
    };
    // Answers about stages that do not exist are not cached.
    let is_there = |stage: Stage| entry.state().is_some_and(|state| state.play(stage).is_some());
    if asked.is_some() || !stage.is_none_or(is_there) {
        return Ok(Arc::new(build()?).respond(&request).await);
    }
    let order = u64::from(wanted.order == RowOrder::Name);
    let key = AnswerKey::about("seating", entry.id.as_str(), format.number() + 3 * order + 6 * number(stage));
    Ok(app.answers.answer(key, version, build)?.respond(&request).await)
}

const MAX_ID_CHARS: usize = 1024;

/// Refuses a player who is not on the list of players.
fn require_listed(views: &Views, state: &TournamentState, asked: &str) -> Result<(), Problem> {
    let player = PlayerId::parse(asked).ok();
    let entrant = player.as_ref().and_then(|player| state.entrants.get(player));
    if entrant.is_some_and(|entrant| entrant.presence != Presence::Withdrawn) {
        return Ok(());
    }
    let is_known = player.is_some_and(|player| views.players.get(&player).is_some());
    let (reason, words) = if is_known {
        ("not-registered", "seating-not-registered")
    } else {
        ("unknown-player", "seating-unknown-player")
    };
    Err(Problem::new(ProblemKind::NotFound).because(Message::new(words)).with_extension("reason", reason))
}

/// A number for each stage, as part of a cache key.
pub(crate) fn number(stage: Option<Stage>) -> u64 {
    match stage {
        None => 0,
        Some(Stage::Round(round)) => round.into(),
        Some(Stage::Top) => u64::from(Stage::MAX_ROUNDS) + 1,
        Some(Stage::Final) => u64::from(Stage::MAX_ROUNDS) + 2,
    }
}

fn seating_answer(views: &Views, entry: &TournamentEntry, stage: Option<Stage>, asked: Option<&str>) -> Seating {
    let state = entry.state();
    let stage = stage.or_else(|| state.and_then(shown_first));
    let play = state.zip(stage).and_then(|(state, stage)| state.play(stage));
    let drawn = entry.draws.iter().any(|draw| Some(draw.stage) == stage && !draw.undone) && play.is_some();
    let based_on = stage.filter(|_| play.is_some() && !drawn).and_then(|stage| entry.seated_at(stage));
    let changed = stage.filter(|_| based_on.is_some()).map(|stage| entry.changed_since_seated(stage));
    let games = state.zip(stage).and_then(|(state, stage)| state.planned_games(stage)).unwrap_or_default();
    let tables = play.into_iter().flat_map(|play| (1..).zip(&play.tables));
    let wanted =
        tables.filter(|(_, table)| asked.is_none_or(|asked| table.seats.iter().any(|player| player.as_str() == asked)));
    let tables: Vec<TableSeats> =
        wanted.map(|(number, table)| table_seats(views, number, table, games, asked)).collect();
    Seating {
        stage,
        seated: play.is_some_and(|play| !play.tables.is_empty()),
        code: (asked.is_some() && tables.is_empty()).then(|| "not-seated".to_owned()),
        started: play.is_some_and(|play| play.started),
        drawn,
        based_on: based_on.map(|position| position.0),
        changed_since: changed
            .into_iter()
            .flatten()
            .map(|(stage, table, position)| ChangedSheet { stage, table, position: position.0 })
            .collect(),
        tables,
    }
}

fn rows(seating: &Seating, order: RowOrder) -> Vec<SeatRow<'_>> {
    let stage = seating.stage.map(|stage| stage.to_string()).unwrap_or_default();
    let row = |table: u32| {
        let stage = stage.clone();
        move |seat| SeatRow { stage: stage.clone(), table, seat }
    };
    let mut rows: Vec<SeatRow<'_>> =
        seating.tables.iter().flat_map(|table| table.seats.iter().map(row(table.table))).collect();
    if order == RowOrder::Name {
        rows.sort_by_cached_key(|row| {
            let ShownPlayer { player, first_name, surname, .. } = &row.seat.named;
            let text = |text: &Option<String>| text.clone().unwrap_or_default();
            // Erased players come last.
            (surname.is_none(), ListKey::new(&text(surname), &text(first_name), player))
        });
    }
    rows
}

/// The stage whose seats are shown if none is named: the last that is seated, or the one that comes next.
fn shown_first(state: &TournamentState) -> Option<Stage> {
    let current = state.current_stage();
    let seated = |stage: &Stage| state.play(*stage).is_some_and(|play| !play.tables.is_empty());
    current.filter(seated).or_else(|| state.stages.keys().rev().copied().find(seated)).or(current)
}

fn table_seats(views: &Views, number: u32, table: &SeatedTable, games: u32, asked: Option<&str>) -> TableSeats {
    let size = table.seats.len() as u32;
    let seats = SeatLetter::ALL.iter().zip(&table.seats).map(|(letter, player)| SeatTaken {
        seat: *letter,
        named: shown_player(views, player),
        asked: asked == Some(player.as_str()),
    });
    TableSeats {
        table: number,
        pool_tiles: pool_tiles(size),
        starters: (1..=games).filter_map(|game| starter(game, size)).collect(),
        seats: seats.collect(),
    }
}
