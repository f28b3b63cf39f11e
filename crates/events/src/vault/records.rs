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
        first_name: FirstName,
        surname: Surname,
    }

    /// What else is known of a player.
    PlayerProfile: OnePerSubject, "profile", &[StreamKind::Player], {
        city: City,
        voivodeship: VoivodeshipName,
        country: CountryCode,
        /// The id in imported bundles, if the player came with one.
        alias: Option<Alias>,
    }

    /// The texts of an event.
    EventTexts: OnePerSubject, "texts", EVENTS, {
        name: EventName,
    }

    /// Where a tournament takes place; a record of its own, because it is committed to on its own.
    EventVenue: OnePerSubject, "venue", &[StreamKind::Tournament], {
        venue: VenueText,
    }

    /// Contact of the applicant for a tournament.
    ApplicationContact: OnePerSubject, "application-contact", &[StreamKind::Tournament], {
        name: Option<ContactName>,
        email: Option<ContactEmail>,
        address: Option<ContactAddress>,
        phone: Option<ContactPhone>,
    }

    /// The public reason for drawing seats again.
    RedrawReason: OnePerEvent, "redraw-reason", &[StreamKind::Tournament], {
        /// In the author's own words.
        text: RedrawText,
    }

    /// Why a list is published again.
    ErratumReason: OnePerEvent, "erratum-reason", &[StreamKind::List], {
        text: ErratumText,
    }

    /// What the holder of an account logs in with; a record of its own, because it is committed to on its own.
    AccountLogin: OnePerSubject, "account-login", &[StreamKind::Account], {
        login: AccountLoginText,
    }

    /// What the holder of an account is called.
    AccountName: OnePerSubject, "account-name", &[StreamKind::Account], {
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
