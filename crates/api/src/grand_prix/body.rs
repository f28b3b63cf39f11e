//! What clients send and get of Grand Prix cycles.

use crate::conditional;
use crate::problem::{FieldProblem, Problem};
use crate::reading::Reading;
use crate::running::{self, OVER, Person, RUNNING};
use crate::sheet::Cell;
use crate::table::Row;
use domain::grand_prix::decider::GrandPrix as State;
use domain::grand_prix::recorded::{CycleRow, RecordedMember, StandingsSoFar, standings_so_far};
use domain::ids::EventId;
use domain::place::Place;
use domain::text::StatedReason;
use events::envelope::{StreamKind, StreamName};
use formats::words::{Lang, Message};
use projections::office::{CycleDetails, CycleRecordDetails};
use projections::views::{CycleEntry, Views};
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
}

impl GrandPrix {
    pub(super) fn of(views: &Views, cycle: &CycleEntry) -> Self {
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
            rulebook: cycle.rulebook().map(ToString::to_string),
            tournaments: cycle.tournaments().iter().map(member).collect(),
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
    person: Person,
    /// The points of all tournaments.
    #[schema(minimum = 0, maximum = 1_000_000, example = 355)]
    points: u32,
    /// In how many tournaments points were earned.
    #[schema(minimum = 0, maximum = 1000, example = 5)]
    tournaments: u32,
    /// The best place in one of them.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    best_place: Option<u32>,
}

impl CycleStandings {
    pub(super) fn of(views: &Views, cycle: &CycleEntry, lang: Lang) -> Self {
        let rulebook = cycle.rulebook().and_then(|id| views.rulebooks.find(id)).map(|entry| &entry.rulebook);
        let member = |id| {
            let recorded = views.records.tournament(id)?;
            Some(RecordedMember { id, record: &recorded.record, exception: recorded.beside.exception })
        };
        let members: Vec<RecordedMember<'_>> = cycle.tournaments().iter().filter_map(member).collect();
        let computed = rulebook.and_then(|rulebook| standings_so_far(&members, rulebook));
        let nothing = || StandingsSoFar { rows: vec![], valid: vec![], persons: 0, complete: false, depth: 0 };
        let StandingsSoFar { rows, valid, persons, complete, depth } = computed.unwrap_or_else(nothing);
        let row = |row: &CycleRow| CycleStanding {
            place: row.place.number(),
            person: Person::of(views, &row.player, lang),
            points: row.points.0,
            tournaments: row.results,
            best_place: row.best.map(Place::number),
        };
        Self {
            provisional: is_running(cycle),
            complete,
            tournaments: cycle.tournaments().len(),
            valid: valid.iter().map(ToString::to_string).collect(),
            persons,
            depth,
            rows: rows.iter().map(row).collect(),
        }
    }
}

impl Row for CycleStanding {
    const HEAD: &'static [&'static str] = &["place", "player", "name", "city", "points", "tournaments", "best_place"];

    fn cells(&self) -> Vec<Cell<'_>> {
        vec![
            Cell::Number(self.place.into()),
            Cell::text(&self.person.player),
            Cell::text(&self.person.name),
            Cell::maybe(self.person.city.as_deref()),
            Cell::Number(self.points.into()),
            Cell::Number(self.tournaments.into()),
            self.best_place.map_or(Cell::Empty, |place| Cell::Number(place.into())),
        ]
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
