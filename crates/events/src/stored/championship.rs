//! Stored forms of events of a voivodeship championship.

use super::form::{records, single_values};
use super::shared::WindowForm;
use super::value::AsText;
use domain::event::ChampionshipRecord;
use domain::values::calendar::Window;
use domain::values::ids::RulebookId;
use domain::values::voivodeship::Voivodeship;

records! {
    Record of ChampionshipRecord { voivodeship: AsText<Voivodeship>, window: WindowForm, rulebook: AsText<RulebookId> }
}

single_values! {
    /// The days on which it is played.
    Scheduled { days: WindowForm = Window }
}
