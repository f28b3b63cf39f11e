//! Checks requests about leagues.

use super::meetings::{players, too_many};
use crate::competitions::lifecycle::{self, ParseRequest, moment, optional_moment, placed};
use crate::http::fields::FieldParser;
use crate::seasons::rulebook_id;
use commands::{LeagueDetails, TextSealer};
use domain::event::{LeagueRecord, PlacedPlayer, RecordedMeeting};
use domain::values::calendar::Moment;
use domain::values::text::{Name, StatedReason};
use domain::values::voivodeship::Voivodeship;
use wire::competitions::leagues::{ImportedTable, LeagueCorrection, NewLeague};

const MAX_PLANNED_MEETINGS: u32 = 1000;

impl ParseRequest for NewLeague {
    type Parsed = LeagueDetails;

    fn read(&self, fields: &mut FieldParser) -> Option<Self::Parsed> {
        let name = fields.name("/name", &self.name);
        let voivodeship = fields.choice("/voivodeship", &self.voivodeship);
        let days = lifecycle::days(fields, &self.first_day, &self.last_day);
        let submitted_at = optional_moment(fields, "/submitted_at", self.submitted_at.as_deref());
        let rulebook = rulebook_id(fields, &self.rulebook);
        let planned_meetings = match self.planned_meetings {
            Some(1..=MAX_PLANNED_MEETINGS) | None => Some(self.planned_meetings),
            Some(_) => fields.outside("/planned_meetings", 1, MAX_PLANNED_MEETINGS),
        };
        Some(LeagueDetails {
            name: name?,
            voivodeship: voivodeship?,
            submitted_at,
            days: days?,
            planned_meetings: planned_meetings?,
            rulebook: rulebook?,
        })
    }
}

pub(crate) const MAX_LINES: usize = 1000;

impl ParseRequest for ImportedTable {
    type Parsed = Vec<PlacedPlayer>;

    fn read(&self, fields: &mut FieldParser) -> Option<Self::Parsed> {
        if self.table.len() > MAX_LINES {
            too_many(fields, "/table", MAX_LINES);
            return None;
        }
        placed(fields, "/table", &self.table)
    }
}

/// The record of a league that is over, before its name is sealed.
pub(crate) struct LeagueRecordDetails {
    name: Name,
    voivodeship: Voivodeship,
    ended_at: Moment,
    submitted_at: Moment,
    meetings: Vec<RecordedMeeting>,
    table: Vec<PlacedPlayer>,
}

impl LeagueRecordDetails {
    pub(super) fn sealed(&self, sealer: &TextSealer<'_>) -> LeagueRecord {
        let Self { name, voivodeship, ended_at, submitted_at, meetings, table } = self;
        LeagueRecord {
            name: sealer.name(name),
            voivodeship: *voivodeship,
            ended_at: *ended_at,
            submitted_at: *submitted_at,
            meetings: meetings.clone(),
            table: table.clone(),
        }
    }
}

impl ParseRequest for LeagueCorrection {
    type Parsed = (LeagueRecordDetails, StatedReason);

    fn read(&self, fields: &mut FieldParser) -> Option<Self::Parsed> {
        let name = fields.name("/name", &self.name);
        let voivodeship = fields.choice("/voivodeship", &self.voivodeship);
        let ended_at = moment(fields, "/ended_at", &self.ended_at);
        let submitted_at = moment(fields, "/submitted_at", &self.submitted_at);
        let mut meetings = Vec::with_capacity(self.meetings.len());
        for (index, meeting) in self.meetings.iter().enumerate() {
            let day = fields.day(&format!("/meetings/{index}/day"), &meeting.day);
            let present = players(fields, &format!("/meetings/{index}/present"), &meeting.present, 1000);
            meetings.extend(day.zip(present).map(|(day, present)| RecordedMeeting { day, present }));
        }
        let meetings = (meetings.len() == self.meetings.len()).then_some(meetings);
        let table = placed(fields, "/table", &self.table);
        let reason = fields.reason("/reason", &self.reason);
        let details = LeagueRecordDetails {
            name: name?,
            voivodeship: voivodeship?,
            ended_at: ended_at?,
            submitted_at: submitted_at?,
            meetings: meetings?,
            table: table?,
        };
        Some((details, reason?))
    }
}
