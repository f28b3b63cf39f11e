//! Checks requests that several kinds of competitions share: tables of places, waivers, closing, withdrawals.

use crate::http::fields::FieldParser;
use crate::http::problem::{FieldProblem, Problem};
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

    /// The value, or a problem that names every field that is wrong.
    fn parse(&self) -> Result<Self::Parsed, Problem>;
}

pub(crate) fn placed(fields: &mut FieldParser, pointer: &str, lines: &[PlacedLine]) -> Option<Vec<PlacedPlayer>> {
    let mut read = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        let player = player(fields, &format!("{pointer}/{index}/player"), &line.player);
        let place = Place::new(line.place).ok();
        if place.is_none() {
            let at = format!("{pointer}/{index}/place");
            fields.add_problem(FieldProblem::pointer(at, "invalid-place", Message::new("field-place")));
        }
        read.extend(player.zip(place).map(|(player, place)| PlacedPlayer { player, place }));
    }
    (read.len() == lines.len()).then_some(read)
}

pub(crate) fn player(fields: &mut FieldParser, pointer: &str, text: &str) -> Option<PlayerId> {
    let id = PlayerId::parse(text).ok().filter(|_| text.len() <= 1024 && !text.contains('\0'));
    if id.is_none() {
        fields.add_problem(FieldProblem::pointer(pointer, "unknown-player", Message::new("field-player")));
    }
    id
}

pub(crate) fn moment(fields: &mut FieldParser, pointer: &str, text: &str) -> Option<Moment> {
    let moment = Moment::parse_anywhere(text).ok();
    if moment.is_none() {
        fields.add_problem(FieldProblem::pointer(pointer, "invalid-time", Message::new("field-moment")));
    }
    moment
}

fn optional_moment(pointer: &str, text: Option<&str>) -> Result<Option<Moment>, Problem> {
    let mut fields = FieldParser::default();
    let moment = text.map(|text| moment(&mut fields, pointer, text));
    match moment {
        Some(None) => Err(fields.problem()),
        Some(found) => Ok(found),
        None => Ok(None),
    }
}

impl ParseRequest for Withdrawal {
    type Parsed = StatedReason;

    fn parse(&self) -> Result<Self::Parsed, Problem> {
        let mut fields = FieldParser::default();
        fields.reason("/reason", &self.reason).ok_or_else(|| fields.problem())
    }
}

impl ParseRequest for WaiverDeclaration {
    type Parsed = (PlayerId, Option<Moment>);

    fn parse(&self) -> Result<Self::Parsed, Problem> {
        let declared_at = optional_moment("/declared_at", self.declared_at.as_deref())?;
        let mut fields = FieldParser::default();
        let player = player(&mut fields, "/player", &self.player);
        player.map(|player| (player, declared_at)).ok_or_else(|| fields.problem())
    }
}

impl ParseRequest for Closing {
    type Parsed = Option<Moment>;

    fn parse(&self) -> Result<Self::Parsed, Problem> {
        optional_moment("/ended_at", self.ended_at.as_deref())
    }
}
