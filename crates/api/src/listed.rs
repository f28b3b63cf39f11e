//! People and events on lists, with the names that everybody may see today.

use crate::players::voivodeship;
use crate::sheet::Cell;
use domain::ids::{EventId, PlayerId};
use events::envelope::{StreamKind, StreamName};
use formats::words::{Lang, Message, choice_name};
use projections::views::{Details, Happening, Views};
use serde::Serialize;
use utoipa::ToSchema;

/// Somebody on a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PlayerOnList)]
pub(crate) struct NamedPlayer {
    /// The opaque id.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub(crate) player_id: String,
    /// What the player is called; somebody who was erased is called a deleted player.
    #[schema(max_length = 400, example = "Łucja Przykładowa")]
    pub(crate) name: String,
    /// The city that the player plays for; absent after an erasure.
    #[schema(max_length = 200, example = "Łódź")]
    pub(crate) city: Option<String>,
    /// The voivodeship; absent after an erasure.
    #[schema(schema_with = voivodeship)]
    pub(crate) voivodeship: Option<String>,
}

impl NamedPlayer {
    pub(crate) fn of(today: &Views, id: &PlayerId, lang: Lang) -> Self {
        let person = today.players.get(id).and_then(|player| player.person.as_ref());
        Self {
            player_id: id.to_string(),
            name: person.map_or_else(
                || lang.text("event-player-deleted"),
                |it| format!("{} {}", it.first_name.as_str(), it.surname.as_str()),
            ),
            city: person.map(|it| it.city.as_str().to_owned()),
            voivodeship: person.map(|it| it.voivodeship.as_str().to_owned()),
        }
    }

    /// Id, name, city and voivodeship as cells of a row.
    pub(crate) fn cells(&self) -> [Cell<'_>; 4] {
        [
            Cell::text(&self.player_id),
            Cell::text(&self.name),
            Cell::maybe(self.city.as_deref()),
            Cell::maybe(self.voivodeship.as_deref()),
        ]
    }
}

/// A first name and an initial, for pictures and posts: what leaves the service and cannot be called back.
///
/// Everybody is named so, because nothing public may tell who is a minor, and nobody who is one may be named in full: any form that
/// only minors get would do the first, and any form that looks at ages fails at those whose age nobody has recorded.
pub(crate) fn short_name(today: &Views, id: &PlayerId, lang: Lang) -> String {
    let person = today.players.get(id).and_then(|player| player.person.as_ref());
    person
        .map_or_else(|| lang.text("event-player-deleted"), |it| shortened(it.first_name.as_str(), it.surname.as_str()))
}

/// The first of several first names, and the first letter of the surname.
fn shortened(first_name: &str, surname: &str) -> String {
    let first = first_name.split_whitespace().next().unwrap_or_default();
    let initial = surname.chars().find(|it| it.is_alphanumeric()).or_else(|| surname.chars().next());
    let initial: String = initial.into_iter().flat_map(char::to_uppercase).collect();
    format!("{first} {initial}.")
}

/// Every kind of event that gives points or qualifications.
const KINDS: [StreamKind; 4] =
    [StreamKind::Tournament, StreamKind::League, StreamKind::GrandPrix, StreamKind::OnlineEvent];

/// What an event is called; nothing if its name was destroyed.
pub(crate) fn event_name(today: &Views, id: &EventId, lang: Lang) -> Option<String> {
    let find = |kind| today.happenings.find(&StreamName::new(kind, id.as_str()).ok()?);
    called(KINDS.into_iter().find_map(find)?, lang)
}

/// The same of something that takes place.
pub(crate) fn called(happening: &Happening, lang: Lang) -> Option<String> {
    if let Details::Online { kind, edition } = &happening.details {
        let event = choice_name(lang, "online", *kind);
        return Some(lang.say(&Message::new("online-edition").with("event", event).number("edition", *edition)));
    }
    happening.name.as_ref().map(|name| name.as_str().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_name_is_one_first_name_and_one_letter() {
        assert_eq!(shortened("Łucja Maria", "Żabińska-Kowalska"), "Łucja Ż.");
        assert_eq!(shortened("Jan", "de Wit"), "Jan D.");
        assert_eq!(shortened("Jan", "\"><script>"), "Jan S.");
    }
}
