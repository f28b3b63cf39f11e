//! Stored forms of tournament events.

use super::Upcast;
use super::form::{StoredPart, records};
use super::value::{AsText, Hex};
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

records! {
    Table of PlayedTable { seats: Vec<AsText<PlayerId>>, games: Vec<Game> }
    Game of RecordedGame {
        ending: AsText<Ending>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        small: Option<Vec<i32>>,
    }
    /// The decision on an attendance below the ordinary minimum.
    Exception of ExceptionDecision { granted: bool, decided_at: AsText<Moment> }
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

impl StoredPart<TournamentRecord> for Record {
    fn write(record: &TournamentRecord) -> Self {
        Self {
            name: StoredPart::write(&record.name),
            ended_at: AsText(record.ended_at),
            submitted_at: AsText(record.submitted_at),
            voivodeship: AsText(record.voivodeship),
            class: AsText(record.class),
            planned_games: record.planned_games,
            outcome: match &record.outcome {
                RecordedOutcome::Results(lines) => Outcome::Results(StoredPart::write(lines)),
                RecordedOutcome::Rounds { rounds, final_table, disqualified } => Outcome::Games(Games {
                    rounds: StoredPart::write(rounds),
                    final_table: StoredPart::write(final_table),
                    disqualified: StoredPart::write(disqualified),
                }),
            },
        }
    }

    fn read(self) -> TournamentRecord {
        TournamentRecord {
            name: self.name.read(),
            ended_at: self.ended_at.0,
            submitted_at: self.submitted_at.0,
            voivodeship: self.voivodeship.0,
            class: self.class.0,
            planned_games: self.planned_games,
            outcome: match self.outcome {
                Outcome::Results(rows) => RecordedOutcome::Results(rows.read()),
                Outcome::Games(Games { rounds, final_table, disqualified }) => RecordedOutcome::Rounds {
                    rounds: rounds.read(),
                    final_table: final_table.read(),
                    disqualified: disqualified.read(),
                },
            },
        }
    }
}

impl StoredPart<ResultLine> for ResultRow {
    fn write(line: &ResultLine) -> Self {
        let place = match line.finish {
            RecordedFinish::Place(place) => place.number(),
            RecordedFinish::Disqualified => 0,
        };
        Self(StoredPart::write(&line.player), line.games_played, place)
    }

    fn read(self) -> ResultLine {
        let Self(player, games_played, place) = self;
        let finish = Place::new(place).map_or(RecordedFinish::Disqualified, RecordedFinish::Place);
        ResultLine { player: player.0, games_played, finish }
    }
}
