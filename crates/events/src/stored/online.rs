//! Stored forms of what happens to an edition of an online event.

use super::shared::{PlacedRow, WindowForm};
use super::value::Written;
use domain::calendar::Moment;
use domain::class::OnlineEvent;
use domain::event::{OnlineOpening, OnlineTableRecord};
use serde::{Deserialize, Serialize};

/// An edition of an online event with its table.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    kind: Written<OnlineEvent>,
    edition: u32,
    ended_at: Written<Moment>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    submitted_at: Option<Written<Moment>>,
    table: Vec<PlacedRow>,
}

impl From<&OnlineTableRecord> for Record {
    fn from(record: &OnlineTableRecord) -> Self {
        Self {
            kind: Written(record.kind),
            edition: record.edition,
            ended_at: Written(record.ended_at),
            submitted_at: record.submitted_at.map(Written),
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
    kind: Written<OnlineEvent>,
    edition: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    submitted_at: Option<Written<Moment>>,
    days: WindowForm,
}

impl From<&OnlineOpening> for Opening {
    fn from(opening: &OnlineOpening) -> Self {
        Self {
            kind: Written(opening.kind),
            edition: opening.edition,
            submitted_at: opening.submitted_at.map(Written),
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
