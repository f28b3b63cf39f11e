//! Stored forms and parts of them that several events share.

use super::form::{ExplicitOption, StoredPart, records, single_values};
use super::value::{AsText, Hex};
use domain::event::{Commitment, Correction, NotedWaiver, PlacedPlayer};
use domain::values::calendar::{Day, InvalidWindow, Moment, Window};
use domain::values::ids::PlayerId;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

/// An event that is told by its name alone.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EmptyPayload {}

single_values! {
    PlayerPayload { player: AsText<PlayerId> = PlayerId }
    /// An order among players.
    PlayerOrder { order: Vec<AsText<PlayerId>> = Vec<PlayerId> }
    /// A table that was recorded or imported.
    PlacedTable { table: Vec<PlacedRow> = Vec<PlacedPlayer> }
    ReasonPayload { reason: Hex = Commitment }
    OptionalReason { reason: ExplicitOption<Hex> = Option<Commitment> }
    /// The end of an event; its record follows.
    Ended { ended_at: AsText<Moment> = Moment }
}

records! {
    /// A waiver that was declared while the event ran.
    Noted of NotedWaiver { player: AsText<PlayerId>, declared_at: AsText<Moment> }
}

/// A record that takes the place of the one before it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Corrected<F> {
    record: F,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<Hex>,
}

impl<R, F: StoredPart<R>> StoredPart<Correction<R>> for Corrected<F> {
    fn write(correction: &Correction<R>) -> Self {
        Self { record: F::write(&correction.record), reason: StoredPart::write(&correction.reason) }
    }

    fn read(self) -> Correction<R> {
        Correction { record: self.record.read(), reason: self.reason.read() }
    }
}

/// A line of a final table as a row: player, place.
#[derive(Serialize, Deserialize)]
pub(super) struct PlacedRow(AsText<PlayerId>, NonZeroU32);

impl StoredPart<PlacedPlayer> for PlacedRow {
    fn write(line: &PlacedPlayer) -> Self {
        Self(StoredPart::write(&line.player), line.place.into())
    }

    fn read(self) -> PlacedPlayer {
        PlacedPlayer { player: self.0.read(), place: self.1.into() }
    }
}

/// Days from the first on, to the last or without end.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, try_from = "Days", into = "Days")]
pub(super) struct WindowForm(Window);

impl StoredPart<Window> for WindowForm {
    fn write(window: &Window) -> Self {
        Self(*window)
    }

    fn read(self) -> Window {
        self.0
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Days {
    from: AsText<Day>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<AsText<Day>>,
}

impl From<WindowForm> for Days {
    fn from(WindowForm(window): WindowForm) -> Self {
        Self { from: AsText(window.first()), to: window.last().map(AsText) }
    }
}

impl TryFrom<Days> for WindowForm {
    type Error = InvalidWindow;
    fn try_from(days: Days) -> Result<Self, InvalidWindow> {
        Window::new(days.from.0, days.to.map(|day| day.0)).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_that_ends_before_it_begins_is_refused() {
        let read = |text| serde_json::from_str::<WindowForm>(text).map(|form| form.0.last().is_some());
        assert!(!read(r#"{"from":"2025-01-02"}"#).unwrap());
        assert!(read(r#"{"from":"2025-01-02","to":"2025-01-02"}"#).unwrap());
        assert!(read(r#"{"from":"2025-01-02","to":"2025-01-01"}"#).is_err());
    }
}
