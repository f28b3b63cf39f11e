//! Limits that follow from what a value is, written beside those that its author gave it: everything has a limit.

use super::common::{MAX_INTEGER, for_each_operation, object};
use serde_json::Value;

/// The longest text that has no limit of its own.
const LONGEST_TEXT: u64 = 4000;
/// The most items of a list that has no limit of its own.
const MOST_ITEMS: u64 = 1000;

pub(crate) fn add(document: &mut Value) {
    object(&mut document["components"]["schemas"]).values_mut().for_each(schema);
    for_each_operation(document, |_, _, operation| {
        let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
        parameters.into_iter().flatten().for_each(described);
        operation.get_mut("requestBody").into_iter().for_each(described);
        for response in object(&mut operation["responses"]).values_mut() {
            described(response);
        }
    });
}

fn described(value: &mut Value) {
    value.get_mut("schema").into_iter().for_each(schema);
    let content = value.get_mut("content").and_then(Value::as_object_mut);
    for media_type in content.into_iter().flat_map(|content| content.values_mut()) {
        media_type.get_mut("schema").into_iter().for_each(schema);
    }
}

fn schema(value: &mut Value) {
    let Value::Object(members) = value else { return };
    for inner in ["items", "additionalProperties", "propertyNames", "not"] {
        members.get_mut(inner).into_iter().for_each(schema);
    }
    let properties = members.get_mut("properties").and_then(Value::as_object_mut);
    properties.into_iter().flat_map(|properties| properties.values_mut()).for_each(schema);
    for inner in ["allOf", "oneOf", "anyOf"] {
        members.get_mut(inner).and_then(Value::as_array_mut).into_iter().flatten().for_each(schema);
    }
    let is = |name: &str| match members.get("type") {
        Some(Value::String(only)) => only == name,
        Some(Value::Array(types)) => types.iter().any(|it| it == name),
        _ => false,
    };
    let (text, integer, list) = (is("string"), is("integer"), is("array"));
    if text && !members.contains_key("enum") && !members.contains_key("const") {
        let longest = match members.get("format").and_then(Value::as_str) {
            Some("date-time") => 40,
            Some("date") => 10,
            Some("uuid") => 36,
            _ => LONGEST_TEXT,
        };
        members.entry("maxLength").or_insert(longest.into());
    }
    if integer {
        // What cannot be negative says so itself; small points can.
        let largest = match members.entry("format").or_insert("int64".into()).as_str() {
            Some("int32") => i64::from(i32::MAX),
            _ => MAX_INTEGER as i64,
        };
        members.entry("minimum").or_insert((-largest).into());
        members.entry("maximum").or_insert(largest.into());
    }
    if list {
        members.entry("maxItems").or_insert(MOST_ITEMS.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_value_without_a_limit_gets_one_and_those_that_are_there_stay() {
        for (without, with) in [
            (json!({ "type": "string" }), json!({ "type": "string", "maxLength": 4000 })),
            (json!({ "type": "string", "maxLength": 7 }), json!({ "type": "string", "maxLength": 7 })),
            (json!({ "type": "string", "enum": ["a"] }), json!({ "type": "string", "enum": ["a"] })),
            (
                json!({ "type": ["string", "null"], "format": "date" }),
                json!({ "type": ["string", "null"], "format": "date", "maxLength": 10 }),
            ),
            (
                json!({ "type": "array", "items": { "type": "integer", "format": "int32", "minimum": -5 } }),
                json!({
                    "type": "array", "maxItems": 1000,
                    "items": { "type": "integer", "format": "int32", "minimum": -5, "maximum": i32::MAX },
                }),
            ),
            (
                json!({ "type": ["integer", "null"], "format": "int32" }),
                json!({ "type": ["integer", "null"], "format": "int32", "minimum": -i32::MAX, "maximum": i32::MAX }),
            ),
            (
                json!({ "type": "object", "properties": { "type": { "type": "boolean" } } }),
                json!({ "type": "object", "properties": { "type": { "type": "boolean" } } }),
            ),
        ] {
            let mut value = without.clone();
            schema(&mut value);
            assert_eq!(value, with, "{without}");
        }
    }
}
