//! Who sits where: every table of a stage, and "where do I sit".

use super::shown::{self, Named};
use crate::answer::{Answer, Audience, Key};
use crate::kostka::Kostka;
use crate::params::{self, Params};
use crate::problem::{Problem, ProblemKind};
use crate::sheet::{Cell, Dialect};
use crate::table::{self, Row, Shape};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::Choice;
use domain::course::{Now, Presence, SeatedTable, Stage};
use domain::ids::PlayerId;
use domain::seating::{SeatLetter, pool_tiles, starter};
use formats::words::Message;
use projections::views::{ListKey, TournamentEntry, Views};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// Which seats.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Wanted {
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

/// The seats of a stage.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Seating {
    /// The stage; none before the format is chosen.
    #[schema(max_length = 5, example = "3")]
    stage: Option<String>,
    /// Whether its seats are given out.
    #[schema(example = true)]
    seated: bool,
    /// Of a player who was asked for: `not-seated` if she has no seat there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 20, example = "not-seated")]
    code: Option<&'static str>,
    /// Whether play has begun there.
    #[schema(example = false)]
    started: bool,
    /// Whether the seats were drawn.
    #[schema(example = false)]
    drawn: bool,
    /// For seats that follow the standings: the position of the log at which they were given out.
    #[schema(minimum = 0, example = 1042)]
    based_on: Option<u64>,
    /// Sheets of earlier stages that were changed after that; the seats stay as they were given out.
    #[schema(max_items = 100_000)]
    changed_since: Vec<ChangedSheet>,
    /// The tables; only one of them if a player was asked for, none if the player has no seat.
    #[schema(max_items = 100_000)]
    tables: Vec<TableSeats>,
}

/// A sheet that was changed after seats were given out.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChangedSheet {
    /// Of which stage.
    #[schema(max_length = 5, example = "2")]
    stage: String,
    /// Of which table.
    #[schema(minimum = 1, maximum = 100_000, example = 7)]
    table: u32,
    /// By which event.
    #[schema(minimum = 0, example = 1050)]
    position: u64,
}

/// A table with its seats.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TableSeats {
    /// Its number.
    #[schema(minimum = 1, maximum = 100_000, example = 7)]
    table: u32,
    /// How many tiles the pool has after everybody took theirs.
    #[schema(minimum = 0, maximum = 106, example = 50)]
    pool_tiles: Option<u32>,
    /// The letter of the seat that starts each game, the first game first.
    #[schema(max_items = 100)]
    starters: Vec<&'static str>,
    /// The seats in their order.
    #[schema(max_items = 4)]
    seats: Vec<SeatTaken>,
}

/// A seat.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SeatTaken {
    /// Its letter.
    #[schema(max_length = 1, example = "A")]
    seat: &'static str,
    /// Who sits there.
    #[serde(flatten)]
    named: Named,
    /// Whether the player was asked for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(example = true)]
    asked: bool,
}

/// A seat as a row.
#[derive(Serialize)]
struct SeatRow<'a> {
    stage: &'a str,
    table: u32,
    seat: &'a SeatTaken,
}

impl Row for SeatRow<'_> {
    const HEAD: &'static [&'static str] =
        &["stage", "table", "seat", "player", "first_name", "surname", "city", "voivodeship"];

    fn cells(&self) -> Vec<Cell<'_>> {
        let place = [Cell::text(self.stage), Cell::Number(self.table.into()), Cell::text(self.seat.seat)];
        place.into_iter().chain(self.seat.named.cells()).collect()
    }
}

/// Who sits where.
///
/// Asked for a player, it is where that player sits: the only table, with the seat marked; without a seat there is no table and `code`
/// says so, and whoever is not on the list of players is not found. Seats that follow the standings tell
/// from which position of the log; a sheet that is corrected later changes no seat, and is named in `changed_since`.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/seating", tag = "tournaments", operation_id = "getSeating",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2025-10-11-lodz"), Wanted),
    responses(
        (
            status = 200, description = "The seats",
            content(
                (Seating = "application/json"),
                (String = "text/csv", example = "stage,table,seat,player,first_name,surname,city,voivodeship\r\n3,7,A,2f6c1d0e9b8a4756x3f2,Łucja,Przykładowa,Łódź,łódzkie\r\n"),
            ),
        ),
        (status = 304, description = "As the client knows them"),
    )
)]
pub(crate) async fn show(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    id: web::Path<String>,
    Params(wanted): Params<Wanted>,
) -> Result<HttpResponse, Problem> {
    let shape = Shape::wanted(&request, wanted.dialect)?;
    let parse = |text: &str| Stage::parse(text).map_err(|_| params::wrong("stage", "field-stage"));
    let stage = wanted.stage.as_deref().map(parse).transpose()?;
    let views = kostka.views();
    let entry = shown::tournament(&views, &id)?;
    let state = entry.progress_changed.max(entry.names_changed);
    let asked = wanted.player.as_deref();
    // No player has so long an id.
    if asked.is_some_and(|asked| asked.chars().count() > MAX_ID_CHARS) {
        return Err(params::wrong("player", "field-player"));
    }
    if let Some((now, asked)) = entry.now().zip(asked) {
        on_list(&views, now, asked)?;
    }
    let build = || {
        let seating = Seating::of(&views, entry, stage, asked);
        match shape {
            Shape::Json => Answer::json(state, Audience::Public, &seating),
            Shape::Csv(dialect) => table::csv(state, dialect, &seating.rows(wanted.order)),
        }
    };
    // Stages that are not there are many, and nobody asks for them twice.
    let is_there = |stage: Stage| entry.now().is_some_and(|now| now.play(stage).is_some());
    if asked.is_some() || !stage.is_none_or(is_there) {
        return Ok(Arc::new(build()?).respond(&request).await);
    }
    let order = u64::from(wanted.order == RowOrder::Name);
    let key = Key::about("seating", entry.id.as_str(), shape.number() + 3 * order + 6 * number(stage));
    let answer = kostka.answers.answer(key, state, build)?;
    Ok(answer.respond(&request).await)
}

/// The longest id in characters.
const MAX_ID_CHARS: usize = 1024;

/// Refuses to look for somebody who does not stand on the list of players.
fn on_list(views: &Views, now: &Now, asked: &str) -> Result<(), Problem> {
    let player = PlayerId::parse(asked).ok();
    let entrant = player.as_ref().and_then(|player| now.entrants.get(player));
    if entrant.is_some_and(|entrant| entrant.presence != Presence::Withdrawn) {
        return Ok(());
    }
    let is_known = player.is_some_and(|player| views.players.get(&player).is_some());
    let (reason, words) = if is_known {
        ("not-registered", "seating-not-registered")
    } else {
        ("unknown-player", "seating-unknown-player")
    };
    Err(Problem::new(ProblemKind::NotFound).because(Message::new(words)).fact("reason", reason))
}

/// A number for each stage that can be asked for, to keep answers by.
pub(super) fn number(stage: Option<Stage>) -> u64 {
    match stage {
        None => 0,
        Some(Stage::Round(round)) => round.into(),
        Some(Stage::Top) => u64::from(Stage::MAX_ROUNDS) + 1,
        Some(Stage::Final) => u64::from(Stage::MAX_ROUNDS) + 2,
    }
}

impl Seating {
    fn of(views: &Views, entry: &TournamentEntry, stage: Option<Stage>, asked: Option<&str>) -> Self {
        let now = entry.now();
        let stage = stage.or_else(|| now.and_then(shown_first));
        let play = now.zip(stage).and_then(|(now, stage)| now.play(stage));
        let drawn = entry.draws.iter().any(|draw| Some(draw.stage) == stage && !draw.undone) && play.is_some();
        let based_on = stage.filter(|_| play.is_some() && !drawn).and_then(|stage| entry.seated_at(stage));
        let changed = stage.filter(|_| based_on.is_some()).map(|stage| entry.changed_since_seated(stage));
        let games = now.zip(stage).and_then(|(now, stage)| now.planned_games(stage)).unwrap_or_default();
        let tables = play.into_iter().flat_map(|play| (1..).zip(&play.tables));
        let wanted = tables
            .filter(|(_, table)| asked.is_none_or(|asked| table.seats.iter().any(|player| player.as_str() == asked)));
        let tables: Vec<TableSeats> =
            wanted.map(|(number, table)| TableSeats::of(views, number, table, games, asked)).collect();
        Self {
            stage: stage.map(shown::written),
            seated: play.is_some_and(|play| !play.tables.is_empty()),
            code: (asked.is_some() && tables.is_empty()).then_some("not-seated"),
            started: play.is_some_and(|play| play.started),
            drawn,
            based_on: based_on.map(|position| position.0),
            changed_since: changed
                .into_iter()
                .flatten()
                .map(|(stage, table, position)| ChangedSheet {
                    stage: shown::written(stage),
                    table,
                    position: position.0,
                })
                .collect(),
            tables,
        }
    }

    fn rows(&self, order: RowOrder) -> Vec<SeatRow<'_>> {
        let stage = self.stage.as_deref().unwrap_or_default();
        let row = |table: u32| move |seat| SeatRow { stage, table, seat };
        let mut rows: Vec<SeatRow<'_>> =
            self.tables.iter().flat_map(|table| table.seats.iter().map(row(table.table))).collect();
        if order == RowOrder::Name {
            rows.sort_by_cached_key(|row| {
                let Named { player, first_name, surname, .. } = &row.seat.named;
                let text = |text: &Option<String>| text.clone().unwrap_or_default();
                // Whoever has no name stands at the end.
                (surname.is_none(), ListKey::new(&text(surname), &text(first_name), player))
            });
        }
        rows
    }
}

/// The stage whose seats are shown if none is named: the last that is seated, or the one that comes next.
fn shown_first(now: &Now) -> Option<Stage> {
    let current = now.current_stage();
    let seated = |stage: &Stage| now.play(*stage).is_some_and(|play| !play.tables.is_empty());
    current.filter(seated).or_else(|| now.stages.keys().rev().copied().find(seated)).or(current)
}

impl TableSeats {
    fn of(views: &Views, number: u32, table: &SeatedTable, games: u32, asked: Option<&str>) -> Self {
        let size = table.seats.len() as u32;
        let seats = SeatLetter::ALL.iter().zip(&table.seats).map(|(letter, player)| SeatTaken {
            seat: letter.name(),
            named: Named::of(views, player),
            asked: asked == Some(player.as_str()),
        });
        Self {
            table: number,
            pool_tiles: pool_tiles(size),
            starters: (1..=games).filter_map(|game| starter(game, size)).map(SeatLetter::name).collect(),
            seats: seats.collect(),
        }
    }
}
