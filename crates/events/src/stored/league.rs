//! Stored forms of league events.

use super::rulebook;
use super::shared::{PlacedRow, WindowForm};
use super::tournament::Table;
use super::value::{AsText, Hex, as_texts, values};
use domain::event::{HeldMeeting, LeagueOpening, LeagueRecord, RecordedMeeting, WithdrawnMeeting};
use domain::values::calendar::{Day, Moment};
use domain::values::ids::{PlayerId, RulebookId};
use domain::values::voivodeship::Voivodeship;
use serde::{Deserialize, Serialize};

/// A league with its meetings and its table.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    name: Hex,
    voivodeship: AsText<Voivodeship>,
    ended_at: AsText<Moment>,
    submitted_at: AsText<Moment>,
    meetings: Vec<Meeting>,
    table: Vec<PlacedRow>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Meeting {
    day: AsText<Day>,
    present: Vec<AsText<PlayerId>>,
}

impl From<&LeagueRecord> for Record {
    fn from(record: &LeagueRecord) -> Self {
        let meeting =
            |meeting: &RecordedMeeting| Meeting { day: AsText(meeting.day), present: as_texts(&meeting.present) };
        Self {
            name: record.name.into(),
            voivodeship: AsText(record.voivodeship),
            ended_at: AsText(record.ended_at),
            submitted_at: AsText(record.submitted_at),
            meetings: record.meetings.iter().map(meeting).collect(),
            table: record.table.iter().map(Into::into).collect(),
        }
    }
}

impl From<Record> for LeagueRecord {
    fn from(form: Record) -> Self {
        let meeting = |meeting: Meeting| RecordedMeeting { day: meeting.day.0, present: values(meeting.present) };
        Self {
            name: form.name.into(),
            voivodeship: form.voivodeship.0,
            ended_at: form.ended_at.0,
            submitted_at: form.submitted_at.0,
            meetings: form.meetings.into_iter().map(meeting).collect(),
            table: form.table.into_iter().map(Into::into).collect(),
        }
    }
}

/// A league that was opened, with the rulebook as it stood.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Opening {
    name: Hex,
    voivodeship: AsText<Voivodeship>,
    submitted_at: AsText<Moment>,
    days: WindowForm,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    planned_meetings: Option<u32>,
    rulebook: AsText<RulebookId>,
    rules: rulebook::Record,
}

impl From<&LeagueOpening> for Opening {
    fn from(opening: &LeagueOpening) -> Self {
        Self {
            name: opening.name.into(),
            voivodeship: AsText(opening.voivodeship),
            submitted_at: AsText(opening.submitted_at),
            days: WindowForm(opening.days),
            planned_meetings: opening.planned_meetings,
            rulebook: AsText(opening.rulebook.clone()),
            rules: (&opening.rules).into(),
        }
    }
}

impl From<Opening> for LeagueOpening {
    fn from(form: Opening) -> Self {
        Self {
            name: form.name.into(),
            voivodeship: form.voivodeship.0,
            submitted_at: form.submitted_at.0,
            days: form.days.0,
            planned_meetings: form.planned_meetings,
            rulebook: form.rulebook.0,
            rules: form.rules.into(),
        }
    }
}

/// A meeting that was held, with its games if they are known.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Held {
    number: u32,
    day: AsText<Day>,
    present: Vec<AsText<PlayerId>>,
    tables: Vec<Table>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    accepted: Option<Hex>,
}

impl From<&HeldMeeting> for Held {
    fn from(meeting: &HeldMeeting) -> Self {
        Self {
            number: meeting.number,
            day: AsText(meeting.day),
            present: as_texts(&meeting.present),
            tables: meeting.tables.iter().map(Into::into).collect(),
            accepted: meeting.accepted.map(Into::into),
        }
    }
}

impl From<Held> for HeldMeeting {
    fn from(form: Held) -> Self {
        Self {
            number: form.number,
            day: form.day.0,
            present: values(form.present),
            tables: form.tables.into_iter().map(Into::into).collect(),
            accepted: form.accepted.map(Into::into),
        }
    }
}

/// A meeting that was taken back.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Withdrawn {
    number: u32,
    reason: Hex,
}

impl From<&WithdrawnMeeting> for Withdrawn {
    fn from(meeting: &WithdrawnMeeting) -> Self {
        Self { number: meeting.number, reason: meeting.reason.into() }
    }
}

impl From<Withdrawn> for WithdrawnMeeting {
    fn from(form: Withdrawn) -> Self {
        Self { number: form.number, reason: form.reason.into() }
    }
}
