//! Public names of players and competitions, as lists show them.

use domain::values::ids::{CompetitionId, PlayerId};
use events::envelope::{StreamKind, StreamName};
use formats::localization::{Lang, Message, choice_name};
use projections::views::{Competition, Details, Views};
use wire::common::ListedPlayer;

pub(crate) fn listed_player(today: &Views, id: &PlayerId, lang: Lang) -> ListedPlayer {
    let person = today.players.get(id).and_then(|player| player.person.as_ref());
    ListedPlayer {
        player_id: id.to_string(),
        name: person.map_or_else(
            || lang.text("event-player-deleted"),
            |it| format!("{} {}", it.first_name.as_str(), it.surname.as_str()),
        ),
        city: person.map(|it| it.city.as_str().to_owned()),
        voivodeship: person.map(|it| it.voivodeship.as_str().to_owned()),
    }
}

/// A first name and an initial, for pictures and posts: what leaves the service and cannot be called back.
///
/// The short form is used for every player: nothing public may show who is a minor, and no minor may be named in full.
/// A form only for minors would show it, and a form that depends on ages fails where no age is recorded.
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
pub(crate) fn event_name(today: &Views, id: &CompetitionId, lang: Lang) -> Option<String> {
    let find = |kind| today.competitions.find(&StreamName::new(kind, id.as_str()).ok()?);
    competition_display_name(KINDS.into_iter().find_map(find)?, lang)
}

pub(crate) fn competition_display_name(competition: &Competition, lang: Lang) -> Option<String> {
    if let Details::Online { kind, edition } = &competition.details {
        let event = choice_name(lang, "online", *kind);
        return Some(lang.render(&Message::new("online-edition").with("event", event).number("edition", *edition)));
    }
    competition.name.as_ref().map(|name| name.as_str().to_owned())
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
