//! OpenAPI 3.1 written as 3.0.3, for generators that know no newer one; a pure function from document to document.

use super::common::METHODS;
use serde_json::{Map, Value, json};

/// The same document in OpenAPI 3.0.3.
pub(crate) fn older(document: &Value) -> Value {
    let mut document = document.clone();
    let Value::Object(top) = &mut document else { return document };
    top.insert("openapi".to_owned(), "3.0.3".into());
    // What stands there cannot be said in 3.0.
    top.remove("webhooks");
    top.remove("jsonSchemaDialect");
    if let Some(Value::Object(info)) = top.get_mut("info") {
        info.remove("summary");
        if let Some(Value::Object(license)) = info.get_mut("license") {
            license.remove("identifier");
        }
    }
    if let Some(Value::Object(components)) = top.get_mut("components") {
        components.remove("pathItems");
        for (kind, convert) in [
            ("schemas", schema as fn(&mut Value)),
            ("responses", response),
            ("parameters", described),
            ("headers", described),
            ("requestBodies", described),
        ] {
            each(components, kind, convert);
        }
        if let Some(Value::Object(schemes)) = components.get_mut("securitySchemes") {
            schemes.retain(|_, scheme| scheme["type"] != "mutualTLS");
        }
    }
    each(top, "paths", path_item);
    document
}

/// Converts every value of the object, or every item of the array, that has this name.
fn each(within: &mut Map<String, Value>, name: &str, convert: fn(&mut Value)) {
    match within.get_mut(name) {
        Some(Value::Object(members)) => members.values_mut().for_each(convert),
        Some(Value::Array(items)) => items.iter_mut().for_each(convert),
        _ => {}
    }
}

fn path_item(item: &mut Value) {
    let Value::Object(item) = item else { return };
    each(item, "parameters", described);
    for method in METHODS {
        let Some(Value::Object(operation)) = item.get_mut(method) else { continue };
        each(operation, "parameters", described);
        operation.get_mut("requestBody").into_iter().for_each(described);
        each(operation, "responses", response);
    }
}

fn response(response: &mut Value) {
    described(response);
    let Value::Object(response) = response else { return };
    each(response, "headers", described);
}

/// A parameter, a header, a body or an answer: whatever has a schema or a content.
fn described(value: &mut Value) {
    let Value::Object(members) = value else { return };
    if members.contains_key("$ref") {
        // A reference has nothing beside it in 3.0.
        members.retain(|name, _| name == "$ref");
        return;
    }
    members.get_mut("schema").into_iter().for_each(schema);
    each(members, "content", media_type);
}

fn media_type(value: &mut Value) {
    let Value::Object(value) = value else { return };
    value.get_mut("schema").into_iter().for_each(schema);
    each(value, "encoding", response);
}

/// Keywords of JSON Schema that 3.0 has not.
const UNKNOWN_KEYWORDS: [&str; 18] = [
    "$schema",
    "$id",
    "$anchor",
    "$comment",
    "$defs",
    "$dynamicRef",
    "$dynamicAnchor",
    "if",
    "then",
    "else",
    "contains",
    "minContains",
    "maxContains",
    "dependentRequired",
    "dependentSchemas",
    "patternProperties",
    "propertyNames",
    "unevaluatedProperties",
];

fn schema(value: &mut Value) {
    if let Value::Bool(anything) = value {
        *value = if *anything { json!({}) } else { json!({ "not": {} }) };
        return;
    }
    let Value::Object(members) = value else { return };
    for keyword in UNKNOWN_KEYWORDS {
        members.remove(keyword);
    }
    for inner in ["items", "not", "additionalProperties"] {
        // `additionalProperties` may be a boolean in 3.0 as well.
        members
            .get_mut(inner)
            .filter(|it| it.is_object() || inner != "additionalProperties")
            .into_iter()
            .for_each(schema);
    }
    for inner in ["properties", "allOf", "prefixItems"] {
        each(members, inner, schema);
    }
    types(members);
    for choice in ["oneOf", "anyOf"] {
        alternatives(members, choice);
    }
    constant(members);
    tuple(members);
    bound(members, "exclusiveMinimum", "minimum", f64::max);
    bound(members, "exclusiveMaximum", "maximum", f64::min);
    content(members);
    if let Some(Value::Array(examples)) = members.remove("examples")
        && let Some(first) = examples.into_iter().next()
    {
        members.entry("example").or_insert(first);
    }
    if members.get("type") == Some(&"array".into()) {
        members.entry("items").or_insert_with(|| json!({}));
    }
    if members.len() > 1
        && let Some(reference) = members.remove("$ref")
    {
        let all = members.entry("allOf").or_insert_with(|| json!([]));
        if let Value::Array(all) = all {
            all.insert(0, json!({ "$ref": reference }));
        }
    }
}

/// A list of types becomes one type, `nullable`, or a choice.
fn types(members: &mut Map<String, Value>) {
    let listed = match members.get("type") {
        Some(Value::Array(types)) => types.clone(),
        Some(Value::String(only)) if only == "null" => vec!["null".into()],
        _ => return,
    };
    members.remove("type");
    let (nulls, mut others): (Vec<Value>, Vec<Value>) = listed.into_iter().partition(|it| it == "null");
    if !nulls.is_empty() {
        members.insert("nullable".to_owned(), true.into());
    }
    match (others.len(), others.pop()) {
        (1, Some(only)) => {
            members.insert("type".to_owned(), only);
        }
        (_, Some(last)) => {
            others.push(last);
            let choices: Vec<Value> = others.into_iter().map(|it| json!({ "type": it })).collect();
            members.insert("anyOf".to_owned(), choices.into());
        }
        (_, None) => {
            members.entry("enum").or_insert_with(|| json!([null]));
        }
    }
}

/// A choice between something and null becomes `nullable`.
fn alternatives(members: &mut Map<String, Value>, keyword: &str) {
    let Some(Value::Array(mut choices)) = members.remove(keyword) else { return };
    let before = choices.len();
    choices.retain(|choice| choice.get("type") != Some(&"null".into()));
    if choices.len() < before {
        members.insert("nullable".to_owned(), true.into());
    }
    choices.iter_mut().for_each(schema);
    let all_of = members.contains_key("allOf");
    let keyword = if choices.len() == 1 && before > 1 && !all_of { "allOf" } else { keyword };
    members.insert(keyword.to_owned(), choices.into());
}

fn constant(members: &mut Map<String, Value>) {
    if let Some(only) = members.remove("const") {
        members.insert("enum".to_owned(), json!([only]));
    }
}

/// Items that differ by their place become items of any of these kinds.
fn tuple(members: &mut Map<String, Value>) {
    if let Some(Value::Array(items)) = members.remove("prefixItems") {
        let count = items.len();
        if members.get("items").is_none_or(|rest| *rest == json!({ "not": {} })) {
            members.insert("maxItems".to_owned(), count.into());
        }
        members.insert("items".to_owned(), json!({ "anyOf": items }));
    }
}

fn bound(members: &mut Map<String, Value>, exclusive: &str, inclusive: &str, stricter: fn(f64, f64) -> f64) {
    let Some(limit) = members.get(exclusive).filter(|it| it.is_number()).cloned() else { return };
    members.remove(exclusive);
    let other = members.get(inclusive).and_then(Value::as_f64);
    let number = limit.as_f64().unwrap_or_default();
    let is_strict = other.is_none_or(|other| {
        // Equal bounds exclude their value, so the exclusive one is stricter.
        stricter(other, number).total_cmp(&number).is_eq()
    });
    if is_strict {
        members.insert(inclusive.to_owned(), limit);
        members.insert(exclusive.to_owned(), true.into());
    }
}

/// Encoded and binary contents are formats in 3.0.
fn content(members: &mut Map<String, Value>) {
    let encoding = members.remove("contentEncoding");
    let media_type = members.remove("contentMediaType");
    let format = match (encoding.as_ref().and_then(Value::as_str), media_type) {
        (Some("base64"), _) => "byte",
        (None, Some(_)) => "binary",
        _ => return,
    };
    members.entry("type").or_insert_with(|| "string".into());
    members.entry("format").or_insert_with(|| format.into());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted(mut value: Value) -> Value {
        schema(&mut value);
        value
    }

    #[test]
    fn a_schema_is_said_in_the_words_of_3_0() {
        for (newer, expected) in [
            (json!({ "type": ["string", "null"] }), json!({ "type": "string", "nullable": true })),
            (json!({ "type": "null" }), json!({ "nullable": true, "enum": [null] })),
            (
                json!({ "type": ["string", "integer"] }),
                json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }] }),
            ),
            (
                json!({ "oneOf": [{ "type": "null" }, { "$ref": "#/components/schemas/Name" }] }),
                json!({ "allOf": [{ "$ref": "#/components/schemas/Name" }], "nullable": true }),
            ),
            (
                json!({ "anyOf": [{ "type": "null" }, { "type": "string" }, { "const": 1 }] }),
                json!({ "anyOf": [{ "type": "string" }, { "enum": [1] }], "nullable": true }),
            ),
            (json!({ "const": "a" }), json!({ "enum": ["a"] })),
            (json!({ "type": "string", "examples": ["a", "b"] }), json!({ "type": "string", "example": "a" })),
            (
                json!({ "type": "integer", "exclusiveMinimum": 0 }),
                json!({ "type": "integer", "minimum": 0, "exclusiveMinimum": true }),
            ),
            (json!({ "minimum": 5, "exclusiveMinimum": 0 }), json!({ "minimum": 5 })),
            (json!({ "maximum": 5, "exclusiveMaximum": 5 }), json!({ "maximum": 5, "exclusiveMaximum": true })),
            (
                json!({ "$ref": "#/components/schemas/Name", "description": "Hers" }),
                json!({ "allOf": [{ "$ref": "#/components/schemas/Name" }], "description": "Hers" }),
            ),
            (json!({ "$ref": "#/components/schemas/Name" }), json!({ "$ref": "#/components/schemas/Name" })),
            (json!({ "type": "string", "contentEncoding": "base64" }), json!({ "type": "string", "format": "byte" })),
            (
                json!({ "contentMediaType": "application/octet-stream" }),
                json!({ "type": "string", "format": "binary" }),
            ),
            (
                json!({ "type": "array", "prefixItems": [{ "const": 1 }], "items": false }),
                json!({ "type": "array", "items": { "anyOf": [{ "enum": [1] }] }, "maxItems": 1 }),
            ),
            (json!({ "type": "array" }), json!({ "type": "array", "items": {} })),
            (json!(true), json!({})),
            (
                json!({ "type": "object", "$comment": "x", "additionalProperties": false }),
                json!({ "type": "object", "additionalProperties": false }),
            ),
        ] {
            assert_eq!(converted(newer.clone()), expected, "{newer}");
        }
    }

    #[test]
    fn fields_with_the_names_of_keywords_and_the_values_of_examples_stay_as_they_are() {
        let newer = json!({
            "type": "object",
            "properties": { "const": { "type": ["string", "null"] }, "examples": { "type": "string" } },
            "example": { "type": ["string", "null"], "const": 1 },
        });
        let older = converted(newer.clone());
        assert_eq!(older["properties"]["const"], json!({ "type": "string", "nullable": true }));
        assert_eq!(older["properties"]["examples"], newer["properties"]["examples"]);
        assert_eq!(older["example"], newer["example"]);
    }

    #[test]
    fn everything_around_the_schemas_is_converted_as_well() {
        let name = json!({ "type": ["string", "null"] });
        let newer = json!({
            "openapi": "3.1.0",
            "info": { "title": "T", "summary": "S", "license": { "name": "MIT", "identifier": "MIT" } },
            "webhooks": {},
            "paths": { "/a": { "post": {
                "parameters": [{ "name": "q", "in": "query", "schema": name }, { "$ref": "#/p", "description": "D" }],
                "requestBody": { "content": { "application/json": { "schema": name, "examples": { "a": { "value": [1] } } } } },
                "responses": { "200": {
                    "headers": { "H": { "schema": name } }, "content": { "text/csv": { "schema": name } },
                } },
            } } },
            "components": { "schemas": { "Name": name }, "pathItems": {} },
        });
        let nullable = json!({ "type": "string", "nullable": true });
        assert_eq!(
            older(&newer),
            json!({
                "openapi": "3.0.3",
                "info": { "title": "T", "license": { "name": "MIT" } },
                "paths": { "/a": { "post": {
                    "parameters": [{ "name": "q", "in": "query", "schema": nullable }, { "$ref": "#/p" }],
                    "requestBody": { "content": { "application/json": { "schema": nullable, "examples": { "a": { "value": [1] } } } } },
                    "responses": { "200": {
                        "headers": { "H": { "schema": nullable } }, "content": { "text/csv": { "schema": nullable } },
                    } },
                } } },
                "components": { "schemas": { "Name": nullable } },
            })
        );
    }
}
