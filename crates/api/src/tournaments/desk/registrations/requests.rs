//! Validation of registrations.

use crate::http::fields::FieldParser;
use crate::http::problem::Problem;
use crate::tournaments::requests::known_player;
use domain::event::Registration;
use domain::values::ids::PlayerId;
use formats::localization::Message;
use projections::views::Views;
use wire::tournaments::desk::{NewRegistration, NewRegistrations, RegistrationChange};

const MAX_BATCH: usize = 500;

/// Checks every registration; what is wrong is reported at once.
pub(crate) fn read_registrations(new: &NewRegistrations, views: &Views) -> Result<Vec<Registration>, Problem> {
    FieldParser::read(|fields| {
        if !(1..=MAX_BATCH).contains(&new.registrations.len()) {
            return fields.outside("/registrations", 1, MAX_BATCH as i64);
        }
        let read = new.registrations.iter().enumerate();
        Some(read.filter_map(|(at, one)| read_registration(one, fields, views, at)).collect())
    })
}

fn read_registration(
    new: &NewRegistration,
    fields: &mut FieldParser,
    views: &Views,
    at: usize,
) -> Option<Registration> {
    let player = known_player(fields, views, &format!("/registrations/{at}/player"), &new.player);
    let age = fields.choice(&format!("/registrations/{at}/age"), &new.age);
    Some(Registration {
        player: player?,
        age: age?,
        guardian_consent: new.guardian_consent,
        accompanied: new.accompanied,
        walk_in: new.walk_in,
    })
}

pub(crate) fn read_registration_change(change: &RegistrationChange, player: PlayerId) -> Result<Registration, Problem> {
    let age = FieldParser::read(|fields| {
        if change.player.as_deref().is_some_and(|named| named != player.as_str()) {
            fields.add("/player", "other-than-address", Message::new("field-other-than-address"));
        }
        fields.choice("/age", &change.age)
    })?;
    Ok(Registration {
        player,
        age,
        guardian_consent: change.guardian_consent,
        accompanied: change.accompanied,
        walk_in: change.walk_in,
    })
}
