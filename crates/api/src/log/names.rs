//! What people and events are publicly called today, for the sentences of the log.

use domain::competitions::class::OnlineEvent;
use domain::values::ids::PlayerId;
use events::envelope::StreamName;
use projections::sentence::{NameLookup, PlayerLabel, event_name, online_edition};
use projections::views::Views;

pub(crate) struct PublicNames<'a>(pub(crate) &'a Views);

impl NameLookup for PublicNames<'_> {
    fn player(&self, id: &PlayerId) -> PlayerLabel {
        match self.0.players.get(id) {
            Some(player) if player.erased => PlayerLabel::Erased,
            Some(player) => player.person.as_ref().map_or(PlayerLabel::Unnamed, |person| {
                PlayerLabel::Named(format!("{} {}", person.first_name.as_str(), person.surname.as_str()))
            }),
            None => PlayerLabel::Unnamed,
        }
    }

    fn event(&self, stream: &StreamName) -> Option<String> {
        event_name(self.0, stream)
    }

    fn online(&self, stream: &StreamName) -> Option<(OnlineEvent, u32)> {
        online_edition(self.0, stream)
    }
}
