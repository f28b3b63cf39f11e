//! Stored forms of what happens to a league.

use super::shared::PlacedRow;
use super::value::{Hex, Written, values, written};
use domain::calendar::{Day, Moment};
use domain::event::{LeagueRecord, RecordedMeeting};
use domain::ids::PlayerId;
use domain::voivodeship::Voivodeship;
use serde::{Deserialize, Serialize};

/// A league with its meetings and its table.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    name: Hex,
    voivodeship: Written<Voivodeship>,
    ended_at: Written<Moment>,
    submitted_at: Written<Moment>,
    meetings: Vec<Meeting>,
    table: Vec<PlacedRow>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Meeting {
    day: Written<Day>,
    present: Vec<Written<PlayerId>>,
}

impl From<&LeagueRecord> for Record {
    fn from(record: &LeagueRecord) -> Self {
        let meeting =
            |meeting: &RecordedMeeting| Meeting { day: Written(meeting.day), present: written(&meeting.present) };
        Self {
            name: record.name.into(),
            voivodeship: Written(record.voivodeship),
            ended_at: Written(record.ended_at),
            submitted_at: Written(record.submitted_at),
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
