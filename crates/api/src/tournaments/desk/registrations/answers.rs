//! The public list of players and the desk of a tournament.

use crate::http::conditional;
use crate::http::list_response::csv_row;
use crate::tournaments::people::listed_player;
use domain::tournament::course::{Entrant, Part, Presence, TournamentState};
use domain::values::ids::PlayerId;
use projections::views::{ListKey, TournamentEntry, Views};
use wire::tournaments::desk::{Desk, DeskItem};
use wire::tournaments::people::ListedPlayer;

csv_row! { ListedPlayer, |row|
    id, first_name, surname, city
}

/// The players on the list, by name; erased players come last.
pub(crate) fn listed(views: &Views, now: &TournamentState) -> Vec<ListedPlayer> {
    let on_list = now.entrants.iter().filter(|(_, entrant)| entrant.presence != Presence::Withdrawn);
    let mut players: Vec<ListedPlayer> = on_list.map(|(player, _)| listed_player(views, player)).collect();
    players.sort_by_cached_key(name_key);
    players
}

/// Sorts in the Polish alphabet, erased players last.
fn name_key(player: &ListedPlayer) -> (bool, ListKey) {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    (player.surname.is_none(), ListKey::new(&text(&player.surname), &text(&player.first_name), &player.id))
}

/// All players who were ever registered, by name.
pub(crate) fn desk_answer(views: &Views, entry: &TournamentEntry, now: &TournamentState) -> Desk {
    let count = |presence| now.entrants.values().filter(|entrant| entrant.presence == presence).count();
    let item = |(player, entrant): (&PlayerId, &Entrant)| DeskItem {
        player: listed_player(views, player),
        presence: entrant.presence,
        age: entrant.registration.age,
        guardian_consent: entrant.registration.guardian_consent,
        accompanied: entrant.registration.accompanied,
        walk_in: entrant.registration.walk_in,
        from_round: entrant.from_round,
        etag: conditional::etag_text(entry.part_etag(&Part::Player(player.clone()))),
    };
    let mut items: Vec<DeskItem> = now.entrants.iter().map(item).collect();
    items.sort_by_cached_key(|item| name_key(&item.player));
    Desk {
        phase: now.phase,
        started: now.has_started(),
        checked_in: count(Presence::CheckedIn),
        missing: count(Presence::Registered),
        items,
    }
}
