//! What bodies of tournaments have in common.

use crate::problem::FieldProblem;
use crate::reading::Reading;
use domain::Choice;
use domain::class::TournamentClass;
use domain::course::Phase;
use domain::event::AgeGroup;
use domain::format::FormatName;
use domain::ids::PlayerId;
use domain::text::StatedReason;
use domain::top_stage::TopSize;
use domain::variant::Variant;
use formats::words::Message;
use projections::views::{PublicPerson, Views};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::{Object, ObjectBuilder, Type};

fn choices<T: Choice>(description: &str, example: &str) -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(T::NAMES.iter().copied()))
        .examples([serde_json::json!(example)])
        .description(Some(description))
        .build()
}

pub(super) fn class() -> Object {
    choices::<TournamentClass>("The class.", "ordinary")
}

pub(super) fn variant() -> Object {
    choices::<Variant>("The variant that is played.", "standard")
}

pub(super) fn phase() -> Object {
    choices::<Phase>("Where it is on its way.", "approved")
}

pub(super) fn age() -> Object {
    choices::<AgeGroup>("How old the player is on the day, as far as the rules ask.", "adult")
}

pub(super) fn presence() -> Object {
    choices::<domain::course::Presence>("Whether the player is there.", "registered")
}

pub(super) fn format_name() -> Object {
    choices::<FormatName>("A row of the format table.", "standard_c")
}

pub(super) fn top() -> Object {
    choices::<TopSize>("A stage between the elimination and the final.", "top8")
}

/// A player with the name of today.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ListedPlayer {
    /// The opaque id.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub(crate) id: String,
    /// The first name; absent after an erasure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "Łucja")]
    pub(crate) first_name: Option<String>,
    /// The surname; absent after an erasure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "Przykładowa")]
    pub(crate) surname: Option<String>,
    /// The city that the player plays for; absent after an erasure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "Łódź")]
    pub(crate) city: Option<String>,
}

impl ListedPlayer {
    /// With the name that everybody may see today.
    pub(crate) fn of(views: &Views, id: &PlayerId) -> Self {
        let person: Option<&PublicPerson> = views.players.get(id).and_then(|player| player.person.as_ref());
        Self {
            id: id.to_string(),
            first_name: person.map(|person| person.first_name.as_str().to_owned()),
            surname: person.map(|person| person.surname.as_str().to_owned()),
            city: person.map(|person| person.city.as_str().to_owned()),
        }
    }
}

/// Why something is done, if somebody says so.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PerhapsReason {
    /// Why; only staff can read it.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 2000, example = "Sala jest zamknięta z powodu awarii")]
    pub(super) reason: Option<String>,
}

impl PerhapsReason {
    pub(super) fn read(&self) -> Result<Option<StatedReason>, crate::problem::Problem> {
        let mut reading = Reading::default();
        let reason = perhaps_reason(&mut reading, self.reason.as_deref());
        reading.finish()?;
        Ok(reason)
    }
}

pub(super) fn perhaps_reason(reading: &mut Reading, text: Option<&str>) -> Option<StatedReason> {
    text.and_then(|text| reading.reason("/reason", text))
}

/// A number within limits.
pub(super) fn within(reading: &mut Reading, pointer: &str, value: u32, least: u32, most: u32) -> Option<u32> {
    if (least..=most).contains(&value) {
        return Some(value);
    }
    let words = Message::new("field-range").number("least", least).number("most", most);
    reading.note(FieldProblem::pointer(pointer, "out-of-range", words));
    None
}

/// A player who is registered and not erased.
pub(super) fn known_player(reading: &mut Reading, views: &Views, pointer: &str, text: &str) -> Option<PlayerId> {
    let id = PlayerId::parse(text).ok();
    let known = id.filter(|id| views.players.get(id).is_some_and(|player| !player.erased));
    if known.is_none() {
        reading.note(FieldProblem::pointer(pointer, "unknown-player", Message::new("field-unknown-player")));
    }
    known
}
