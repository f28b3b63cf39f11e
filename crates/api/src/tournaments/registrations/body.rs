//! What clients send and get of those who play.

use super::super::body::{ListedPlayer, age, known_player, phase, presence};
use crate::conditional;
use crate::problem::{FieldProblem, Problem};
use crate::reading::Reading;
use crate::sheet::Cell;
use crate::table::Row;
use domain::Choice;
use domain::course::{Entrant, Now, Part, Presence};
use domain::event::{AgeGroup, Registration};
use domain::ids::PlayerId;
use formats::words::Message;
use projections::views::{ListKey, TournamentEntry, Views};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most players that are entered at once.
pub(super) const MOST_AT_ONCE: usize = 500;

/// Players who want to play.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRegistrations {
    /// Who; all of them as one act.
    #[schema(min_items = 1, max_items = 500)]
    registrations: Vec<NewRegistration>,
}

/// A player who wants to play.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRegistration {
    /// The id of the player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player: String,
    #[serde(default = "adult")]
    #[schema(schema_with = age)]
    age: String,
    /// Whether a guardian has signed that the minor may play.
    #[serde(default)]
    #[schema(default = false, example = false)]
    guardian_consent: bool,
    /// Whether a guardian is there.
    #[serde(default)]
    #[schema(default = false, example = false)]
    accompanied: bool,
    /// Whether the player came without having been registered before.
    #[serde(default)]
    #[schema(default = false, example = false)]
    walk_in: bool,
}

fn adult() -> String {
    AgeGroup::Adult.name().to_owned()
}

impl NewRegistrations {
    pub(super) fn read(&self, views: &Views) -> Result<Vec<Registration>, Problem> {
        let mut reading = Reading::default();
        if !(1..=MOST_AT_ONCE).contains(&self.registrations.len()) {
            let words = Message::new("field-range").number("least", 1).number("most", MOST_AT_ONCE as i64);
            reading.note(FieldProblem::pointer("/registrations", "out-of-range", words));
            return Err(reading.problem());
        }
        let read = self.registrations.iter().enumerate();
        let read: Vec<Registration> = read.filter_map(|(at, one)| one.read(&mut reading, views, at)).collect();
        reading.finish()?;
        Ok(read)
    }
}

impl NewRegistration {
    fn read(&self, reading: &mut Reading, views: &Views, at: usize) -> Option<Registration> {
        let player = known_player(reading, views, &format!("/registrations/{at}/player"), &self.player);
        let age = reading.choice(&format!("/registrations/{at}/age"), &self.age);
        Some(Registration {
            player: player?,
            age: age?,
            guardian_consent: self.guardian_consent,
            accompanied: self.accompanied,
            walk_in: self.walk_in,
        })
    }
}

/// What is noted of a player from then on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RegistrationChange {
    /// The id of the player; if it is given, it must be that of the address.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player: Option<String>,
    #[schema(schema_with = age)]
    age: String,
    /// Whether a guardian has signed that the minor may play.
    #[serde(default)]
    #[schema(default = false, example = true)]
    guardian_consent: bool,
    /// Whether a guardian is there.
    #[serde(default)]
    #[schema(default = false, example = true)]
    accompanied: bool,
    /// Whether the player came without having been registered before.
    #[serde(default)]
    #[schema(default = false, example = false)]
    walk_in: bool,
}

impl RegistrationChange {
    pub(super) fn read(&self, player: PlayerId) -> Result<Registration, Problem> {
        let mut reading = Reading::default();
        if self.player.as_deref().is_some_and(|named| named != player.as_str()) {
            let words = Message::new("field-other-than-address");
            reading.note(FieldProblem::pointer("/player", "other-than-address", words));
        }
        let age = reading.choice("/age", &self.age);
        let Some(age) = age else { return Err(reading.problem()) };
        reading.finish()?;
        Ok(Registration {
            player,
            age,
            guardian_consent: self.guardian_consent,
            accompanied: self.accompanied,
            walk_in: self.walk_in,
        })
    }
}

/// Who plays.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PublicList {
    /// The players by name.
    #[schema(max_items = 2000)]
    pub(super) items: Vec<ListedPlayer>,
}

impl Row for ListedPlayer {
    const HEAD: &'static [&'static str] = &["id", "first_name", "surname", "city"];

    fn cells(&self) -> Vec<Cell<'_>> {
        vec![
            Cell::text(&self.id),
            Cell::maybe(self.first_name.as_deref()),
            Cell::maybe(self.surname.as_deref()),
            Cell::maybe(self.city.as_deref()),
        ]
    }
}

/// Those on the list, by name; whoever has no name any more comes last.
pub(super) fn listed(views: &Views, now: &Now) -> Vec<ListedPlayer> {
    let on_list = now.entrants.iter().filter(|(_, entrant)| entrant.presence != Presence::Withdrawn);
    let mut players: Vec<ListedPlayer> = on_list.map(|(player, _)| ListedPlayer::of(views, player)).collect();
    players.sort_by_cached_key(name_key);
    players
}

/// In the Polish alphabet, like every list of players.
fn name_key(player: &ListedPlayer) -> (bool, ListKey) {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    (player.surname.is_none(), ListKey::new(&text(&player.surname), &text(&player.first_name), &player.id))
}

/// Those at the desk.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Desk {
    #[schema(schema_with = phase)]
    phase: &'static str,
    /// Whether the first round has started: from then on nobody is registered any more.
    started: bool,
    /// How many are in the hall.
    #[schema(minimum = 0, maximum = 2000, example = 42)]
    checked_in: usize,
    /// How many are expected and not there.
    #[schema(minimum = 0, maximum = 2000, example = 3)]
    missing: usize,
    /// Everybody who was ever registered, by name.
    #[schema(max_items = 2000)]
    items: Vec<DeskItem>,
}

/// A player at the desk.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DeskItem {
    #[serde(flatten)]
    player: ListedPlayer,
    #[schema(schema_with = presence)]
    presence: &'static str,
    #[schema(schema_with = age)]
    age: &'static str,
    /// Whether a guardian has signed that the minor may play.
    guardian_consent: bool,
    /// Whether a guardian is there.
    accompanied: bool,
    /// Whether the player came without having been registered before.
    walk_in: bool,
    /// From which round on the player plays.
    #[schema(minimum = 1, maximum = 20, example = 1)]
    from_round: u32,
    /// The ETag of the registration, for `If-Match`.
    #[schema(max_length = 24, example = "\"1042\"")]
    etag: String,
}

impl Desk {
    pub(super) fn of(views: &Views, entry: &TournamentEntry, now: &Now) -> Self {
        let count = |presence| now.entrants.values().filter(|entrant| entrant.presence == presence).count();
        let item = |(player, entrant): (&PlayerId, &Entrant)| DeskItem {
            player: ListedPlayer::of(views, player),
            presence: entrant.presence.name(),
            age: entrant.registration.age.name(),
            guardian_consent: entrant.registration.guardian_consent,
            accompanied: entrant.registration.accompanied,
            walk_in: entrant.registration.walk_in,
            from_round: entrant.from_round,
            etag: conditional::etag_text(entry.part_etag(&Part::Player(player.clone()))),
        };
        let mut items: Vec<DeskItem> = now.entrants.iter().map(item).collect();
        items.sort_by_cached_key(|item| name_key(&item.player));
        Self {
            phase: now.phase.name(),
            started: now.has_started(),
            checked_in: count(Presence::CheckedIn),
            missing: count(Presence::Registered),
            items,
        }
    }
}
