//! The crate graph is the architecture: dependencies point one way.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

use std::fs;
use support::root;

/// From the outermost to the innermost crate; each may use only those behind it.
const ORDER: [&str; 8] = ["cli", "pages", "api", "projections", "events", "formats", "simulation", "domain"];

fn manifest(name: &str) -> toml::Table {
    fs::read_to_string(root().join(format!("crates/{name}/Cargo.toml"))).unwrap().parse().unwrap()
}

/// The names in one of the tables of dependencies.
fn dependencies(manifest: &toml::Table, table: &str) -> Vec<String> {
    manifest.get(table).and_then(toml::Value::as_table).map(|table| table.keys().cloned().collect()).unwrap_or_default()
}

#[test]
fn every_crate_depends_only_on_crates_behind_it() {
    for (index, name) in ORDER.iter().enumerate() {
        let manifest = manifest(name);
        for table in ["dependencies", "dev-dependencies", "build-dependencies"] {
            for dependency in dependencies(&manifest, table) {
                // The tests of a crate may ask for features of their own crate.
                let itself = table == "dev-dependencies" && dependency == *name;
                let not_behind = ORDER[..=index].contains(&dependency.as_str()) || dependency == "kostka";
                let not_behind = not_behind && !itself;
                assert!(!not_behind, "{name} depends on {dependency}");
            }
        }
    }
    let folders = fs::read_dir(root().join("crates")).unwrap().count();
    assert_eq!(folders, ORDER.len(), "a crate is missing from the order");
}

#[test]
fn the_rules_know_no_io_clock_or_randomness() {
    let allowed =
        ["chrono", "chrono-tz", "rpds", "rustc-hash", "sha2", "smol_str", "thiserror", "unicode-normalization"];
    for dependency in dependencies(&manifest("domain"), "dependencies") {
        assert!(allowed.contains(&dependency.as_str()), "domain depends on {dependency}");
    }
    // The crate chrono could read the clock only with the feature `clock`.
    let workspace = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let chrono = workspace.lines().find(|line| line.starts_with("chrono = ")).unwrap();
    assert!(chrono.contains("default-features = false") && !chrono.contains("\"clock\""));
    let mut files = Vec::new();
    collect(&root().join("crates/domain/src"), &mut files);
    for (path, text) in files {
        let code = text.split("#[cfg(test)]").next().unwrap();
        for forbidden in ["std::fs", "std::net", "std::env", "std::time", "SystemTime", "Instant::now", "std::process"]
        {
            assert!(path.ends_with("tests.rs") || !code.contains(forbidden), "{path} uses {forbidden}");
        }
    }
}

fn collect(folder: &std::path::Path, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
}
