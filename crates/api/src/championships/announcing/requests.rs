//! Checks requests about voivodeship championships.

use crate::competitions::lifecycle;
use crate::competitions::lifecycle::ParseRequest;
use crate::http::fields::FieldParser;
use crate::seasons::rulebook_id;
use domain::event::ChampionshipRecord;
use domain::values::calendar::Window;
use domain::values::ids::ChampionshipId;
use domain::values::text::StatedReason;
use domain::values::voivodeship::Voivodeship;
use wire::championships::announcing::{MwCorrection, MwDays, NewMw};

impl ParseRequest for NewMw {
    type Parsed = (ChampionshipId, ChampionshipRecord);

    fn read(&self, fields: &mut FieldParser) -> Option<Self::Parsed> {
        let id = fields.new_id("/id", &self.id).and_then(|()| ChampionshipId::parse(&self.id).ok());
        let record = record(fields, &self.voivodeship, [&self.first_day, &self.last_day], &self.rulebook);
        id.zip(record)
    }
}

impl ParseRequest for MwCorrection {
    type Parsed = (ChampionshipRecord, StatedReason);

    fn read(&self, fields: &mut FieldParser) -> Option<Self::Parsed> {
        let record = record(fields, &self.voivodeship, [&self.first_day, &self.last_day], &self.rulebook);
        let reason = fields.reason("/reason", &self.reason);
        record.zip(reason)
    }
}

impl ParseRequest for MwDays {
    type Parsed = Window;

    fn read(&self, fields: &mut FieldParser) -> Option<Self::Parsed> {
        lifecycle::days(fields, &self.first_day, &self.last_day)
    }
}

fn record(fields: &mut FieldParser, voivodeship: &str, days: [&str; 2], rulebook: &str) -> Option<ChampionshipRecord> {
    let voivodeship = fields.choice::<Voivodeship>("/voivodeship", voivodeship);
    let window = lifecycle::days(fields, days[0], days[1]);
    let rulebook = rulebook_id(fields, rulebook);
    Some(ChampionshipRecord { voivodeship: voivodeship?, window: window?, rulebook: rulebook? })
}
