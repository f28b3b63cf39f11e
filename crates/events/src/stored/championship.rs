//! Stored forms of events of a voivodeship championship.

use super::shared::WindowForm;
use super::value::AsText;
use domain::event::ChampionshipRecord;
use domain::values::calendar::Window;
use domain::values::ids::RulebookId;
use domain::values::voivodeship::Voivodeship;
use serde::{Deserialize, Serialize};

/// A voivodeship championship.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    voivodeship: AsText<Voivodeship>,
    window: WindowForm,
    rulebook: AsText<RulebookId>,
}

impl From<&ChampionshipRecord> for Record {
    fn from(record: &ChampionshipRecord) -> Self {
        Self {
            voivodeship: AsText(record.voivodeship),
            window: WindowForm(record.window),
            rulebook: AsText(record.rulebook.clone()),
        }
    }
}

impl From<Record> for ChampionshipRecord {
    fn from(form: Record) -> Self {
        Self { voivodeship: form.voivodeship.0, window: form.window.0, rulebook: form.rulebook.0 }
    }
}

/// The days on which it is played.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scheduled {
    days: WindowForm,
}

impl From<&Window> for Scheduled {
    fn from(days: &Window) -> Self {
        Self { days: WindowForm(*days) }
    }
}

impl From<Scheduled> for Window {
    fn from(form: Scheduled) -> Self {
        form.days.0
    }
}
