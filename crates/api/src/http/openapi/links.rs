//! How one operation leads to the next: links that clients and testers follow.

use super::common::object;
use serde_json::{Map, Value, json};

/// What an operation's answer says about the parameters of another.
struct OperationLink {
    from: &'static str,
    status: &'static str,
    to: &'static str,
    parameters: &'static [(&'static str, &'static str)],
}

const OPERATION_LINKS: &[OperationLink] = &[
    operation_link("listPlayers", "200", "getPlayer", &[("id", "$response.body#/items/0/id")]),
    operation_link("listPlayers", "200", "getPrivatePlayer", &[("id", "$response.body#/items/0/id")]),
    operation_link("registerPlayer", "201", "getPlayer", &[("id", "$response.body#/id")]),
    operation_link(
        "registerPlayer",
        "201",
        "rectifyPlayer",
        &[("id", "$response.body#/id"), ("If-Match", "$response.body#/etag")],
    ),
    operation_link("registerPlayer", "201", "getLogEvent", &[("position", "$response.body#/position")]),
    operation_link("registerPlayer", "201", "proveInclusion", &[("position", "$response.body#/position")]),
    operation_link(
        "getPlayer",
        "200",
        "rectifyPlayer",
        &[("id", "$response.body#/id"), ("If-Match", "$response.body#/etag")],
    ),
    operation_link("rectifyPlayer", "200", "getPlayer", &[("id", "$response.body#/id")]),
    operation_link("listSeasons", "200", "getSeason", &[("id", "$response.body#/items/0/id")]),
    operation_link("listSeasons", "200", "getRanking", &[("season", "$response.body#/items/0/id")]),
    operation_link(
        "getRanking",
        "200",
        "explainRanking",
        &[("season", "$response.body#/season"), ("player", "$response.body#/items/0/player_id")],
    ),
    operation_link("openSeason", "201", "getSeason", &[("id", "$response.body#/id")]),
    operation_link(
        "openSeason",
        "201",
        "correctSeason",
        &[("id", "$response.body#/id"), ("If-Match", "$response.body#/etag")],
    ),
    operation_link("listRulebooks", "200", "getRulebook", &[("id", "$response.body#/items/0/id")]),
    operation_link("adoptRulebook", "200", "getRulebook", &[("id", "$response.body#/id")]),
    operation_link("listPresets", "200", "getPreset", &[("name", "$response.body#/items/0/name")]),
    operation_link("listLogEvents", "200", "getLogEvent", &[("position", "$response.body#/items/0/position")]),
    operation_link("listLogEvents", "200", "proveInclusion", &[("position", "$response.body#/items/0/position")]),
];

const fn operation_link(
    from: &'static str,
    status: &'static str,
    to: &'static str,
    parameters: &'static [(&'static str, &'static str)],
) -> OperationLink {
    OperationLink { from, status, to, parameters }
}

pub(crate) fn add(document: &mut Value) {
    for OperationLink { from, status, to, parameters } in OPERATION_LINKS {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lead_goes_from_an_answer_to_a_parameter_that_there_is() {
        let mut document = crate::http::openapi::document();
        let parameters = document["components"]["parameters"].clone();
        for OperationLink { from, status, to, parameters: given } in OPERATION_LINKS {
            let source = operation(&mut document, from).unwrap_or_else(|| panic!("there is no {from}"));
            assert!(source["responses"][*status]["links"][*to].is_object(), "{from} {status} does not lead to {to}");
            let target = operation(&mut document, to).unwrap_or_else(|| panic!("there is no {to}"));
            let name = |parameter: &Value| match parameter["$ref"].as_str() {
                Some(reference) => parameters[reference.rsplit('/').next().unwrap()]["name"].clone(),
                None => parameter["name"].clone(),
            };
            let known: Vec<Value> = target["parameters"].as_array().unwrap().iter().map(name).collect();
            for (parameter, _) in *given {
                assert!(known.contains(&Value::from(*parameter)), "{to} has no {parameter}");
            }
        }
    }
}
