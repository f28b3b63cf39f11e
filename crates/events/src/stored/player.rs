//! Stored forms of player events.

use super::value::{AsText, Hex};
use domain::event::PlayerRecord;
use domain::values::calendar::Moment;
use serde::{Deserialize, Serialize};

/// A player by commitments.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    name: Hex,
    profile: Hex,
    foreign: bool,
}

impl From<&PlayerRecord> for Record {
    fn from(record: &PlayerRecord) -> Self {
        Self { name: record.name.into(), profile: record.profile.into(), foreign: record.foreign }
    }
}

impl From<Record> for PlayerRecord {
    fn from(form: Record) -> Self {
        Self { name: form.name.into(), profile: form.profile.into(), foreign: form.foreign }
    }
}

/// A waiver outside an event.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Waiver {
    declared_at: AsText<Moment>,
}

impl From<&Moment> for Waiver {
    fn from(declared_at: &Moment) -> Self {
        Self { declared_at: AsText(*declared_at) }
    }
}

impl From<Waiver> for Moment {
    fn from(form: Waiver) -> Self {
        form.declared_at.0
    }
}
