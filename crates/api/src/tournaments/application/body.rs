//! What clients send and get of applications.

use super::super::body::{class, phase, variant, within};
use crate::conditional;
use crate::players::voivodeship;
use crate::problem::{FieldProblem, Problem};
use crate::reading::Reading;
use domain::Choice;
use domain::calendar::{Day, Moment};
use domain::class::TournamentClass;
use domain::course::Now;
use domain::deadlines::{
    application_deadline, application_on_time, decision_due, decision_overdue, last_announcement_day,
};
use domain::rulebook::{ApplicationField, Rulebook};
use domain::text::Name;
use domain::variant::Variant;
use domain::voivodeship::Voivodeship;
use events::vault::ApplicationContact;
use formats::words::Message;
use projections::office::Contact;
use projections::views::TournamentEntry;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use utoipa::ToSchema;

/// The longest e-mail and the longest address in characters.
const MAX_CONTACT_CHARS: usize = 200;
/// A phone has so many signs.
const PHONE_CHARS: std::ops::RangeInclusive<usize> = 5..=30;
/// The most players that somebody may plan for.
const MAX_PLANNED: u32 = 2000;

/// Somebody wants to organise a tournament.
///
/// Fields that the rules ask for may be left out here: the rules say which are missing, all at once.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewApplication {
    /// What the tournament is to be called.
    #[schema(min_length = 1, max_length = 100, example = "Jesienny Turniej Rummikub w Łodzi")]
    name: String,
    /// How whoever applies is reached; never public.
    #[serde(default)]
    contact: NewContact,
    /// Where it is to take place.
    #[schema(min_length = 1, max_length = 100, example = "Miejska Biblioteka Publiczna, ul. Przykładowa 1, Łódź")]
    venue: Option<String>,
    #[schema(schema_with = voivodeship)]
    voivodeship: String,
    /// The first day.
    #[schema(format = Date, max_length = 10, example = "2027-03-20")]
    first_day: Option<String>,
    /// The last day, if it is another one.
    #[schema(format = Date, max_length = 10, example = "2027-03-20")]
    last_day: Option<String>,
    /// How many persons are expected.
    #[schema(minimum = 1, maximum = 2000, example = 48)]
    planned_players: Option<u32>,
    #[serde(default = "ordinary")]
    #[schema(schema_with = class)]
    class: String,
    #[serde(default = "standard")]
    #[schema(schema_with = variant)]
    variant: String,
    /// Whether whoever applies has organised such tournaments, or is helped by somebody who has.
    #[serde(default)]
    #[schema(default = false, example = true)]
    experienced: bool,
    /// Whether patrons and sponsors were agreed upon with the main organiser; absent if there are none.
    #[schema(example = true)]
    sponsors_consulted: Option<bool>,
}

/// How whoever applies is reached.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewContact {
    /// First name and surname.
    #[schema(min_length = 1, max_length = 100, example = "Halina Przykładowa")]
    name: Option<String>,
    /// The e-mail.
    #[schema(min_length = 3, max_length = 200, example = "halina@example.org")]
    email: Option<String>,
    /// The postal address.
    #[schema(min_length = 1, max_length = 200, example = "ul. Przykładowa 1, 90-001 Łódź")]
    address: Option<String>,
    /// The phone.
    #[schema(min_length = 5, max_length = 30, example = "+48 42 123 45 67")]
    phone: Option<String>,
}

fn ordinary() -> String {
    TournamentClass::Ordinary.name().to_owned()
}

fn standard() -> String {
    Variant::Standard.name().to_owned()
}

/// An application of which every value that is there is one.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    pub(super) name: Name,
    pub(super) venue: Option<Name>,
    pub(super) voivodeship: Voivodeship,
    pub(super) first_day: Option<Day>,
    pub(super) last_day: Option<Day>,
    pub(super) planned_players: Option<u32>,
    pub(super) class: TournamentClass,
    pub(super) variant: Variant,
    pub(super) experienced: bool,
    pub(super) sponsors_consulted: Option<bool>,
    pub(super) contact: Contact,
}

impl Wanted {
    /// The fields that were filled in.
    pub(super) fn given(&self) -> Vec<ApplicationField> {
        let Contact { name, email, address, phone } = &self.contact;
        let fields = [
            (ApplicationField::Name, name.is_some()),
            (ApplicationField::Email, email.is_some()),
            (ApplicationField::ContactAddress, address.is_some()),
            (ApplicationField::Phone, phone.is_some()),
            (ApplicationField::Venue, self.venue.is_some()),
            (ApplicationField::ProposedDate, self.first_day.is_some()),
            (ApplicationField::PlannedPlayers, self.planned_players.is_some()),
        ];
        fields.into_iter().filter(|(_, given)| *given).map(|(field, _)| field).collect()
    }
}

impl NewApplication {
    pub(super) fn read(&self) -> Result<Wanted, Problem> {
        let mut reading = Reading::default();
        let name = reading.name("/name", &self.name);
        let venue = self.venue.as_deref().map(|venue| reading.name("/venue", venue));
        let voivodeship = reading.choice("/voivodeship", &self.voivodeship);
        let first_day = self.first_day.as_deref().map(|day| reading.day("/first_day", day));
        let last_day = self.last_day.as_deref().map(|day| reading.day("/last_day", day));
        let planned =
            self.planned_players.map(|players| within(&mut reading, "/planned_players", players, 1, MAX_PLANNED));
        let class = reading.choice("/class", &self.class);
        let variant = reading.choice("/variant", &self.variant);
        let contact = self.contact.read(&mut reading);
        let (Some(name), Some(voivodeship), Some(class), Some(variant)) = (name, voivodeship, class, variant) else {
            return Err(reading.problem());
        };
        reading.finish()?;
        Ok(Wanted {
            name,
            venue: venue.flatten(),
            voivodeship,
            first_day: first_day.flatten(),
            last_day: last_day.flatten(),
            planned_players: planned.flatten(),
            class,
            variant,
            experienced: self.experienced,
            sponsors_consulted: self.sponsors_consulted,
            contact,
        })
    }
}

impl NewContact {
    fn read(&self, reading: &mut Reading) -> Contact {
        let name = self.name.as_deref().and_then(|name| reading.name("/contact/name", name));
        let email = self.email.as_deref().and_then(|text| line(reading, "/contact/email", text));
        if email.as_ref().is_some_and(|email| !is_email(email)) {
            let words = Message::new("field-email");
            reading.note(FieldProblem::pointer("/contact/email", "invalid-email", words));
        }
        let address = self.address.as_deref().and_then(|text| line(reading, "/contact/address", text));
        let phone = self.phone.as_deref().and_then(|text| line(reading, "/contact/phone", text));
        if phone.as_ref().is_some_and(|phone| !is_phone(phone)) {
            let words = Message::new("field-phone");
            reading.note(FieldProblem::pointer("/contact/phone", "invalid-phone", words));
        }
        Contact { name: name.map(|name| SmolStr::new(name.as_str())), email, address, phone }
    }
}

/// One line of text within the limits, without blanks around it.
fn line(reading: &mut Reading, pointer: &str, text: &str) -> Option<SmolStr> {
    let text = text.trim();
    let (code, words) = if text.is_empty() {
        ("empty", Message::new("field-empty"))
    } else if text.chars().count() > MAX_CONTACT_CHARS {
        ("too-long", Message::new("field-too-long").number("max", MAX_CONTACT_CHARS as i64))
    } else if text.chars().any(char::is_control) {
        ("invisible-characters", Message::new("field-invisible"))
    } else {
        return Some(text.into());
    };
    reading.note(FieldProblem::pointer(pointer, code, words));
    None
}

/// Whether mail could be sent there: something before and after one `@`, without blanks.
fn is_email(text: &str) -> bool {
    let parts = text.split_once('@');
    parts.is_some_and(|(who, host)| !who.is_empty() && !host.is_empty() && !host.contains('@'))
        && !text.contains(char::is_whitespace)
}

/// Whether somebody could be called there.
fn is_phone(text: &str) -> bool {
    let plain = |sign: char| sign.is_ascii_digit() || "+- ".contains(sign);
    PHONE_CHARS.contains(&text.chars().count())
        && text.chars().all(plain)
        && text.contains(|it: char| it.is_ascii_digit())
}

/// An application without what is private.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ApplicationItem {
    /// The id, which the tournament has too.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    id: String,
    /// What the tournament is called; absent if the name was destroyed.
    #[schema(max_length = 500, example = "Jesienny Turniej Rummikub w Łodzi")]
    name: Option<String>,
    /// Where it is to take place.
    #[schema(max_length = 500, example = "Miejska Biblioteka Publiczna, ul. Przykładowa 1, Łódź")]
    venue: Option<String>,
    #[schema(schema_with = voivodeship)]
    voivodeship: &'static str,
    /// The first day.
    #[schema(format = Date, max_length = 10, example = "2027-03-20")]
    first_day: String,
    /// The last day.
    #[schema(format = Date, max_length = 10, example = "2027-03-20")]
    last_day: String,
    #[schema(schema_with = class)]
    class: &'static str,
    #[schema(schema_with = variant)]
    variant: &'static str,
    /// How many persons are expected.
    #[schema(minimum = 1, maximum = 2000, example = 48)]
    planned_players: u32,
    /// Whether whoever applies has organised such tournaments, or is helped by somebody who has.
    experienced: bool,
    /// Whether patrons and sponsors were agreed upon; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    sponsors_consulted: Option<bool>,
    #[schema(schema_with = phase)]
    state: &'static str,
    /// When it was sent.
    #[schema(max_length = 40, format = DateTime, example = "2027-02-01T10:15:30.123456Z")]
    submitted_at: String,
    /// The last day on which it could be sent in time.
    #[schema(format = Date, max_length = 10, example = "2027-02-27")]
    deadline: String,
    /// Whether it was sent in time.
    on_time: bool,
    /// The last day for the decision.
    #[schema(format = Date, max_length = 10, example = "2027-02-08")]
    decision_due: String,
    /// Whether it waits for a decision longer than it should. Silence is not consent.
    overdue: bool,
    /// The last day on which a change or a cancellation is announced in time.
    #[schema(format = Date, max_length = 10, example = "2027-03-13")]
    last_announcement: String,
    /// Whether a change or the cancellation was announced late.
    late_notice: bool,
    /// The account that applied; absent if nobody was signed in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    applied_by: Option<String>,
    /// The ETag of the application.
    #[schema(max_length = 24, example = "\"1042\"")]
    etag: String,
}

/// An application with how whoever applied is reached.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Application {
    #[serde(flatten)]
    item: ApplicationItem,
    /// How whoever applied is reached; absent after an erasure.
    #[serde(skip_serializing_if = "Option::is_none")]
    contact: Option<ContactItem>,
}

/// How whoever applied is reached.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ContactItem {
    /// First name and surname.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500, example = "Halina Przykładowa")]
    name: Option<String>,
    /// The e-mail.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500, example = "halina@example.org")]
    email: Option<String>,
    /// The postal address.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500, example = "ul. Przykładowa 1, 90-001 Łódź")]
    address: Option<String>,
    /// The phone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500, example = "+48 42 123 45 67")]
    phone: Option<String>,
}

impl ApplicationItem {
    /// As it stands today, by the rules of its season.
    pub(super) fn of(entry: &TournamentEntry, now: &Now, rulebook: &Rulebook, today: Day) -> Self {
        let (details, application) = (&now.details, &now.application);
        let sent = application.submitted_at;
        Self {
            id: entry.id.to_string(),
            name: entry.name.as_ref().map(|name| name.as_str().to_owned()),
            venue: entry.venue.as_ref().map(|venue| venue.as_str().to_owned()),
            voivodeship: details.voivodeship.name(),
            first_day: details.first_day.to_string(),
            last_day: details.last_day.to_string(),
            class: application.class.name(),
            variant: application.variant.name(),
            planned_players: application.planned_players,
            experienced: application.experienced,
            sponsors_consulted: application.sponsors_consulted,
            state: now.phase.name(),
            submitted_at: written(sent),
            deadline: application_deadline(application.details.first_day, rulebook).to_string(),
            on_time: application_on_time(sent, application.details.first_day, rulebook),
            decision_due: decision_due(sent.day(), rulebook).to_string(),
            overdue: is_overdue(now, rulebook, today),
            last_announcement: last_announcement_day(details.first_day, rulebook).to_string(),
            late_notice: now.late_notice,
            applied_by: super::applied_by(entry).map(|account| account.to_string()),
            etag: conditional::etag_text(entry.details_changed),
        }
    }
}

/// Whether an application waits for a decision longer than it should.
pub(super) fn is_overdue(now: &Now, rulebook: &Rulebook, today: Day) -> bool {
    now.phase == domain::course::Phase::Submitted
        && decision_overdue(now.application.submitted_at.day(), today, rulebook)
}

fn written(moment: Moment) -> String {
    events::envelope::Timestamp(moment.microseconds()).to_string()
}

impl Application {
    pub(super) fn new(item: ApplicationItem, contact: Option<&ApplicationContact>) -> Self {
        let contact = contact.map(|contact| ContactItem {
            name: contact.name.as_ref().map(|text| text.as_str().to_owned()),
            email: contact.email.as_ref().map(|text| text.as_str().to_owned()),
            address: contact.address.as_ref().map(|text| text.as_str().to_owned()),
            phone: contact.phone.as_ref().map(|text| text.as_str().to_owned()),
        });
        Self { item, contact }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_email_has_one_at_and_no_blanks_and_a_phone_has_digits() {
        for (text, fits) in
            [("a@b", true), ("a.b@c.pl", true), ("@b", false), ("a@", false), ("a@b@c", false), ("a b@c", false)]
        {
            assert_eq!(is_email(text), fits, "{text}");
        }
        for (text, fits) in
            [("+48 42 123-45-67", true), ("12345", true), ("1234", false), ("+++++", false), ("12345 w. 6", false)]
        {
            assert_eq!(is_phone(text), fits, "{text}");
        }
    }
}
