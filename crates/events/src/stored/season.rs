//! Stored forms of season events.

use super::form::records;
use super::shared::WindowForm;
use super::value::AsText;
use domain::event::SeasonRecord;
use domain::values::calendar::Day;
use domain::values::ids::RulebookId;

records! {
    Record of SeasonRecord {
        window: WindowForm,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mp_first_day: Option<AsText<Day>>,
        rulebook: AsText<RulebookId>,
    }
}
