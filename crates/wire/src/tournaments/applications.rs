//! Requests and answers about applications for tournaments.

use super::choices::{class, phase, variant};
use crate::choice;
use crate::common::voivodeship;
use domain::Choice;
use domain::competitions::class::TournamentClass;
use domain::tournament::course::Phase;
use domain::values::variant::Variant;
use domain::values::voivodeship::Voivodeship;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Somebody wants to organise a tournament.
///
/// Fields that the rules ask for may be left out here: the rules say which are missing, all at once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewApplication {
    /// What the tournament is to be called.
    #[schema(min_length = 1, max_length = 100, example = "Jesienny Turniej Rummikub w Łodzi")]
    pub name: String,
    /// How whoever applies is reached; never public.
    #[serde(default)]
    pub contact: NewContact,
    /// Where it is to take place.
    #[schema(min_length = 1, max_length = 100, example = "Miejska Biblioteka Publiczna, ul. Przykładowa 1, Łódź")]
    pub venue: Option<String>,
    #[schema(schema_with = voivodeship)]
    pub voivodeship: String,
    /// The first day.
    #[schema(format = Date, max_length = 10, example = "2027-03-20")]
    pub first_day: Option<String>,
    /// The last day, if it is another one.
    #[schema(format = Date, max_length = 10, example = "2027-03-20")]
    pub last_day: Option<String>,
    /// How many persons are expected.
    #[schema(minimum = 1, maximum = 2000, example = 48)]
    pub planned_players: Option<u32>,
    #[serde(default = "ordinary")]
    #[schema(schema_with = class)]
    pub class: String,
    #[serde(default = "standard")]
    #[schema(schema_with = variant)]
    pub variant: String,
    /// Whether whoever applies has organised such tournaments, or is helped by somebody who has.
    #[serde(default)]
    #[schema(default = false, example = true)]
    pub experienced: bool,
    /// Whether patrons and sponsors were agreed upon with the main organiser; absent if there are none.
    #[schema(example = true)]
    pub sponsors_consulted: Option<bool>,
}

/// How whoever applies is reached.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewContact {
    /// First name and surname.
    #[schema(min_length = 1, max_length = 100, example = "Halina Przykładowa")]
    pub name: Option<String>,
    /// The e-mail.
    #[schema(min_length = 3, max_length = 200, example = "halina@example.org")]
    pub email: Option<String>,
    /// The postal address.
    #[schema(min_length = 1, max_length = 200, example = "ul. Przykładowa 1, 90-001 Łódź")]
    pub address: Option<String>,
    /// The phone.
    #[schema(min_length = 5, max_length = 30, example = "+48 42 123 45 67")]
    pub phone: Option<String>,
}

fn ordinary() -> String {
    TournamentClass::Ordinary.name().to_owned()
}

fn standard() -> String {
    Variant::Standard.name().to_owned()
}

/// An application without what is private.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ApplicationItem {
    /// The id, which the tournament has too.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    pub id: String,
    /// What the tournament is called; absent if the name was destroyed.
    #[schema(max_length = 500, example = "Jesienny Turniej Rummikub w Łodzi")]
    pub name: Option<String>,
    /// Where it is to take place.
    #[schema(max_length = 500, example = "Miejska Biblioteka Publiczna, ul. Przykładowa 1, Łódź")]
    pub venue: Option<String>,
    #[serde(with = "choice")]
    #[schema(schema_with = voivodeship)]
    pub voivodeship: Voivodeship,
    /// The first day.
    #[schema(format = Date, max_length = 10, example = "2027-03-20")]
    pub first_day: String,
    /// The last day.
    #[schema(format = Date, max_length = 10, example = "2027-03-20")]
    pub last_day: String,
    #[serde(with = "choice")]
    #[schema(schema_with = class)]
    pub class: TournamentClass,
    #[serde(with = "choice")]
    #[schema(schema_with = variant)]
    pub variant: Variant,
    /// How many persons are expected.
    #[schema(minimum = 1, maximum = 2000, example = 48)]
    pub planned_players: u32,
    /// Whether whoever applies has organised such tournaments, or is helped by somebody who has.
    pub experienced: bool,
    /// Whether patrons and sponsors were agreed upon; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sponsors_consulted: Option<bool>,
    #[serde(with = "choice")]
    #[schema(schema_with = phase)]
    pub state: Phase,
    /// When it was sent.
    #[schema(max_length = 40, format = DateTime, example = "2027-02-01T10:15:30.123456Z")]
    pub submitted_at: String,
    /// The last day on which it could be sent in time.
    #[schema(format = Date, max_length = 10, example = "2027-02-27")]
    pub deadline: String,
    /// Whether it was sent in time.
    pub on_time: bool,
    /// The last day for the decision.
    #[schema(format = Date, max_length = 10, example = "2027-02-08")]
    pub decision_due: String,
    /// Whether it waits for a decision longer than it should. Silence is not consent.
    pub overdue: bool,
    /// The last day on which a change or a cancellation is announced in time.
    #[schema(format = Date, max_length = 10, example = "2027-03-13")]
    pub last_announcement: String,
    /// Whether a change or the cancellation was announced late.
    pub late_notice: bool,
    /// The account that applied; absent if nobody was signed in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    pub applied_by: Option<String>,
    /// The ETag of the application.
    #[schema(max_length = 24, example = "\"1042\"")]
    pub etag: String,
}

/// An application with how whoever applied is reached.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Application {
    #[serde(flatten)]
    pub item: ApplicationItem,
    /// How whoever applied is reached; absent after an erasure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<ContactItem>,
}

/// How whoever applied is reached.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ContactItem {
    /// First name and surname.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500, example = "Halina Przykładowa")]
    pub name: Option<String>,
    /// The e-mail.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500, example = "halina@example.org")]
    pub email: Option<String>,
    /// The postal address.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500, example = "ul. Przykładowa 1, 90-001 Łódź")]
    pub address: Option<String>,
    /// The phone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500, example = "+48 42 123 45 67")]
    pub phone: Option<String>,
}

/// What an application that is sent today would have to keep to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Deadlines {
    /// The first day of the tournament.
    #[schema(format = Date, max_length = 10, example = "2027-03-20")]
    pub first_day: String,
    /// The last day to send the application in time.
    #[schema(format = Date, max_length = 10, example = "2027-02-27")]
    pub deadline: String,
    /// Whether it would be in time today.
    pub on_time: bool,
    /// Whether the day is over, so that nobody can apply for it.
    pub passed: bool,
    /// The last day for the decision, if it is sent today.
    #[schema(format = Date, max_length = 10, example = "2027-02-08")]
    pub decision_due: String,
    /// The last day on which a change or a cancellation is announced in time.
    #[schema(format = Date, max_length = 10, example = "2027-03-13")]
    pub last_announcement: String,
}

/// As what a tournament is approved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Approval {
    /// The class; that of the application if it is not said.
    #[schema(schema_with = class)]
    pub class: Option<String>,
    /// The rulebook that it is played by: one that was adopted, or a preset. That of the season of its first day if it
    /// is not said.
    #[schema(min_length = 1, max_length = 1024, example = "pl-2024-25")]
    pub rulebook: Option<String>,
    /// The account of the organiser; that which applied if it is not said.
    #[schema(min_length = 1, max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    pub organiser: Option<String>,
}
