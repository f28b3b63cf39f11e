//! The parameters of a rulebook: value, range, citation and differences, as JSON and as CSV rows.

use crate::http::csv::Cell;
use crate::http::list_response::Row;
use domain::rulebook::{Effect, Kind, Parameter, Rulebook, Span, Tables, Value, parameters};
use formats::localization::{Lang, kind_message};
use serde::Serialize;
use serde_json::json;
use wire::seasons::rulebooks::{ParameterType, ParameterValue};

pub(crate) fn all(rulebook: &Rulebook, lang: Lang) -> Vec<ParameterValue> {
    let preset = Rulebook::preset(rulebook.base());
    parameters::table().iter().map(|parameter| one(parameter, rulebook, &preset, lang)).collect()
}

/// A parameter as a row of CSV, with its values as rulebooks write them.
#[derive(Serialize)]
pub(super) struct ParameterRow {
    parameter: ParameterValue,
    texts: [String; 3],
}

pub(super) fn rows(rulebook: &Rulebook, lang: Lang) -> Vec<ParameterRow> {
    let preset = Rulebook::preset(rulebook.base());
    let row = |parameter: &'static Parameter| ParameterRow {
        parameter: one(parameter, rulebook, &preset, lang),
        texts: [rulebook.value(parameter), preset.value(parameter), &parameter.default].map(ToString::to_string),
    };
    parameters::table().iter().map(row).collect()
}

fn one(parameter: &'static Parameter, rulebook: &Rulebook, preset: &Rulebook, lang: Lang) -> ParameterValue {
    let Parameter { path, kind, default, effect, citation, .. } = parameter;
    let (value, preset) = (rulebook.value(parameter), preset.value(parameter));
    let span = match kind {
        Kind::Int(span) | Kind::OptionalInt(span) | Kind::Span(span) | Kind::Ints(span) => Some(*span),
        _ => None,
    };
    let choices = match kind {
        Kind::Choice(names) | Kind::Choices(names) => Some(names.iter().map(|name| (*name).to_owned()).collect()),
        _ => None,
    };
    ParameterValue {
        path: (*path).to_owned(),
        value: to_json(value),
        preset: to_json(preset),
        default: to_json(default),
        r#type: parameter_type(kind),
        minimum: span.map(|Span { min, .. }| min),
        maximum: span.map(|Span { max, .. }| max),
        choices,
        expects: lang.render(&kind_message(kind)),
        unit: unit(path).map(str::to_owned),
        citation: (*citation).to_owned(),
        effect: effect_name(*effect).to_owned(),
        differs_from_preset: value != preset,
        differs_from_default: value != default,
    }
}

/// A value as JSON; what has no value is null.
fn to_json(value: &Value) -> serde_json::Value {
    match value {
        Value::Bool(value) => json!(value),
        Value::Int(number) => json!(number),
        Value::OptionalInt(number) => json!(number),
        Value::Span(span) => json!([span.min, span.max]),
        Value::Choice(name) => json!(name),
        Value::Choices(names) => json!(names),
        Value::Ints(numbers) => json!(numbers),
        Value::Steps(steps) => steps.iter().map(|step| json!({ "from": step.from, "seats": step.seats })).collect(),
        Value::Bands(bands) => bands.iter().map(|band| json!({ "from": band.from, "points": band.points })).collect(),
        Value::Tables(Tables(tables)) => json!(tables),
        Value::Quotas(quotas) => quotas
            .iter()
            .map(|quota| json!({ "event": quota.event.to_string(), "seats": quota.seats, "editions": quota.editions }))
            .collect(),
        Value::Quarter(quarter) => json!(quarter.to_string()),
    }
}

fn parameter_type(kind: &Kind) -> ParameterType {
    match kind {
        Kind::Bool => ParameterType::Boolean,
        Kind::Int(_) => ParameterType::Integer,
        Kind::OptionalInt(_) => ParameterType::OptionalInteger,
        Kind::Span(_) => ParameterType::Range,
        Kind::Choice(_) => ParameterType::Choice,
        Kind::Choices(_) => ParameterType::Choices,
        Kind::Ints(_) => ParameterType::Integers,
        Kind::Steps => ParameterType::Steps,
        Kind::Bands => ParameterType::Bands,
        Kind::Tables => ParameterType::Tables,
        Kind::Quotas => ParameterType::Quotas,
        Kind::Quarter => ParameterType::Quarter,
    }
}

/// The unit of a parameter, taken from its path.
fn unit(path: &str) -> Option<&'static str> {
    match path {
        "application.day_of_prev_month" => Some("day_of_month"),
        "minor.consent_below" | "minor.accompanied_below" => Some("years"),
        "conduct.spectator_distance_cm" => Some("centimetres"),
        _ if path.ends_with("_seconds") => Some("seconds"),
        _ if path.ends_with("_minutes") => Some("minutes"),
        _ if path.ends_with("_hours") => Some("hours"),
        _ if path.ends_with("_days") || path.contains("days_before") => Some("days"),
        _ if path.ends_with("_months") => Some("months"),
        _ => None,
    }
}

fn effect_name(effect: Effect) -> &'static str {
    match effect {
        Effect::Computed => "computed",
        Effect::Recorded => "recorded",
        Effect::Display => "display",
        Effect::ToCome => "to_come",
    }
}

impl Row for ParameterRow {
    const HEAD: &'static [&'static str] = &[
        "path",
        "value",
        "preset",
        "default",
        "type",
        "expects",
        "unit",
        "citation",
        "effect",
        "differs_from_preset",
        "differs_from_default",
    ];

    fn cells(&self) -> Vec<Cell<'_>> {
        let yes = |yes: bool| Cell::text(if yes { "true" } else { "false" });
        let value = |json: &serde_json::Value, text| json.as_i64().map_or(Cell::text(text), Cell::Number);
        let Self { parameter, texts: [own, preset, default] } = self;
        vec![
            Cell::text(&parameter.path),
            value(&parameter.value, own),
            value(&parameter.preset, preset),
            value(&parameter.default, default),
            Cell::text(parameter.r#type.name()),
            Cell::text(&parameter.expects),
            Cell::maybe(parameter.unit.as_deref()),
            Cell::text(&parameter.citation),
            Cell::text(&parameter.effect),
            yes(parameter.differs_from_preset),
            yes(parameter.differs_from_default),
        ]
    }
}
