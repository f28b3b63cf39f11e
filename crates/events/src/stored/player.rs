//! Stored forms of player events.

use super::form::{records, single_values};
use super::value::{AsText, Hex};
use domain::event::PlayerRecord;
use domain::values::calendar::Moment;

records! {
    /// A player by commitments.
    Record of PlayerRecord { name: Hex, profile: Hex, foreign: bool }
}

single_values! {
    /// A waiver outside an event.
    Waiver { declared_at: AsText<Moment> = Moment }
}
