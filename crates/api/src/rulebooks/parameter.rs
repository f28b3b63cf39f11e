//! A parameter of a rulebook as clients see it: value, range, citation, and where it differs.

use crate::sheet::Cell;
use crate::table::Row;
use domain::rulebook::{Effect, Kind, Parameter, Rulebook, Span, Tables, Value, parameters};
use formats::words::{Lang, kind_message};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

/// A parameter with its value.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ParameterValue {
    /// Its path.
    #[schema(max_length = 100, example = "turn_seconds")]
    path: &'static str,
    /// Its value in this rulebook.
    #[schema(value_type = serde_json::Value, example = json!(45))]
    value: serde_json::Value,
    /// Its value in the preset that the rulebook starts from.
    #[schema(value_type = serde_json::Value, example = json!(40))]
    preset: serde_json::Value,
    /// Its value in the table of all parameters.
    #[schema(value_type = serde_json::Value, example = json!(40))]
    default: serde_json::Value,
    /// The type of its values.
    #[schema(max_length = 30, example = "integer")]
    r#type: &'static str,
    /// The smallest number that it takes.
    #[schema(minimum = 0, maximum = 4_294_967_295_u32, example = 1)]
    minimum: Option<u32>,
    /// The greatest.
    #[schema(minimum = 0, maximum = 4_294_967_295_u32, example = 600)]
    maximum: Option<u32>,
    /// The names that it takes.
    #[schema(max_items = 100)]
    choices: Option<&'static [&'static str]>,
    /// What it takes, in words of the language of the client.
    #[schema(max_length = 2000, example = "an integer from 1 to 600")]
    expects: String,
    /// What its numbers count, where that is not persons, places, points or games.
    #[schema(max_length = 30, example = "seconds")]
    unit: Option<&'static str>,
    /// The paragraphs behind it.
    #[schema(max_length = 500, example = "REG VI.10")]
    citation: &'static str,
    /// What it does: `computed`, `recorded`, `display` or `to_come`.
    #[schema(max_length = 30, example = "computed")]
    effect: &'static str,
    /// Whether the rulebook differs here from its preset.
    #[schema(example = true)]
    differs_from_preset: bool,
    /// Whether it differs from the table of all parameters.
    #[schema(example = true)]
    differs_from_default: bool,
    #[serde(skip)]
    texts: [String; 3],
}

/// Every parameter of a rulebook.
pub(super) fn all(rulebook: &Rulebook, lang: Lang) -> Vec<ParameterValue> {
    let preset = Rulebook::preset(rulebook.base());
    parameters::table().iter().map(|parameter| one(parameter, rulebook, &preset, lang)).collect()
}

fn one(parameter: &'static Parameter, rulebook: &Rulebook, preset: &Rulebook, lang: Lang) -> ParameterValue {
    let Parameter { path, kind, default, effect, citation, .. } = parameter;
    let (value, preset) = (rulebook.value(parameter), preset.value(parameter));
    let span = match kind {
        Kind::Int(span) | Kind::OptionalInt(span) | Kind::Span(span) | Kind::Ints(span) => Some(*span),
        _ => None,
    };
    let choices = match kind {
        Kind::Choice(names) | Kind::Choices(names) => Some(*names),
        _ => None,
    };
    ParameterValue {
        path,
        value: written(value),
        preset: written(preset),
        default: written(default),
        r#type: type_name(kind),
        minimum: span.map(|Span { min, .. }| min),
        maximum: span.map(|Span { max, .. }| max),
        choices,
        expects: lang.say(&kind_message(kind)),
        unit: unit(path),
        citation,
        effect: effect_name(*effect),
        differs_from_preset: value != preset,
        differs_from_default: value != default,
        texts: [value, preset, default].map(ToString::to_string),
    }
}

/// A value as JSON; what has no value is null.
fn written(value: &Value) -> serde_json::Value {
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

fn type_name(kind: &Kind) -> &'static str {
    match kind {
        Kind::Bool => "boolean",
        Kind::Int(_) => "integer",
        Kind::OptionalInt(_) => "optional_integer",
        Kind::Span(_) => "range",
        Kind::Choice(_) => "choice",
        Kind::Choices(_) => "choices",
        Kind::Ints(_) => "integers",
        Kind::Steps => "steps",
        Kind::Bands => "bands",
        Kind::Tables => "tables",
        Kind::Quotas => "quotas",
        Kind::Quarter => "quarter",
    }
}

/// What the numbers of a parameter count; its path says so.
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

impl Row for ParameterValue {
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
        let [own, preset, default] = &self.texts;
        vec![
            Cell::text(self.path),
            value(&self.value, own),
            value(&self.preset, preset),
            value(&self.default, default),
            Cell::text(self.r#type),
            Cell::text(&self.expects),
            Cell::maybe(self.unit),
            Cell::text(self.citation),
            Cell::text(self.effect),
            yes(self.differs_from_preset),
            yes(self.differs_from_default),
        ]
    }
}
