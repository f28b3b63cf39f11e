//! Bodies that leagues and online events have in common: tables of places, declarations, closing, taking back.

use crate::problem::{FieldProblem, Problem};
use crate::reading::Reading;
use domain::calendar::Moment;
use domain::event::PlacedPlayer;
use domain::ids::PlayerId;
use domain::place::Place;
use domain::text::StatedReason;
use formats::words::{Lang, Message};
use projections::views::{PublicPlayer, Views};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A player as far as everybody may know.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Person {
    /// The opaque id.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub(crate) player: String,
    /// What the player is called; somebody who was erased is called a deleted player.
    #[schema(max_length = 400, example = "Łucja Przykładowa")]
    pub(crate) name: String,
    /// The city that the player plays for.
    #[schema(max_length = 200, example = "Łódź")]
    pub(crate) city: Option<String>,
}

impl Person {
    pub(crate) fn of(views: &Views, id: &PlayerId, lang: Lang) -> Self {
        let person = views.players.get(id).and_then(|player: &PublicPlayer| player.person.as_ref());
        let name =
            |it: &projections::views::PublicPerson| format!("{} {}", it.first_name.as_str(), it.surname.as_str());
        Self {
            player: id.to_string(),
            name: person.map_or_else(|| lang.text("event-player-deleted"), name),
            city: person.map(|it| it.city.as_str().to_owned()),
        }
    }
}

/// A line of a table of places.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlacedLine {
    /// The id of the player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player: String,
    /// The place; players who share one have the same, and the next is skipped: 1, 2, 2, 4.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    place: u32,
}

/// Reads a table of places.
pub(crate) fn placed(reading: &mut Reading, pointer: &str, lines: &[PlacedLine]) -> Option<Vec<PlacedPlayer>> {
    let mut read = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        let player = player(reading, &format!("{pointer}/{index}/player"), &line.player);
        let place = Place::new(line.place).ok();
        if place.is_none() {
            let at = format!("{pointer}/{index}/place");
            reading.note(FieldProblem::pointer(at, "invalid-place", Message::new("field-place")));
        }
        read.extend(player.zip(place).map(|(player, place)| PlacedPlayer { player, place }));
    }
    (read.len() == lines.len()).then_some(read)
}

/// Reads the id of a player.
pub(crate) fn player(reading: &mut Reading, pointer: &str, text: &str) -> Option<PlayerId> {
    let id = PlayerId::parse(text).ok().filter(|_| text.len() <= 1024 && !text.contains('\0'));
    if id.is_none() {
        reading.note(FieldProblem::pointer(pointer, "unknown-player", Message::new("field-player")));
    }
    id
}

/// Reads a moment of any offset.
pub(crate) fn moment(reading: &mut Reading, pointer: &str, text: &str) -> Option<Moment> {
    let moment = Moment::parse_anywhere(text).ok();
    if moment.is_none() {
        reading.note(FieldProblem::pointer(pointer, "invalid-time", Message::new("field-moment")));
    }
    moment
}

/// Reads a moment that may be left out.
fn optional_moment(pointer: &str, text: Option<&str>) -> Result<Option<Moment>, Problem> {
    let mut reading = Reading::default();
    let moment = text.map(|text| moment(&mut reading, pointer, text));
    match moment {
        Some(None) => Err(reading.problem()),
        Some(found) => Ok(found),
        None => Ok(None),
    }
}

/// Why something is taken back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Withdrawal {
    /// In words.
    #[schema(min_length = 1, max_length = 2000, example = "Wpisano przez pomyłkę")]
    reason: String,
}

impl Withdrawal {
    pub(crate) fn read(&self) -> Result<StatedReason, Problem> {
        let mut reading = Reading::default();
        reading.reason("/reason", &self.reason).ok_or_else(|| reading.problem())
    }
}

/// Somebody gives up a qualification.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WaiverDeclaration {
    /// The id of the player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player: String,
    /// When; without it, at this moment.
    #[serde(default)]
    #[schema(format = DateTime, max_length = 40, example = "2026-05-30T17:15:00+02:00")]
    declared_at: Option<String>,
}

impl WaiverDeclaration {
    pub(crate) fn read(&self) -> Result<(PlayerId, Option<Moment>), Problem> {
        let declared_at = optional_moment("/declared_at", self.declared_at.as_deref())?;
        let mut reading = Reading::default();
        let player = player(&mut reading, "/player", &self.player);
        player.map(|player| (player, declared_at)).ok_or_else(|| reading.problem())
    }
}

/// The end of an event.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Closing {
    /// When it ended; without it, at this moment.
    #[serde(default)]
    #[schema(format = DateTime, max_length = 40, example = "2026-05-30T18:30:00+02:00")]
    ended_at: Option<String>,
}

impl Closing {
    pub(crate) fn read(&self) -> Result<Option<Moment>, Problem> {
        optional_moment("/ended_at", self.ended_at.as_deref())
    }
}
