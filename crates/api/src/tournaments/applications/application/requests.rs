//! Validation of a new application.

use crate::http::fields::FieldParser;
use crate::http::problem::Problem;
use crate::tournaments::requests::in_range;
use commands::Contact;
use domain::competitions::class::TournamentClass;
use domain::rulebook::ApplicationField;
use domain::values::calendar::Day;
use domain::values::text::Name;
use domain::values::variant::Variant;
use domain::values::voivodeship::Voivodeship;
use formats::localization::Message;
use smol_str::SmolStr;
use wire::tournaments::applications::{NewApplication, NewContact};

const PHONE_CHARS: std::ops::RangeInclusive<usize> = 5..=30;
const MAX_PLANNED: u32 = 2000;

/// An application whose values are valid; values that are missing are `None`.
#[derive(Debug, Clone)]
pub(crate) struct ParsedApplication {
    pub(crate) name: Name,
    pub(crate) venue: Option<Name>,
    pub(crate) voivodeship: Voivodeship,
    pub(crate) first_day: Option<Day>,
    pub(crate) last_day: Option<Day>,
    pub(crate) planned_players: Option<u32>,
    pub(crate) class: TournamentClass,
    pub(crate) variant: Variant,
    pub(crate) experienced: bool,
    pub(crate) sponsors_consulted: Option<bool>,
    pub(crate) contact: Contact,
}

impl ParsedApplication {
    pub(crate) fn given(&self) -> Vec<ApplicationField> {
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

/// Checks every value; what is wrong is reported at once.
pub(crate) fn read_application(new: &NewApplication) -> Result<ParsedApplication, Problem> {
    let mut fields = FieldParser::default();
    let name = fields.name("/name", &new.name);
    let venue = new.venue.as_deref().map(|venue| fields.name("/venue", venue));
    let voivodeship = fields.choice("/voivodeship", &new.voivodeship);
    let first_day = new.first_day.as_deref().map(|day| fields.day("/first_day", day));
    let last_day = new.last_day.as_deref().map(|day| fields.day("/last_day", day));
    let planned = new.planned_players.map(|players| in_range(&mut fields, "/planned_players", players, 1, MAX_PLANNED));
    let class = fields.choice("/class", &new.class);
    let variant = fields.choice("/variant", &new.variant);
    let contact = read_contact(&new.contact, &mut fields);
    let (Some(name), Some(voivodeship), Some(class), Some(variant)) = (name, voivodeship, class, variant) else {
        return Err(fields.problem());
    };
    fields.finish()?;
    Ok(ParsedApplication {
        name,
        venue: venue.flatten(),
        voivodeship,
        first_day: first_day.flatten(),
        last_day: last_day.flatten(),
        planned_players: planned.flatten(),
        class,
        variant,
        experienced: new.experienced,
        sponsors_consulted: new.sponsors_consulted,
        contact,
    })
}

fn read_contact(new: &NewContact, fields: &mut FieldParser) -> Contact {
    let name = new.name.as_deref().and_then(|name| fields.name("/contact/name", name));
    let email = new.email.as_deref().and_then(|text| fields.email("/contact/email", text));
    let address = new.address.as_deref().and_then(|text| fields.contact_line("/contact/address", text));
    let phone = new.phone.as_deref().and_then(|text| fields.contact_line("/contact/phone", text));
    if phone.as_ref().is_some_and(|phone| !is_phone(phone)) {
        fields.add("/contact/phone", "invalid-phone", Message::new("field-phone"));
    }
    Contact { name: name.map(|name| SmolStr::new(name.as_str())), email, address, phone }
}

fn is_phone(text: &str) -> bool {
    let plain = |sign: char| sign.is_ascii_digit() || "+- ".contains(sign);
    PHONE_CHARS.contains(&text.chars().count())
        && text.chars().all(plain)
        && text.contains(|it: char| it.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_has_digits() {
        for (text, fits) in
            [("+48 42 123-45-67", true), ("12345", true), ("1234", false), ("+++++", false), ("12345 w. 6", false)]
        {
            assert_eq!(is_phone(text), fits, "{text}");
        }
    }
}
