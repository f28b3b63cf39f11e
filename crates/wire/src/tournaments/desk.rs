//! Requests and answers about a tournament's details, format, players, staff and attendance.

use super::choices::{age, class, format_name, phase, presence, top, variant};
use super::people::{ListedPlayer, NamedPlayer};
use crate::as_text;
use crate::choice;
use crate::common::voivodeship;
use domain::Choice;
use domain::competitions::class::TournamentClass;
use domain::event::{AgeGroup, Role};
use domain::tournament::course::{CommandKind, Phase, Presence, Stage};
use domain::tournament::format::FormatName;
use domain::tournament::top_stage::TopSize;
use domain::values::variant::Variant;
use domain::values::voivodeship::Voivodeship;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::{Object, ObjectBuilder, Type};

/// A tournament as everybody may see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Tournament {
    /// The id.
    #[schema(max_length = 1024, example = "7k2m9q4x8c1v5b3n6z0a")]
    pub id: String,
    /// What it is called; absent if the name was destroyed.
    #[schema(max_length = 500, example = "Jesienny Turniej Rummikub w Łodzi")]
    pub name: Option<String>,
    /// Where it takes place; absent if it did not run here.
    #[schema(max_length = 500, example = "Miejska Biblioteka Publiczna, ul. Przykładowa 1, Łódź")]
    pub venue: Option<String>,
    #[serde(default, with = "choice::option")]
    #[schema(schema_with = voivodeship)]
    pub voivodeship: Option<Voivodeship>,
    /// The first day.
    #[schema(format = Date, max_length = 10, example = "2027-03-20")]
    pub first_day: Option<String>,
    /// The last day.
    #[schema(format = Date, max_length = 10, example = "2027-03-20")]
    pub last_day: Option<String>,
    #[serde(default, with = "choice::option")]
    #[schema(schema_with = class)]
    pub class: Option<TournamentClass>,
    #[serde(with = "choice")]
    #[schema(schema_with = phase)]
    pub phase: Phase,
    /// What only tournaments have that run here.
    #[serde(flatten)]
    #[schema(value_type = ManagedTournament)]
    pub managed: Option<ManagedTournament>,
    /// Where its parts are read.
    pub links: Links,
    /// The ETag of the tournament, for `If-Match`.
    #[schema(max_length = 24, example = "\"1042\"")]
    pub etag: String,
}

/// What only tournaments have that run here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ManagedTournament {
    #[serde(with = "choice")]
    #[schema(schema_with = variant, required = false)]
    pub variant: Variant,
    /// How many persons are expected.
    #[schema(minimum = 1, maximum = 2000, example = 48, required = false)]
    pub planned_players: u32,
    /// The last day on which a change or a cancellation is announced in time.
    #[schema(format = Date, max_length = 10, example = "2027-03-13", required = false)]
    pub last_announcement: String,
    /// Whether a change or the cancellation was announced late.
    #[schema(required = false)]
    pub late_notice: bool,
    /// The rulebook that it is played by.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    pub rulebook: Option<String>,
    /// The SHA-256 of the seed of its draws, in hexadecimal; the seed is published when it is closed.
    #[schema(max_length = 64, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub seed_commitment: Option<String>,
    /// Rounds, games and stages, once they are chosen.
    pub format: Option<FormatItem>,
    /// The stages of the format in their order: `1`, `2`, …, `top`, `final`.
    #[schema(value_type = Vec<String>, max_items = 22, required = false)]
    #[serde(with = "as_text::list")]
    pub stages: Vec<Stage>,
    /// The stage that is played, or comes next.
    #[schema(value_type = Option<String>, max_length = 10, example = "1")]
    #[serde(default, with = "as_text::option")]
    pub current_stage: Option<Stage>,
    /// Whether the first round has started: from then on the format stays as it is.
    #[schema(required = false)]
    pub started: bool,
}

/// Where the parts of a tournament are read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Links {
    /// Itself.
    #[schema(max_length = 1200, example = "/api/v1/tournaments/7k2m9q4x8c1v5b3n6z0a")]
    pub tournament: String,
    /// Who plays.
    #[schema(max_length = 1200, example = "/api/v1/tournaments/7k2m9q4x8c1v5b3n6z0a/players")]
    pub players: String,
    /// The draws.
    #[schema(max_length = 1200, example = "/api/v1/tournaments/7k2m9q4x8c1v5b3n6z0a/draws")]
    pub draws: String,
    /// Who sits where.
    #[schema(max_length = 1200, example = "/api/v1/tournaments/7k2m9q4x8c1v5b3n6z0a/seating")]
    pub seating: String,
    /// The standings.
    #[schema(max_length = 1200, example = "/api/v1/tournaments/7k2m9q4x8c1v5b3n6z0a/standings")]
    pub standings: String,
    /// What is missing.
    #[schema(max_length = 1200, example = "/api/v1/tournaments/7k2m9q4x8c1v5b3n6z0a/progress")]
    pub progress: String,
    /// The final places.
    #[schema(max_length = 1200, example = "/api/v1/tournaments/7k2m9q4x8c1v5b3n6z0a/results")]
    pub results: String,
    /// Everything as it happens.
    #[schema(max_length = 1200, example = "/api/v1/tournaments/7k2m9q4x8c1v5b3n6z0a/live")]
    pub live: String,
}

/// What a tournament is called, where and when it takes place from then on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DetailsChange {
    /// What it is called.
    #[schema(min_length = 1, max_length = 100, example = "Jesienny Turniej Rummikub w Łodzi")]
    pub name: String,
    /// Where it takes place.
    #[schema(min_length = 1, max_length = 100, example = "Dom Kultury, ul. Wzorcowa 5, Łódź")]
    pub venue: String,
    #[schema(schema_with = voivodeship)]
    pub voivodeship: String,
    /// The first day.
    #[schema(format = Date, max_length = 10, example = "2027-03-27")]
    pub first_day: String,
    /// The last day, if it is another one.
    #[schema(format = Date, max_length = 10, example = "2027-03-27")]
    pub last_day: Option<String>,
    /// Why; needed if it is announced late. Only staff can read it.
    #[schema(min_length = 1, max_length = 2000, example = "Zmiana sali")]
    pub reason: Option<String>,
}

/// Rounds, games and stages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FormatChoice {
    #[schema(schema_with = format_name)]
    pub format: Option<String>,
    /// The games of each elimination round, if no row of the table is named.
    #[schema(min_items = 1, max_items = 20, example = json!([3, 3, 3, 3]))]
    pub rounds: Option<Vec<u32>>,
    /// The time limit of a round.
    #[schema(minimum = 1, maximum = 600, example = 45)]
    pub round_minutes: Option<u32>,
    #[schema(schema_with = top)]
    pub top: Option<String>,
    /// The games of the TOP stage.
    #[schema(minimum = 1, maximum = 20, example = 4)]
    pub top_games: Option<u32>,
    /// The games of the final; without it there is none, unless the row of the table has one.
    #[schema(minimum = 1, maximum = 20, example = 4)]
    pub final_games: Option<u32>,
    /// The time for one move; that of the rulebook if it is not said.
    #[schema(minimum = 1, maximum = 3600, example = 40)]
    pub turn_seconds: Option<u32>,
    /// Whether each sheet is entered again by somebody else.
    #[serde(default)]
    #[schema(default = false, example = false)]
    pub second_entry: bool,
}

/// Rounds, games and stages of a tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FormatItem {
    #[serde(default, with = "choice::option")]
    #[schema(schema_with = format_name)]
    pub format: Option<FormatName>,
    /// The games of each elimination round.
    #[schema(max_items = 20, example = json!([3, 3, 3, 3]))]
    pub rounds: Vec<u32>,
    /// The time limit of a round.
    #[schema(minimum = 1, maximum = 600, example = 45)]
    pub round_minutes: Option<u32>,
    #[serde(default, with = "choice::option")]
    #[schema(schema_with = top)]
    pub top: Option<TopSize>,
    /// The games of the TOP stage, if there is one.
    #[schema(minimum = 1, maximum = 20, example = 4)]
    pub top_games: Option<u32>,
    /// The games of the final, if there is one.
    #[schema(minimum = 1, maximum = 20, example = 4)]
    pub final_games: Option<u32>,
    /// The time for one move.
    #[schema(minimum = 1, maximum = 3600, example = 40)]
    pub turn_seconds: u32,
    /// Whether each sheet is entered again by somebody else.
    pub second_entry: bool,
}

/// Players who want to play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRegistrations {
    /// Who; all of them as one act.
    #[schema(min_items = 1, max_items = 500)]
    pub registrations: Vec<NewRegistration>,
}

/// A player who wants to play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRegistration {
    /// The id of the player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
    #[serde(default = "adult")]
    #[schema(schema_with = age)]
    pub age: String,
    /// Whether a guardian has signed that the minor may play.
    #[serde(default)]
    #[schema(default = false, example = false)]
    pub guardian_consent: bool,
    /// Whether a guardian is there.
    #[serde(default)]
    #[schema(default = false, example = false)]
    pub accompanied: bool,
    /// Whether the player came without having been registered before.
    #[serde(default)]
    #[schema(default = false, example = false)]
    pub walk_in: bool,
}

fn adult() -> String {
    AgeGroup::Adult.name().to_owned()
}

/// What is noted of a player from then on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RegistrationChange {
    /// The id of the player; if it is given, it must be that of the address.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: Option<String>,
    #[schema(schema_with = age)]
    pub age: String,
    /// Whether a guardian has signed that the minor may play.
    #[serde(default)]
    #[schema(default = false, example = true)]
    pub guardian_consent: bool,
    /// Whether a guardian is there.
    #[serde(default)]
    #[schema(default = false, example = true)]
    pub accompanied: bool,
    /// Whether the player came without having been registered before.
    #[serde(default)]
    #[schema(default = false, example = false)]
    pub walk_in: bool,
}

/// Who plays.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PublicList {
    /// The players by name.
    #[schema(max_items = 2000)]
    pub items: Vec<ListedPlayer>,
}

/// Those at the desk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Desk {
    #[serde(with = "choice")]
    #[schema(schema_with = phase)]
    pub phase: Phase,
    /// Whether the first round has started: from then on nobody is registered any more.
    pub started: bool,
    /// How many are in the hall.
    #[schema(minimum = 0, maximum = 2000, example = 42)]
    pub checked_in: usize,
    /// How many are expected and not there.
    #[schema(minimum = 0, maximum = 2000, example = 3)]
    pub missing: usize,
    /// Everybody who was ever registered, by name.
    #[schema(max_items = 2000)]
    pub items: Vec<DeskItem>,
}

/// A player at the desk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DeskItem {
    #[serde(flatten)]
    pub player: ListedPlayer,
    #[serde(with = "choice")]
    #[schema(schema_with = presence)]
    pub presence: Presence,
    #[serde(with = "choice")]
    #[schema(schema_with = age)]
    pub age: AgeGroup,
    /// Whether a guardian has signed that the minor may play.
    pub guardian_consent: bool,
    /// Whether a guardian is there.
    pub accompanied: bool,
    /// Whether the player came without having been registered before.
    pub walk_in: bool,
    /// From which round on the player plays.
    #[schema(minimum = 1, maximum = 20, example = 1)]
    pub from_round: u32,
    /// The ETag of the registration, for `If-Match`.
    #[schema(max_length = 24, example = "\"1042\"")]
    pub etag: String,
}

/// Who has come: some by name, or everybody who is registered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckIns {
    /// The ids of the players.
    #[schema(min_items = 1, max_items = 1000, example = json!(["2f6c1d0e9b8a4756x3f2"]))]
    pub players: Option<Vec<String>>,
    /// Everybody who is registered and not there yet.
    #[serde(default)]
    #[schema(default = false, example = false)]
    pub all: bool,
}

/// Who has not come: some by name, or everybody who is registered and not there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Absences {
    /// The ids of the players.
    #[schema(min_items = 1, max_items = 1000, example = json!(["2f6c1d0e9b8a4756x3f2"]))]
    pub players: Option<Vec<String>>,
    /// Everybody who is registered and not there.
    #[serde(default)]
    #[schema(default = false, example = false)]
    pub all_missing: bool,
}

/// Somebody who came after the start; what is not said is as it was registered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LateArrival {
    /// The id of the player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
    #[schema(schema_with = age)]
    pub age: Option<String>,
    /// Whether a guardian has signed that the minor may play.
    #[schema(example = false)]
    pub guardian_consent: Option<bool>,
    /// Whether a guardian is there.
    #[schema(example = false)]
    pub accompanied: Option<bool>,
}

/// Somebody who goes home before the end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Departure {
    /// The id of the player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
}

/// Those who have a role at a tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Staff {
    /// One for each account and role.
    #[schema(max_items = 1000)]
    pub items: Vec<StaffItem>,
}

/// A role of somebody at a tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct StaffItem {
    /// The account.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    pub account: String,
    /// What its holder is called; absent after an erasure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100, example = "Zofia Lewandowska")]
    pub name: Option<String>,
    /// The role.
    #[serde(with = "choice")]
    #[schema(value_type = String, max_length = 20, example = "referee")]
    pub role: Role,
}

/// The roles that an organiser gives.
pub const REFEREES: [Role; 2] = [Role::Referee, Role::MainReferee];

fn referee() -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(REFEREES.map(Role::name)))
        .examples([serde_json::json!("referee")])
        .description(Some("The role."))
        .build()
}

/// A referee who is to be named.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReferee {
    /// The account; either this or `login`.
    #[schema(min_length = 1, max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    pub account: Option<String>,
    /// The login of the account, if its id is not at hand.
    #[schema(min_length = 1, max_length = 200)]
    pub login: Option<String>,
    #[schema(schema_with = referee)]
    pub role: String,
}

/// A tournament as somebody sees it who works there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Work {
    /// The kinds of acts that her roles let her do, whether or not it is the time for them; as `kind` in the list of
    /// acts.
    #[serde(with = "choice::list")]
    #[schema(value_type = Vec<String>, max_items = 100, example = json!(["draw", "start_stage"]))]
    pub may: Vec<CommandKind>,
    /// The stages of the format, in their order.
    #[schema(max_items = 30)]
    pub stages: Vec<StageState>,
    /// Those who gave up the qualification.
    #[schema(max_items = 2000)]
    pub waivers: Vec<NamedPlayer>,
}

/// How a stage stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct StageState {
    /// The number of a round, `top` or `final`.
    #[schema(value_type = String, max_length = 5, example = "3")]
    #[serde(with = "as_text")]
    pub stage: Stage,
    /// How many tables it has.
    #[schema(minimum = 0, maximum = 100_000, example = 8)]
    pub tables: u32,
    /// How often its seats were drawn.
    #[schema(minimum = 0, maximum = 4_294_967_295_i64, example = 1)]
    pub draws: u32,
    /// Whether seats are given out.
    pub seated: bool,
    /// Whether play has begun.
    pub started: bool,
    /// Whether it is over.
    pub closed: bool,
    /// Whether it is left out.
    pub skipped: bool,
    /// Whether the rules let its results be hidden while it is played.
    pub can_be_hidden: bool,
}
