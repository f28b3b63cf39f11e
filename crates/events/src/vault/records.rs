//! The personal fields and the records that the vault holds, and what each field is held for and how long.

use super::register::{FieldEntry, PersonalField, personal_fields, phrases, sealed};
use crate::envelope::StreamKind;
use crate::vault_records;
use std::fmt;
use zeroize::Zeroize;

phrases! {
    /// What a field is held for.
    Purpose {
        Competition = "competition", "to run the competition and show results under the names of those who played";
        Regions = "regions", "to tell namesakes apart and to make the lists of voivodeships and countries";
        Matching = "matching", "to know the same player again in the next import";
        EventName = "event-name", "to announce an event and show its results under its name, which may hold the name of a person";
        Application = "application", "to decide on an application for an event and to reach whoever organises it";
        Winner = "winner", "to reach the winner of a tournament before the championship for which she qualified";
        Access = "access", "to let those who work for the federation in, and to know who did what";
        Accountability = "accountability", "to be able to say why a fact was corrected or a loss accepted; the text may speak of persons";
    }

    /// What permits holding it.
    Basis {
        FairCompetition = "fair-competition", "GDPR art. 6(1)(f): the federation's interest in a competition whose results can be followed";
        Answerability = "answerability", "GDPR art. 6(1)(f): the federation's interest in answering for its decisions";
    }

    /// Who may see it.
    Visibility {
        Public = "public", "everybody";
        Staff = "staff", "staff of the federation";
        ProgramOnly = "nobody", "nobody; only the program reads it";
    }

    /// How long it is held.
    Retention {
        Player = "player", "until the player is erased";
        Event = "event", "until the texts of the event are erased";
        Championship = "championship", "until two weeks after the first day of the championship of the season, a year after the end of play if none is planned, or until the player is erased or a correction makes another player the winner";
        Account = "account", "until the account is erased";
        Reason = "reason", "until the player, the event or the account that it is about is erased, or the text is replaced";
    }
}

personal_fields! {
    FirstName = "player.first_name", Competition, FairCompetition, Public, Player;
    Surname = "player.surname", Competition, FairCompetition, Public, Player;
    City = "player.city", Regions, FairCompetition, Public, Player;
    /// The voivodeship of a player, as written.
    VoivodeshipName = "player.voivodeship", Regions, FairCompetition, Public, Player;
    /// The country of a player, as written.
    CountryCode = "player.country", Regions, FairCompetition, Public, Player;
    /// The id that a player has in imported bundles; people make such ids of names.
    Alias = "player.alias", Matching, FairCompetition, Staff, Player;
    EventName = "event.name", EventName, FairCompetition, Public, Event;
    /// Where an event takes place, as written.
    VenueText = "event.venue", EventName, FairCompetition, Public, Event;
    /// The public reason for drawing seats again.
    RedrawText = "redraw.text", Accountability, FairCompetition, Public, Event;
    /// The public reason for another edition of a published list.
    ErratumText = "erratum.text", Accountability, Answerability, Public, Reason;
    ContactName = "application.name", Application, FairCompetition, Staff, Event;
    ContactEmail = "application.email", Application, FairCompetition, Staff, Event;
    ContactAddress = "application.address", Application, FairCompetition, Staff, Event;
    ContactPhone = "application.phone", Application, FairCompetition, Staff, Event;
    WinnerContactName = "winner.name", Winner, FairCompetition, Staff, Championship;
    WinnerContactEmail = "winner.email", Winner, FairCompetition, Staff, Championship;
    /// What the holder of an account logs in with.
    AccountLoginText = "account.login", Access, Answerability, Staff, Account;
    /// What the holder of an account is called.
    AccountNameText = "account.name", Access, Answerability, Staff, Account;
    /// Why something was decided, in the author's own words.
    ReasonText = "reason.text", Accountability, Answerability, Staff, Reason;
}

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

    /// How the winner of a tournament is reached; without values after its removal.
    WinnerContact: OnePerSubject, "winner-contact", &[StreamKind::Tournament], {
        name: Option<WinnerContactName>,
        email: Option<WinnerContactEmail>,
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
