//! What clients send and get of the meetings of a league.

use crate::conditional;
use crate::problem::{FieldProblem, Problem};
use crate::reading::Reading;
use crate::running::{Person, player_id};
use crate::sheet::Cell;
use crate::table::Row;
use domain::Choice;
use domain::event::{PlayedTable, RecordedGame};
use domain::game::Ending;
use domain::game::sheet::winners;
use domain::ids::PlayerId;
use domain::league::decider::MeetingDetails;
use domain::points::SmallPoints;
use domain::rulebook::Rulebook;
use domain::text::StatedReason;
use formats::words::{Lang, Message};
use projections::views::{LeagueEntry, ShownMeeting, Views};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A meeting in the list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MeetingItem {
    /// Its number.
    #[schema(minimum = 1, maximum = 1000, example = 3)]
    number: u32,
    /// When it took place.
    #[schema(format = Date, max_length = 10, example = "2025-12-06")]
    day: String,
    /// How many were there.
    #[schema(minimum = 0, maximum = 100_000, example = 24)]
    present: usize,
    /// How many tables of games are recorded.
    #[schema(minimum = 0, maximum = 100_000, example = 6)]
    tables: usize,
    /// How many games were played at them.
    #[schema(minimum = 0, maximum = 100_000, example = 24)]
    games: usize,
    /// The ETag of the meeting.
    #[schema(max_length = 24, example = "\"291\"")]
    etag: String,
}

impl MeetingItem {
    pub(super) fn of(meeting: &ShownMeeting<'_>) -> Self {
        let games = meeting.tables.iter().flat_map(|table| &table.games);
        Self {
            number: meeting.number,
            day: meeting.day.to_string(),
            present: meeting.present.len(),
            tables: meeting.tables.len(),
            games: games.filter(|game| game.ending != Ending::NotPlayed).count(),
            etag: conditional::etag_text(meeting.etag),
        }
    }
}

impl Row for MeetingItem {
    const HEAD: &'static [&'static str] = &["number", "day", "present", "tables", "games", "etag"];

    fn cells(&self) -> Vec<Cell<'_>> {
        vec![
            Cell::Number(self.number.into()),
            Cell::text(&self.day),
            Cell::Number(self.present as i64),
            Cell::Number(self.tables as i64),
            Cell::Number(self.games as i64),
            Cell::text(&self.etag),
        ]
    }
}

/// A meeting.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Meeting {
    /// Its number.
    #[schema(minimum = 1, maximum = 1000, example = 3)]
    number: u32,
    /// When it took place.
    #[schema(format = Date, max_length = 10, example = "2025-12-06")]
    day: String,
    /// Who was there.
    #[schema(max_items = 10_000)]
    present: Vec<Person>,
    /// The games, table by table.
    #[schema(max_items = 1000)]
    tables: Vec<MeetingTable>,
    /// The ETag of the meeting.
    #[schema(max_length = 24, example = "\"291\"")]
    etag: String,
}

/// A table of a meeting.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MeetingTable {
    /// Who sat there, by id, in the order of the seats.
    #[schema(max_items = 4)]
    seats: Vec<String>,
    /// The games in their order.
    #[schema(max_items = 100)]
    games: Vec<MeetingGame>,
}

/// A game of a meeting.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MeetingGame {
    /// How it ended.
    #[schema(max_length = 30, example = "rack_emptied")]
    ending: &'static str,
    /// The small points by seat; none of a game that was not played.
    #[schema(max_items = 4, example = json!([57, -20, -37]))]
    small: Vec<i32>,
    /// The big points by seat, computed.
    #[schema(max_items = 4, example = json!([1, 0, 0]))]
    big: Vec<u32>,
}

impl Meeting {
    pub(super) fn of(views: &Views, league: &LeagueEntry, meeting: &ShownMeeting<'_>, lang: Lang) -> Self {
        let rulebook = league.rulebook().unwrap_or_default();
        let table = |table: &PlayedTable| MeetingTable {
            seats: table.seats.iter().map(ToString::to_string).collect(),
            games: table
                .games
                .iter()
                .map(|game| MeetingGame {
                    ending: game.ending.name(),
                    small: game.small.clone().unwrap_or_default(),
                    big: big_points(game, &rulebook),
                })
                .collect(),
        };
        Self {
            number: meeting.number,
            day: meeting.day.to_string(),
            present: meeting.present.iter().map(|player| Person::of(views, player, lang)).collect(),
            tables: meeting.tables.iter().map(table).collect(),
            etag: conditional::etag_text(meeting.etag),
        }
    }
}

/// The big points of a game by seat: one for each who won it.
fn big_points(game: &RecordedGame, rulebook: &Rulebook) -> Vec<u32> {
    let small = game.small.iter().flatten().map(|points| SmallPoints((*points).into()));
    let small: Vec<SmallPoints> = small.collect();
    let mut big = vec![0; small.len()];
    for seat in winners(game.ending, &small, rulebook) {
        big[seat] = 1;
    }
    big
}

/// A meeting that is to be recorded.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMeeting {
    /// Its number; without one, the next.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1000, example = 3)]
    number: Option<u32>,
    /// When it took place.
    #[schema(format = Date, max_length = 10, example = "2025-12-06")]
    day: String,
    /// Who was there, by id.
    #[schema(min_items = 1, max_items = 1000, example = json!(["2f6c1d0e9b8a4756x3f2"]))]
    present: Vec<String>,
    /// The games, table by table; without them only the attendance is known.
    #[serde(default)]
    #[schema(max_items = 200)]
    tables: Vec<NewTable>,
    /// Records games that look wrong, too; then a reason is needed.
    #[serde(default)]
    #[schema(default = false, example = false)]
    accept_warnings: bool,
    /// Why games that look wrong are right.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 2000, example = "Sprawdzono z tabelką punktową")]
    reason: Option<String>,
}

/// What holds of a meeting instead, and why.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MeetingCorrection {
    /// When it took place.
    #[schema(format = Date, max_length = 10, example = "2025-12-06")]
    day: String,
    /// Who was there, by id.
    #[schema(min_items = 1, max_items = 1000, example = json!(["2f6c1d0e9b8a4756x3f2"]))]
    present: Vec<String>,
    /// The games, table by table.
    #[serde(default)]
    #[schema(max_items = 200)]
    tables: Vec<NewTable>,
    /// Records games that look wrong, too.
    #[serde(default)]
    #[schema(default = false, example = false)]
    accept_warnings: bool,
    /// Why it is corrected.
    #[schema(min_length = 1, max_length = 2000, example = "Pomylono stoliki")]
    reason: String,
}

/// A table that is to be recorded.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTable {
    /// Who sat at A, B, C and D, by id.
    #[schema(min_items = 3, max_items = 4)]
    seats: Vec<String>,
    /// The games in their order.
    #[schema(min_items = 1, max_items = 20)]
    games: Vec<NewGame>,
}

/// A game that is to be recorded.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    /// How it ended: `rack_emptied`, `time_expired`, `pool_exhausted` or `not_played`.
    #[schema(max_length = 30, example = "rack_emptied")]
    ending: String,
    /// The small points by seat; left out for a game that was not played.
    #[serde(default)]
    #[schema(max_items = 4, example = json!([57, -20, -37]))]
    small: Option<Vec<i32>>,
}

/// The most tables of a meeting, and the most games at one.
const MAX_TABLES: usize = 200;
const MAX_GAMES: usize = 20;
/// The most people at a meeting.
const MAX_PRESENT: usize = 1000;

impl NewMeeting {
    pub(super) fn number(&self) -> Option<u32> {
        self.number
    }

    pub(super) fn read(&self) -> Result<(MeetingDetails, Option<StatedReason>), Problem> {
        let mut reading = Reading::default();
        let details = read(&mut reading, &self.day, &self.present, &self.tables);
        let accepted = match (self.accept_warnings, &self.reason) {
            (false, None) => Some(None),
            (_, Some(reason)) => reading.reason("/reason", reason).map(|reason| self.accept_warnings.then_some(reason)),
            (true, None) => {
                reading.note(FieldProblem::pointer("/reason", "empty", Message::new("field-empty")));
                None
            }
        };
        details.zip(accepted).ok_or_else(|| reading.problem())
    }
}

impl MeetingCorrection {
    pub(super) fn read(&self) -> Result<(MeetingDetails, StatedReason, bool), Problem> {
        let mut reading = Reading::default();
        let details = read(&mut reading, &self.day, &self.present, &self.tables);
        let reason = reading.reason("/reason", &self.reason);
        let both = details.zip(reason).ok_or_else(|| reading.problem())?;
        Ok((both.0, both.1, self.accept_warnings))
    }
}

fn read(reading: &mut Reading, day: &str, present: &[String], tables: &[NewTable]) -> Option<MeetingDetails> {
    let day = reading.day("/day", day);
    let present = players(reading, "/present", present, MAX_PRESENT);
    if tables.len() > MAX_TABLES {
        too_many(reading, "/tables", MAX_TABLES);
        return None;
    }
    let mut read = Vec::with_capacity(tables.len());
    for (index, table) in tables.iter().enumerate() {
        read.extend(played_table(reading, &format!("/tables/{index}"), table));
    }
    let tables = (read.len() == tables.len()).then_some(read);
    Some(MeetingDetails { day: day?, present: present?, tables: tables? })
}

fn played_table(reading: &mut Reading, pointer: &str, table: &NewTable) -> Option<PlayedTable> {
    let seats = players(reading, &format!("{pointer}/seats"), &table.seats, 4);
    if table.games.len() > MAX_GAMES {
        too_many(reading, &format!("{pointer}/games"), MAX_GAMES);
        return None;
    }
    let mut games = Vec::with_capacity(table.games.len());
    for (index, game) in table.games.iter().enumerate() {
        let ending: Option<Ending> = reading.choice(&format!("{pointer}/games/{index}/ending"), &game.ending);
        games.extend(ending.map(|ending| RecordedGame { ending, small: game.small.clone() }));
    }
    let games = (games.len() == table.games.len()).then_some(games);
    Some(PlayedTable { seats: seats?, games: games? })
}

/// Reads a list of players.
pub(super) fn players(reading: &mut Reading, pointer: &str, ids: &[String], max: usize) -> Option<Vec<PlayerId>> {
    if ids.len() > max {
        too_many(reading, pointer, max);
        return None;
    }
    let read: Vec<PlayerId> = ids
        .iter()
        .enumerate()
        .filter_map(|(index, id)| player_id(reading, &format!("{pointer}/{index}"), id))
        .collect();
    (read.len() == ids.len()).then_some(read)
}

pub(super) fn too_many(reading: &mut Reading, pointer: &str, max: usize) {
    let words = Message::new("field-list-too-long").number("max", max as i64);
    reading.note(FieldProblem::pointer(pointer, "too-many", words));
}
