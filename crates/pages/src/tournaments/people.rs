//! Display names of the players of a tournament.

use crate::layout::language::Language;
use crate::layout::list_items::full_name;
use wire::tournaments::people::{ListedPlayer, ShownPlayer};

pub(crate) trait PlayerName {
    /// First name and surname; a text for erased players.
    fn name(&self, language: Language) -> String;
}

impl PlayerName for ShownPlayer {
    fn name(&self, language: Language) -> String {
        full_name(language, self.first_name.as_deref(), self.surname.as_deref())
    }
}

impl PlayerName for ListedPlayer {
    fn name(&self, language: Language) -> String {
        full_name(language, self.first_name.as_deref(), self.surname.as_deref())
    }
}
