//! The records that the vault holds.

use super::register::{
    AccountLoginText, AccountNameText, Alias, City, CountryCode, EventName, FirstName, ReasonText, Surname,
    VoivodeshipName,
};
use crate::envelope::StreamKind;
use crate::vault_records;

vault_records! {
    /// What a player is called.
    PlayerName: OnePerSubject, "name", &[StreamKind::Player], {
        /// The first name.
        first_name: FirstName,
        /// The surname.
        surname: Surname,
    }

    /// What else is known of a player.
    PlayerProfile: OnePerSubject, "profile", &[StreamKind::Player], {
        /// The city.
        city: City,
        /// The voivodeship.
        voivodeship: VoivodeshipName,
        /// The country.
        country: CountryCode,
        /// The id in imported bundles, if the player came with one.
        alias: Option<Alias>,
    }

    /// The texts of an event.
    EventTexts: OnePerSubject, "texts", EVENTS, {
        /// Its name.
        name: EventName,
    }

    /// What the holder of an account logs in with; a record of its own, because it is committed to on its own.
    AccountLogin: OnePerSubject, "account-login", &[StreamKind::Account], {
        /// The login.
        login: AccountLoginText,
    }

    /// What the holder of an account is called.
    AccountName: OnePerSubject, "account-name", &[StreamKind::Account], {
        /// The name.
        name: AccountNameText,
    }

    /// Why an event of the log was recorded, for corrections and accepted losses; as many as there are such events.
    Reason: OnePerEvent, "reason", StreamKind::ALL, {
        /// In somebody's own words.
        text: ReasonText,
    }
}

const EVENTS: &[StreamKind] = &[
    StreamKind::Tournament,
    StreamKind::League,
    StreamKind::GrandPrix,
    StreamKind::OnlineEvent,
    StreamKind::Championship,
];
