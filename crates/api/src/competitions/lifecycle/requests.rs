//! Checks requests that several kinds of competitions share: tables of places, waivers, closing, withdrawals.

use crate::http::fields::FieldParser;
use crate::http::problem::Problem;
use domain::event::PlacedPlayer;
use domain::values::calendar::Moment;
use domain::values::ids::PlayerId;
use domain::values::place::Place;
use domain::values::text::StatedReason;
use formats::localization::Message;
use wire::competitions::lifecycle::{Closing, PlacedLine, WaiverDeclaration, Withdrawal};

/// A request body that is checked as a whole and becomes a value of the domain.
pub(crate) trait ParseRequest {
    type Parsed;

    /// The value; notes what is wrong.
    fn read(&self, fields: &mut FieldParser) -> Option<Self::Parsed>;

    /// The value, or a problem that names every field that is wrong.
    fn parse(&self) -> Result<Self::Parsed, Problem> {
        FieldParser::read(|fields| self.read(fields))
    }
}

pub(crate) fn placed(fields: &mut FieldParser, pointer: &str, lines: &[PlacedLine]) -> Option<Vec<PlacedPlayer>> {
    let mut read = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        let player = player(fields, &format!("{pointer}/{index}/player"), &line.player);
        let place = Place::new(line.place)
            .ok()
            .or_else(|| fields.wrong(format!("{pointer}/{index}/place"), "invalid-place", Message::new("field-place")));
        read.extend(player.zip(place).map(|(player, place)| PlacedPlayer { player, place }));
    }
    (read.len() == lines.len()).then_some(read)
}

pub(crate) fn player(fields: &mut FieldParser, pointer: &str, text: &str) -> Option<PlayerId> {
    PlayerId::parse(text)
        .ok()
        .filter(|_| text.len() <= 1024 && !text.contains('\0'))
        .or_else(|| fields.wrong(pointer, "unknown-player", Message::new("field-player")))
}

pub(crate) fn moment(fields: &mut FieldParser, pointer: &str, text: &str) -> Option<Moment> {
    Moment::parse_anywhere(text).ok().or_else(|| fields.wrong(pointer, "invalid-time", Message::new("field-moment")))
}

/// A time that may be left out; a wrong one is noted.
pub(crate) fn optional_moment(fields: &mut FieldParser, pointer: &str, text: Option<&str>) -> Option<Moment> {
    text.and_then(|text| moment(fields, pointer, text))
}

impl ParseRequest for Withdrawal {
    type Parsed = StatedReason;

    fn read(&self, fields: &mut FieldParser) -> Option<Self::Parsed> {
        fields.reason("/reason", &self.reason)
    }
}

impl ParseRequest for WaiverDeclaration {
    type Parsed = (PlayerId, Option<Moment>);

    fn read(&self, fields: &mut FieldParser) -> Option<Self::Parsed> {
        let declared_at = match &self.declared_at {
            Some(text) => Some(moment(fields, "/declared_at", text)?),
            None => None,
        };
        Some((player(fields, "/player", &self.player)?, declared_at))
    }
}

impl ParseRequest for Closing {
    type Parsed = Option<Moment>;

    fn read(&self, fields: &mut FieldParser) -> Option<Self::Parsed> {
        Some(optional_moment(fields, "/ended_at", self.ended_at.as_deref()))
    }
}
