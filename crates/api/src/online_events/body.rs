//! What clients send and get of online events.

use crate::conditional;
use crate::problem::{FieldProblem, Problem};
use crate::reading::Reading;
use crate::running::{self, OVER, Person, PlacedLine, RUNNING, moment, placed};
use crate::sheet::Cell;
use crate::table::Row;
use domain::Choice;
use domain::class::OnlineEvent as Kind;
use domain::event::{OnlineOpening, OnlineTableRecord, PlacedPlayer};
use domain::online::decider::Online;
use domain::text::StatedReason;
use formats::words::{Lang, Message};
use projections::views::{OnlineEntry, Views};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::{Object, ObjectBuilder, Type};

/// The kinds with a quota, in a schema.
fn kind() -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(Kind::NAMES.iter().copied()))
        .examples([serde_json::json!("gold")])
        .description(Some("Which online event."))
        .build()
}

/// An online event in the list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OnlineItem {
    /// The opaque id.
    #[schema(max_length = 1024, example = "7k3m9q0x2v4b8n000003")]
    id: String,
    #[schema(schema_with = kind)]
    kind: &'static str,
    /// Which edition of the season.
    #[schema(minimum = 1, maximum = 1000, example = 1)]
    edition: u32,
    /// `running` or `over`.
    #[schema(max_length = 10, example = "running")]
    status: &'static str,
    /// The last day: planned, or of the end.
    #[schema(format = Date, max_length = 10, example = "2026-01-31")]
    last_day: String,
    /// How many stand in its table.
    #[schema(minimum = 0, maximum = 100_000, example = 32)]
    players: usize,
    /// The ETag of the event.
    #[schema(max_length = 24, example = "\"455\"")]
    etag: String,
}

impl OnlineItem {
    pub(super) fn of(online: &OnlineEntry) -> Option<Self> {
        let (kind, edition, last) = online.edition()?;
        Some(Self {
            id: online.id.to_string(),
            kind: kind.name(),
            edition,
            status: if matches!(online.state, Online::Running(_)) { RUNNING } else { OVER },
            last_day: last.to_string(),
            players: online.table().len(),
            etag: conditional::etag_text(online.etag),
        })
    }
}

impl Row for OnlineItem {
    const HEAD: &'static [&'static str] = &["id", "kind", "edition", "status", "last_day", "players", "etag"];

    fn cells(&self) -> Vec<Cell<'_>> {
        vec![
            Cell::text(&self.id),
            Cell::text(self.kind),
            Cell::Number(self.edition.into()),
            Cell::text(self.status),
            Cell::text(&self.last_day),
            Cell::Number(self.players as i64),
            Cell::text(&self.etag),
        ]
    }
}

/// An online event with its table.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OnlineEvent {
    /// What the list says of it.
    #[serde(flatten)]
    item: OnlineItem,
    /// When its application was sent, if it had one.
    #[schema(format = DateTime, max_length = 40, example = "2025-09-03T12:00:00+02:00")]
    submitted_at: Option<String>,
    /// When it ended, once it is over.
    #[schema(format = DateTime, max_length = 40, example = "2026-01-31T21:00:00+01:00")]
    ended_at: Option<String>,
    /// Its table, the best first.
    #[schema(max_items = 10_000)]
    table: Vec<OnlineRow>,
    /// Who gave up a qualification there.
    #[schema(max_items = 10_000)]
    waivers: Vec<Person>,
}

/// A row of the table of an online event.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OnlineRow {
    /// The place.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    place: u32,
    /// Who.
    #[serde(flatten)]
    person: Person,
}

impl OnlineEvent {
    pub(super) fn of(views: &Views, online: &OnlineEntry, lang: Lang) -> Option<Self> {
        let (submitted_at, ended_at, waivers) = match &online.state {
            Online::Unknown => return None,
            Online::Running(running) => {
                let players = running.waivers.iter().map(|noted| &noted.player).collect::<Vec<_>>();
                (running.opening.submitted_at, None, players)
            }
            Online::Over(over) => {
                (over.record.submitted_at, Some(over.record.ended_at), over.waivers.iter().collect::<Vec<_>>())
            }
        };
        let row = |line: &PlacedPlayer| OnlineRow {
            place: line.place.number(),
            person: Person::of(views, &line.player, lang),
        };
        Some(Self {
            item: OnlineItem::of(online)?,
            submitted_at: submitted_at.map(|moment| moment.to_string()),
            ended_at: ended_at.map(|moment| moment.to_string()),
            table: online.table().iter().map(row).collect(),
            waivers: waivers.into_iter().map(|player| Person::of(views, player, lang)).collect(),
        })
    }
}

/// An online event that is to be opened.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewOnlineEvent {
    #[schema(schema_with = kind)]
    kind: String,
    /// Which edition of the season.
    #[schema(minimum = 1, maximum = 1000, example = 1)]
    edition: u32,
    /// The first planned day.
    #[schema(format = Date, max_length = 10, example = "2025-10-01")]
    first_day: String,
    /// The last planned day.
    #[schema(format = Date, max_length = 10, example = "2026-01-31")]
    last_day: String,
    /// When its application was sent, if it had one.
    #[serde(default)]
    #[schema(format = DateTime, max_length = 40, example = "2025-09-03T12:00:00+02:00")]
    submitted_at: Option<String>,
}

impl NewOnlineEvent {
    pub(super) fn read(&self) -> Result<OnlineOpening, Problem> {
        let mut reading = Reading::default();
        let kind = reading.choice("/kind", &self.kind);
        let edition = edition(&mut reading, self.edition);
        let days = running::days(&mut reading, &self.first_day, &self.last_day);
        let submitted_at = self.submitted_at.as_deref().map(|text| moment(&mut reading, "/submitted_at", text));
        let read = || {
            Some(OnlineOpening {
                kind: kind?,
                edition: edition?,
                submitted_at: match submitted_at {
                    Some(read) => Some(read?),
                    None => None,
                },
                days: days?,
            })
        };
        read().ok_or_else(|| reading.problem())
    }
}

fn edition(reading: &mut Reading, number: u32) -> Option<u32> {
    if (1..=1000).contains(&number) {
        return Some(number);
    }
    reading.note(FieldProblem::pointer("/edition", "invalid-edition", Message::new("field-edition")));
    None
}

/// The table of an online event.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OnlineTable {
    /// Everybody with a place.
    #[schema(min_items = 1, max_items = 1000)]
    table: Vec<PlacedLine>,
}

impl OnlineTable {
    pub(super) fn read(&self) -> Result<Vec<PlacedPlayer>, Problem> {
        let mut reading = Reading::default();
        placed(&mut reading, "/table", &self.table).ok_or_else(|| reading.problem())
    }
}

/// What holds of an online event that is over instead, and why.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OnlineCorrection {
    #[schema(schema_with = kind)]
    kind: String,
    /// Which edition of the season.
    #[schema(minimum = 1, maximum = 1000, example = 1)]
    edition: u32,
    /// When it ended.
    #[schema(format = DateTime, max_length = 40, example = "2026-01-31T21:00:00+01:00")]
    ended_at: String,
    /// When its application was sent, if it had one.
    #[serde(default)]
    #[schema(format = DateTime, max_length = 40, example = "2025-09-03T12:00:00+02:00")]
    submitted_at: Option<String>,
    /// Its final table.
    #[schema(min_items = 1, max_items = 1000)]
    table: Vec<PlacedLine>,
    /// Why it is corrected.
    #[schema(min_length = 1, max_length = 2000, example = "Zamieniono dwa miejsca")]
    reason: String,
}

impl OnlineCorrection {
    pub(super) fn read(&self) -> Result<(OnlineTableRecord, StatedReason), Problem> {
        let mut reading = Reading::default();
        let kind = reading.choice("/kind", &self.kind);
        let edition = edition(&mut reading, self.edition);
        let ended_at = moment(&mut reading, "/ended_at", &self.ended_at);
        let submitted_at = self.submitted_at.as_deref().map(|text| moment(&mut reading, "/submitted_at", text));
        let table = placed(&mut reading, "/table", &self.table);
        let reason = reading.reason("/reason", &self.reason);
        let read = || {
            let record = OnlineTableRecord {
                kind: kind?,
                edition: edition?,
                ended_at: ended_at?,
                submitted_at: match submitted_at {
                    Some(read) => Some(read?),
                    None => None,
                },
                table: table?,
            };
            Some((record, reason?))
        };
        read().ok_or_else(|| reading.problem())
    }
}
