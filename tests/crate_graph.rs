//! The crate graph is the architecture: dependencies point one way.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

use std::fs;
use support::root;

/// Which crates of this repository the code of each crate may use.
const ALLOWED: [(&str, &[&str]); 10] = [
    ("domain", &[]),
    ("formats", &["domain"]),
    ("events", &["domain", "formats"]),
    ("projections", &["domain", "formats", "events"]),
    ("commands", &["domain", "formats", "events", "projections"]),
    ("wire", &["domain", "formats"]),
    ("api", &["domain", "formats", "events", "projections", "commands", "wire"]),
    ("pages", &["domain", "formats", "wire", "api"]),
    ("simulation", &["domain", "formats", "wire"]),
    ("cli", &["domain", "formats", "events", "projections", "commands", "wire", "api", "pages", "simulation"]),
];

/// What the tests of a crate may use on top of that: `simulation` makes seasons, `commands` records them, and the tests
/// of the pages look into the store.
const ALLOWED_IN_TESTS: [(&str, &[&str]); 4] = [
    ("projections", &["commands", "simulation"]),
    ("commands", &["simulation"]),
    ("api", &["simulation"]),
    ("pages", &["events", "projections", "commands", "simulation"]),
];

fn manifest(name: &str) -> toml::Table {
    fs::read_to_string(root().join(format!("crates/{name}/Cargo.toml"))).unwrap().parse().unwrap()
}

/// The names in one of the tables of dependencies.
fn dependencies(manifest: &toml::Table, table: &str) -> Vec<String> {
    manifest.get(table).and_then(toml::Value::as_table).map(|table| table.keys().cloned().collect()).unwrap_or_default()
}

/// The crates that a row of a table allows.
fn row<'a>(table: &[(&str, &'a [&'a str])], name: &str) -> &'a [&'a str] {
    table.iter().find(|(row, _)| *row == name).map_or(&[], |(_, allowed)| allowed)
}

#[test]
fn every_crate_depends_only_on_crates_it_is_allowed_to_use() {
    for (name, allowed) in ALLOWED {
        let manifest = manifest(name);
        for table in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let in_tests = table == "dev-dependencies";
            for dependency in dependencies(&manifest, table) {
                let dependency = dependency.as_str();
                let ours = dependency == "kostka" || ALLOWED.iter().any(|(name, _)| *name == dependency);
                // The tests of a crate may ask for features of their own crate.
                let may = allowed.contains(&dependency)
                    || in_tests && (dependency == name || row(&ALLOWED_IN_TESTS, name).contains(&dependency));
                assert!(!ours || may, "{name} depends on {dependency}");
            }
        }
    }
    let folders = fs::read_dir(root().join("crates")).unwrap().count();
    assert_eq!(folders, ALLOWED.len(), "a crate is missing from the table");
}

#[test]
fn no_two_crates_use_each_other() {
    for (index, (name, allowed)) in ALLOWED.iter().enumerate() {
        for used in *allowed {
            let uses_back = row(&ALLOWED, used).contains(name);
            assert!(!uses_back, "row {index}: {name} and {used} use each other");
        }
    }
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

/// The write side appends to the log; the service, the pages and the command line only call it.
#[test]
fn only_the_write_side_appends_to_the_log() {
    for name in ["api", "cli", "pages"] {
        let mut files = Vec::new();
        collect(&root().join(format!("crates/{name}/src")), &mut files);
        for (path, code) in files {
            let is_test =
                ["tests.rs", "/testing.rs"].iter().any(|end| path.ends_with(end)) || path.contains("/testing/");
            let line = code.lines().find(|line| !is_test && names_append(line));
            assert_eq!(line, None, "{path} appends to the log");
        }
    }
}

/// Whether a line names `events::append::Append`; errors have variants of the same name.
fn names_append(line: &str) -> bool {
    let is_part_of_name = |character: char| character.is_alphanumeric() || character == '_';
    line.match_indices("Append").any(|(at, name)| {
        let (before, after) = (&line[..at], &line[at + name.len()..]);
        !before.ends_with(is_part_of_name) && !before.ends_with("Error::") && !after.starts_with(is_part_of_name)
    })
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
