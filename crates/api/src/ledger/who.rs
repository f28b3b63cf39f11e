//! People and events of a ledger as answers call them, and how much of it a reader may see.

use crate::auth::Caller;
use crate::kostka::Kostka;
use domain::authority::{Permission, may};
use domain::event::SeatOrigin;
use domain::ids::{AccountId, PlayerId, RESERVED_RANKING_ID};
use domain::ledger::Target;
use formats::words::{Lang, Message, choice_name};
use projections::season_lists::origin_stream;
use projections::views::{Details, Views};
use serde::Serialize;
use utoipa::ToSchema;

/// How much somebody may see of a ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sight {
    /// What everybody sees.
    Public,
    /// Also who did what, and on which proposal it is to be decided.
    Staff,
    /// Also the names of those who did it, and why in their words.
    Texts,
}

impl Sight {
    pub(super) fn of(kostka: &Kostka, caller: &Caller) -> Self {
        let Caller::Account(signed_in) = caller else { return Self::Public };
        if signed_in.lacks_second_factor(kostka) {
            return Self::Public;
        }
        if may(signed_in.grants(), &Permission::SeePrivatePlayers) {
            return Self::Texts;
        }
        if may(signed_in.grants(), &Permission::ReadLog) { Self::Staff } else { Self::Public }
    }

    pub(super) fn is_staff(self) -> bool {
        self != Self::Public
    }
}

/// A player as far as everybody may know.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct LedgerPlayer {
    /// The opaque id.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub(super) player_id: String,
    /// What the player is called; somebody who was erased is called a deleted player.
    #[schema(max_length = 401, example = "Łucja Przykładowa")]
    pub(super) name: String,
    /// The city that the player plays for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "Łódź")]
    pub(super) city: Option<String>,
    /// The voivodeship that the player plays for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 40, example = "łódzkie")]
    pub(super) voivodeship: Option<String>,
}

impl LedgerPlayer {
    pub(super) fn of(views: &Views, id: &PlayerId, lang: Lang) -> Self {
        let person = views.players.get(id).and_then(|player| player.person.as_ref());
        let name = person.map(|it| format!("{} {}", it.first_name.as_str(), it.surname.as_str()));
        Self {
            player_id: id.to_string(),
            name: name.unwrap_or_else(|| lang.text("event-player-deleted")),
            city: person.map(|it| it.city.as_str().to_owned()),
            voivodeship: person.map(|it| it.voivodeship.as_str().to_owned()),
        }
    }
}

/// Whoever did something about a qualification, for staff.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ActingAccount {
    /// The id of the account.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    account: String,
    /// The name on the account; not for auditors.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "Zofia Lewandowska")]
    name: Option<String>,
}

impl ActingAccount {
    pub(super) fn of(views: &Views, id: &AccountId, sight: Sight) -> Option<Self> {
        let name = || views.accounts.find(id).and_then(|entry| entry.name.as_ref()).map(|it| it.as_str().to_owned());
        sight
            .is_staff()
            .then(|| Self { account: id.to_string(), name: if sight == Sight::Texts { name() } else { None } })
    }
}

/// The id of an event in answers and bodies; the ranking has one, too.
pub(super) fn event_id(origin: &SeatOrigin) -> String {
    origin.event.as_ref().map_or(RESERVED_RANKING_ID, |event| event.as_str()).to_owned()
}

/// What an event is called today; an event without a name is called by its id.
pub(super) fn event_name(views: &Views, target: &Target, origin: &SeatOrigin, lang: Lang) -> String {
    if origin.event.is_none() {
        return lang.text("the-ranking");
    }
    let happening = origin_stream(target, origin).and_then(|stream| views.happenings.find(&stream).cloned());
    let named = happening.and_then(|happening| match (&happening.name, &happening.details) {
        (Some(name), _) => Some(name.as_str().to_owned()),
        (None, Details::Online { kind, edition }) => {
            let event = choice_name(lang, "online", *kind);
            Some(lang.say(&Message::new("online-edition").with("event", event).number("edition", *edition)))
        }
        (None, _) => None,
    });
    named.unwrap_or_else(|| event_id(origin))
}
