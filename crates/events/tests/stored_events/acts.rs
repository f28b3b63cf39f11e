//! Acts of people at a tournament have one form each: a field more or less, or one of another type, and they are
//! refused.

use crate::golden::golden;
use events::stored::{STORED_TYPES, decode};
use serde_json::{Value, json};

/// Every payload of an act, with its type and version.
fn acts() -> Vec<(&'static str, u32, Value)> {
    let mut all = Vec::new();
    for known in STORED_TYPES {
        for version in known.versions {
            let payloads =
                golden(known.event_type, *version).into_iter().map(|line| serde_json::from_str(&line).unwrap());
            all.extend(payloads.filter(is_act).map(|payload| (known.event_type, *version, payload)));
        }
    }
    all
}

fn is_act(payload: &Value) -> bool {
    payload.get("fact").is_some()
}

/// Where in a value something stands, in the words of [`Value::pointer`].
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, field)| places(field, &format!("{at}/{name}"), found)),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| places(item, &format!("{at}/{index}"), found));
        }
        _ => {}
    }
}

/// Changes what stands at each place of each payload; the change tells whether it means anything there. Gives how many
/// it tried.
fn refuses_every(change: impl Fn(&mut Value) -> bool) -> usize {
    let mut tried = 0;
    for (event_type, version, payload) in acts() {
        let mut found = Vec::new();
        places(&payload, "", &mut found);
        for place in found {
            let mut other = payload.clone();
            if change(other.pointer_mut(&place).unwrap()) {
                let read = decode(event_type, version, other.to_string().as_bytes());
                assert!(read.is_err(), "{event_type} {place}: {other}");
                tried += 1;
            }
        }
    }
    tried
}

#[test]
fn a_field_too_many_is_refused_wherever_it_stands() {
    let tried = refuses_every(|value| {
        let Value::Object(fields) = value else { return false };
        fields.insert("note".to_owned(), json!(1)).is_none()
    });
    assert!(tried > 50, "{tried}");
}

#[test]
fn a_field_that_is_missing_is_refused_even_if_nothing_may_stand_there() {
    let without = |nth| {
        refuses_every(|value| {
            let Value::Object(fields) = value else { return false };
            let name = fields.keys().nth(nth).cloned();
            name.is_some_and(|name| fields.remove(&name).is_some())
        })
    };
    let tried: Vec<usize> = (0..9).map(without).collect();
    // No object of an act has more than eight fields.
    assert!(tried[7] > 0 && tried[8] == 0, "{tried:?}");
}

#[test]
fn a_value_of_another_type_is_refused() {
    let tried = refuses_every(|value| {
        *value = match value {
            Value::Bool(_) => json!("true"),
            Value::Number(number) => json!(number.to_string()),
            Value::String(_) => json!(1),
            Value::Null | Value::Array(_) => json!({}),
            Value::Object(_) => json!([]),
        };
        true
    });
    assert!(tried > 50, "{tried}");
}

#[test]
fn a_number_that_is_out_of_range_is_refused() {
    let tried = refuses_every(|value| {
        let is_number = value.is_number();
        *value = json!(u64::MAX);
        is_number
    });
    assert!(tried > 50, "{tried}");
}

#[test]
fn rows_of_a_sheet_have_their_length() {
    let rows = ["/fact/games/0", "/fact/games/0/2/2", "/fact/games/0/2/2/0", "/fact/games/0/2/2/1"];
    let sheet: Value = serde_json::from_str(&golden("tournament.sheet_entered", 1)[1]).unwrap();
    for place in rows {
        let longer = |row: &mut Vec<Value>| row.push(Value::Null);
        let shorter = |row: &mut Vec<Value>| drop(row.pop());
        for change in [&longer as &dyn Fn(&mut Vec<Value>), &shorter] {
            let mut other = sheet.clone();
            change(other.pointer_mut(place).unwrap().as_array_mut().unwrap());
            assert!(decode("tournament.sheet_entered", 1, other.to_string().as_bytes()).is_err(), "{other}");
        }
    }
}

#[test]
fn a_sheet_of_a_whole_round_is_small() {
    let game = r#"["rack_emptied",[157,-20,-37,-100],null]"#;
    let games = [game; 4].join(",");
    let payload = format!(
        r#"{{"act":100,"by":"account/7k2m9q4x8c1v5b3n6z0a","fact":{{"stage":"4","table":23,"games":[{games}],"reason":null,"hidden":false}}}}"#
    );
    assert!(decode("tournament.sheet_entered", 1, payload.as_bytes()).is_ok());
    assert!(payload.len() < 300, "{}", payload.len());
}
