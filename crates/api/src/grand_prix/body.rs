//! What clients send and get of Grand Prix cycles.

use crate::conditional;
use crate::listed::NamedPlayer;
use crate::problem::{FieldProblem, Problem};
use crate::reading::Reading;
use crate::running::{self, OVER, RUNNING};
use crate::seen::{OfficialEdition, Seen};
use crate::sheet::Cell;
use crate::table::Row;
use domain::grand_prix::decider::GrandPrix as State;
use domain::grand_prix::valid_member;
use domain::ids::EventId;
use domain::publication::ListId;
use domain::ranking::{EarnedPoints, Row as TableRow};
use domain::text::StatedReason;
use events::envelope::{StreamKind, StreamName};
use formats::words::Message;
use projections::office::{CycleDetails, CycleRecordDetails};
use projections::season_lists::cycle_lists;
use projections::views::{CycleEntry, RuleSet, Views};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A cycle in the list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CycleItem {
    /// The opaque id.
    #[schema(max_length = 1024, example = "7k3m9q0x2v4b8n000002")]
    id: String,
    /// What it is called.
    #[schema(max_length = 500, example = "Grand Prix Śląska")]
    name: Option<String>,
    /// `running` or `over`.
    #[schema(max_length = 10, example = "running")]
    status: &'static str,
    /// The day of its first tournament, once it has one.
    #[schema(format = Date, max_length = 10, example = "2025-10-11")]
    first_day: Option<String>,
    /// The day of its last tournament.
    #[schema(format = Date, max_length = 10, example = "2026-04-18")]
    last_day: Option<String>,
    /// How many tournaments belong to it.
    #[schema(minimum = 0, maximum = 1000, example = 5)]
    tournaments: usize,
    /// The id of the rulebook that its standings are computed with.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    rulebook: Option<String>,
    /// The ETag of the cycle.
    #[schema(max_length = 24, example = "\"402\"")]
    etag: String,
}

/// The days of a cycle.
pub(super) fn days(views: &Views, id: &EventId) -> Option<(String, String)> {
    let stream = StreamName::new(StreamKind::GrandPrix, id.as_str()).ok()?;
    let days = views.happenings.days(views.happenings.find(&stream)?)?;
    Some((days.first().to_string(), days.last().unwrap_or(days.first()).to_string()))
}

impl CycleItem {
    pub(super) fn of(views: &Views, cycle: &CycleEntry) -> Self {
        let (first_day, last_day) = days(views, &cycle.id).unzip();
        Self {
            id: cycle.id.to_string(),
            name: cycle.name.as_ref().map(|name| name.as_str().to_owned()),
            status: if is_running(cycle) { RUNNING } else { OVER },
            first_day,
            last_day,
            tournaments: cycle.tournaments().len(),
            rulebook: cycle.rulebook().map(ToString::to_string),
            etag: conditional::etag_text(cycle.etag),
        }
    }
}

fn is_running(cycle: &CycleEntry) -> bool {
    matches!(cycle.state, State::Running(_))
}

impl Row for CycleItem {
    const HEAD: &'static [&'static str] =
        &["id", "name", "status", "first_day", "last_day", "tournaments", "rulebook", "etag"];

    fn cells(&self) -> Vec<Cell<'_>> {
        vec![
            Cell::text(&self.id),
            Cell::maybe(self.name.as_deref()),
            Cell::text(self.status),
            Cell::maybe(self.first_day.as_deref()),
            Cell::maybe(self.last_day.as_deref()),
            Cell::Number(self.tournaments as i64),
            Cell::maybe(self.rulebook.as_deref()),
            Cell::text(&self.etag),
        ]
    }
}

/// A cycle with its tournaments.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GrandPrix {
    /// What the list says of it, but for the number of tournaments.
    #[schema(max_length = 1024, example = "7k3m9q0x2v4b8n000002")]
    id: String,
    /// What it is called.
    #[schema(max_length = 500, example = "Grand Prix Śląska")]
    name: Option<String>,
    /// `running` or `over`.
    #[schema(max_length = 10, example = "running")]
    status: &'static str,
    /// The id of the rulebook that its standings are computed with.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    rulebook: Option<String>,
    /// Its tournaments, in the order in which they were added.
    #[schema(max_items = 1000)]
    tournaments: Vec<Member>,
    /// Whether it is still running, so that places may change.
    #[schema(example = true)]
    provisional: bool,
    /// Whether it has at least five valid tournaments and not too many (R-AWG-01); if it has not, its qualification waits for a decision.
    #[schema(example = false)]
    complete: bool,
    /// How many of its tournaments are over and give points.
    #[schema(minimum = 0, maximum = 1000, example = 5)]
    valid_events: usize,
    /// How many different people have played in it.
    #[schema(minimum = 0, maximum = 1_000_000, example = 214)]
    persons: u32,
    /// The last place to which the qualification may pass.
    #[schema(minimum = 0, maximum = 100_000, example = 12)]
    depth: u32,
    /// The newest published edition of its table, if there is one.
    official: Option<OfficialEdition>,
    /// Everybody with points, the best first.
    #[schema(max_items = 100_000)]
    table: Vec<CycleStanding>,
    /// The order that was set among players who are tied for the qualification, as ids.
    #[schema(max_items = 10_000)]
    tie: Option<Vec<String>>,
    /// The ETag of the cycle.
    #[schema(max_length = 24, example = "\"402\"")]
    etag: String,
}

/// A tournament of a cycle.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Member {
    /// Its id.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    id: String,
    /// What it is called.
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    name: Option<String>,
    /// The day on which it ends, as far as it is known.
    #[schema(format = Date, max_length = 10, example = "2025-10-11")]
    day: Option<String>,
    /// Whether its results are recorded.
    #[schema(example = true)]
    over: bool,
    /// Whether it gives points.
    #[schema(example = true)]
    valid: bool,
}

impl GrandPrix {
    pub(super) fn of(seen: &Seen, cycle: &CycleEntry) -> Self {
        let views = &*seen.views;
        let CycleStandings { provisional, complete, valid, persons, depth, rows, .. } = CycleStandings::of(seen, cycle);
        let member = |id: &EventId| {
            let stream = StreamName::new(StreamKind::Tournament, id.as_str()).ok();
            let happening = stream.and_then(|stream| views.happenings.find(&stream));
            let here = views.tournaments.find(id).filter(|it| it.is_public());
            let name = happening.and_then(|it| it.name.as_ref()).or(here.and_then(|it| it.name.as_ref()));
            Member {
                id: id.to_string(),
                name: name.map(|name| name.as_str().to_owned()),
                day: happening.and_then(|it| views.happenings.season_day(it)).map(|day| day.to_string()),
                over: views.records.tournament(id).is_some(),
                valid: valid.iter().any(|valid| valid == id.as_str()),
            }
        };
        let tie = match &cycle.state {
            State::Over(over) => over.tie.as_ref(),
            State::Running(_) | State::Unknown => None,
        };
        Self {
            id: cycle.id.to_string(),
            name: cycle.name.as_ref().map(|name| name.as_str().to_owned()),
            status: if is_running(cycle) { RUNNING } else { OVER },
            rulebook: cycle.rulebook().map(|own| seen.rulebook_id(own).to_string()),
            tournaments: cycle.tournaments().iter().map(member).collect(),
            provisional,
            complete,
            valid_events: valid.len(),
            persons,
            depth,
            official: seen.official(&ListId::GrandPrix(cycle.id.clone())),
            table: rows,
            tie: tie.map(|order| order.iter().map(ToString::to_string).collect()),
            etag: conditional::etag_text(cycle.etag),
        }
    }
}

/// The standings of a cycle.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CycleStandings {
    /// Whether the cycle is still running, so that places may change.
    #[schema(example = true)]
    provisional: bool,
    /// Whether it has at least five valid tournaments and not too many (R-AWG-01); if it has not, its qualification waits for a decision.
    #[schema(example = false)]
    complete: bool,
    /// How many tournaments belong to it.
    #[schema(minimum = 0, maximum = 1000, example = 5)]
    tournaments: usize,
    /// The tournaments that are over and give points, as ids.
    #[schema(max_items = 1000)]
    valid: Vec<String>,
    /// How many different people have played in it.
    #[schema(minimum = 0, maximum = 1_000_000, example = 214)]
    persons: u32,
    /// The last place to which the qualification may pass.
    #[schema(minimum = 0, maximum = 100_000, example = 12)]
    depth: u32,
    /// The rows, the best first.
    #[schema(max_items = 100_000)]
    pub(super) rows: Vec<CycleStanding>,
}

/// A row of the standings of a cycle.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CycleStanding {
    /// The place.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    place: u32,
    /// Who.
    #[serde(flatten)]
    player: NamedPlayer,
    /// The points of all tournaments.
    #[schema(minimum = 0, maximum = 1_000_000, example = 355)]
    points: u32,
    /// In how many tournaments points were earned.
    #[schema(minimum = 0, maximum = 1000, example = 5)]
    tournaments: u32,
    /// The best place in one of them.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    best_place: Option<u32>,
    /// What they are made of, the best place first.
    #[schema(max_items = 1000)]
    results: Vec<EarnedResult>,
}

/// The points of one tournament.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EarnedResult {
    /// The id of the tournament.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    event_id: String,
    /// What it is called.
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    event_name: Option<String>,
    /// The place there.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    place: u32,
    /// The points for it.
    #[schema(minimum = 0, maximum = 100_000, example = 100)]
    points: u32,
}

impl CycleStandings {
    pub(super) fn of(seen: &Seen, cycle: &CycleEntry) -> Self {
        let nothing = Self {
            provisional: is_running(cycle),
            complete: false,
            tournaments: cycle.tournaments().len(),
            valid: Vec::new(),
            persons: 0,
            depth: 0,
            rows: Vec::new(),
        };
        let set = cycle_lists(&seen.views.records, cycle, seen.other());
        let Some(set) = set.as_deref() else { return nothing };
        let (facts, rulebook) = (&set.facts, &set.facts.rulebook);
        let Some(standings) = set.cycle(&cycle.id) else { return nothing };
        let is_valid = |id: &&EventId| {
            let tournament = facts.tournaments.iter().find(|it| facts.event_id(it.event) == *id);
            tournament.is_some_and(|tournament| valid_member(tournament, rulebook))
        };
        Self {
            complete: standings.complete(rulebook),
            valid: cycle.tournaments().iter().filter(is_valid).map(ToString::to_string).collect(),
            persons: standings.persons,
            depth: standings.depth(rulebook),
            rows: standings.table.rows().map(|row| CycleStanding::of(seen, set, row)).collect(),
            ..nothing
        }
    }
}

impl CycleStanding {
    fn of(seen: &Seen, set: &RuleSet, row: TableRow<'_>) -> Self {
        let result = |earned: &EarnedPoints| EarnedResult {
            event_id: set.facts.event_id(earned.event).to_string(),
            event_name: seen.event_name(set.facts.event_id(earned.event)),
            place: earned.place.number(),
            points: earned.points.0,
        };
        Self {
            place: row.place.number(),
            player: seen.somebody(set.facts.player_id(row.player)),
            points: row.points.0,
            tournaments: row.results.len() as u32,
            best_place: row.results.iter().map(|result| result.place.number()).min(),
            results: row.results.iter().map(result).collect(),
        }
    }
}

impl Row for CycleStanding {
    const HEAD: &'static [&'static str] =
        &["place", "player_id", "name", "city", "voivodeship", "points", "tournaments", "best_place"];

    fn cells(&self) -> Vec<Cell<'_>> {
        let mut cells = vec![Cell::Number(self.place.into())];
        cells.extend(self.player.cells());
        cells.extend([
            Cell::Number(self.points.into()),
            Cell::Number(self.tournaments.into()),
            self.best_place.map_or(Cell::Empty, |place| Cell::Number(place.into())),
        ]);
        cells
    }
}

/// A cycle that is to be opened.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewCycle {
    /// What it is called.
    #[schema(min_length = 1, max_length = 100, example = "Grand Prix Śląska")]
    name: String,
    /// The id of an adopted rulebook.
    #[schema(min_length = 1, max_length = 1024, example = "pl-2024-25")]
    rulebook: String,
}

impl NewCycle {
    pub(super) fn read(&self) -> Result<CycleDetails, Problem> {
        let mut reading = Reading::default();
        let name = reading.name("/name", &self.name);
        let rulebook = running::rulebook(&mut reading, &self.rulebook);
        let details = name.zip(rulebook).map(|(name, rulebook)| CycleDetails { name, rulebook });
        details.ok_or_else(|| reading.problem())
    }
}

/// What holds of a cycle that is over instead, and why.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CycleCorrection {
    /// What it is called.
    #[schema(min_length = 1, max_length = 100, example = "Grand Prix Śląska")]
    name: String,
    /// Its tournaments, as ids.
    #[schema(min_items = 1, max_items = 1000)]
    tournaments: Vec<String>,
    /// The id of an adopted rulebook.
    #[schema(min_length = 1, max_length = 1024, example = "pl-2024-25")]
    rulebook: String,
    /// Why it is corrected.
    #[schema(min_length = 1, max_length = 2000, example = "Turniej w Rybniku nie należał do cyklu")]
    reason: String,
}

impl CycleCorrection {
    pub(super) fn read(&self) -> Result<(CycleRecordDetails, StatedReason), Problem> {
        let mut reading = Reading::default();
        let name = reading.name("/name", &self.name);
        let rulebook = running::rulebook(&mut reading, &self.rulebook);
        let mut tournaments = Vec::with_capacity(self.tournaments.len());
        for (index, id) in self.tournaments.iter().enumerate() {
            match EventId::parse(id) {
                Ok(id) if id.as_str().len() <= 1024 && !id.as_str().contains('\0') => tournaments.push(id),
                _ => {
                    let at = format!("/tournaments/{index}");
                    reading.note(FieldProblem::pointer(at, "unknown-tournament", Message::new("field-tournament")));
                }
            }
        }
        let tournaments = (tournaments.len() == self.tournaments.len()).then_some(tournaments);
        let reason = reading.reason("/reason", &self.reason);
        let read = || {
            let details = CycleRecordDetails { name: name?, tournaments: tournaments?, rulebook: rulebook? };
            Some((details, reason?))
        };
        read().ok_or_else(|| reading.problem())
    }
}
