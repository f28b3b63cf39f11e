//! Generates the client from the OpenAPI 3.0.3 document of the service.

use serde_json::{Map, Value};
use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../openapi/kostka-3.0.json");
    println!("cargo::rerun-if-changed={}", document.display());
    println!("cargo::rerun-if-changed=build.rs");
    let mut document: Value = serde_json::from_slice(&fs::read(document)?)?;
    for_the_generator(&mut document);
    let document: openapiv3::OpenAPI = serde_json::from_value(document)?;
    let client = progenitor::Generator::default().generate_tokens(&document)?;
    let text = prettyplease::unparse(&syn::parse2(client)?);
    fs::write(Path::new(&env::var("OUT_DIR")?).join("client.rs"), text)?;
    Ok(())
}

/// The generator knows types of `application/json` only, and one type for all failures of an operation.
fn for_the_generator(document: &mut Value) {
    let responses = &mut document["components"]["responses"];
    members(responses).for_each(as_json);
    for item in members(&mut document["paths"]) {
        for operation in members(item).filter_map(|operation| operation.get_mut("parameters")) {
            // The header and the parameter of the same name would become one name in Rust.
            operation.as_array_mut().into_iter().for_each(|listed| listed.retain(|it| it["name"] != "Last-Event-ID"));
        }
        for body in members(item).filter_map(|operation| operation.get_mut("requestBody")) {
            // An upload may also be CSV.
            let content = body["content"].as_object_mut();
            content.into_iter().for_each(|content| content.retain(|media_type, _| media_type == "application/json"));
        }
        for response in members(item).flat_map(|operation| members(&mut operation["responses"])) {
            as_json(response);
        }
    }
}

fn members(value: &mut Value) -> impl Iterator<Item = &mut Value> {
    value.as_object_mut().into_iter().flat_map(Map::values_mut)
}

fn as_json(response: &mut Value) {
    let Some(content) = response.get_mut("content").and_then(Value::as_object_mut) else { return };
    if let Some(problem) = content.remove("application/problem+json") {
        content.insert("application/json".to_owned(), problem);
    }
}
