//! The records that the vault holds.

use super::register::{
    AccountLoginText, AccountNameText, Alias, City, ContactAddress, ContactEmail, ContactName, ContactPhone,
    CountryCode, ErratumText, EventName, FirstName, ReasonText, RedrawText, Surname, VenueText, VoivodeshipName,
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

    /// Where a tournament takes place; a record of its own, because it is committed to on its own.
    EventVenue: OnePerSubject, "venue", &[StreamKind::Tournament], {
        /// The venue.
        venue: VenueText,
    }

    /// Contact of the applicant for a tournament.
    ApplicationContact: OnePerSubject, "application-contact", &[StreamKind::Tournament], {
        /// The name.
        name: Option<ContactName>,
        /// The e-mail.
        email: Option<ContactEmail>,
        /// The address.
        address: Option<ContactAddress>,
        /// The phone.
        phone: Option<ContactPhone>,
    }

    /// The public reason for drawing seats again.
    RedrawReason: OnePerEvent, "redraw-reason", &[StreamKind::Tournament], {
        /// In the author's own words.
        text: RedrawText,
    }

    /// Why a list is published again.
    ErratumReason: OnePerEvent, "erratum-reason", &[StreamKind::List], {
        /// The text.
        text: ErratumText,
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
        /// In the author's own words.
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
