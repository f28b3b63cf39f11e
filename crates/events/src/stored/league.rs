//! Stored forms of league events.

use super::form::records;
use super::rulebook;
use super::shared::{PlacedRow, WindowForm};
use super::tournament::Table;
use super::value::{AsText, Hex};
use domain::event::{HeldMeeting, LeagueOpening, LeagueRecord, RecordedMeeting, WithdrawnMeeting};
use domain::values::calendar::{Day, Moment};
use domain::values::ids::{PlayerId, RulebookId};
use domain::values::voivodeship::Voivodeship;

records! {
    /// A league with its meetings and its table.
    Record of LeagueRecord {
        name: Hex,
        voivodeship: AsText<Voivodeship>,
        ended_at: AsText<Moment>,
        submitted_at: AsText<Moment>,
        meetings: Vec<Meeting>,
        table: Vec<PlacedRow>,
    }
    Meeting of RecordedMeeting { day: AsText<Day>, present: Vec<AsText<PlayerId>> }
    /// A league that was opened, with the rulebook as it stood.
    Opening of LeagueOpening {
        name: Hex,
        voivodeship: AsText<Voivodeship>,
        submitted_at: AsText<Moment>,
        days: WindowForm,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        planned_meetings: Option<u32>,
        rulebook: AsText<RulebookId>,
        rules: rulebook::Record,
    }
    /// A meeting that was held, with its games if they are known.
    Held of HeldMeeting {
        number: u32,
        day: AsText<Day>,
        present: Vec<AsText<PlayerId>>,
        tables: Vec<Table>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        accepted: Option<Hex>,
    }
    /// A meeting that was taken back.
    Withdrawn of WithdrawnMeeting { number: u32, reason: Hex }
}
