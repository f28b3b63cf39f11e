//! What clients send and get of players; a field that is not listed here is neither taken nor shown.

use crate::conditional;
use crate::problem::Problem;
use crate::reading::Reading;
use crate::sheet::Cell;
use crate::table::Row;
use domain::Choice;
use domain::text::StatedReason;
use domain::voivodeship::Voivodeship;
use events::vault::Alias;
use projections::office::PlayerDetails;
use projections::views::{PublicPerson, PublicPlayer};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::{Object, ObjectBuilder, Type};

/// A voivodeship in a schema: one of the sixteen.
pub(crate) fn voivodeship() -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(Voivodeship::NAMES.iter().copied()))
        .examples([serde_json::json!("łódzkie")])
        .description(Some("The voivodeship, by its Polish name in small letters."))
        .build()
}

/// A player as everybody may see one.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Player {
    /// The opaque id; it stays the same for ever.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    id: String,
    /// The first name.
    #[schema(max_length = 200, example = "Łucja")]
    first_name: String,
    /// The surname.
    #[schema(max_length = 200, example = "Przykładowa")]
    surname: String,
    /// The city that the player plays for.
    #[schema(max_length = 200, example = "Łódź")]
    city: String,
    #[schema(schema_with = voivodeship)]
    voivodeship: String,
    /// Whether the player comes from abroad.
    #[schema(example = false)]
    foreign: bool,
    /// The ETag of the player.
    #[schema(max_length = 24, example = "\"1042\"")]
    etag: String,
}

impl Player {
    /// What is shown; nothing of somebody without a name.
    pub(super) fn of(player: &PublicPlayer) -> Option<Self> {
        let PublicPerson { first_name, surname, city, voivodeship, .. } = player.person.as_ref()?;
        Some(Self {
            id: player.id.to_string(),
            first_name: first_name.as_str().to_owned(),
            surname: surname.as_str().to_owned(),
            city: city.as_str().to_owned(),
            voivodeship: voivodeship.as_str().to_owned(),
            foreign: player.foreign,
            etag: conditional::etag_text(player.etag),
        })
    }
}

impl Row for Player {
    const HEAD: &'static [&'static str] = &["id", "first_name", "surname", "city", "voivodeship", "foreign", "etag"];

    fn cells(&self) -> Vec<Cell<'_>> {
        let foreign = if self.foreign { "true" } else { "false" };
        let texts = [&self.id, &self.first_name, &self.surname, &self.city, &self.voivodeship];
        texts.into_iter().map(|text| Cell::text(text)).chain([Cell::text(foreign), Cell::text(&self.etag)]).collect()
    }
}

/// A player as staff see one; each look is recorded.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PrivatePlayer {
    /// What everybody sees.
    #[serde(flatten)]
    player: Player,
    /// The country: a code of two letters, or its name.
    #[schema(max_length = 200, example = "PL")]
    country: String,
    /// The id in imported season bundles.
    #[schema(max_length = 1024, example = "lucja-p")]
    alias: Option<String>,
}

impl PrivatePlayer {
    pub(super) fn new(player: &PublicPlayer, alias: Option<&Alias>) -> Option<Self> {
        let country = player.person.as_ref()?.country.as_str().to_owned();
        let player = Player::of(player)?;
        Some(Self { player, country, alias: alias.map(|alias| alias.as_str().to_owned()) })
    }
}

/// Somebody who is to be registered.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayerRegistration {
    /// The first name.
    #[schema(min_length = 1, max_length = 100, example = "Łucja")]
    first_name: String,
    /// The surname.
    #[schema(min_length = 1, max_length = 100, example = "Przykładowa")]
    surname: String,
    /// The city that the player plays for.
    #[schema(min_length = 1, max_length = 100, example = "Łódź")]
    city: String,
    #[schema(schema_with = voivodeship)]
    voivodeship: String,
    /// The country: a code of two letters, or its name. Whoever is not from `PL` comes from abroad.
    #[serde(default = "home")]
    #[schema(min_length = 1, max_length = 100, default = "PL", example = "PL")]
    country: String,
    /// Whether it is another person than those of the same name.
    #[serde(default)]
    #[schema(default = false, example = false)]
    pub(super) namesake: bool,
}

/// What holds of a player instead, and why.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayerRectification {
    /// The first name.
    #[schema(min_length = 1, max_length = 100, example = "Łucja")]
    first_name: String,
    /// The surname.
    #[schema(min_length = 1, max_length = 100, example = "Przykładowa-Wzorcowa")]
    surname: String,
    /// The city that the player plays for.
    #[schema(min_length = 1, max_length = 100, example = "Zgierz")]
    city: String,
    #[schema(schema_with = voivodeship)]
    voivodeship: String,
    /// The country: a code of two letters, or its name.
    #[serde(default = "home")]
    #[schema(min_length = 1, max_length = 100, default = "PL", example = "PL")]
    country: String,
    /// Why it is put right.
    #[schema(min_length = 1, max_length = 2000, example = "Zmiana nazwiska po ślubie")]
    reason: String,
}

fn home() -> String {
    "PL".to_owned()
}

impl PlayerRegistration {
    pub(super) fn details(&self) -> Result<PlayerDetails, Problem> {
        let mut reading = Reading::default();
        let details =
            read(&mut reading, [&self.first_name, &self.surname, &self.city], &self.voivodeship, &self.country);
        details.ok_or_else(|| reading.problem())
    }
}

impl PlayerRectification {
    pub(super) fn details(&self) -> Result<(PlayerDetails, StatedReason), Problem> {
        let mut reading = Reading::default();
        let details =
            read(&mut reading, [&self.first_name, &self.surname, &self.city], &self.voivodeship, &self.country);
        let reason = reading.reason("/reason", &self.reason);
        details.zip(reason).ok_or_else(|| reading.problem())
    }
}

fn read(reading: &mut Reading, names: [&str; 3], voivodeship: &str, country: &str) -> Option<PlayerDetails> {
    let first_name = reading.name("/first_name", names[0]);
    let surname = reading.name("/surname", names[1]);
    let city = reading.name("/city", names[2]);
    let voivodeship = reading.choice("/voivodeship", voivodeship);
    let country = reading.country("/country", country);
    Some(PlayerDetails {
        first_name: first_name?,
        surname: surname?,
        city: city?,
        voivodeship: voivodeship?,
        country: country?,
    })
}
