//! What clients send and get of rulebooks.

use super::parameter::{self, ParameterValue};
use crate::conditional;
use crate::problem::{FieldProblem, Problem};
use crate::reading::Reading;
use crate::sheet::Cell;
use crate::table::Row;
use domain::Choice;
use domain::event::{InvalidOverrideRecord, Override, RulebookRecord, Scalar};
use domain::rulebook::{InvalidOverride, Preset, Raw};
use formats::words::{Lang, Message, kind_message};
use projections::views::RulebookEntry;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The most values that may differ from the preset; there are fewer parameters.
const MAX_OVERRIDES: usize = 300;

/// A rulebook in the list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RulebookItem {
    /// The id.
    #[schema(max_length = 1024, example = "pl-2025-26")]
    id: String,
    /// The preset that it starts from.
    #[schema(max_length = 30, example = "pl-2024-25")]
    base: &'static str,
    /// How many values differ from the preset, as adopted.
    #[schema(minimum = 0, maximum = 1000, example = 2)]
    override_count: usize,
    /// The ETag of the rulebook.
    #[schema(max_length = 24, example = "\"16\"")]
    etag: String,
}

impl RulebookItem {
    pub(super) fn of(entry: &RulebookEntry) -> Self {
        Self {
            id: entry.id.to_string(),
            base: entry.record.base.name(),
            override_count: entry.record.overrides.len(),
            etag: conditional::etag_text(entry.etag),
        }
    }
}

impl Row for RulebookItem {
    const HEAD: &'static [&'static str] = &["id", "base", "override_count", "etag"];

    fn cells(&self) -> Vec<Cell<'_>> {
        let count = i64::try_from(self.override_count).unwrap_or(i64::MAX);
        vec![Cell::text(&self.id), Cell::text(self.base), Cell::Number(count), Cell::text(&self.etag)]
    }
}

/// A rulebook with every parameter.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Rulebook {
    /// The id.
    #[schema(max_length = 1024, example = "pl-2025-26")]
    id: String,
    /// The preset that it starts from.
    #[schema(max_length = 30, example = "pl-2024-25")]
    base: &'static str,
    /// What differs from the preset, as adopted: a value for each path.
    #[schema(value_type = BTreeMap<String, Value>, example = json!({ "turn_seconds": 45 }))]
    overrides: BTreeMap<String, Value>,
    /// Every parameter, in the order of the regulations.
    #[schema(max_items = 1000)]
    pub(super) parameters: Vec<ParameterValue>,
    /// The ETag of the rulebook.
    #[schema(max_length = 24, example = "\"16\"")]
    etag: String,
}

impl Rulebook {
    pub(super) fn of(entry: &RulebookEntry, lang: Lang) -> Self {
        let written = |scalar: &Scalar| match scalar {
            Scalar::Bool(value) => Value::from(*value),
            Scalar::Int(number) => Value::from(*number),
            Scalar::Text(text) => Value::from(text.as_str()),
        };
        let overrides = entry.record.overrides.iter();
        Self {
            id: entry.id.to_string(),
            base: entry.record.base.name(),
            overrides: overrides.map(|one| (one.path().to_owned(), written(one.value()))).collect(),
            parameters: parameter::all(&entry.rulebook, lang),
            etag: conditional::etag_text(entry.etag),
        }
    }
}

/// A rulebook that is to be adopted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Adoption {
    /// The preset to start from.
    #[schema(schema_with = preset_name)]
    base: String,
    /// What differs from it: a single value for each path; null stands for no limit where the parameter takes none.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, Value>, example = json!({ "turn_seconds": 45 }))]
    overrides: BTreeMap<String, Value>,
}

/// The name of a preset in a schema.
pub(super) fn preset_name() -> utoipa::openapi::Object {
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(utoipa::openapi::Type::String)
        .enum_values(Some(Preset::NAMES.iter().copied()))
        .description(Some("The name of a preset."))
        .examples([serde_json::json!("pl-2024-25")])
        .build()
}

impl Adoption {
    pub(crate) fn read(&self) -> Result<RulebookRecord, Problem> {
        self.read_at("")
    }

    /// The same for one that stands deeper in a body.
    pub(crate) fn read_at(&self, place: &str) -> Result<RulebookRecord, Problem> {
        let mut reading = Reading::default();
        let base = reading.choice(&format!("{place}/base"), &self.base);
        if self.overrides.len() > MAX_OVERRIDES {
            let words = Message::new("field-too-many").number("max", MAX_OVERRIDES as i64);
            reading.note(FieldProblem::pointer(format!("{place}/overrides"), "too-many", words));
            return Err(reading.problem());
        }
        let mut overrides = Vec::new();
        for (path, value) in &self.overrides {
            match Override::new(path, &raw(value)) {
                Ok(one) => overrides.push(one),
                Err(problem) => reading.note(wrong_override(place, path, &problem)),
            }
        }
        reading.finish()?;
        let base = base.ok_or(crate::problem::ProblemKind::Unprocessable)?;
        Ok(RulebookRecord { base, overrides })
    }
}

fn wrong_override(place: &str, path: &str, problem: &InvalidOverrideRecord) -> FieldProblem {
    let pointer = format!("{place}/overrides/{}", path.replace('~', "~0").replace('/', "~1"));
    match problem {
        InvalidOverrideRecord::Refused(InvalidOverride::UnknownParameter { path }) => {
            let words = Message::new("field-parameter").excerpt("path", path.clone());
            FieldProblem::pointer(pointer, "unknown-parameter", words)
        }
        InvalidOverrideRecord::Refused(InvalidOverride::InvalidValue { problem, .. }) => {
            let words = Message::new("field-expected").message("expected", kind_message(&problem.expected));
            FieldProblem::pointer(pointer, "invalid-value", words)
        }
        InvalidOverrideRecord::NotSingle { .. } => {
            FieldProblem::pointer(pointer, "not-single", Message::new("field-single"))
        }
    }
}

fn raw(value: &Value) -> Raw {
    match value {
        // How the rulebook writes that there is no value.
        Value::Null => Raw::Text("none".to_owned()),
        Value::Bool(value) => Raw::Bool(*value),
        Value::Number(number) => number.as_i64().map_or(Raw::Fraction, Raw::Int),
        Value::String(text) => Raw::Text(text.clone()),
        Value::Array(items) => Raw::List(items.iter().map(raw).collect()),
        Value::Object(entries) => Raw::Map(entries.iter().map(|(key, value)| (key.clone(), raw(value))).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn errors(overrides: &Value) -> Vec<(String, String)> {
        let adoption: Adoption =
            serde_json::from_value(json!({ "base": "pl-2024-25", "overrides": overrides })).unwrap();
        let problem = adoption.read().unwrap_err().document(Lang::En, "1");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let errors = problem["errors"].as_array().unwrap();
        errors.iter().map(|error| (text(&error["pointer"]), text(&error["code"]))).collect()
    }

    #[test]
    fn every_value_that_a_rulebook_does_not_take_is_named() {
        let found = errors(&json!({
            "luck/1": 1,
            "turn_seconds": "many",
            "half_rule.den": 0,
            "ranking.best_n": 1.5,
            "awans.tournament.seats": [{ "from": 1, "seats": 1 }],
        }));
        let expected = [
            ("/overrides/awans.tournament.seats", "not-single"),
            ("/overrides/half_rule.den", "invalid-value"),
            ("/overrides/luck~11", "unknown-parameter"),
            ("/overrides/ranking.best_n", "not-single"),
            ("/overrides/turn_seconds", "invalid-value"),
        ];
        assert_eq!(found, expected.map(|(pointer, code)| (pointer.to_owned(), code.to_owned())));
    }
}
