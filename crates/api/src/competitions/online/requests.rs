//! Checks requests about online competitions.

use crate::competitions::lifecycle::{self, ParseRequest, moment, optional_moment, placed};
use crate::http::fields::FieldParser;
use domain::event::{OnlineOpening, OnlineTableRecord, PlacedPlayer};
use domain::values::text::StatedReason;
use formats::localization::Message;
use wire::competitions::online::{NewOnlineEvent, OnlineCorrection, OnlineTable};

impl ParseRequest for NewOnlineEvent {
    type Parsed = OnlineOpening;

    fn read(&self, fields: &mut FieldParser) -> Option<Self::Parsed> {
        let kind = fields.choice("/kind", &self.kind);
        let edition = edition(fields, self.edition);
        let days = lifecycle::days(fields, &self.first_day, &self.last_day);
        let submitted_at = optional_moment(fields, "/submitted_at", self.submitted_at.as_deref());
        Some(OnlineOpening { kind: kind?, edition: edition?, submitted_at, days: days? })
    }
}

fn edition(fields: &mut FieldParser, number: u32) -> Option<u32> {
    let known = Some(number).filter(|number| (1..=1000).contains(number));
    known.or_else(|| fields.wrong("/edition", "invalid-edition", Message::new("field-edition")))
}

impl ParseRequest for OnlineTable {
    type Parsed = Vec<PlacedPlayer>;

    fn read(&self, fields: &mut FieldParser) -> Option<Self::Parsed> {
        placed(fields, "/table", &self.table)
    }
}

impl ParseRequest for OnlineCorrection {
    type Parsed = (OnlineTableRecord, StatedReason);

    fn read(&self, fields: &mut FieldParser) -> Option<Self::Parsed> {
        let kind = fields.choice("/kind", &self.kind);
        let edition = edition(fields, self.edition);
        let ended_at = moment(fields, "/ended_at", &self.ended_at);
        let submitted_at = optional_moment(fields, "/submitted_at", self.submitted_at.as_deref());
        let table = placed(fields, "/table", &self.table);
        let reason = fields.reason("/reason", &self.reason);
        let record =
            OnlineTableRecord { kind: kind?, edition: edition?, ended_at: ended_at?, submitted_at, table: table? };
        Some((record, reason?))
    }
}
