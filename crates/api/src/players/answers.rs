//! Fills answers about players, and reads registrations and rectifications.

use crate::http::conditional;
use crate::http::fields::FieldParser;
use crate::http::list_response::csv_row;
use crate::http::problem::Problem;
use commands::PlayerDetails;
use domain::values::text::StatedReason;
use events::vault::Alias;
use projections::views::{PublicPerson, PublicPlayer};
use wire::players::{Player, PlayerRectification, PlayerRegistration, PrivatePlayer};

/// The public data of a player; none for a player without a name.
pub(super) fn player_answer(player: &PublicPlayer) -> Option<Player> {
    let PublicPerson { first_name, surname, city, voivodeship, .. } = player.person.as_ref()?;
    Some(Player {
        id: player.id.to_string(),
        first_name: first_name.as_str().to_owned(),
        surname: surname.as_str().to_owned(),
        city: city.as_str().to_owned(),
        voivodeship: voivodeship.as_str().to_owned(),
        foreign: player.foreign,
        etag: conditional::etag_text(player.etag),
    })
}

csv_row! { Player, |row|
    id, first_name, surname, city, voivodeship, foreign, etag
}

pub(super) fn private_player(player: &PublicPlayer, alias: Option<&Alias>) -> Option<PrivatePlayer> {
    let country = player.person.as_ref()?.country.as_str().to_owned();
    let player = player_answer(player)?;
    Some(PrivatePlayer { player, country, alias: alias.map(|alias| alias.as_str().to_owned()) })
}

pub(super) fn read_registration(body: &PlayerRegistration) -> Result<PlayerDetails, Problem> {
    let names = [&*body.first_name, &body.surname, &body.city];
    FieldParser::read(|fields| read(fields, names, &body.voivodeship, &body.country))
}

pub(super) fn read_rectification(body: &PlayerRectification) -> Result<(PlayerDetails, StatedReason), Problem> {
    let mut fields = FieldParser::default();
    let details = read(&mut fields, [&body.first_name, &body.surname, &body.city], &body.voivodeship, &body.country);
    let reason = fields.reason("/reason", &body.reason);
    details.zip(reason).ok_or_else(|| fields.problem())
}

fn read(fields: &mut FieldParser, names: [&str; 3], voivodeship: &str, country: &str) -> Option<PlayerDetails> {
    let first_name = fields.name("/first_name", names[0]);
    let surname = fields.name("/surname", names[1]);
    let city = fields.name("/city", names[2]);
    let voivodeship = fields.choice("/voivodeship", voivodeship);
    let country = fields.country("/country", country);
    Some(PlayerDetails {
        first_name: first_name?,
        surname: surname?,
        city: city?,
        voivodeship: voivodeship?,
        country: country?,
    })
}
