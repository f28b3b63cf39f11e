//! Stored forms of season events.

use super::shared::WindowForm;
use super::value::AsText;
use domain::event::SeasonRecord;
use domain::values::calendar::Day;
use domain::values::ids::RulebookId;
use serde::{Deserialize, Serialize};

/// A season.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    window: WindowForm,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mp_first_day: Option<AsText<Day>>,
    rulebook: AsText<RulebookId>,
}

impl From<&SeasonRecord> for Record {
    fn from(record: &SeasonRecord) -> Self {
        Self {
            window: WindowForm(record.window),
            mp_first_day: record.mp_first_day.map(AsText),
            rulebook: AsText(record.rulebook.clone()),
        }
    }
}

impl From<Record> for SeasonRecord {
    fn from(form: Record) -> Self {
        Self { window: form.window.0, mp_first_day: form.mp_first_day.map(|day| day.0), rulebook: form.rulebook.0 }
    }
}
