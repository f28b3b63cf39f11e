//! What clients send and get of leagues.

use super::meeting_body::{players, too_many};
use crate::conditional;
use crate::listed::NamedPlayer;
use crate::players::voivodeship;
use crate::problem::{FieldProblem, Problem};
use crate::reading::Reading;
use crate::running::{self, OVER, Person, PlacedLine, RUNNING, moment, placed};
use crate::sheet::Cell;
use crate::table::Row;
use domain::Choice;
use domain::event::{PlacedPlayer, RecordedMeeting};
use domain::ids::EventId;
use domain::league::decider::League as State;
use domain::text::StatedReason;
use events::envelope::{StreamKind, StreamName};
use formats::words::{Lang, Message};
use projections::office::{LeagueDetails, LeagueRecordDetails};
use projections::views::{LeagueEntry, Views};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A league in the list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LeagueItem {
    /// The opaque id.
    #[schema(max_length = 1024, example = "7k3m9q0x2v4b8n000001")]
    id: String,
    /// What it is called.
    #[schema(max_length = 500, example = "Liga Łódzka")]
    name: Option<String>,
    #[schema(schema_with = voivodeship)]
    voivodeship: &'static str,
    /// `running` or `over`.
    #[schema(max_length = 10, example = "running")]
    status: &'static str,
    /// The first day: planned, or of the first meeting of a league that is over.
    #[schema(format = Date, max_length = 10, example = "2025-10-04")]
    first_day: Option<String>,
    /// The last day: planned, or of the end.
    #[schema(format = Date, max_length = 10, example = "2026-05-30")]
    last_day: Option<String>,
    /// How many meetings are recorded.
    #[schema(minimum = 0, maximum = 1000, example = 3)]
    meetings: usize,
    /// The ETag of the league.
    #[schema(max_length = 24, example = "\"317\"")]
    etag: String,
}

/// The days of a league.
pub(super) fn days(views: &Views, id: &EventId) -> Option<(String, String)> {
    let stream = StreamName::new(StreamKind::League, id.as_str()).ok()?;
    let days = views.happenings.days(views.happenings.find(&stream)?)?;
    Some((days.first().to_string(), days.last().unwrap_or(days.first()).to_string()))
}

impl LeagueItem {
    pub(super) fn of(views: &Views, league: &LeagueEntry) -> Self {
        let (voivodeship, status) = match &league.state {
            State::Unknown => ("", OVER),
            State::Running(running) => (running.opening.voivodeship.name(), RUNNING),
            State::Over(over) => (over.record.voivodeship.name(), OVER),
        };
        let (first_day, last_day) = days(views, &league.id).unzip();
        Self {
            id: league.id.to_string(),
            name: league.name.as_ref().map(|name| name.as_str().to_owned()),
            voivodeship,
            status,
            first_day,
            last_day,
            meetings: league.meetings().len(),
            etag: conditional::etag_text(league.etag),
        }
    }
}

impl Row for LeagueItem {
    const HEAD: &'static [&'static str] =
        &["id", "name", "voivodeship", "status", "first_day", "last_day", "meetings", "etag"];

    fn cells(&self) -> Vec<Cell<'_>> {
        vec![
            Cell::text(&self.id),
            Cell::maybe(self.name.as_deref()),
            Cell::text(self.voivodeship),
            Cell::text(self.status),
            Cell::maybe(self.first_day.as_deref()),
            Cell::maybe(self.last_day.as_deref()),
            Cell::Number(self.meetings as i64),
            Cell::text(&self.etag),
        ]
    }
}

/// A league.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct League {
    /// What the list says of it.
    #[serde(flatten)]
    item: LeagueItem,
    /// When its application was sent.
    #[schema(format = DateTime, max_length = 40, example = "2025-09-03T12:00:00+02:00")]
    submitted_at: Option<String>,
    /// When it ended, once it is over.
    #[schema(format = DateTime, max_length = 40, example = "2026-05-30T18:30:00+02:00")]
    ended_at: Option<String>,
    /// How many meetings are planned.
    #[schema(minimum = 1, maximum = 1000, example = 8)]
    planned_meetings: Option<u32>,
    /// The rulebook that its games are checked with, if it is run here.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    rulebook: Option<String>,
    /// Whether it has as many meetings as a league needs, if it is run here (AMB-62).
    #[schema(example = true)]
    long_enough: Option<bool>,
    /// Who gave up a qualification there.
    #[schema(max_items = 10_000)]
    waivers: Vec<Person>,
}

impl League {
    pub(super) fn of(views: &Views, league: &LeagueEntry, lang: Lang) -> Self {
        let (ran, over) = match &league.state {
            State::Unknown => (None, None),
            State::Running(running) => (Some(running.as_ref()), None),
            State::Over(over) => (over.ran.as_ref(), Some(over.as_ref())),
        };
        let submitted_at = over.map(|over| over.record.submitted_at).or(ran.map(|ran| ran.opening.submitted_at));
        let waivers = match (over, ran) {
            (Some(over), _) => over.waivers.iter().map(|player| Person::of(views, player, lang)).collect(),
            (None, Some(ran)) => ran.waivers.iter().map(|noted| Person::of(views, &noted.player, lang)).collect(),
            (None, None) => Vec::new(),
        };
        Self {
            item: LeagueItem::of(views, league),
            submitted_at: submitted_at.map(|moment| moment.to_string()),
            ended_at: over.map(|over| over.record.ended_at.to_string()),
            planned_meetings: ran.and_then(|ran| ran.opening.planned_meetings),
            rulebook: ran.map(|ran| ran.opening.rulebook.to_string()),
            long_enough: ran.map(domain::league::decider::RunningLeague::is_long_enough),
            waivers,
        }
    }
}

/// The table of a league.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LeagueTable {
    /// Whether places may still change.
    #[schema(example = true)]
    provisional: bool,
    /// Where the places come from: `computed` from the games, `imported`, or as `recorded` of a league that is over.
    #[schema(max_length = 10, example = "computed")]
    source: &'static str,
    /// The rows, the best first; whoever has no place stands at the end.
    #[schema(max_items = 10_000)]
    pub(super) rows: Vec<LeagueTableRow>,
}

/// A row of the table of a league.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LeagueTableRow {
    /// The place; absent for who was there and has no game.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    place: Option<u32>,
    /// Who.
    #[serde(flatten)]
    player: NamedPlayer,
    /// Big points: games won.
    #[schema(minimum = 0, maximum = 100_000, example = 9)]
    big: u32,
    /// Small points.
    #[schema(minimum = -100_000_000, maximum = 100_000_000, example = 214)]
    small: i64,
    /// Games played.
    #[schema(minimum = 0, maximum = 100_000, example = 16)]
    games: u32,
    /// Meetings attended.
    #[schema(minimum = 0, maximum = 1000, example = 4)]
    meetings: u32,
}

impl LeagueTable {
    pub(super) fn of(views: &Views, league: &LeagueEntry, lang: Lang) -> Self {
        let (provisional, source) = match &league.state {
            State::Running(running) if running.imported.is_some() => (true, "imported"),
            State::Running(_) => (true, "computed"),
            State::Over(_) | State::Unknown => (false, "recorded"),
        };
        let row = |row: domain::league::decider::Row| LeagueTableRow {
            place: row.place.map(domain::place::Place::number),
            player: NamedPlayer::of(views, &row.player, lang),
            big: row.tally.big.0,
            small: row.tally.small.0,
            games: row.tally.games_played,
            meetings: row.meetings,
        };
        Self { provisional, source, rows: league.rows().into_iter().map(row).collect() }
    }
}

impl Row for LeagueTableRow {
    const HEAD: &'static [&'static str] =
        &["place", "player_id", "name", "city", "voivodeship", "big", "small", "games", "meetings"];

    fn cells(&self) -> Vec<Cell<'_>> {
        let mut cells = vec![self.place.map_or(Cell::Empty, |place| Cell::Number(place.into()))];
        cells.extend(self.player.cells());
        cells.extend([
            Cell::Number(self.big.into()),
            Cell::Number(self.small),
            Cell::Number(self.games.into()),
            Cell::Number(self.meetings.into()),
        ]);
        cells
    }
}

/// A league that is to be opened.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewLeague {
    /// What it is called.
    #[schema(min_length = 1, max_length = 100, example = "Liga Łódzka")]
    name: String,
    #[schema(schema_with = voivodeship)]
    voivodeship: String,
    /// The first planned day.
    #[schema(format = Date, max_length = 10, example = "2025-10-04")]
    first_day: String,
    /// The last planned day.
    #[schema(format = Date, max_length = 10, example = "2026-05-30")]
    last_day: String,
    /// How many meetings are planned.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1000, example = 8)]
    planned_meetings: Option<u32>,
    /// When its application was sent; without it, at this moment.
    #[serde(default)]
    #[schema(format = DateTime, max_length = 40, example = "2025-09-03T12:00:00+02:00")]
    submitted_at: Option<String>,
    /// The id of an adopted rulebook.
    #[schema(min_length = 1, max_length = 1024, example = "pl-2024-25")]
    rulebook: String,
}

/// How many meetings a league can have.
const PLANNED_MEETINGS: std::ops::RangeInclusive<u32> = 1..=1000;

impl NewLeague {
    pub(super) fn read(&self) -> Result<LeagueDetails, Problem> {
        let mut reading = Reading::default();
        let name = reading.name("/name", &self.name);
        let voivodeship = reading.choice("/voivodeship", &self.voivodeship);
        let days = running::days(&mut reading, &self.first_day, &self.last_day);
        let submitted_at = match &self.submitted_at {
            None => Some(None),
            Some(text) => moment(&mut reading, "/submitted_at", text).map(Some),
        };
        let rulebook = running::rulebook(&mut reading, &self.rulebook);
        let planned_meetings = match self.planned_meetings {
            Some(meetings) if !PLANNED_MEETINGS.contains(&meetings) => {
                let (least, most) = (*PLANNED_MEETINGS.start(), *PLANNED_MEETINGS.end());
                let words = Message::new("field-range").number("least", least).number("most", most);
                reading.note(FieldProblem::pointer("/planned_meetings", "out-of-range", words));
                None
            }
            planned => Some(planned),
        };
        let read = || {
            Some(LeagueDetails {
                name: name?,
                voivodeship: voivodeship?,
                submitted_at: submitted_at?,
                days: days?,
                planned_meetings: planned_meetings?,
                rulebook: rulebook?,
            })
        };
        read().ok_or_else(|| reading.problem())
    }
}

/// The table of a league that was made elsewhere.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportedTable {
    /// Everybody with a place.
    #[schema(min_items = 1, max_items = 1000)]
    table: Vec<PlacedLine>,
}

/// The most lines of a table.
pub(crate) const MAX_LINES: usize = 1000;

impl ImportedTable {
    pub(super) fn read(&self) -> Result<Vec<PlacedPlayer>, Problem> {
        let mut reading = Reading::default();
        if self.table.len() > MAX_LINES {
            too_many(&mut reading, "/table", MAX_LINES);
            return Err(reading.problem());
        }
        placed(&mut reading, "/table", &self.table).ok_or_else(|| reading.problem())
    }
}

/// What holds of a league that is over instead, and why.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LeagueCorrection {
    /// What it is called.
    #[schema(min_length = 1, max_length = 100, example = "Liga Łódzka")]
    name: String,
    #[schema(schema_with = voivodeship)]
    voivodeship: String,
    /// When it ended.
    #[schema(format = DateTime, max_length = 40, example = "2026-05-30T18:30:00+02:00")]
    ended_at: String,
    /// When its application was sent.
    #[schema(format = DateTime, max_length = 40, example = "2025-09-03T12:00:00+02:00")]
    submitted_at: String,
    /// Its meetings, in the order of their days.
    #[schema(max_items = 1000)]
    meetings: Vec<CorrectedMeeting>,
    /// Its final table.
    #[schema(min_items = 1, max_items = 1000)]
    table: Vec<PlacedLine>,
    /// Why it is corrected.
    #[schema(min_length = 1, max_length = 2000, example = "Zamieniono dwa miejsca")]
    reason: String,
}

/// A meeting as the record of a league has it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CorrectedMeeting {
    /// When it took place.
    #[schema(format = Date, max_length = 10, example = "2025-12-06")]
    day: String,
    /// Who was there, by id.
    #[schema(max_items = 1000)]
    present: Vec<String>,
}

impl LeagueCorrection {
    pub(super) fn read(&self) -> Result<(LeagueRecordDetails, StatedReason), Problem> {
        let mut reading = Reading::default();
        let name = reading.name("/name", &self.name);
        let voivodeship = reading.choice("/voivodeship", &self.voivodeship);
        let ended_at = moment(&mut reading, "/ended_at", &self.ended_at);
        let submitted_at = moment(&mut reading, "/submitted_at", &self.submitted_at);
        let mut meetings = Vec::with_capacity(self.meetings.len());
        for (index, meeting) in self.meetings.iter().enumerate() {
            let day = reading.day(&format!("/meetings/{index}/day"), &meeting.day);
            let present = players(&mut reading, &format!("/meetings/{index}/present"), &meeting.present, 1000);
            meetings.extend(day.zip(present).map(|(day, present)| RecordedMeeting { day, present }));
        }
        let meetings = (meetings.len() == self.meetings.len()).then_some(meetings);
        let table = placed(&mut reading, "/table", &self.table);
        let reason = reading.reason("/reason", &self.reason);
        let read = || {
            let details = LeagueRecordDetails {
                name: name?,
                voivodeship: voivodeship?,
                ended_at: ended_at?,
                submitted_at: submitted_at?,
                meetings: meetings?,
                table: table?,
            };
            Some((details, reason?))
        };
        read().ok_or_else(|| reading.problem())
    }
}
