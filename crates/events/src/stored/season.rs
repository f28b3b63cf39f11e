//! Stored forms of what happens to a season.

use super::shared::WindowForm;
use super::value::Written;
use domain::calendar::Day;
use domain::event::SeasonRecord;
use domain::ids::RulebookId;
use serde::{Deserialize, Serialize};

/// A season.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    window: WindowForm,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mp_first_day: Option<Written<Day>>,
    rulebook: Written<RulebookId>,
}

impl From<&SeasonRecord> for Record {
    fn from(record: &SeasonRecord) -> Self {
        Self {
            window: WindowForm(record.window),
            mp_first_day: record.mp_first_day.map(Written),
            rulebook: Written(record.rulebook.clone()),
        }
    }
}

impl From<Record> for SeasonRecord {
    fn from(form: Record) -> Self {
        Self { window: form.window.0, mp_first_day: form.mp_first_day.map(|day| day.0), rulebook: form.rulebook.0 }
    }
}
