//! Stored forms of tournament events.

use super::Upcast;
use super::value::{AsText, Hex, as_texts, values};
use domain::competitions::class::TournamentClass;
use domain::event::{PlayedTable, RecordedFinish, RecordedGame, RecordedOutcome, ResultLine, TournamentRecord};
use domain::game::Ending;
use domain::tournament::result::ExceptionDecision;
use domain::values::calendar::Moment;
use domain::values::ids::PlayerId;
use domain::values::place::Place;
use domain::values::voivodeship::Voivodeship;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

/// A tournament with its outcome; the versions differ in how they write a result.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordOf<R> {
    name: Hex,
    ended_at: AsText<Moment>,
    submitted_at: AsText<Moment>,
    voivodeship: AsText<Voivodeship>,
    class: AsText<TournamentClass>,
    planned_games: u32,
    outcome: Outcome<R>,
}

/// Version 1: a result is an object.
pub(super) type RecordV1 = RecordOf<ResultV1>;

/// Version 2: a result is a row, in half of the bytes.
pub(super) type Record = RecordOf<ResultRow>;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Outcome<R> {
    Results(Vec<R>),
    Games(Games),
}

/// A result with its fields named; without a place the player was disqualified.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ResultV1 {
    player: AsText<PlayerId>,
    games_played: u32,
    #[serde(default)]
    place: Option<NonZeroU32>,
}

/// Player, games played, place; place 0 stands for a disqualification.
#[derive(Serialize, Deserialize)]
pub(super) struct ResultRow(AsText<PlayerId>, u32, u32);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Games {
    rounds: Vec<Vec<Table>>,
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "final")]
    final_table: Option<Table>,
    disqualified: Vec<AsText<PlayerId>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    seats: Vec<AsText<PlayerId>>,
    games: Vec<Game>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Game {
    ending: AsText<Ending>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    small: Option<Vec<i32>>,
}

impl Upcast<Record> for RecordV1 {
    fn upcast(self) -> Record {
        let row =
            |result: ResultV1| ResultRow(result.player, result.games_played, result.place.map_or(0, NonZeroU32::get));
        Record {
            name: self.name,
            ended_at: self.ended_at,
            submitted_at: self.submitted_at,
            voivodeship: self.voivodeship,
            class: self.class,
            planned_games: self.planned_games,
            outcome: match self.outcome {
                Outcome::Results(results) => Outcome::Results(results.into_iter().map(row).collect()),
                Outcome::Games(games) => Outcome::Games(games),
            },
        }
    }
}

impl From<&TournamentRecord> for Record {
    fn from(record: &TournamentRecord) -> Self {
        Self {
            name: record.name.into(),
            ended_at: AsText(record.ended_at),
            submitted_at: AsText(record.submitted_at),
            voivodeship: AsText(record.voivodeship),
            class: AsText(record.class),
            planned_games: record.planned_games,
            outcome: match &record.outcome {
                RecordedOutcome::Results(lines) => Outcome::Results(lines.iter().map(Into::into).collect()),
                RecordedOutcome::Rounds { rounds, final_table, disqualified } => Outcome::Games(Games {
                    rounds: rounds.iter().map(|tables| tables.iter().map(Into::into).collect()).collect(),
                    final_table: final_table.as_ref().map(Into::into),
                    disqualified: as_texts(disqualified),
                }),
            },
        }
    }
}

impl From<Record> for TournamentRecord {
    fn from(form: Record) -> Self {
        Self {
            name: form.name.into(),
            ended_at: form.ended_at.0,
            submitted_at: form.submitted_at.0,
            voivodeship: form.voivodeship.0,
            class: form.class.0,
            planned_games: form.planned_games,
            outcome: match form.outcome {
                Outcome::Results(rows) => RecordedOutcome::Results(rows.into_iter().map(Into::into).collect()),
                Outcome::Games(games) => RecordedOutcome::Rounds {
                    rounds: games
                        .rounds
                        .into_iter()
                        .map(|tables| tables.into_iter().map(Into::into).collect())
                        .collect(),
                    final_table: games.final_table.map(Into::into),
                    disqualified: values(games.disqualified),
                },
            },
        }
    }
}

impl From<&ResultLine> for ResultRow {
    fn from(line: &ResultLine) -> Self {
        let place = match line.finish {
            RecordedFinish::Place(place) => place.number(),
            RecordedFinish::Disqualified => 0,
        };
        Self(AsText(line.player.clone()), line.games_played, place)
    }
}

impl From<ResultRow> for ResultLine {
    fn from(ResultRow(player, games_played, place): ResultRow) -> Self {
        let finish = Place::new(place).map_or(RecordedFinish::Disqualified, RecordedFinish::Place);
        Self { player: player.0, games_played, finish }
    }
}

impl From<&PlayedTable> for Table {
    fn from(table: &PlayedTable) -> Self {
        let game = |game: &RecordedGame| Game { ending: AsText(game.ending), small: game.small.clone() };
        Self { seats: as_texts(&table.seats), games: table.games.iter().map(game).collect() }
    }
}

impl From<Table> for PlayedTable {
    fn from(form: Table) -> Self {
        let game = |game: Game| RecordedGame { ending: game.ending.0, small: game.small };
        Self { seats: values(form.seats), games: form.games.into_iter().map(game).collect() }
    }
}

/// The decision on an attendance below the ordinary minimum.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Exception {
    granted: bool,
    decided_at: AsText<Moment>,
}

impl From<&ExceptionDecision> for Exception {
    fn from(decision: &ExceptionDecision) -> Self {
        Self { granted: decision.granted, decided_at: AsText(decision.decided_at) }
    }
}

impl From<Exception> for ExceptionDecision {
    fn from(form: Exception) -> Self {
        Self { granted: form.granted, decided_at: form.decided_at.0 }
    }
}
