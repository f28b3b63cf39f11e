//! Stored forms of events of an online competition.

use super::shared::{PlacedRow, WindowForm};
use super::value::AsText;
use domain::competitions::class::OnlineEvent;
use domain::event::{OnlineOpening, OnlineTableRecord};
use domain::values::calendar::Moment;
use serde::{Deserialize, Serialize};

/// An edition of an online event with its table.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    kind: AsText<OnlineEvent>,
    edition: u32,
    ended_at: AsText<Moment>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    submitted_at: Option<AsText<Moment>>,
    table: Vec<PlacedRow>,
}

impl From<&OnlineTableRecord> for Record {
    fn from(record: &OnlineTableRecord) -> Self {
        Self {
            kind: AsText(record.kind),
            edition: record.edition,
            ended_at: AsText(record.ended_at),
            submitted_at: record.submitted_at.map(AsText),
            table: record.table.iter().map(Into::into).collect(),
        }
    }
}

impl From<Record> for OnlineTableRecord {
    fn from(form: Record) -> Self {
        Self {
            kind: form.kind.0,
            edition: form.edition,
            ended_at: form.ended_at.0,
            submitted_at: form.submitted_at.map(|moment| moment.0),
            table: form.table.into_iter().map(Into::into).collect(),
        }
    }
}

/// An edition that was opened.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Opening {
    kind: AsText<OnlineEvent>,
    edition: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    submitted_at: Option<AsText<Moment>>,
    days: WindowForm,
}

impl From<&OnlineOpening> for Opening {
    fn from(opening: &OnlineOpening) -> Self {
        Self {
            kind: AsText(opening.kind),
            edition: opening.edition,
            submitted_at: opening.submitted_at.map(AsText),
            days: WindowForm(opening.days),
        }
    }
}

impl From<Opening> for OnlineOpening {
    fn from(form: Opening) -> Self {
        Self {
            kind: form.kind.0,
            edition: form.edition,
            submitted_at: form.submitted_at.map(|moment| moment.0),
            days: form.days.0,
        }
    }
}
