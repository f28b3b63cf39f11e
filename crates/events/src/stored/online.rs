//! Stored forms of events of an online competition.

use super::form::records;
use super::shared::{PlacedRow, WindowForm};
use super::value::AsText;
use domain::competitions::class::OnlineEvent;
use domain::event::{OnlineOpening, OnlineTableRecord};
use domain::values::calendar::Moment;

records! {
    /// An edition of an online event with its table.
    Record of OnlineTableRecord {
        kind: AsText<OnlineEvent>,
        edition: u32,
        ended_at: AsText<Moment>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        submitted_at: Option<AsText<Moment>>,
        table: Vec<PlacedRow>,
    }
    Opening of OnlineOpening {
        kind: AsText<OnlineEvent>,
        edition: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        submitted_at: Option<AsText<Moment>>,
        days: WindowForm,
    }
}
