//! Stored forms and parts of them that several events share.

use super::value::{AsText, Hex, as_texts, values};
use domain::event::{Commitment, Correction, NotedWaiver, PlacedPlayer};
use domain::values::calendar::{Day, InvalidWindow, Moment, Window};
use domain::values::ids::PlayerId;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

/// An event that is told by its name alone.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EmptyPayload {}

/// An event that is told by its name and a player.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayerPayload {
    player: AsText<PlayerId>,
}

impl From<&PlayerId> for PlayerPayload {
    fn from(player: &PlayerId) -> Self {
        Self { player: AsText(player.clone()) }
    }
}

impl From<PlayerPayload> for PlayerId {
    fn from(form: PlayerPayload) -> Self {
        form.player.0
    }
}

/// An order among players.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayerOrder {
    order: Vec<AsText<PlayerId>>,
}

impl From<&Vec<PlayerId>> for PlayerOrder {
    fn from(order: &Vec<PlayerId>) -> Self {
        Self { order: as_texts(order) }
    }
}

impl From<PlayerOrder> for Vec<PlayerId> {
    fn from(form: PlayerOrder) -> Self {
        values(form.order)
    }
}

/// A record that takes the place of the one before it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Corrected<F> {
    record: F,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<Hex>,
}

impl<R, F: for<'a> From<&'a R>> From<&Correction<R>> for Corrected<F> {
    fn from(correction: &Correction<R>) -> Self {
        Self { record: (&correction.record).into(), reason: correction.reason.map(Into::into) }
    }
}

impl<R, F: Into<R>> From<Corrected<F>> for Correction<R> {
    fn from(form: Corrected<F>) -> Self {
        Self { record: form.record.into(), reason: form.reason.map(Into::into) }
    }
}

/// A line of a final table as a row: player, place.
#[derive(Serialize, Deserialize)]
pub(super) struct PlacedRow(AsText<PlayerId>, NonZeroU32);

impl From<&PlacedPlayer> for PlacedRow {
    fn from(line: &PlacedPlayer) -> Self {
        Self(AsText(line.player.clone()), line.place.into())
    }
}

impl From<PlacedRow> for PlacedPlayer {
    fn from(PlacedRow(player, place): PlacedRow) -> Self {
        Self { player: player.0, place: place.into() }
    }
}

/// A table that was recorded or imported.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlacedTable {
    table: Vec<PlacedRow>,
}

impl From<&Vec<PlacedPlayer>> for PlacedTable {
    fn from(table: &Vec<PlacedPlayer>) -> Self {
        Self { table: table.iter().map(Into::into).collect() }
    }
}

impl From<PlacedTable> for Vec<PlacedPlayer> {
    fn from(form: PlacedTable) -> Self {
        form.table.into_iter().map(Into::into).collect()
    }
}

/// Something that was taken back, with the reason.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReasonPayload {
    reason: Hex,
}

impl From<&Commitment> for ReasonPayload {
    fn from(reason: &Commitment) -> Self {
        Self { reason: (*reason).into() }
    }
}

impl From<ReasonPayload> for Commitment {
    fn from(form: ReasonPayload) -> Self {
        form.reason.into()
    }
}

/// A waiver that was declared while the event ran.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Noted {
    player: AsText<PlayerId>,
    declared_at: AsText<Moment>,
}

impl From<&NotedWaiver> for Noted {
    fn from(waiver: &NotedWaiver) -> Self {
        Self { player: AsText(waiver.player.clone()), declared_at: AsText(waiver.declared_at) }
    }
}

impl From<Noted> for NotedWaiver {
    fn from(form: Noted) -> Self {
        Self { player: form.player.0, declared_at: form.declared_at.0 }
    }
}

/// The end of an event; its record follows.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ended {
    ended_at: AsText<Moment>,
}

impl From<&Moment> for Ended {
    fn from(ended_at: &Moment) -> Self {
        Self { ended_at: AsText(*ended_at) }
    }
}

impl From<Ended> for Moment {
    fn from(form: Ended) -> Self {
        form.ended_at.0
    }
}

/// Days from the first on, to the last or without end.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, try_from = "Days", into = "Days")]
pub(super) struct WindowForm(pub(super) Window);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Days {
    from: AsText<Day>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<AsText<Day>>,
}

impl Clone for WindowForm {
    fn clone(&self) -> Self {
        Self(self.0)
    }
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
