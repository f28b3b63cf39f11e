//! Stored forms of what happens to a Grand Prix cycle.

use super::value::{Hex, Written, values, written};
use domain::event::GrandPrixRecord;
use domain::ids::{EventId, RulebookId};
use serde::{Deserialize, Serialize};

/// A Grand Prix cycle with its members.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    name: Hex,
    tournaments: Vec<Written<EventId>>,
    rulebook: Written<RulebookId>,
}

impl From<&GrandPrixRecord> for Record {
    fn from(record: &GrandPrixRecord) -> Self {
        Self {
            name: record.name.into(),
            tournaments: written(&record.tournaments),
            rulebook: Written(record.rulebook.clone()),
        }
    }
}

impl From<Record> for GrandPrixRecord {
    fn from(form: Record) -> Self {
        Self { name: form.name.into(), tournaments: values(form.tournaments), rulebook: form.rulebook.0 }
    }
}
