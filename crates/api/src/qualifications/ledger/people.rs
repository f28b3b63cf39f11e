//! Names of players, accounts and competitions in a ledger, and how much of it a caller may see.

use crate::accounts::Caller;
use crate::http::app::AppState;
use domain::event::SeatOrigin;
use domain::people::authority::{Permission, may};
use domain::qualification::ledger::Target;
use domain::values::ids::{AccountId, PlayerId, RESERVED_RANKING_ID};
use formats::localization::{Lang, Message, choice_name};
use projections::season_lists::origin_stream;
use projections::views::{Details, Views};
use wire::qualifications::ledger::{ActingAccount, LedgerPlayer};

/// How much of a ledger a caller may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LedgerVisibility {
    Public,
    /// Also who did what, and on which proposal it is to be decided.
    Staff,
    /// Also the names of those who did it, and why in their words.
    Texts,
}

impl LedgerVisibility {
    pub(crate) fn of(app: &AppState, caller: &Caller) -> Self {
        let Caller::Account(signed_in) = caller else { return Self::Public };
        if signed_in.lacks_second_factor(app) {
            return Self::Public;
        }
        if may(signed_in.grants(), &Permission::SeePrivatePlayers) {
            return Self::Texts;
        }
        if may(signed_in.grants(), &Permission::ReadLog) { Self::Staff } else { Self::Public }
    }

    pub(crate) fn is_staff(self) -> bool {
        self != Self::Public
    }
}

pub(crate) fn ledger_player(views: &Views, id: &PlayerId, lang: Lang) -> LedgerPlayer {
    let person = views.players.get(id).and_then(|player| player.person.as_ref());
    let name = person.map(|it| format!("{} {}", it.first_name.as_str(), it.surname.as_str()));
    LedgerPlayer {
        player_id: id.to_string(),
        name: name.unwrap_or_else(|| lang.text("event-player-deleted")),
        city: person.map(|it| it.city.as_str().to_owned()),
        voivodeship: person.map(|it| it.voivodeship.as_str().to_owned()),
    }
}

pub(crate) fn acting_account(views: &Views, id: &AccountId, visibility: LedgerVisibility) -> Option<ActingAccount> {
    let name = || views.accounts.find(id).and_then(|entry| entry.name.as_ref()).map(|it| it.as_str().to_owned());
    visibility.is_staff().then(|| ActingAccount {
        account: id.to_string(),
        name: if visibility == LedgerVisibility::Texts { name() } else { None },
    })
}

/// The id of an event in answers and bodies; the ranking has one, too.
pub(crate) fn event_id(origin: &SeatOrigin) -> String {
    origin.event.as_ref().map_or(RESERVED_RANKING_ID, |event| event.as_str()).to_owned()
}

/// What an event is called today; an event without a name is called by its id.
pub(crate) fn event_name(views: &Views, target: &Target, origin: &SeatOrigin, lang: Lang) -> String {
    if origin.event.is_none() {
        return lang.text("the-ranking");
    }
    let competition = origin_stream(target, origin).and_then(|stream| views.competitions.find(&stream).cloned());
    let named = competition.and_then(|competition| match (&competition.name, &competition.details) {
        (Some(name), _) => Some(name.as_str().to_owned()),
        (None, Details::Online { kind, edition }) => {
            let event = choice_name(lang, "online", *kind);
            Some(lang.render(&Message::new("online-edition").with("event", event).number("edition", *edition)))
        }
        (None, _) => None,
    });
    named.unwrap_or_else(|| event_id(origin))
}
