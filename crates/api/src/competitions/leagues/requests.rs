//! Checks requests about leagues.

use super::meetings::{players, too_many};
use crate::competitions::lifecycle::{self, ParseRequest, moment, placed};
use crate::http::fields::FieldParser;
use crate::http::problem::{FieldProblem, Problem};
use crate::seasons::rulebook_id;
use commands::{LeagueDetails, TextSealer};
use domain::event::{LeagueRecord, PlacedPlayer, RecordedMeeting};
use domain::values::calendar::Moment;
use domain::values::text::{Name, StatedReason};
use domain::values::voivodeship::Voivodeship;
use formats::localization::Message;
use wire::competitions::leagues::{ImportedTable, LeagueCorrection, NewLeague};

const PLANNED_MEETINGS: std::ops::RangeInclusive<u32> = 1..=1000;

impl ParseRequest for NewLeague {
    type Parsed = LeagueDetails;

    fn parse(&self) -> Result<Self::Parsed, Problem> {
        let mut fields = FieldParser::default();
        let name = fields.name("/name", &self.name);
        let voivodeship = fields.choice("/voivodeship", &self.voivodeship);
        let days = lifecycle::days(&mut fields, &self.first_day, &self.last_day);
        let submitted_at = match &self.submitted_at {
            None => Some(None),
            Some(text) => moment(&mut fields, "/submitted_at", text).map(Some),
        };
        let rulebook = rulebook_id(&mut fields, &self.rulebook);
        let planned_meetings = match self.planned_meetings {
            Some(meetings) if !PLANNED_MEETINGS.contains(&meetings) => {
                let (least, most) = (*PLANNED_MEETINGS.start(), *PLANNED_MEETINGS.end());
                let words = Message::new("field-range").number("least", least).number("most", most);
                fields.add_problem(FieldProblem::pointer("/planned_meetings", "out-of-range", words));
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
        read().ok_or_else(|| fields.problem())
    }
}

pub(crate) const MAX_LINES: usize = 1000;

impl ParseRequest for ImportedTable {
    type Parsed = Vec<PlacedPlayer>;

    fn parse(&self) -> Result<Self::Parsed, Problem> {
        let mut fields = FieldParser::default();
        if self.table.len() > MAX_LINES {
            too_many(&mut fields, "/table", MAX_LINES);
            return Err(fields.problem());
        }
        placed(&mut fields, "/table", &self.table).ok_or_else(|| fields.problem())
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

    fn parse(&self) -> Result<Self::Parsed, Problem> {
        let mut fields = FieldParser::default();
        let name = fields.name("/name", &self.name);
        let voivodeship = fields.choice("/voivodeship", &self.voivodeship);
        let ended_at = moment(&mut fields, "/ended_at", &self.ended_at);
        let submitted_at = moment(&mut fields, "/submitted_at", &self.submitted_at);
        let mut meetings = Vec::with_capacity(self.meetings.len());
        for (index, meeting) in self.meetings.iter().enumerate() {
            let day = fields.day(&format!("/meetings/{index}/day"), &meeting.day);
            let present = players(&mut fields, &format!("/meetings/{index}/present"), &meeting.present, 1000);
            meetings.extend(day.zip(present).map(|(day, present)| RecordedMeeting { day, present }));
        }
        let meetings = (meetings.len() == self.meetings.len()).then_some(meetings);
        let table = placed(&mut fields, "/table", &self.table);
        let reason = fields.reason("/reason", &self.reason);
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
        read().ok_or_else(|| fields.problem())
    }
}
