//! Golden seasons: each bundle gives exactly the results that stand beside it.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

use serde_json::Value;
use std::fs;
use support::{bundles, printed};

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// The first place where two values differ, or nothing.
fn difference(path: &str, expected: &Value, found: &Value) -> Option<String> {
    match (expected, found) {
        (Value::Object(a), Value::Object(b)) => {
            let keys: std::collections::BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            keys.into_iter().find_map(|key| match (a.get(key), b.get(key)) {
                (Some(a), Some(b)) => difference(&format!("{path}.{key}"), a, b),
                _ => Some(format!("{path}.{key} is only on one side")),
            })
        }
        (Value::Array(a), Value::Array(b)) => {
            let pairs = a.iter().zip(b).enumerate();
            let mut inside = pairs.filter_map(|(index, (a, b))| difference(&format!("{path}[{index}]"), a, b));
            inside
                .next()
                .or_else(|| (a.len() != b.len()).then(|| format!("{path}: {} and {} elements", a.len(), b.len())))
        }
        (a, b) => (a != b).then(|| format!("{path}: expected {a}, found {b}")),
    }
}

#[test]
fn every_golden_bundle_gives_its_results() {
    let bundles = bundles("tests/golden/season");
    assert!(bundles.len() >= 20, "the golden cases are gone");
    for bundle in bundles {
        let name = bundle.to_string_lossy().into_owned();
        let expected = json(&fs::read_to_string(name.replace(".bundle.json", ".results.json")).unwrap());
        let found = json(&printed(&["compute", &name]));
        assert_eq!(difference("", &expected, &found), None, "{name}");
    }
}

#[test]
fn the_example_season_gives_its_results() {
    // Frozen like the golden cases: it changes only together with a rule.
    let expected = json(&fs::read_to_string(support::root().join("examples/season-2025.results.json")).unwrap());
    let found = json(&printed(&["compute", "examples/season-2025.bundle.json"]));
    assert_eq!(difference("", &expected, &found), None);
}
