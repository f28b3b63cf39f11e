//! Checks requests about online competitions.

use crate::competitions::lifecycle::{self, ParseRequest, moment, placed};
use crate::http::fields::FieldParser;
use crate::http::problem::{FieldProblem, Problem};
use domain::event::{OnlineOpening, OnlineTableRecord, PlacedPlayer};
use domain::values::text::StatedReason;
use formats::localization::Message;
use wire::competitions::online::{NewOnlineEvent, OnlineCorrection, OnlineTable};

impl ParseRequest for NewOnlineEvent {
    type Parsed = OnlineOpening;

    fn parse(&self) -> Result<Self::Parsed, Problem> {
        let mut fields = FieldParser::default();
        let kind = fields.choice("/kind", &self.kind);
        let edition = edition(&mut fields, self.edition);
        let days = lifecycle::days(&mut fields, &self.first_day, &self.last_day);
        let submitted_at = self.submitted_at.as_deref().map(|text| moment(&mut fields, "/submitted_at", text));
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
        read().ok_or_else(|| fields.problem())
    }
}

fn edition(fields: &mut FieldParser, number: u32) -> Option<u32> {
    if (1..=1000).contains(&number) {
        return Some(number);
    }
    fields.add_problem(FieldProblem::pointer("/edition", "invalid-edition", Message::new("field-edition")));
    None
}

impl ParseRequest for OnlineTable {
    type Parsed = Vec<PlacedPlayer>;

    fn parse(&self) -> Result<Self::Parsed, Problem> {
        let mut fields = FieldParser::default();
        placed(&mut fields, "/table", &self.table).ok_or_else(|| fields.problem())
    }
}

impl ParseRequest for OnlineCorrection {
    type Parsed = (OnlineTableRecord, StatedReason);

    fn parse(&self) -> Result<Self::Parsed, Problem> {
        let mut fields = FieldParser::default();
        let kind = fields.choice("/kind", &self.kind);
        let edition = edition(&mut fields, self.edition);
        let ended_at = moment(&mut fields, "/ended_at", &self.ended_at);
        let submitted_at = self.submitted_at.as_deref().map(|text| moment(&mut fields, "/submitted_at", text));
        let table = placed(&mut fields, "/table", &self.table);
        let reason = fields.reason("/reason", &self.reason);
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
        read().ok_or_else(|| fields.problem())
    }
}
