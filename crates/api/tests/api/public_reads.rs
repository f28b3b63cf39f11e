//! Public reads: open data, the calendar of a season, and the audit trail in sentences.

mod audit_trail;
mod calendar;
mod open_data;

use api::testing::Instance;
use serde_json::{Value, json};

/// The example season, imported.
fn with_example() -> Instance {
    let instance = Instance::start();
    instance.import(&example());
    instance
}

fn example() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/season-2025.bundle.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The example season with a tournament that somebody has given a name to make trouble with.
fn with_name(name: &str) -> Instance {
    let mut bundle = example();
    bundle["tournaments"][0]["name"] = json!(name);
    let instance = Instance::start();
    instance.import(&bundle);
    instance
}
