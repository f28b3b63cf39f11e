//! Checks requests about Grand Prix cycles.

use crate::competitions::lifecycle::ParseRequest;
use crate::http::fields::FieldParser;
use crate::seasons::rulebook_id;
use commands::{GrandPrixDetails, TextSealer};
use domain::event::GrandPrixRecord;
use domain::values::ids::{CompetitionId, RulebookId};
use domain::values::text::{Name, StatedReason};
use formats::localization::Message;
use wire::competitions::grand_prix::{GrandPrixCorrection, NewGrandPrix};

impl ParseRequest for NewGrandPrix {
    type Parsed = GrandPrixDetails;

    fn read(&self, fields: &mut FieldParser) -> Option<Self::Parsed> {
        let name = fields.name("/name", &self.name);
        let rulebook = rulebook_id(fields, &self.rulebook);
        Some(GrandPrixDetails { name: name?, rulebook: rulebook? })
    }
}

/// The record of a cycle that is over, before its name is sealed.
pub(crate) struct GrandPrixRecordDetails {
    name: Name,
    tournaments: Vec<CompetitionId>,
    rulebook: RulebookId,
}

impl GrandPrixRecordDetails {
    pub(super) fn sealed(&self, sealer: &TextSealer<'_>) -> GrandPrixRecord {
        let Self { name, tournaments, rulebook } = self;
        GrandPrixRecord { name: sealer.name(name), tournaments: tournaments.clone(), rulebook: rulebook.clone() }
    }
}

impl ParseRequest for GrandPrixCorrection {
    type Parsed = (GrandPrixRecordDetails, StatedReason);

    fn read(&self, fields: &mut FieldParser) -> Option<Self::Parsed> {
        let name = fields.name("/name", &self.name);
        let rulebook = rulebook_id(fields, &self.rulebook);
        let mut tournaments = Vec::with_capacity(self.tournaments.len());
        for (index, id) in self.tournaments.iter().enumerate() {
            match CompetitionId::parse(id) {
                Ok(id) if id.as_str().len() <= 1024 && !id.as_str().contains('\0') => tournaments.push(id),
                _ => {
                    fields.add(format!("/tournaments/{index}"), "unknown-tournament", Message::new("field-tournament"));
                }
            }
        }
        let tournaments = (tournaments.len() == self.tournaments.len()).then_some(tournaments);
        let reason = fields.reason("/reason", &self.reason);
        let details = GrandPrixRecordDetails { name: name?, tournaments: tournaments?, rulebook: rulebook? };
        Some((details, reason?))
    }
}
