//! OpenAPI schemas of strings that are one of a few names of the domain.

use domain::Choice;
use domain::competitions::class::TournamentClass;
use domain::event::AgeGroup;
use domain::tournament::course::{Phase, Presence};
use domain::tournament::format::FormatName;
use domain::tournament::top_stage::TopSize;
use domain::values::variant::Variant;
use utoipa::openapi::{Object, ObjectBuilder, Type};

fn choices<T: Choice>(description: &str, example: &str) -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(T::NAMES.iter().copied()))
        .examples([serde_json::json!(example)])
        .description(Some(description))
        .build()
}

pub fn class() -> Object {
    choices::<TournamentClass>("The class.", "ordinary")
}

pub fn variant() -> Object {
    choices::<Variant>("The variant that is played.", "standard")
}

pub fn phase() -> Object {
    choices::<Phase>("Where it is on its way.", "approved")
}

pub fn age() -> Object {
    choices::<AgeGroup>("How old the player is on the day, as far as the rules ask.", "adult")
}

pub fn presence() -> Object {
    choices::<Presence>("Whether the player is there.", "registered")
}

pub fn format_name() -> Object {
    choices::<FormatName>("A row of the format table.", "standard_c")
}

pub fn top() -> Object {
    choices::<TopSize>("A stage between the elimination and the final.", "top8")
}
