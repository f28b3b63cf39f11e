//! Fills answers about rulebooks, and reads adoptions.

use super::parameter;
use crate::http::conditional;
use crate::http::fields::FieldParser;
use crate::http::list_response::csv_row;
use crate::http::problem::{FieldProblem, Problem};
use domain::Choice;
use domain::event::{InvalidOverrideRecord, Override, RulebookRecord, Scalar};
use domain::rulebook::{InvalidOverride, Raw};
use formats::localization::{Lang, Message, kind_message};
use projections::views::RulebookEntry;
use serde_json::Value;
use wire::seasons::rulebooks::{Adoption, Rulebook, RulebookItem};

/// The most overrides of one adoption; there are fewer parameters.
const MAX_OVERRIDES: usize = 300;

pub(super) fn rulebook_item(entry: &RulebookEntry) -> RulebookItem {
    RulebookItem {
        id: entry.id.to_string(),
        base: entry.record.base.name().to_owned(),
        override_count: entry.record.overrides.len(),
        etag: conditional::etag_text(entry.etag),
    }
}

csv_row! { RulebookItem, |row|
    id, base, override_count, etag
}

pub(super) fn rulebook_answer(entry: &RulebookEntry, lang: Lang) -> Rulebook {
    let to_json = |scalar: &Scalar| match scalar {
        Scalar::Bool(value) => Value::from(*value),
        Scalar::Int(number) => Value::from(*number),
        Scalar::Text(text) => Value::from(text.as_str()),
    };
    let overrides = entry.record.overrides.iter();
    Rulebook {
        id: entry.id.to_string(),
        base: entry.record.base.name().to_owned(),
        overrides: overrides.map(|one| (one.path().to_owned(), to_json(one.value()))).collect(),
        parameters: parameter::all(&entry.rulebook, lang),
        etag: conditional::etag_text(entry.etag),
    }
}

/// Reads an adoption that stands at `pointer` in the body of the request.
pub(crate) fn read_adoption(adoption: &Adoption, pointer: &str) -> Result<RulebookRecord, Problem> {
    let mut fields = FieldParser::default();
    let base = fields.choice(&format!("{pointer}/base"), &adoption.base);
    if adoption.overrides.len() > MAX_OVERRIDES {
        let words = Message::new("field-too-many").number("max", MAX_OVERRIDES as i64);
        fields.add(format!("{pointer}/overrides"), "too-many", words);
        return Err(fields.problem());
    }
    let mut overrides = Vec::new();
    for (path, value) in &adoption.overrides {
        match Override::new(path, &raw(value)) {
            Ok(one) => overrides.push(one),
            Err(problem) => fields.add_problem(wrong_override(pointer, path, &problem)),
        }
    }
    fields.finish()?;
    let base = base.ok_or(crate::http::problem::ProblemKind::Unprocessable)?;
    Ok(RulebookRecord { base, overrides })
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
        // Rulebooks write the absence of a value as `none`.
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
        let problem = read_adoption(&adoption, "").unwrap_err().document(Lang::En, "1");
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
