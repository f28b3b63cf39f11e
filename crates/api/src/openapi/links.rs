//! How one operation leads to the next: links that clients and testers follow.

use super::common::object;
use serde_json::{Map, Value, json};

/// What an operation's answer says about the parameters of another.
struct Lead {
    from: &'static str,
    status: &'static str,
    to: &'static str,
    parameters: &'static [(&'static str, &'static str)],
}

/// All leads; operations that there are not are passed over, and a test says so.
const LEADS: &[Lead] = &[];

/// Adds the links to the answers.
pub(super) fn add(document: &mut Value) {
    for Lead { from, status, to, parameters } in LEADS {
        let Some(operation) = operation(document, from) else { continue };
        let Some(response) = operation["responses"].get_mut(*status) else { continue };
        let values: Map<String, Value> =
            parameters.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
        let links = object(object(response).entry("links").or_insert_with(|| json!({})));
        links.insert((*to).to_owned(), json!({ "operationId": to, "parameters": values }));
    }
}

fn operation<'a>(document: &'a mut Value, id: &str) -> Option<&'a mut Value> {
    let items = object(&mut document["paths"]).values_mut();
    items.filter_map(Value::as_object_mut).flat_map(Map::values_mut).find(|operation| operation["operationId"] == id)
}
