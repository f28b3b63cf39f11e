//! Differences between a bundle and what is recorded under the same id.

use serde_json::Value;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The array of the bundle, like `tournaments`.
    pub list: &'static str,
    pub id: String,
    /// The way to the value inside the thing, like `results.p17.place`.
    pub path: String,
    /// What is recorded; nothing if the value is new.
    pub recorded: Option<String>,
    /// What the bundle says; nothing if it says nothing.
    pub given: Option<String>,
}

/// Differences beyond this number are counted, not told.
const MAX_REPORTED: usize = 50;

/// Differences, the first of them in full.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Differences {
    pub reported: Vec<Difference>,
    pub count: usize,
}

impl Differences {
    pub(super) fn add(&mut self, difference: Difference) {
        self.count += 1;
        if self.reported.len() < MAX_REPORTED {
            self.reported.push(difference);
        }
    }
}

/// Collects the paths of a thing at which two forms of it differ.
pub(super) fn differing(recorded: &Value, given: &Value) -> Vec<(String, Option<String>, Option<String>)> {
    let mut found = Vec::new();
    walk("", Some(recorded), Some(given), &mut found);
    found
}

type Found = Vec<(String, Option<String>, Option<String>)>;

fn walk(path: &str, recorded: Option<&Value>, given: Option<&Value>, found: &mut Found) {
    match (recorded, given) {
        (Some(a), Some(b)) if a == b => {}
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let keys: std::collections::BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            for key in keys {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                walk(&path, a.get(key), b.get(key), found);
            }
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => {
            for index in 0..a.len().max(b.len()) {
                walk(&format!("{path}[{index}]"), a.get(index), b.get(index), found);
            }
        }
        (a, b) => found.push((path.to_owned(), a.map(short), b.map(short))),
    }
}

fn short(value: &Value) -> String {
    const LONGEST: usize = 120;
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Turns lists whose order says nothing into maps, so that only what matters is compared.
pub(super) fn comparable(thing: &impl serde::Serialize) -> Value {
    let mut value = serde_json::to_value(thing).unwrap_or(Value::Null);
    let Some(fields) = value.as_object_mut() else { return value };
    for rows in ["results", "table"] {
        if let Some(Value::Array(lines)) = fields.get_mut(rows).map(Value::take) {
            let by_player = lines.into_iter().filter_map(|mut line| {
                let player = line.as_object_mut()?.remove("player")?;
                Some((player.as_str()?.to_owned(), line))
            });
            fields.insert(rows.to_owned(), Value::Object(by_player.collect()));
        }
    }
    for set in ["waivers", "disqualified"] {
        // An empty list is the same as none.
        let members = fields.remove(set).map_or_else(|| Value::Object(serde_json::Map::new()), members);
        fields.insert(set.to_owned(), members);
    }
    if let Some(Value::Array(meetings)) = fields.get_mut("meetings") {
        for meeting in meetings {
            if let Some(present) = meeting.get_mut("present") {
                *present = members(present.take());
            }
        }
    }
    value
}

fn members(list: Value) -> Value {
    let Value::Array(items) = list else { return list };
    let named = items.into_iter().filter_map(|item| Some((item.as_str()?.to_owned(), Value::Bool(true))));
    Value::Object(named.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rows_are_compared_by_player_and_sets_without_order() {
        let recorded =
            json!({"results": [{"player": "a", "place": 1}, {"player": "b", "place": 2}], "waivers": ["a", "b"]});
        let same =
            json!({"results": [{"player": "b", "place": 2}, {"player": "a", "place": 1}], "waivers": ["b", "a"]});
        assert_eq!(comparable(&recorded), comparable(&same));
        let other = json!({"results": [{"player": "a", "place": 1}, {"player": "b", "place": 3}], "waivers": ["a"]});
        let found = differing(&comparable(&recorded), &comparable(&other));
        assert_eq!(
            found,
            [
                ("results.b.place".to_owned(), Some("2".to_owned()), Some("3".to_owned())),
                ("waivers.b".to_owned(), Some("true".to_owned()), None),
            ]
        );
    }

    #[test]
    fn no_waivers_and_an_empty_list_of_them_are_the_same() {
        assert_eq!(comparable(&json!({"id": "t"})), comparable(&json!({"id": "t", "waivers": []})));
    }
}
